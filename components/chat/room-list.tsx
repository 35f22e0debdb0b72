'use client';

import { ChevronDown, FolderKanban, Hash, MessageCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PresenceMark } from '@/components/presence/presence-mark';
import { Ago } from '@/components/ui/ago';
import { useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import type { PresenceRecord } from '@/lib/presence/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { ROOM_KIND_LABEL, type RoomKind } from '@/lib/room/vocabulary';
import { MOST } from './chat-query';
import { isUsed, openingOf, type RoomEntry } from './rooms/room-entries';
import { UnreadBadge } from './rooms/unread-badge';
import { useRoomDrafts } from './rooms/use-room-drafts';
import { isUnread } from './unread';

const ICON: Record<RoomKind, ReactNode> = {
  organisation: <Hash />,
  project: <FolderKanban />,
  project_clients: <FolderKanban />,
  group: <MessageCircle />,
  direct: <MessageCircle />,
};
/** So many rooms without messages are listed like the others. */
const FEW = 3;

type RoomListProps = {
  rooms: readonly RoomRecord[];
  entries: readonly RoomEntry[];
  current: string | null;
  /** Of the other one in a direct room. */
  presenceIn: (room: RoomRecord) => PresenceRecord | undefined;
  onChoose: (id: string) => void;
  /** Lists all of them alike. */
  unfolded?: boolean;
};

export function RoomList({ rooms, entries, current, presenceIn, onChoose, unfolded = false }: RoomListProps) {
  const { member } = useShell();
  const drafted = useRoomDrafts(member._id, current, rooms);
  const [open, setOpen] = useState(false);
  const holds = (entry: RoomEntry, ids: { has: (id: string) => boolean }) => entry.some(({ _id }) => ids.has(_id));
  const opened = new Set(current === null ? [] : [current]);
  const unused = entries.filter((entry) => !isUsed(entry) && !holds(entry, drafted) && !holds(entry, opened));
  const folds = !unfolded && unused.length > FEW && unused.length < entries.length;
  const line = (entry: RoomEntry) => {
    const isCurrent = holds(entry, opened);
    return (
      <Entry
        key={entry[0]._id}
        entry={entry}
        isCurrent={isCurrent}
        isDraft={!isCurrent && holds(entry, drafted)}
        presence={presenceIn(entry[0])}
        onChoose={() => onChoose(isCurrent && current !== null ? current : openingOf(entry)._id)}
      />
    );
  };
  return (
    <ul aria-label="Rooms" className="flex min-h-0 flex-1 flex-col overflow-y-auto p-2">
      {(folds ? entries.filter((entry) => !unused.includes(entry)) : entries).map(line)}
      {folds && (
        <li>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left text-sm text-text-2 hover:bg-hover pointer-coarse:min-h-11"
          >
            <ChevronDown className={cn('transition-transform', !open && '-rotate-90')} />
            {unused.length} rooms without messages
          </button>
        </li>
      )}
      {folds && open && unused.map(line)}
      {rooms.length === 0 && <li className="px-2 py-4 text-base text-text-3">You are not in any room yet.</li>}
      {rooms.length >= MOST && (
        <li className="px-2 py-3 text-xs text-text-3">Only the {MOST} rooms with the newest messages are listed.</li>
      )}
    </ul>
  );
}

type EntryProps = {
  entry: RoomEntry;
  isCurrent: boolean;
  isDraft: boolean;
  presence: PresenceRecord | undefined;
  onChoose: () => void;
};

function Entry({ entry, isCurrent, isDraft, presence, onChoose }: EntryProps) {
  const [{ kind, name }] = entry;
  const opening = openingOf(entry);
  const said = entry.flatMap(({ last_message: last }) => (last ? last.created_at : []));
  const muted = entry.every((room) => room.muted);
  return (
    <li>
      <button
        type="button"
        data-room={opening._id}
        data-rooms={entry.map(({ _id }) => _id).join(' ')}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
        className={cn(
          'flex min-h-11 w-full items-center gap-2 rounded-md px-2 py-1 text-left',
          isCurrent ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <span aria-hidden="true" className="text-text-3">
          {ICON[kind]}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <span
              dir="auto"
              className={cn('truncate text-base', entry.some(isUnread) ? 'font-semibold text-text' : 'text-text-2')}
            >
              {name}
            </span>
            <PresenceMark state={presence?.state} />
          </span>
          <span className="block truncate text-xs text-text-3">
            {isDraft && <span className="text-accent-text">Draft{' · '}</span>}
            {presence?.status_text ?? (entry.length > 1 ? 'Team and client' : ROOM_KIND_LABEL[kind])}
            {muted && ', muted'}
            {said.length > 0 && (
              <>
                {' · '}
                <Ago at={said.toSorted().at(-1) as string} />
              </>
            )}
          </span>
        </span>
        {entry.map((room) => (
          <UnreadBadge key={room._id} room={room} named={entry.length > 1} />
        ))}
      </button>
    </li>
  );
}
