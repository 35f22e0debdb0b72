'use client';

import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();
const change = (by: 1 | -1) => {
  running += by;
  for (const listener of listeners) listener();
};

/** A page is loading. @returns a function to call when it has come, or another one was asked for. */
export function beginNavigation(): () => void {
  change(1);
  return () => change(-1);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** For a page that takes longer than 400 ms; moves nothing. */
export function NavigationProgress() {
  const isRunning = useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  );
  return isRunning ? <div aria-hidden="true" className="navigation-progress" /> : null;
}
