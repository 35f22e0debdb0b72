/** Updates of projects in somebody's own words. Runs anywhere. */
import { z } from 'zod';
import { readVersion } from '@/lib/category/schema';
import { PersonBadge } from '@/lib/person/schema';
import { projectReference } from '@/lib/project/schema';
import { UPDATE_FIELDS, UPDATE_HEALTH } from '@/lib/project-update/vocabulary';
import { audience } from '@/lib/task/schema';
import { id, paging, prose, record } from '@/lib/validation';

const health = z.enum(UPDATE_HEALTH, 'It stands on_track, at_risk or off_track.');
const LONGEST = 4000;
const fields = {
  done: prose(LONGEST, 'What was done'),
  next: prose(LONGEST, 'What comes next'),
  trouble: prose(LONGEST, 'What stands in the way'),
};

export const WriteUpdate = z
  .strictObject({
    project_id: id,
    health,
    done: fields.done.default(''),
    next: fields.next.default(''),
    trouble: fields.trouble.default(''),
    audience: audience.default('internal'),
  })
  .refine((update) => UPDATE_FIELDS.some((field) => update[field]), {
    path: ['done'],
    message: 'Say something about the project.',
  });
export type WriteUpdate = z.output<typeof WriteUpdate>;

export const EditUpdate = z.strictObject({
  id,
  version: readVersion,
  health: health.optional(),
  done: fields.done.optional(),
  next: fields.next.optional(),
  trouble: fields.trouble.optional(),
});
export type EditUpdate = z.output<typeof EditUpdate>;

export const UpdateReference = z.strictObject({ id });
export type UpdateReference = z.output<typeof UpdateReference>;

export const ListUpdates = z.strictObject({ project_id: projectReference, ...paging });
export type ListUpdates = z.output<typeof ListUpdates>;

export const UpdateRecord = record('UpdateRecord', {
  _id: z.string(),
  project_id: z.string(),
  author: PersonBadge.nullable().describe('Null where the caller may not see them'),
  health,
  done: z.string(),
  next: z.string(),
  trouble: z.string(),
  audience,
  since: z
    .string()
    .describe('When the update before it was written, of those that the caller sees; else the project made'),
  facts: z
    .object({
      completed: z.int(),
      added: z.int(),
      late: z.int().describe('Due by then, and not completed by then'),
      milestones: z.array(
        z.object({ name: z.string(), change: z.enum(['moved', 'reached']), to: z.string().nullable() }),
      ),
    })
    .describe('What happened between `since` and then, of what the caller may see'),
  version: z.int(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  rights: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type UpdateRecord = z.infer<typeof UpdateRecord>;
