'use client';

import { useLive, useLiveEvents } from '@/components/live/live-provider';
import { useRefresh } from '@/components/url/use-refresh';

/** The names of statuses are in every page: one that is changed is drawn anew. Clients hear of their projects'. */
export function WorkflowWatch() {
  const refresh = useRefresh();
  const { channels } = useLive();
  useLiveEvents(
    channels.organisation ? [channels.organisation] : channels.projects,
    ({ event }) => event === 'workflow.changed' && refresh(),
    // It listens a moment after the page is there.
    true,
  );
  return null;
}
