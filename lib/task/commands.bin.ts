import 'server-only';
import { allow, DomainError, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { ARCHIVED, canDeleteTask, canPurgeTask, canRestoreTask, takesNewTasks } from '@/lib/task/policy';
import { getBinned, getCard } from '@/lib/task/queries';
import { taskFacts } from '@/lib/task/queries.facts';
import { tellOthers } from '@/lib/task/queries.write';
import type { BinnedTask, PurgedTask, TaskCard, TaskReference } from '@/lib/task/schema';

/** No change if it is in the bin already. */
export async function deleteTask(ctx: Ctx, { id: reference }: TaskReference): Promise<BinnedTask> {
  const task = await taskFacts(ctx, reference);
  const mine = canDeleteTask(ctx.actor, task);
  if (task.deleted && !mine) throw notFound('The task');
  allow(mine, 'You can only delete tasks that you created.');
  const { id } = task;
  const { count } = await ctx.db.task.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: task.at, deletedById: ctx.actor.memberId, version: { increment: 1 }, updatedAt: task.at },
  });
  const record = await getBinned(ctx, id);
  if (count) {
    const deleted = { ...task, version: record.version };
    await tellOthers(ctx, task);
    ctx.happened('task.deleted', deleted, { task: `${record.key} ${record.title}` });
  }
  return record;
}

/** No change if it is not in the bin. */
export async function restoreTask(ctx: Ctx, { id: reference }: TaskReference): Promise<TaskCard> {
  const task = await taskFacts(ctx, reference);
  const mine = canDeleteTask(ctx.actor, task);
  if (task.deleted && !mine) throw notFound('The task');
  allow(mine, 'You can only restore tasks that you created.');
  allow(
    !task.deleted || canRestoreTask(ctx.actor, task, task.deletedById),
    'Only who deleted this task, or an admin, can restore it.',
  );
  if (task.deleted && !takesNewTasks({ status: task.projectStatus })) throw new DomainError('conflict', ARCHIVED);
  const { id } = task;
  const { count } = await ctx.db.task.updateMany({
    where: { id, deletedAt: { not: null } },
    data: { deletedAt: null, deletedById: null, version: { increment: 1 }, updatedAt: task.at },
  });
  const record = await getCard(ctx, { id });
  if (count) {
    const restored = { ...task, version: record.version };
    await tellOthers(ctx, task);
    ctx.happened('task.restored', restored, { task: `${record.key} ${record.title}` });
  }
  return record;
}

/** Deletes for good a task in the bin. Its subtasks stay, without a parent. */
export async function purgeTask(ctx: Ctx, { id: reference }: TaskReference): Promise<PurgedTask> {
  const task = await taskFacts(ctx, reference);
  if (task.deleted && !canDeleteTask(ctx.actor, task)) throw notFound('The task');
  allow(
    canPurgeTask(ctx.actor, task),
    'Only the project’s leader, or an admin or sub-admin, can remove its tasks for good.',
  );
  const { id, key, title } = task;
  await ctx.db.task.updateMany({
    where: { parentId: id, parent: { deletedAt: { not: null } } },
    data: { parentId: null },
  });
  const { count } = await ctx.db.task.deleteMany({ where: { id, deletedAt: { not: null } } });
  if (!count) throw new DomainError('conflict', 'This task is not in the bin. Delete it first.');
  ctx.happened('task.purged', { id }, { task: `${key} ${title}` });
  return { _id: id, key, title };
}
