/** What a client comes for. Runs anywhere. */
import { z } from 'zod';
import { RequestRecord } from '@/lib/client-request/schema';
import { DashboardTask } from '@/lib/dashboard/schema';
import { FileRecord } from '@/lib/file/schema';
import { PersonBadge } from '@/lib/person/schema';
import { record } from '@/lib/validation';

/** What it is read in, each of which may fail without the others. */
const HOME_PARTS = ['going_on', 'delivered', 'files', 'requests', 'contacts'] as const;
export type HomePart = (typeof HOME_PARTS)[number];

export const ClientHome = record('ClientHome', {
  going_on: z.array(DashboardTask).describe('Shared tasks that somebody works on, by due date'),
  delivered: z.array(DashboardTask).describe('Shared tasks that were completed, the latest first'),
  files: z.array(FileRecord).describe('What the team shared last'),
  requests: z.array(RequestRecord).describe('The caller’s own: undecided ones first'),
  takes_requests: z.boolean().describe('false: the organisation is asked in person'),
  contacts: z
    .array(
      z.object({
        person: PersonBadge,
        leads: z.boolean().describe('Leads a project that the caller is in'),
        projects: z.array(z.object({ _id: z.string(), key: z.string(), name: z.string() })),
      }),
    )
    .describe('Whom to ask: the contacts of the caller’s projects'),
  failed: z.array(z.enum(HOME_PARTS)).describe('What could not be read, and is empty here'),
});
export type ClientHome = z.infer<typeof ClientHome>;
