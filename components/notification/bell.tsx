'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCatchUp, useLiveEvents } from '@/components/live/live-provider';
import { useOnDemand } from '@/components/overlay/on-demand';
import { call } from '@/components/query/api-client';
import { CountBadge } from '@/components/ui/badge';
import { squareButtonStyle } from '@/components/ui/button-style';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useShell } from '@/components/viewer/shell-context';
import { memberChannel } from '@/lib/realtime/events';
import { NOTIFICATIONS, UNREAD } from './notification-query';

const load = () => import('./notification-panel').then((module) => module.NotificationPanel);

/** So long whoever has a room open may take to have read what is said there. */
const READ_FIRST_MS = 1_500;

export function Bell() {
  const { member, organisation, unread } = useShell();
  const queries = useQueryClient();
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const { data: count } = useQuery({
    queryKey: UNREAD,
    queryFn: async ({ signal }) =>
      (await call('GET notificationList', { filter: 'unread', limit: 1 }, { signal })).totalDocs,
    initialData: unread,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: NOTIFICATIONS });
    if (navigator.serviceWorker?.controller)
      void import('./shown-pushes')
        .then(({ closeReadPushes }) => closeReadPushes(organisation.key))
        // The next change looks again.
        .catch(() => undefined);
  };
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  useLiveEvents([memberChannel(member._id)], ({ event, data }) => {
    // What is said tells of itself, too; and who has the room open reads it first.
    if (event.startsWith('message.')) return;
    clearTimeout(later.current);
    if (event === 'notification.added' && data.room_id) later.current = setTimeout(refresh, READ_FIRST_MS);
    else refresh();
  });
  useCatchUp(refresh);

  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      {...opener}
      className={`relative ${squareButtonStyle('quiet', 'default')}`}
    >
      <span aria-hidden="true" className="icon icon-bell" />
      <span className="absolute -top-0.5 left-1/2">
        <CountBadge count={count} />
      </span>
      <VisuallyHidden>
        Notifications{count > 99 ? ', more than 99 unread' : count > 0 ? `, ${count} unread` : ''}
      </VisuallyHidden>
    </button>
  );
  return Part ? <Part trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
