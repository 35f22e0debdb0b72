'use client';

import { useSyncExternalStore } from 'react';

/** What can lie over the whole page; one at a time. */
export type OverlayName =
  | 'palette'
  | 'keys'
  | 'invite'
  | 'logout'
  | 'navigation'
  | 'new-task'
  | 'new-project'
  | 'use-template'
  | 'use-project-template'
  /** About the task in hand. */
  | 'duplicate-task'
  | 'move-task'
  /** Or about a project. */
  | 'save-template';

let current: OverlayName | null = null;
let origin: Element | null = null;
const listeners = new Set<() => void>();

function set(name: OverlayName | null) {
  // One overlay may lead to the next; the focus returns to where the first was opened.
  if (name && !current) origin = document.activeElement;
  current = name;
  for (const listener of listeners) listener();
}

export const openOverlay = (name: OverlayName) => set(name);
export const closeOverlay = () => set(null);

export type OverlayProps = { open: boolean; onOpenChange: (open: boolean) => void };

let fetchAhead: (name: OverlayName) => void = () => {};

export const fetchOverlaysWith = (fetch: typeof fetchAhead) => {
  fetchAhead = fetch;
};

export const prefetchOverlay = (name: OverlayName) => fetchAhead(name);

/** What had the focus before the first overlay, if it is still there. */
export const overlayOrigin = (): HTMLElement | null =>
  origin instanceof HTMLElement && origin.isConnected && origin !== document.body ? origin : null;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useOverlay = (): OverlayName | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
