'use client';

import { useEffect, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { useRefresh } from '@/components/url/use-refresh';

const SETTLE = 500;

/** Refreshes the page on changes in its projects, or else in the organisation. A burst of changes is one refresh. */
export function LiveRefresh({
  projectIds,
  events,
}: {
  projectIds?: readonly string[];
  /** Only these; all by default. With it, the page's own parts must handle connection gaps too. */
  events?: readonly string[];
}) {
  const refresh = useRefresh();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, SETTLE);
  };
  useLiveEvents(projectIds?.map(channels.project) ?? [channels.organisation], ({ event }) => {
    if (!events || events.includes(event)) settle();
  });
  // What the server has just rendered is fresh; after a connection gap the provider refreshes every page.
  useCatchUp((reason) => {
    if (reason === 'poll' && !(projectIds && events)) settle();
  });
  return null;
}
