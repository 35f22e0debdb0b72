'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCatchUp } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import { useConnected } from '@/components/query/connectivity';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { type HistoryChange, historyReducer, UNOPENED } from './history-window';
import { isGone, useRoomEvents } from './use-rooms';

const PAGE = 50;
/** After a reading that failed (ms), each time longer. */
const AGAIN_MS = 3_000;
const MOST_PATIENCE = 10;

/** Where a room is opened: at a message, a moment, what was read last, or its end. */
export type Opening = { around?: string; at?: string };

/** A window of the room's messages that moves in both directions and follows what is said. */
export function useHistory(room: RoomRecord, opening: Opening) {
  const room_id = room._id;
  const [state, setState] = useState(UNOPENED);
  const busy = useRef({ older: false, newer: null as Promise<void> | null, again: false });
  /** The opening that counts, and whether something was said while it was asked for. */
  const asked = useRef({ turn: 0, opening: false, stirred: false });
  // Known before it is rendered: answers follow each other in pages that are not in sight, too.
  const latest = useRef(state);
  const dispatch = (change: HistoryChange) => {
    latest.current = historyReducer(latest.current, change);
    setState(latest.current);
  };

  const failed = (error: unknown) => dispatch({ type: 'failed', gone: isGone(error) });
  /** What is there now; nothing if it failed. */
  async function open(where: Opening): Promise<readonly MessageRecord[]> {
    asked.current = { turn: asked.current.turn + 1, opening: true, stirred: false };
    const { turn } = asked.current;
    const page = await call('GET messageList', { room_id, ...where, limit: PAGE }).then(pageOf, (error) => {
      if (turn === asked.current.turn) failed(error);
    });
    if (turn !== asked.current.turn) return [];
    asked.current.opening = false;
    if (page) dispatch({ type: 'opened', page });
    return page?.docs ?? [];
  }
  async function older() {
    const { prev: before, docs } = latest.current.window ?? {};
    const from = docs?.[0]?._id;
    if (!before || !from || busy.current.older) return;
    busy.current.older = true;
    await call('GET messageList', { room_id, before, limit: PAGE })
      .then((page) => dispatch({ type: 'older', page: pageOf(page), from }), failed)
      .finally(() => {
        busy.current.older = false;
      });
  }
  /** What came behind the last message that is here; ends when it is. Asked again if more was said meanwhile. */
  async function newer(): Promise<void> {
    if (asked.current.opening) {
      asked.current.stirred = true;
      return;
    }
    busy.current.again = busy.current.newer !== null;
    busy.current.newer ??= readNewer().finally(() => {
      busy.current.newer = null;
    });
    await busy.current.newer;
  }
  async function readNewer(): Promise<void> {
    const from = latest.current.window?.docs.at(-1)?._id;
    if (!from) return void (await open({}));
    await call('GET messageList', { room_id, after: from, limit: PAGE }).then(
      (page) => dispatch({ type: 'newer', page: pageOf(page), from }),
      failed,
    );
    if (!busy.current.again) return;
    busy.current.again = false;
    await readNewer();
  }
  const changed = (id: string) =>
    call('GET message/{id}', { id }).then(
      (message) => dispatch({ type: 'changed', docs: [message] }),
      () => undefined,
    );

  const first = useEffectEvent(() => void open(opening));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another room is opened anew
  useEffect(() => first(), [room_id]);

  const { opened } = state;
  const missed = useEffectEvent(() => {
    if (asked.current.stirred && latest.current.window?.next === null) void newer();
  });
  useEffect(() => {
    if (opened) missed();
  }, [opened]);

  // What was said last calls nobody again: a gap is filled as soon as the server answers.
  const connected = useConnected();
  const failures = useRef(0);
  const again = useEffectEvent(() => void (latest.current.window ? newer() : open(opening)));
  useEffect(() => {
    if (!state.failed) failures.current = 0;
    if (!state.failed || state.gone || !connected) return;
    failures.current = Math.min(failures.current + 1, MOST_PATIENCE);
    const timer = setTimeout(() => again(), AGAIN_MS * failures.current);
    return () => clearTimeout(timer);
  }, [state, connected]);

  useRoomEvents(room, ({ event, data }) => {
    const now = latest.current.window;
    if (event === 'message.changed' && now?.docs.some(({ _id }) => _id === data.id)) void changed(data.id);
    if (event !== 'message.added') return;
    if (asked.current.opening) asked.current.stirred = true;
    // Whoever reads further up is told that there is more.
    if (now?.next === null) void newer();
    else dispatch({ type: 'more' });
  });
  // What was missed: behind the last message, and changes of those that are here.
  useCatchUp(() => {
    const now = latest.current.window;
    if (!now) return void open(opening);
    if (now.next === null) void newer();
    const middle = now.docs[Math.floor(now.docs.length / 2)];
    if (middle)
      void call('GET messageList', { room_id, around: middle._id, limit: 200 }).then(
        ({ docs }) => dispatch({ type: 'changed', docs }),
        () => undefined,
      );
  });
  return {
    ...state,
    open,
    older,
    newer,
    put: (message: MessageRecord) => dispatch({ type: 'changed', docs: [message] }),
  };
}

const pageOf = ({
  docs,
  prev_cursor,
  next_cursor,
}: {
  docs: MessageRecord[];
  prev_cursor?: string | null;
  next_cursor?: string | null;
}) => ({
  docs,
  prev_cursor: prev_cursor ?? null,
  next_cursor: next_cursor ?? null,
});
