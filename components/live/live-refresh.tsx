'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';

const SETTLE = 500;

/**
 * Draws the page anew when something happens in the projects it shows, or else in the organisation. Changes come in bursts;
 * one look is enough.
 */
export function LiveRefresh({
  projectIds,
  events,
}: {
  projectIds?: readonly string[];
  /** Only these; all without. Where the page's own parts follow the rest, they see to gaps in the connection too. */
  events?: readonly string[];
}) {
  const router = useRouter();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => router.refresh(), SETTLE);
  };
  useLiveEvents(projectIds?.map(channels.project) ?? [channels.organisation], ({ event }) => {
    if (!events || events.includes(event)) refresh();
  });
  // What the server has just drawn is fresh; only a gap in the connection, or none at all, leaves it behind.
  useCatchUp((reason) => {
    if (reason !== 'subscribed' && !(projectIds && events)) refresh();
  });
  return null;
}
