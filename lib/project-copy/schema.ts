/** Making a project of another one. Runs anywhere. */
import { z } from 'zod';
import { JobRecord } from '@/lib/job/schema';
import { CreateProject, ProjectCard } from '@/lib/project/schema';
import { PARTS, type Part, USUAL_PARTS } from '@/lib/project-copy/vocabulary';
import { id, plainDate, record } from '@/lib/validation';

const take = z.array(z.enum(PARTS));

export const DuplicateProject = z.strictObject({
  id,
  name: CreateProject.shape.name,
  code: CreateProject.shape.code,
  start_date: plainDate.optional().describe('The day on which it begins: all dates move along. They stay if left out'),
  take: take
    .default((): Part[] => [...USUAL_PARTS])
    .describe('What goes along besides description, type, category, colour and workflow'),
});
export type DuplicateProject = z.output<typeof DuplicateProject>;

export const DuplicatedProject = record('DuplicatedProject', {
  ...ProjectCard.shape,
  job: JobRecord.nullable().describe('Under way while tasks and files are still to come; null: everything is there'),
});
export type DuplicatedProject = z.infer<typeof DuplicatedProject>;

/** `mask`: six random bytes in hex, by which ids of the copy follow from those of the original. `days`: by which dates move. */
export const CopyJob = z.object({
  from: z.string(),
  to: z.string(),
  mask: z.string(),
  days: z.number(),
  take,
});
export type CopyJob = z.output<typeof CopyJob>;
