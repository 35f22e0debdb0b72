'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCatchUp, useLive, useLiveEvents, useReturned } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import { isConnected, useConnected } from '@/components/query/connectivity';
import type { RoomRecord } from '@/lib/room/schema';
import { HistoryReader, type Opening } from './history-reader';
import { UNOPENED } from './history-window';
import { isGone, useRoomEvents } from './use-rooms';

/** Between two questions whether the room is still open to the viewer, while nobody would say so (ms). */
const ASK_MS = 4_000;

/** A window of the room's messages that moves in both directions and follows what is said. */
export function useHistory(room: RoomRecord, opening: Opening) {
  const room_id = room._id;
  const [state, show] = useState(UNOPENED);
  /** Whether the end of what is shown is in sight; kept by who scrolls it. */
  const atEnd = useRef(true);
  const [reader] = useState(
    () =>
      new HistoryReader({
        read: async (asked) => {
          const { docs, prev_cursor, next_cursor } = await call('GET messageList', { room_id, ...asked });
          return { docs, prev_cursor: prev_cursor ?? null, next_cursor: next_cursor ?? null };
        },
        readOne: (id) => call('GET message/{id}', { id }),
        isGone,
        connected: isConnected,
        atEnd: () => atEnd.current,
        show,
        later: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
      }),
  );
  const first = useEffectEvent(() => void reader.open(opening));
  useEffect(() => {
    first();
    return () => reader.end();
  }, [reader]);

  // What was said last calls nobody again: a gap is filled as soon as the server answers.
  const connected = useConnected();
  useEffect(() => {
    if (connected) reader.resume();
  }, [connected, reader]);

  useRoomEvents(room, ({ event, data }) => {
    if (event === 'message.changed') reader.changed(data.id);
    else if (event === 'message.added') void reader.follow();
  });
  // On another device: what this one shows of the thread is read with it.
  const { channels, state: connection } = useLive();
  useLiveEvents([channels.member], ({ event, data }) => {
    if (event === 'room.read' && data.room_id === room_id) reader.changed(data.id);
  });
  useCatchUp((reason) => reader.catchUp(reason === 'reconnected'));
  // A right may have been lost: that is known before the connection is there again.
  useReturned(() => reader.catchUp(true));
  const hears = connection === 'live';
  useEffect(() => {
    if (hears) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && isConnected()) void reader.ask();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [hears, reader]);
  return { ...state, reader, atEnd };
}
