/** Runs anywhere. */
import { z } from 'zod';
import { JOB_STATES } from '@/lib/job/vocabulary';
import { id, paging, record } from '@/lib/validation';

export const JobReference = z.strictObject({ id });
export type JobReference = z.output<typeof JobReference>;

export const ListJobs = z.strictObject({ kind: z.string().max(80).optional(), ...paging });
export type ListJobs = z.output<typeof ListJobs>;

export const JobRecord = record('JobRecord', {
  _id: z.string(),
  kind: z.string().describe('Such as audit.export'),
  name: z.string().nullable().describe('Of the file'),
  state: z.enum(JOB_STATES),
  progress: z.object({ done: z.number(), total: z.number().describe('0 when it is not known before') }),
  /** Why it failed, or is tried again. */
  problem: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Of a file that jobFile gives. */
  available_until: z.string().nullable(),
  can: z.object({ cancel: z.boolean() }),
});
export type JobRecord = z.infer<typeof JobRecord>;
