/** Many tasks at once. Runs anywhere. */
import { z } from 'zod';
import { customInput } from '@/lib/custom-field/schema';
import { assignees, audience, inOrder, labels, ORDER, priority, statusCode, TaskCard } from '@/lib/task/schema';
import { TransferredTask } from '@/lib/task-transfer/schema';
import { id, plainDate, record } from '@/lib/validation';

/** The fields of one value that many tasks can be given at once. */
const manyFields = {
  status: statusCode.optional(),
  priority: priority.optional(),
  category_id: id.nullish(),
  milestone_id: id.nullish(),
  start_date: plainDate.nullish(),
  due_date: plainDate.nullish(),
  audience: audience.optional(),
  custom: customInput.optional(),
};
const isGiven = (fields: object) => Object.values(fields).some((value) => value !== undefined);
const isMoveAlone = ({ project_id, ...others }: { project_id?: string } = {}) => project_id && !isGiven(others);
const eitherOr = (set: Record<string, unknown>) =>
  ['label_ids', 'assignee_ids'].every((all) => !set[all] || !(set[`add_${all}`] || set[`remove_${all}`]));

/**
 * One of `set`, `delete` and `restore` (from the bin) for each of the tasks. `expected`: only those that are still so are
 * changed.
 */
export const ChangeTasks = z
  .strictObject({
    task_ids: z.array(id).min(1, 'Name at least one task.').max(200, 'At most 200 tasks at once.'),
    set: z
      .strictObject({
        ...manyFields,
        assignee_ids: assignees.optional(),
        add_assignee_ids: assignees.optional().describe('Besides those that each task has'),
        remove_assignee_ids: assignees.optional().describe('The others stay'),
        label_ids: labels.optional(),
        add_label_ids: labels.optional().describe('Besides those that each task has'),
        remove_label_ids: z.array(id).max(200, 'At most 200 labels.').optional().describe('The others stay'),
        project_id: id.optional(),
      })
      .refine(inOrder, ORDER)
      .refine(eitherOr, 'Give all labels or people, or those to add and to remove.')
      .refine(isGiven, 'Say what to set.')
      .optional(),
    expected: z
      .strictObject(manyFields)
      .refine(isGiven, 'Say what to expect.')
      .optional()
      .describe('With `set`: a task that has something else by now is refused with 409'),
    dry_run: z
      .literal(true)
      .optional()
      .describe('With `project_id` alone: nothing changes, and each task says what it would lose'),
    delete: z.literal(true).optional(),
    restore: z.literal(true).optional(),
  })
  .refine(
    (input) => [input.set, input.delete, input.restore].filter((one) => one !== undefined).length === 1,
    'Give one of set, delete and restore.',
  )
  .refine((input) => !input.expected || input.set, 'Only what is set can be expected to be so.')
  .refine(
    ({ dry_run, expected, set }) => !dry_run || (!expected && isMoveAlone(set)),
    'Only a move to another project can be tried.',
  );
export type ChangeTasks = z.output<typeof ChangeTasks>;

export const ChangedTasks = record('ChangedTasks', {
  done: z.number(),
  refused: z.number(),
  tasks: z
    .array(
      z.object({
        _id: z.string(),
        done: z.boolean(),
        code: z.string().optional(),
        reason: z.string().optional().describe('Why it was refused'),
        loses: TransferredTask.shape.loses.optional().describe('After `dry_run`: what it would lose if it moved alone'),
        card: TaskCard.nullable().describe('As it is now; null where it is in the bin or not visible'),
      }),
    )
    .describe('In the order asked for, each once'),
});
export type ChangedTasks = z.infer<typeof ChangedTasks>;
