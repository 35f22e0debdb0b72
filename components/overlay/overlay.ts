'use client';

import { useSyncExternalStore } from 'react';

/** What can lie over the whole page; one at a time. */
export type OverlayName = 'palette' | 'keys' | 'invite' | 'logout' | 'navigation' | 'new-task' | 'new-project';

/** Overlays that make something, and the page with the same form. */
export const FORM_PAGE = { 'new-task': 'task?view=new', 'new-project': 'project?view=new' } as const;

let current: OverlayName | null = null;
let origin: Element | null = null;
const listeners = new Set<() => void>();

function set(name: OverlayName | null) {
  // One overlay may lead to the next; the way back is where the first was opened.
  if (name && !current) origin = document.activeElement;
  current = name;
  for (const listener of listeners) listener();
}

/** Opens it, and closes what was open. */
export const openOverlay = (name: OverlayName) => set(name);
export const closeOverlay = () => set(null);

export type OverlayProps = { open: boolean; onOpenChange: (open: boolean) => void };

let fetchAhead: (name: OverlayName) => void = () => {};

/** Says how an overlay's code is fetched: the host of the overlays does, which knows their parts. */
export const fetchOverlaysWith = (fetch: typeof fetchAhead) => {
  fetchAhead = fetch;
};

/** Fetches an overlay's code ahead, when a pointer nears its button. */
export const prefetchOverlay = (name: OverlayName) => fetchAhead(name);

/** What had the focus before anything lay over the page, while it is still there. */
export const overlayOrigin = (): HTMLElement | null =>
  origin instanceof HTMLElement && origin.isConnected && origin !== document.body ? origin : null;

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
