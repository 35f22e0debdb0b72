'use client';

import { useRouter } from 'next/navigation';
import { useLive, useLiveEvents } from '@/components/live/live-provider';
import { isSendingView } from './sending';

/** Views that others share or that oneself keeps in another tab: the page with their tabs is drawn anew. */
export function ViewWatch({ projectId }: { projectId?: string }) {
  const router = useRouter();
  const { channels } = useLive();
  useLiveEvents(
    [projectId ? channels.project(projectId) : channels.organisation, channels.member],
    ({ event }) => event === 'view.changed' && !isSendingView() && router.refresh(),
  );
  return null;
}
