/** Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { TaskCard, TaskMilestone } from '@/lib/task/schema';
import { id, number, record, taskReference } from '@/lib/validation';

export const TransferTask = z.strictObject({
  id: taskReference,
  project_id: id,
  version: number.pipe(z.int().min(1)),
  dry_run: z.boolean().default(false),
});
export type TransferTask = z.output<typeof TransferTask>;

export const TransferredTask = record('TransferredTask', {
  moved: z.boolean().describe('false after `dry_run`: nothing has changed'),
  task: TaskCard,
  former_key: z.string().describe('Goes on leading to the task'),
  subtasks: z.number().describe('How many tasks below it move along'),
  loses: z
    .object({
      assignees: z.array(PersonBadge).describe('They do not belong to the team of the other project'),
      parent: z.object({ _id: z.string(), key: z.string(), title: z.string() }).nullable(),
      milestone: TaskMilestone.nullable().describe('It belongs to its project'),
      clients: z.boolean().describe('It was visible to clients and becomes internal, with its comments'),
      fields: z
        .array(z.string())
        .describe('Names of the organisation’s own fields whose values the other project has no place for'),
      each: z
        .array(z.object({ _id: z.string(), assignees: z.number(), clients: z.boolean(), fields: z.number() }))
        .describe(
          'The task and those below it, each alone: how many people and values it loses, and whether it becomes internal',
        ),
    })
    .describe('What the task and those below it lose by moving'),
});
export type TransferredTask = z.infer<typeof TransferredTask>;
