/** Runs anywhere. */
import { z } from 'zod';
import { SAID_STATES, STATES } from '@/lib/presence/vocabulary';
import { id, line, paging, record, taskReference } from '@/lib/validation';

export const ListPresence = z.strictObject({ ...paging });
export type ListPresence = z.output<typeof ListPresence>;

/** Without `status_text` the line stays as it is; null removes it. */
export const SayPresence = z.strictObject({
  state: z.enum(SAID_STATES, `A state is one of ${SAID_STATES.join(', ')}.`),
  status_text: line(80, 'The status').nullable().optional(),
});
export type SayPresence = z.output<typeof SayPresence>;

export const SayTyping = z
  .strictObject({
    room_id: id.optional(),
    thread_id: id.optional().describe('The message that began a thread of the room, where it is written there'),
    task_id: taskReference.optional().describe('Its description'),
  })
  .refine(({ room_id, task_id }) => (room_id === undefined) !== (task_id === undefined), {
    path: ['room_id'],
    message: 'Name a room or a task.',
  })
  .refine(({ room_id, thread_id }) => room_id !== undefined || thread_id === undefined, {
    path: ['thread_id'],
    message: 'A thread is in a room: name that too.',
  });
export type SayTyping = z.output<typeof SayTyping>;

export const PresenceRecord = record('PresenceRecord', {
  _id: z.string().describe('The person’s'),
  state: z.enum(STATES),
  status_text: z.string().nullable().describe('What they wrote about themselves; null for clients'),
});
export type PresenceRecord = z.infer<typeof PresenceRecord>;
