/** Everything that needs one person, in one list. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { listOf, paging, record } from '@/lib/validation';
import { WAITING_KINDS } from '@/lib/waiting/vocabulary';

export const ListWaiting = z.strictObject({ kind: listOf(z.enum(WAITING_KINDS)).optional(), ...paging });
export type ListWaiting = z.output<typeof ListWaiting>;

export const WaitingItem = record('WaitingItem', {
  kind: z.enum(WAITING_KINDS),
  _id: z.string().describe('Of the sign-off, person, role request, comment, message, task or request'),
  title: z.string(),
  says: z.string().describe('What is wanted, in words that follow the name of who wants it'),
  by: PersonBadge.nullable(),
  task_key: z.string().nullable(),
  project_id: z.string().nullable(),
  since: z.string(),
  url: z.string().describe('The page where it is answered'),
});
export type WaitingItem = z.infer<typeof WaitingItem>;
