/** The bin: what was deleted and can still be taken back. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { paging, record } from '@/lib/validation';

export const ListBinned = z.strictObject({ kind: z.enum(['all', 'task', 'project']).default('all'), ...paging });
export type ListBinned = z.output<typeof ListBinned>;

export const BinnedRecord = record('BinnedRecord', {
  kind: z.enum(['task', 'project']),
  _id: z.string(),
  key: z.string(),
  name: z.string().describe('A task’s title, a project’s name'),
  project: z.object({ _id: z.string(), key: z.string(), name: z.string() }).nullable().describe('Of a task'),
  task_count: z.number().nullable().describe('Of a project: how many tasks come back with it'),
  deleted_by: PersonBadge.nullable(),
  deleted_at: z.string(),
  removed_at: z.string().describe('When it is permanently removed, unless it is restored'),
  rights: z.object({ restore: z.boolean(), purge: z.boolean().describe('Remove it for good now') }),
});
export type BinnedRecord = z.infer<typeof BinnedRecord>;
