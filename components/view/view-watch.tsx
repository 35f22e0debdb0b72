'use client';

import { useLive, useLiveEvents } from '@/components/live/live-provider';
import { useRefresh } from '@/components/url/use-refresh';
import { isSendingView } from './sending';

/** Views that others share or that oneself keeps in another tab: the page with their tabs is drawn anew. */
export function ViewWatch({ projectId }: { projectId?: string }) {
  const refresh = useRefresh();
  const { channels } = useLive();
  useLiveEvents(
    [projectId ? channels.project(projectId) : channels.organisation, channels.member],
    ({ event }) => event === 'view.changed' && !isSendingView() && refresh(),
    true,
  );
  return null;
}
