/** What a client comes for. Runs anywhere. */
import { z } from 'zod';
import { RequestRecord } from '@/lib/client-request/schema';
import { DashboardTask } from '@/lib/dashboard/schema';
import { FileRecord } from '@/lib/file/schema';
import { PersonBadge } from '@/lib/person/schema';
import { record } from '@/lib/validation';

export const ClientHome = record('ClientHome', {
  going_on: z.array(DashboardTask).describe('Shared tasks that somebody works on, by due date'),
  delivered: z.array(DashboardTask).describe('Shared tasks that were completed, the latest first'),
  files: z.array(FileRecord).describe('What the team shared last'),
  requests: z.array(RequestRecord).describe('The caller’s own: undecided ones first'),
  contacts: z
    .array(
      z.object({
        person: PersonBadge,
        leads: z.boolean().describe('Leads a project that the caller is in'),
        projects: z.array(z.object({ _id: z.string(), key: z.string(), name: z.string() })),
      }),
    )
    .describe('Whom to ask: the contacts of the caller’s projects'),
});
export type ClientHome = z.infer<typeof ClientHome>;
