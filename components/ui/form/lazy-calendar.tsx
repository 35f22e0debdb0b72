'use client';

import { type ComponentProps, type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Calendar } from './calendar';

// A calendar that cannot be fetched leaves the field to write in.
const Fetched = lazy<ComponentType<ComponentProps<typeof Calendar>>>(() =>
  import('./calendar').then(
    (module) => ({ default: module.Calendar }),
    () => ({ default: () => null }),
  ),
);

/** The calendar, fetched when it is first shown; its room is kept from the start. */
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

/** Whether the platform's own date field serves better: under a finger, and before any script runs. */
export const useNativeDates = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(COARSE).matches,
    () => true,
  );
