import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCatchUp } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import { useShell } from '@/components/viewer/shell-context';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { repliesQuery, threadKey, threadRootQuery } from '../chat-query';
import { whenShown } from '../use-kept-place';
import { useRoomEvents } from '../use-rooms';

type ThreadParts = {
  root: MessageRecord;
  /** A reply to begin at. */
  at: string | null;
  /** Where it is shown. */
  log: RefObject<HTMLElement | null>;
  onRoom: (room: RoomRecord) => void;
  /** A message as it is now. */
  put: (message: MessageRecord) => void;
};

/** A thread as far as it is shown, followed live; what is in sight is read. */
export function useThread(room: RoomRecord, { root, at, log, onRoom, put }: ThreadParts) {
  const { _id: thread } = root;
  const { member } = useShell();
  const client = useQueryClient();
  const [around, setAround] = useState(at);
  const first = useQuery(threadRootQuery(thread));
  const replies = useInfiniteQuery(repliesQuery(room._id, thread, around));
  const { data, hasNextPage, isFetching, fetchNextPage } = replies;
  const there = data !== undefined;
  const shown = [first.data ?? root, ...(data?.pages.flatMap(({ docs }) => docs) ?? [])];
  const again = () => client.invalidateQueries({ queryKey: threadKey(thread) });

  // A new reply changes the message that began the thread.
  useRoomEvents(room, ({ event, data: { id } }) => {
    if (event === 'message.changed' && shown.some(({ _id }) => _id === id)) void again();
  });
  useCatchUp(() => void again());
  // Whoever was at the end sees what is said behind it.
  const whole = useRef(false);
  useEffect(() => {
    if (!there || isFetching) return;
    if (!hasNextPage) whole.current = true;
    else if (whole.current) void fetchNextPage();
  }, [there, isFetching, hasNextPage, fetchNextPage]);

  const read = useRef<string | null>(null);
  // One after the other: what is marked last counts.
  const marking = useRef(Promise.resolve());
  function mark(message_id: string): Promise<void> {
    read.current = shown.at(-1)?._id ?? null;
    marking.current = marking.current.then(async () => {
      try {
        onRoom(await call('POST readRoom', { room_id: room._id, thread_id: thread, message_id }));
        put(await call('GET message/{id}', { id: thread }));
      } catch {
        read.current = null;
      }
    });
    return marking.current;
  }
  const last = shown.at(-1);
  const look = useEffectEvent(() => {
    // What is in a closed drawer is not read.
    if (!there || !last || !log.current?.clientHeight || document.visibilityState !== 'visible') return;
    // Who writes has read what came before.
    if (last.author?._id === member._id && read.current) read.current = last._id;
    else if (read.current !== last._id) void mark(last._id);
  });
  const end = last?._id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => look(), [there, end]);
  useEffect(() => {
    const seen = () => look();
    document.addEventListener('visibilitychange', seen);
    const stop = whenShown(seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      stop();
    };
  }, []);
  return {
    ...{ shown, there, again, mark },
    isError: first.isError || replies.isError,
    earlier: replies.hasPreviousPage ? () => void replies.fetchPreviousPage() : null,
    later: hasNextPage && !whole.current ? () => void fetchNextPage() : null,
    isFetching,
    atEnd: !hasNextPage,
    toEnd: () => setAround(null),
  };
}
