'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import type { LiveMessage } from '@/components/live/subscriptions';
import { ApiError, call } from '@/components/query/api-client';
import type { RoomRecord } from '@/lib/room/schema';
import { roomQuery, roomsQuery } from './chat-query';

const { queryKey } = roomsQuery();
/** All who hear of a message would otherwise ask in the same moment. */
const CALM_MS = 600;
/** More rooms than these are read together. */
const MOST_ALONE = 3;

/** The room does not exist, or the caller has lost it. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'forbidden');

/** The rooms that the caller reads, followed live; undefined until they are known. */
export function useRooms(first?: RoomRecord[]) {
  const client = useQueryClient();
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stirred = useRef({ all: false, ids: new Set<string>() });
  const { data: rooms, isError } = useQuery(roomsQuery(first));

  const whole = () => void client.invalidateQueries({ queryKey });
  /** What an answer said of one room; the one with the newest message is first. */
  const put = (room: RoomRecord) =>
    client.setQueryData<RoomRecord[]>(queryKey, (now = []) => {
      const before = now.find(({ _id }) => _id === room._id);
      if (before && before.last_message?._id === room.last_message?._id)
        return now.map((one) => (one === before ? room : one));
      return [room, ...now.filter((one) => one !== before)];
    });
  function read() {
    const { all, ids } = stirred.current;
    timer.current = undefined;
    stirred.current = { all: false, ids: new Set() };
    if (all || ids.size > MOST_ALONE) return whole();
    for (const id of ids) void call('GET room/{id}', { id }).then(put, whole);
  }
  function again(id?: string) {
    if (id) stirred.current.ids.add(id);
    else stirred.current.all = true;
    timer.current ??= setTimeout(read, CALM_MS * (0.5 + Math.random()));
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  // Of projects that the viewer has joined since: the page knows those of its first moment.
  const [known] = useState(() => new Set(rooms?.map(({ project_id }) => project_id)));
  const since = rooms?.flatMap(({ project_id }) => (known.has(project_id) ? [] : [project_id])) ?? [];
  const joined = since.map((id) => id && channels.project(id));
  useLiveEvents([channels.organisation, channels.member, ...channels.projects, ...joined], ({ event, data }) => {
    if (event.startsWith('message.')) again(data.room_id);
    else if (event === 'room.read') again(data.room_id ?? data.id);
    else if (/^(room|project|members)\./.test(event)) again();
  });
  useCatchUp(() => again());
  const drop = (id: string) => {
    client.removeQueries({ queryKey: roomQuery(id).queryKey });
    client.setQueryData<RoomRecord[]>(queryKey, (now = []) => now.filter(({ _id }) => _id !== id));
  };
  return { rooms, isError, again: () => again(), put, drop };
}

/** One of the rooms, or one that is not listed because there are too many. `missing`: hidden, or no room's id. */
export function useOpenRoom(rooms: readonly RoomRecord[] | undefined, id: string | null) {
  const listed = rooms?.find(({ _id }) => _id === id);
  const alone = useQuery({ ...roomQuery(id ?? ''), enabled: rooms !== undefined && id !== null && !listed });
  const missing = !listed && id !== null && (isGone(alone.error) || isInvalid(alone.error));
  const room = listed ?? (id !== null && !missing ? alone.data : undefined) ?? null;
  const failed = !room && !missing && id !== null && alone.isError;
  return { room, missing, failed, retry: () => void alone.refetch() };
}

const isInvalid = (error: unknown) => error instanceof ApiError && error.code === 'invalid';

/** Messages about this room: on whichever channel its people hear. */
export function useRoomEvents(room: Pick<RoomRecord, '_id' | 'project_id'>, handler: (message: LiveMessage) => void) {
  const { channels } = useLive();
  const { project_id } = room;
  const heard = project_id ? [channels.project(project_id)] : [channels.organisation, channels.member];
  useLiveEvents(heard, (message) => {
    if (message.data.room_id === room._id) handler(message);
  });
}
