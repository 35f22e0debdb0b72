'use client';

import { useSyncExternalStore } from 'react';

/** What can lie over the whole page; one at a time. */
export type OverlayName = 'palette' | 'keys' | 'logout' | 'navigation';

let current: OverlayName | null = null;
const listeners = new Set<() => void>();

function set(name: OverlayName | null) {
  current = name;
  for (const listener of listeners) listener();
}

/** Opens it, and closes what was open. */
export const openOverlay = (name: OverlayName) => set(name);
export const closeOverlay = () => set(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The overlay that is open just now. */
export const useOverlay = (): OverlayName | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
