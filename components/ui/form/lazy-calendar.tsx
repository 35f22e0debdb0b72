'use client';

import { type ComponentProps, type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Calendar } from './calendar';

// If the calendar cannot be fetched, the text field remains.
const Fetched = lazy<ComponentType<ComponentProps<typeof Calendar>>>(() =>
  import('./calendar').then(
    (module) => ({ default: module.Calendar }),
    () => ({ default: () => null }),
  ),
);

/** Fetched when first shown; its space is reserved from the start. */
export function LazyCalendar(props: ComponentProps<typeof Calendar>) {
  return (
    <div className="min-h-[296px] min-w-[252px]">
      <Suspense>
        <Fetched {...props} />
      </Suspense>
    </div>
  );
}

const COARSE = '(pointer: coarse)';
const subscribe = (listener: () => void) => {
  const query = window.matchMedia(COARSE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** True on touch, and before scripts run. */
export const useNativeDates = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(COARSE).matches,
    () => true,
  );
