/** Events of rooms. They leave no history: what is said is the history. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import type { RoomHearing } from '@/lib/realtime/events';
import type { RoomFacts } from '@/lib/room/queries.facts';

export type RoomSubject = { id: string; heard: RoomHearing };

/** On which channels a room is heard: those that its people have anyway. `also`: who is in it no longer, or not yet. */
export const hearingOf = (
  { kind, projectId, people }: Pick<RoomFacts, 'kind' | 'projectId' | 'people'>,
  also: readonly string[] = [],
): RoomHearing =>
  kind === 'organisation'
    ? { by: 'organisation' }
    : projectId !== null
      ? { by: kind === 'project' ? 'team' : 'project', projectId }
      : { by: 'people', memberIds: [...new Set([...people, ...also])].sort() };

const data = z.object({});

export const roomEvents = defineEvents({
  'room.opened': eventAbout<RoomSubject>()({
    data,
    words: () => 'opened a room',
    live: ({ id, heard }) => [{ type: 'room.changed', roomId: id, heard }],
  }),
  'room.edited': eventAbout<RoomSubject>()({
    data,
    words: () => 'changed a room',
    live: ({ id, heard }) => [{ type: 'room.changed', roomId: id, heard }],
  }),
  // To the other devices of whoever read it, or a thread of it.
  'room.read': eventAbout<RoomSubject & { threadId?: string }>()({
    data,
    words: () => 'read a room',
    live: ({ id, threadId, heard }) => [{ type: 'room.read', roomId: id, heard, ...(threadId && { threadId }) }],
  }),
});
