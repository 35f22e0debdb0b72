import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCatchUp } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import { useShell } from '@/components/viewer/shell-context';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { repliesQuery, threadKey, threadRootQuery } from '../chat-query';
import { useReading } from '../reading/use-reading';
import { whenShown } from '../use-kept-place';
import { useRoomEvents } from '../use-rooms';

type ThreadParts = {
  root: MessageRecord;
  /** A reply to begin at. */
  at: string | null;
  /** Where it is shown. */
  log: RefObject<HTMLElement | null>;
  opened: number;
  onRoom: (room: RoomRecord) => void;
  /** A message as it is now. */
  put: (message: MessageRecord) => void;
};

/** A thread as far as it is shown, followed live; what is in sight is read. */
export function useThread(room: RoomRecord, { root, at, log, opened, onRoom, put }: ThreadParts) {
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

  const reading = useReading({
    ...{ docs: shown, read: thread, isRead: false, first: undefined, opened },
    save: async (message_id) => {
      onRoom(await call('POST readRoom', { room_id: room._id, thread_id: thread, message_id }));
      put(await call('GET message/{id}', { id: thread }));
    },
  });
  const [unread] = useState(root.thread_unread);
  const begin = useEffectEvent(() => {
    if (unread > 0 && !hasNextPage) reading.begin(lastRead(shown, unread, member._id));
  });
  useEffect(() => {
    if (there) begin();
  }, [there]);

  const seen = useRef(false);
  const away = useRef(false);
  const look = useEffectEvent(() => {
    if (!there) return;
    // What is in a closed drawer is not read.
    if (!log.current?.clientHeight || document.visibilityState !== 'visible') {
      away.current = seen.current;
      return;
    }
    if (away.current) reading.comeBack(hasNextPage ? false : undefined);
    away.current = false;
    seen.current = true;
    reading.see();
  });
  const end = shown.at(-1)?._id;
  const { set } = reading.line;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed, or it was opened again
  useEffect(() => look(), [there, end, set]);
  useEffect(() => {
    const onSight = () => look();
    document.addEventListener('visibilitychange', onSight);
    const stop = whenShown(onSight);
    return () => {
      document.removeEventListener('visibilitychange', onSight);
      stop();
    };
  }, []);
  return {
    ...{ shown, there, again, reading },
    isError: first.isError || replies.isError,
    earlier: replies.hasPreviousPage ? () => void replies.fetchPreviousPage() : null,
    later: hasNextPage && !whole.current ? () => void fetchNextPage() : null,
    isFetching,
    atEnd: !hasNextPage,
    toEnd: () => setAround(null),
  };
}

/** The one before what is new: the last `unread` that others wrote. */
function lastRead(docs: readonly MessageRecord[], unread: number, me: string): string | null {
  const others = docs.slice(1).filter(({ author, deleted_at }) => author?._id !== me && deleted_at === null);
  const first = others.at(-unread) ?? docs[1];
  return (first && docs[docs.indexOf(first) - 1]?._id) ?? null;
}
