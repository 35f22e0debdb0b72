'use client';

import { useRouter } from 'next/navigation';
import { useLive, useLiveEvents } from '@/components/live/live-provider';

/** The names of statuses are in every page: one that is changed is drawn anew. Clients hear of their projects'. */
export function WorkflowWatch() {
  const router = useRouter();
  const { channels } = useLive();
  useLiveEvents(
    channels.organisation ? [channels.organisation] : channels.projects,
    ({ event }) => event === 'workflow.changed' && router.refresh(),
  );
  return null;
}
