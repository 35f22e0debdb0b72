'use client';

import { Hash, Lock, MessageCircle, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { PresenceMark } from '@/components/presence/presence-mark';
import { Ago } from '@/components/ui/ago';
import { useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import type { PresenceRecord } from '@/lib/presence/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { ROOM_KIND_LABEL, type RoomKind } from '@/lib/room/vocabulary';
import { MOST } from './chat-query';
import { useRoomDrafts } from './rooms/use-room-drafts';
import { isUnread } from './unread';

const ICON: Record<RoomKind, ReactNode> = {
  organisation: <Hash />,
  project: <Lock />,
  project_clients: <Users />,
  group: <MessageCircle />,
  direct: <MessageCircle />,
};

export function RoomList({
  rooms,
  current,
  presenceIn,
  onChoose,
}: {
  rooms: readonly RoomRecord[];
  current: string | null;
  /** Of the other one in a direct room. */
  presenceIn: (room: RoomRecord) => PresenceRecord | undefined;
  onChoose: (id: string) => void;
}) {
  const { member } = useShell();
  const drafted = useRoomDrafts(member._id, current, rooms);
  return (
    <ul aria-label="Rooms" className="flex min-h-0 flex-1 flex-col overflow-y-auto p-2">
      {rooms.map((room) => {
        const { _id, kind, name, unread_count: unread, mention_count: mentions, muted, last_message: last } = room;
        const loud = isUnread(room);
        const presence = presenceIn(room);
        return (
          <li key={_id}>
            <button
              type="button"
              data-room={_id}
              aria-current={_id === current ? 'true' : undefined}
              onClick={() => onChoose(_id)}
              className={cn(
                'flex min-h-11 w-full items-center gap-2 rounded-md px-2 py-1 text-left',
                _id === current ? 'bg-selected' : 'hover:bg-hover',
              )}
            >
              <span aria-hidden="true" className="text-text-3">
                {ICON[kind]}
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-1.5">
                  <span
                    dir="auto"
                    className={cn('truncate text-base', loud ? 'font-semibold text-text' : 'text-text-2')}
                  >
                    {name}
                  </span>
                  <PresenceMark state={presence?.state} />
                </span>
                <span className="block truncate text-xs text-text-3">
                  {drafted.has(_id) && _id !== current && <span className="text-accent-text">Draft{' · '}</span>}
                  {presence?.status_text ?? ROOM_KIND_LABEL[kind]}
                  {muted && ', muted'}
                  {last && (
                    <>
                      {' · '}
                      <Ago at={last.created_at} />
                    </>
                  )}
                </span>
              </span>
              {(unread > 0 || mentions > 0) && (
                <span
                  className={cn(
                    'min-w-5 rounded-full px-1.5 text-center text-xs font-semibold tabular-nums',
                    mentions > 0 ? 'bg-accent text-on-accent' : 'bg-sunken text-text-2',
                  )}
                >
                  <span className="sr-only">{mentions > 0 ? 'unread, calls you: ' : 'unread: '}</span>
                  {mentions > 0 && '@'}
                  {Math.max(unread, mentions) > 99 ? '99+' : Math.max(unread, mentions)}
                </span>
              )}
            </button>
          </li>
        );
      })}
      {rooms.length === 0 && <li className="px-2 py-4 text-base text-text-3">You are not in any room yet.</li>}
      {rooms.length >= MOST && (
        <li className="px-2 py-3 text-xs text-text-3">Only the {MOST} rooms with the newest messages are listed.</li>
      )}
    </ul>
  );
}
