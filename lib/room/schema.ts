/** Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { MOST_PEOPLE, ROOM_KINDS } from '@/lib/room/vocabulary';
import { bothWays, id, line, paging, record, search } from '@/lib/validation';

const kind = z.enum(ROOM_KINDS, `A kind is one of ${ROOM_KINDS.join(', ')}.`);
const name = line(80, 'The name');
const people = z.array(id).max(MOST_PEOPLE, `A room has ${MOST_PEOPLE} people at most.`);

/** When something was last said, kind, when it was made, and id: what the list is ordered by. */
const place = z
  .string()
  .regex(/^-?\d{1,15}:[a-z_]{1,20}:-?\d{1,15}:[0-9a-f-]{36}$/, 'This is not a cursor of this list.')
  .transform((value) => value.split(':') as [at: string, kind: string, made: string, id: string])
  .refine(([, , , id]) => z.guid().safeParse(id).success, 'This is not a cursor of this list.');

export const ListRooms = z.strictObject({
  kind: kind.optional(),
  cursor: bothWays(place).optional().describe('A next_cursor or prev_cursor of the same list'),
  ...paging,
});
export type ListRooms = z.output<typeof ListRooms>;

/** With the caller; a group has a name. */
export const OpenRoom = z
  .strictObject({
    kind: z.enum(['group', 'direct'], 'A kind is group or direct.'),
    member_ids: people.min(1, 'Name at least one person.'),
    name: name.optional(),
  })
  .refine(({ kind, name }) => kind === 'direct' || name !== undefined, {
    path: ['name'],
    message: 'A group needs a name.',
  })
  .refine(({ kind, name }) => kind === 'group' || name === undefined, {
    path: ['name'],
    message: 'A direct room is named by its people.',
  });
export type OpenRoom = z.output<typeof OpenRoom>;

export const EditRoom = z.strictObject({
  id,
  name: name.optional(),
  muted: z.boolean().optional(),
  add: people.optional(),
  remove: people.optional(),
});
export type EditRoom = z.output<typeof EditRoom>;

export const RoomReference = z.strictObject({ id });
export type RoomReference = z.output<typeof RoomReference>;

export const RoomMembers = z.strictObject({
  id,
  q: search.optional().describe('A part of their name'),
  ...paging,
});
export type RoomMembers = z.output<typeof RoomMembers>;

/** `message_id`: the last one that was read; null: unread from the start. */
export const ReadRoom = z.strictObject({
  room_id: id,
  message_id: id.nullable(),
  thread_id: id.optional().describe('The message that began a thread: that alone is read, up to `message_id`'),
});
export type ReadRoom = z.output<typeof ReadRoom>;

export const RoomRecord = record('RoomRecord', {
  _id: z.string(),
  kind: z.enum(ROOM_KINDS),
  name: z.string(),
  project_id: z.string().nullable(),
  unread_count: z.number().describe('Messages outside of threads'),
  mention_count: z
    .number()
    .describe(
      'Unread messages that call the caller, or everybody in the room; those of threads until the thread is read',
    ),
  called_in: z.string().nullable().describe('The first of these that is in a thread'),
  last_read_id: z.string().nullable(),
  last_message: record('LastMessage', {
    _id: z.string(),
    author: PersonBadge.nullable(),
    body: z.string().describe('The beginning of it; empty if it was deleted'),
    created_at: z.string(),
  }).nullable(),
  muted: z.boolean(),
  member_count: z.number().describe('As far as the caller sees them'),
  members: z.array(PersonBadge).describe('Of groups and direct rooms, the first ten'),
  version: z.number(),
  rights: record('RoomRights', { send: z.boolean(), rename: z.boolean(), remove: z.boolean() }),
});
export type RoomRecord = z.infer<typeof RoomRecord>;

export const RoomSize = record('RoomSize', {
  people: z.number().describe('Whom @room calls there, the caller among them, seen by the caller or not'),
});
export type RoomSize = z.infer<typeof RoomSize>;

export const UnreadRooms = record('UnreadRooms', {
  rooms: z.number().describe('With something unread; muted ones only where the caller is called'),
  mentions: z.number().describe('Of these, where the caller or everybody is called'),
});
export type UnreadRooms = z.infer<typeof UnreadRooms>;
