'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';

const SETTLE = 500;

/** Draws the page anew when something happens in the projects it shows. Changes come in bursts; one look is enough. */
export function ProjectLive({
  projectIds,
  tasksToo = true,
}: {
  projectIds: readonly string[];
  /** False where the page's own parts follow the tasks. */
  tasksToo?: boolean;
}) {
  const router = useRouter();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => router.refresh(), SETTLE);
  };
  useLiveEvents(projectIds.map(channels.project), ({ event }) => {
    if (tasksToo || event === 'project.changed' || event === 'members.changed') refresh();
  });
  // What the server has just drawn is fresh; only a gap in the connection, or none at all, leaves it behind.
  useCatchUp((reason) => {
    if (tasksToo && reason !== 'subscribed') refresh();
  });
  return null;
}
