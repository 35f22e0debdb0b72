'use client';

import { useLive, useLiveEvents } from '@/components/live/live-provider';
import { useRefresh } from '@/components/url/use-refresh';
import { isSendingView } from './sending';

/**
 * Views that others share or that oneself keeps in another tab, and the organisation's own fields, which columns and filters
 * are of: the page with them is drawn anew.
 */
export function ViewWatch({ projectId }: { projectId?: string }) {
  const refresh = useRefresh();
  const { channels } = useLive();
  const { organisation, member } = channels;
  useLiveEvents(
    [...(projectId ? [channels.project(projectId)] : []), ...(organisation ? [organisation] : []), member],
    ({ event }) => (event === 'fields.changed' || (event === 'view.changed' && !isSendingView())) && refresh(),
    true,
  );
  return null;
}
