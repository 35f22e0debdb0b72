'use client';

import { MessageCircle, Search, SmilePlus, SquarePen } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOnDemand } from '@/components/overlay/on-demand';
import { usePresence } from '@/components/presence/use-presence';
import { Button } from '@/components/ui/button';
import { squareButtonStyle } from '@/components/ui/button-style';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { IconButton } from '@/components/ui/icon-button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import { mayEver } from '@/lib/permission/policy';
import { seesStatusLines } from '@/lib/presence/policy';
import type { RoomRecord } from '@/lib/room/schema';
import { Conversation } from './conversation';
import { useRoomKeys } from './keys/use-room-keys';
import { FoundRooms } from './rooms/found-rooms';
import { entriesOf } from './rooms/room-entries';
import { unreadRooms } from './unread';
import { useOpenRoom, useRooms } from './use-rooms';

const MessageFinder = dynamic(() => import('./message-finder').then((part) => part.MessageFinder));
const OwnStatus = dynamic(() => import('@/components/presence/own-status').then((part) => part.OwnStatus));
const loadNewRoom = () => import('./new-room').then((module) => module.NewRoom);

/** Below this (px) a panel lies over the rest. */
const NARROW = 768;

/** The room that is open, and the message it begins at. */
export type ChatPlace = { room: string | null; message: string | null };

type ChatAppProps = {
  first?: RoomRecord[];
  place: ChatPlace;
  onPlace: (place: ChatPlace) => void;
  /** Counts how often the drawer, which keeps it, was opened again. */
  opened?: number;
  /** Whether it is known where it begins. */
  begun?: boolean;
  /** Rooms with something unread, but for muted ones that do not call the viewer. */
  onUnread?: (rooms: number) => void;
};

/** The rooms, and the one that is open. On narrow screens one of the two. */
export default function ChatApp({ first, place, onPlace, opened = 0, begun = true, onUnread }: ChatAppProps) {
  const { member } = useShell();
  const { rooms, isError, again, put, drop } = useRooms(first);
  const making = useOnDemand(loadNewRoom);
  const list = useRef<HTMLElement>(null);
  // Whoever chose a room goes on in it; whoever follows a link is not moved.
  const chosen = useRef(false);
  const [chosenAgain, setChosenAgain] = useState(0);
  const { room: current, missing, failed, retry } = useOpenRoom(rooms, place.room);
  // Behind: a message that was found lies over it, on narrow screens.
  const [search, setSearch] = useState<'closed' | 'open' | 'behind'>('closed');
  // The same message may be gone to again.
  const [jumps, setJumps] = useState(0);
  const whole = useRef<HTMLDivElement>(null);
  const [writingStatus, setWritingStatus] = useState(false);
  const presence = usePresence();
  function presenceIn({ kind, members }: RoomRecord) {
    const [other, ...more] = kind === 'direct' ? members.filter(({ _id }) => _id !== member._id) : [];
    return other && !more.length ? presence?.get(other._id) : undefined;
  }
  const nothing = missing || failed;
  const entries = useMemo(() => entriesOf(rooms ?? []), [rooms]);
  const inOrder = useMemo(() => rooms && entries.flat(), [rooms, entries]);

  function open(room: string | null) {
    chosen.current = room !== null;
    if (room === place.room) setChosenAgain((now) => now + 1);
    onPlace({ room, message: null });
  }
  const focusRoom = (which: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(which)?.focus());
  function back() {
    const { room } = place;
    open(null);
    focusRoom(`[data-rooms~="${room}"]`);
  }
  useRoomKeys(inOrder, place.room, open);
  function pressSearch() {
    if (search === 'open') return setSearch('closed');
    flushSync(() => setSearch('open'));
    whole.current?.querySelector<HTMLElement>('[data-finder] input')?.focus();
  }
  const unread = unreadRooms(rooms);
  const counted = useEffectEvent((count: number) => onUnread?.(count));
  useEffect(() => counted(unread), [unread]);
  return (
    <div ref={whole} className="@container relative flex min-h-0 flex-1 overflow-hidden">
      <nav
        ref={list}
        aria-label="Rooms of the chat"
        className={cn(
          'flex w-full flex-col border-r border-border bg-surface @3xl:w-[280px] @3xl:shrink-0',
          (current || nothing) && '@max-3xl:hidden',
        )}
      >
        <div className="flex min-h-14 items-center justify-between pr-2 pl-4">
          <p className="text-lg font-semibold">
            Rooms
            <span role="status" className="sr-only">
              {unread > 0 && `, ${unread} with unread messages`}
            </span>
          </p>
          <span className="flex items-center">
            <IconButton
              label="Search all rooms"
              icon={<Search />}
              aria-pressed={search === 'open'}
              onClick={pressSearch}
            />
            {seesStatusLines(member) && (
              <IconButton label="Your status" icon={<SmilePlus />} onClick={() => setWritingStatus(true)} />
            )}
            {mayEver(member, 'chat.direct') && (
              <button
                type="button"
                aria-label="New conversation"
                {...making.opener}
                onClick={making.press}
                className={squareButtonStyle('quiet', 'default')}
              >
                <SquarePen />
              </button>
            )}
          </span>
        </div>
        {rooms ? (
          <FoundRooms {...{ rooms, entries, presenceIn }} current={current?._id ?? null} onChoose={open} />
        ) : (
          <div className="p-3">
            {isError ? <ErrorState title="The rooms could not be loaded" onRetry={again} /> : <SkeletonRows />}
          </div>
        )}
      </nav>
      {current ? (
        <Conversation
          key={`${current._id} ${place.message} ${jumps}`}
          room={current}
          entry={entries.find((entry) => entry.some(({ _id }) => _id === current._id)) ?? [current]}
          begin={place.message}
          entered={chosen.current}
          opened={opened + chosenAgain}
          onChoose={open}
          onRoom={put}
          onGone={() => {
            drop(current._id);
            again();
          }}
          onLeft={() => {
            drop(current._id);
            open(null);
            focusRoom(`[data-room]:not([data-room="${current._id}"])`);
          }}
          onBack={back}
        />
      ) : (
        <div className={cn('flex flex-1 items-center justify-center p-4', !nothing && '@max-3xl:hidden')}>
          {failed && <ErrorState title="The room could not be loaded" onRetry={retry} />}
          {missing && (
            <EmptyState
              icon={<MessageCircle />}
              title="This room is not there, or you do not have access to it"
              action={<Button onClick={back}>Show all rooms</Button>}
            />
          )}
          {begun && !place.room && (
            <EmptyState icon={<MessageCircle />} title="Choose a room">
              What is said in a room is read by the people who are in it.
            </EmptyState>
          )}
        </div>
      )}
      {search !== 'closed' && (
        <div data-finder className={search === 'behind' ? 'hidden' : 'contents'}>
          <MessageFinder
            room={null}
            onJump={({ room_id, _id }) => {
              if ((whole.current?.clientWidth ?? 0) < NARROW) setSearch('behind');
              setJumps((now) => now + 1);
              onPlace({ room: room_id, message: _id });
            }}
            onClose={() => setSearch('closed')}
          />
        </div>
      )}
      {writingStatus && presence && <OwnStatus onClose={() => setWritingStatus(false)} />}
      {making.Part && making.open && (
        <making.Part
          onClose={() => making.setOpen(false)}
          onOpened={(room) => {
            making.setOpen(false);
            put(room);
            open(room._id);
          }}
        />
      )}
    </div>
  );
}
