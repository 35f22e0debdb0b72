/** Lines of history. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { record } from '@/lib/validation';

export const ActivityRecord = record('ActivityRecord', {
  _id: z.string(),
  kind: z.string(),
  says: z.string().describe('What happened, in words that follow the name of who did it'),
  actor: PersonBadge.nullable(),
  task_id: z.string().nullable(),
  task_key: z.string().nullable(),
  task_title: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});
export type ActivityRecord = z.infer<typeof ActivityRecord>;
