import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Mentionable } from '@/components/person/assignable-query';
import { call } from '@/components/query/api-client';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';

/** More rooms than this are not listed, and more people not offered. */
export const MOST = 200;

export const roomsQuery = (first?: RoomRecord[]) =>
  queryOptions({
    queryKey: ['rooms'],
    initialData: first,
    queryFn: async ({ signal }): Promise<RoomRecord[]> =>
      (await call('GET roomList', { limit: MOST }, { signal })).docs,
  });

export const roomQuery = (id: string) =>
  queryOptions({
    queryKey: ['rooms', id],
    queryFn: async ({ signal }): Promise<RoomRecord> => call('GET room/{id}', { id }, { signal }),
  });

/** Who can be named in a room; with `q` those whose name has it. */
export const roomMembersQuery = (id: string, q = ''): Mentionable => ({
  queryKey: ['room-members', id, ...(q && [q])],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await call('GET roomMembers/{id}', { id, limit: MOST, ...(q && { q }) }, { signal })).docs,
});

/** All that is read of a thread. */
export const threadKey = (thread_id: string) => ['thread', thread_id] as const;

/** The message that began it. */
export const threadRootQuery = (thread_id: string) =>
  queryOptions({
    queryKey: [...threadKey(thread_id), 'root'],
    queryFn: ({ signal }) => call('GET message/{id}', { id: thread_id }, { signal }),
  });

type Place = { around?: string; before?: string; after?: string };

/** Its replies, oldest first: the newest, or those around one; there may be more at both ends. */
export const repliesQuery = (room_id: string, thread_id: string, around: string | null) =>
  infiniteQueryOptions({
    queryKey: [...threadKey(thread_id), 'replies', around],
    initialPageParam: (around ? { around } : {}) as Place,
    queryFn: async ({ signal, pageParam: place }) => {
      const page = await call('GET messageList', { room_id, thread_id, limit: MOST, ...place }, { signal });
      return { docs: page.docs, prev: page.prev_cursor ?? null, next: page.next_cursor ?? null };
    },
    getPreviousPageParam: ({ prev }): Place | null => (prev ? { before: prev } : null),
    getNextPageParam: ({ next }): Place | null => (next ? { after: next } : null),
  });

/** `author`: a member; `from` and `to`: days, both included. */
export type Sought = { q: string; author: string; from: string; to: string };

/** Of one room, or of all where it is null: what fits, newest first. */
export const foundMessagesQuery = (room_id: string | null, sought: Sought) =>
  infiniteQueryOptions({
    queryKey: ['found-messages', room_id, sought],
    enabled: Object.values(sought).some(Boolean),
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: async ({ signal, pageParam: cursor }): Promise<{ docs: MessageRecord[]; next: string | null }> => {
      const given = Object.entries({ ...sought, room_id, cursor }).filter(([, value]) => value);
      const { docs, next_cursor } = await call('GET messageSearch', Object.fromEntries(given), { signal });
      return { docs, next: next_cursor ?? null };
    },
    getNextPageParam: ({ next }) => next,
  });

/** What is pinned in a room and in its threads, oldest first. */
export const pinsQuery = (room_id: string) =>
  queryOptions({
    queryKey: ['pinned-messages', room_id],
    queryFn: async ({ signal }): Promise<MessageRecord[]> =>
      (await call('GET messageList', { room_id, pinned: 'true', limit: MOST }, { signal })).docs,
  });

/** Messages about a task, newest first. */
export const conversationQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['task-conversation', id],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam: page }) => call('GET taskConversation/{id}', { id, page }, { signal }),
    getNextPageParam: ({ page, hasNextPage }) => (hasNextPage ? page + 1 : null),
  });

/** What a message at this version says, and said before. */
export const messageVersionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['message-versions', id, version],
    queryFn: ({ signal }) => call('GET messageVersions/{id}', { id }, { signal }),
  });

/** Who could be in a group or a direct room. */
export const writableQuery = (q: string) =>
  queryOptions({
    queryKey: ['chat-people', q],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call('GET chatPeople', { ...(q && { q }), limit: MOST }, { signal })).docs,
  });

/** Where a task can be made of a message. */
export const taskProjectsQuery = (q: string) =>
  queryOptions({
    queryKey: ['chat-projects', q],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call('GET chatProjects', { ...(q && { q }), limit: 50 }, { signal })).docs,
  });
