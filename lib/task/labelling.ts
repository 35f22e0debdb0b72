import 'server-only';
import type { Writing } from '@/lib/effects';
import { invalidField } from '@/lib/errors';
import type { TaskLabel } from '@/lib/label/schema';
import type { Ctx } from '@/lib/org';
import type { TaskSubject } from '@/lib/task/events';
import { labelsFor } from '@/lib/task/queries.facts';

/** The only writer of `task_label`. Commands check rights before. */

export type LabelChange = { added: TaskLabel[]; removed: TaskLabel[] };

/**
 * What makes the task (null: a new one) have `wanted`; null if it has them.
 * @throws invalid for a label that is unknown or deleted
 */
export async function labelChange(
  ctx: Ctx,
  taskId: string | null,
  wanted: readonly string[],
): Promise<LabelChange | null> {
  const known = await labelsFor(ctx, taskId, wanted);
  if (!wanted.every((id) => known.some(({ _id }) => _id === id)))
    throw invalidField('label_ids', 'This label does not exist.');
  const labels = known.map(({ held, ...label }) => ({ held, label, wants: wanted.includes(label._id) }));
  const added = labels.flatMap(({ held, wants, label }) => (wants && !held ? [label] : []));
  const removed = labels.flatMap(({ held, wants, label }) => (held && !wants ? [label] : []));
  return added.length || removed.length ? { added, removed } : null;
}

const idOf = ({ _id }: TaskLabel) => _id;
const named = ({ _id, name }: TaskLabel) => ({ _id, name });

/** The caller writes the task's new version. */
export async function changeLabels(ctx: Ctx, task: TaskSubject, { added, removed }: LabelChange): Promise<void> {
  const { id: taskId, projectId, audience } = task;
  if (removed.length) await ctx.db.taskLabel.deleteMany({ where: { taskId, labelId: { in: removed.map(idOf) } } });
  if (added.length)
    await ctx.db.taskLabel.createMany({
      data: added.map(({ _id: labelId }) => ({ taskId, labelId, projectId, audience })),
      skipDuplicates: true,
    });
  ctx.happened('task.labelled', task, { added: added.map(named), removed: removed.map(named) });
}

/** Of a task that was just made. */
export async function labelFirst(ctx: Writing, task: TaskSubject, { added }: LabelChange): Promise<void> {
  await labelMany(ctx, [{ ...task, labelIds: added.map(idOf) }]);
  ctx.happened('task.labelled', task, { added: added.map(named), removed: [] });
}

/** Of tasks that were made together; history does not tell. */
export async function labelMany(
  { db }: Writing,
  tasks: readonly (Omit<TaskSubject, 'version'> & { labelIds: readonly string[] })[],
): Promise<void> {
  const data = tasks.flatMap(({ id: taskId, projectId, audience, labelIds }) =>
    [...new Set(labelIds)].map((labelId) => ({ taskId, labelId, projectId, audience })),
  );
  if (data.length) await db.taskLabel.createMany({ data, skipDuplicates: true });
}
