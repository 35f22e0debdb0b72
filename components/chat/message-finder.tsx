'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { DayField } from '@/components/ui/form/day-field';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { bidi } from '@/lib/bidi';
import { startOfDay } from '@/lib/formats/clock';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { foundMessagesQuery, type Sought } from './chat-query';
import { AuthorField } from './message/author-field';
import { FoundMessage } from './message/found-message';
import { SidePanel } from './side-panel';

type FinderProps = {
  /** Null: all rooms of the viewer. */
  room: RoomRecord | null;
  onJump: (message: MessageRecord) => void;
  /** ISO 8601. */
  onDay?: (moment: string) => void;
  onClose: () => void;
};

const NOTHING: Sought = { q: '', author: '', from: '', to: '' };

/** Of what is being typed, only where it rests is sought (ms). */
const SETTLE = 250;

/** Messages by words, person and day; in one room also the way to a day. */
export function MessageFinder({ room, onJump, onDay, onClose }: FinderProps) {
  const [sought, setSought] = useState(NOTHING);
  const title = room ? 'Search in this room' : 'Search all rooms';
  const asked = foundMessagesQuery(room?._id ?? null, sought);
  const { data, isFetching, isError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(asked);
  const found = asked.enabled ? data?.pages.flatMap(({ docs }) => docs) : undefined;
  return (
    <SidePanel title={title} onClose={onClose}>
      <FinderForm room={room} onSought={setSought} onDay={onDay} />
      <p role="status" className="px-4 pt-2 text-sm text-text-3 empty:hidden">
        {isFetching && !found && 'Searching'}
        {found?.length === 0 && !isFetching && 'No message was found.'}
      </p>
      {isError && (
        <div className="p-3">
          <ErrorState title="The messages could not be loaded" onRetry={() => void refetch()} />
        </div>
      )}
      <ul aria-label="Found messages" className="min-h-0 flex-1 overflow-y-auto p-2">
        {found?.map((message) => (
          <li key={message._id}>
            <FoundMessage message={message} where={!room && bidi`in ${message.room_name}`} onJump={onJump} />
          </li>
        ))}
        {found && hasNextPage && (
          <li className="p-2">
            <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
              Show older ones
            </Button>
          </li>
        )}
      </ul>
    </SidePanel>
  );
}

function FinderForm({
  room,
  onSought,
  onDay,
}: Pick<FinderProps, 'room' | 'onDay'> & { onSought: (sought: Sought) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function search() {
    clearTimeout(timer.current);
    if (!form.current) return;
    const given = new FormData(form.current);
    const of = (name: keyof Sought) => String(given.get(name) ?? '').trim();
    onSought({ q: of('q'), author: of('author'), from: of('from'), to: of('to') });
  }
  function searchSoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, SETTLE);
  }
  const { timeZone } = useFormats();
  return (
    <search>
      <form
        ref={form}
        className="flex flex-col gap-3 border-b border-border p-3"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
        onChange={searchSoon}
      >
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField label="Words" name="q" type="search" autoFocus limit={200} />
          </div>
          <Button type="submit">Search</Button>
        </div>
        <details className="flex flex-col gap-3">
          <summary className="min-h-6 cursor-pointer text-sm text-text-2 pointer-coarse:min-h-11">
            By person and day
          </summary>
          <div className="flex flex-col gap-3 pt-2">
            <AuthorField room={room} />
            <div className="grid grid-cols-2 gap-2">
              <DayField label="From" name="from" onChoose={searchSoon} />
              <DayField label="To" name="to" onChoose={searchSoon} />
            </div>
          </div>
        </details>
        {onDay && (
          <DayField
            label="Go to a day"
            onChoose={(day) => day && onDay(startOfDay(day, timeZone))}
            // Enter goes there, and looks for no words.
            onEnter={() => undefined}
          />
        )}
      </form>
    </search>
  );
}
