/** Milestones of projects. Runs anywhere. */
import { z } from 'zod';
import { readVersion } from '@/lib/category/schema';
import { projectReference } from '@/lib/project/schema';
import { SignOffRecord } from '@/lib/sign-off/schema';
import { audience } from '@/lib/task/schema';
import { id, line, paging, plainDate, record } from '@/lib/validation';

const name = line(120, 'The name');
const MOST_TASKS = 200;
const tasks = z.array(id).max(MOST_TASKS, `At most ${MOST_TASKS} tasks at once.`);
const place = id.nullable().optional().describe('Behind this milestone; null: first. Otherwise its due date decides');

export const CreateMilestone = z.strictObject({
  project_id: id,
  name,
  due_date: plainDate.nullish(),
  audience: audience.default('internal'),
  after_id: place,
  task_ids: tasks.optional(),
});
export type CreateMilestone = z.output<typeof CreateMilestone>;

export const EditMilestone = z
  .strictObject({
    id,
    version: readVersion,
    name: name.optional(),
    due_date: plainDate.nullish(),
    audience: audience.optional(),
    after_id: place,
    reached: z.boolean().optional(),
    task_ids: tasks.optional().describe('These tasks, of those that the caller sees, and no others'),
  })
  .refine(({ id: _id, version: _version, ...fields }) => Object.values(fields).some((value) => value !== undefined), {
    path: ['name'],
    message: 'Give what to change.',
  });
export type EditMilestone = z.output<typeof EditMilestone>;

export const MilestoneReference = z.strictObject({ id, version: readVersion });
export type MilestoneReference = z.output<typeof MilestoneReference>;
export const RestoreMilestone = z.strictObject({ id });
export type RestoreMilestone = z.output<typeof RestoreMilestone>;

export const ListMilestones = z.strictObject({ project_id: projectReference.optional(), ...paging });
export type ListMilestones = z.output<typeof ListMilestones>;

export const MilestoneRecord = record('MilestoneRecord', {
  _id: z.string(),
  project_id: z.string(),
  project_key: z.string(),
  name: z.string(),
  due_date: z.string().nullable(),
  audience,
  reached_at: z.string().nullable(),
  tasks: z.object({ total: z.int(), completed: z.int() }).describe('Of its tasks that the caller may see'),
  sign_off: SignOffRecord.nullable()
    .optional()
    .describe('The newest that the caller sees; absent where all projects are listed'),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type MilestoneRecord = z.infer<typeof MilestoneRecord>;
