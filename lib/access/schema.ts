/** Who sees something and why, and who does not. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { id, paging, record, taskReference } from '@/lib/validation';

export const AccessOf = z
  .strictObject({
    task_id: taskReference.optional(),
    file_id: id.optional(),
    room_id: id.optional(),
    meeting_id: id.optional(),
    ...paging,
  })
  .refine(
    ({ task_id, file_id, room_id, meeting_id }) => [task_id, file_id, room_id, meeting_id].filter(Boolean).length === 1,
    {
      path: ['task_id'],
      message: 'Name one task, file, room or meeting.',
    },
  );
export type AccessOf = z.output<typeof AccessOf>;

export const AccessRecord = record('AccessRecord', {
  member: PersonBadge,
  sees: z.boolean(),
  reason: z.string().describe('Why, or why not, in words'),
  doors: z.object({
    screen: z.boolean(),
    email: z.boolean().describe('Emails and push about it, unless they chose otherwise'),
    feed: z.boolean().describe('Lines of history, and feeds'),
    export: z.boolean().describe('Tables and archives that they may take with them'),
  }),
});
export type AccessRecord = z.infer<typeof AccessRecord>;
