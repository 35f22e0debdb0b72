import 'server-only';
import type { Writing } from '@/lib/effects';
import type { TaskSubject } from '@/lib/task/events';
import { COMPLETED } from '@/lib/task/vocabulary';

/** The only writer of `task_assignee`; adds history and notices. Commands check rights before (`task/policy.ts`). */

type Task = TaskSubject;

/** The caller writes the task's new version. */
export async function changeAssignees(
  ctx: Writing,
  task: Task,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  if (!added.length && !removed.length) return;
  if (removed.length) await release(ctx, [task.id], removed);
  await give(ctx, [task], added);
  ctx.happened('task.assigned', task, { added: [...added], removed: [...removed] });
}

/** Of a task that was just made. */
export async function assignFirst(ctx: Writing, task: Task, memberIds: readonly string[]): Promise<void> {
  if (!memberIds.length) return;
  await assignMany(ctx, [{ ...task, memberIds }]);
  ctx.happened('task.assigned', task, { added: [...memberIds], removed: [] });
}

/** Of tasks that were made together; nobody is told. */
export async function assignMany(
  { db }: Writing,
  tasks: readonly (Omit<Task, 'version'> & { memberIds: readonly string[] })[],
) {
  const data = tasks.flatMap(({ id, projectId, audience, memberIds }) =>
    memberIds.map((memberId) => ({ taskId: id, memberId, projectId, audience })),
  );
  if (data.length) await db.taskAssignee.createMany({ data });
}

/** Passes open work (in the bin too) of `from` to `to` or nobody; finished work stays. Returns how many tasks. */
export async function releaseOpenWork(
  ctx: Writing,
  from: readonly string[],
  { inProjects, outside, to = null }: { inProjects?: string[]; outside?: string[]; to?: string | null } = {},
): Promise<number> {
  const { db } = ctx;
  const theirs = { memberId: { in: [...from] } };
  const open = {
    status: { not: COMPLETED },
    assignees: { some: theirs },
    ...(inProjects && { projectId: { in: inProjects } }),
    ...(outside && { projectId: { notIn: outside } }),
  };
  // Written first: this locks the rows that are read next.
  await db.task.updateMany({ where: open, data: { version: { increment: 1 }, updatedAt: new Date() } });
  const tasks = await db.task.findMany({
    where: open,
    select: { id: true, projectId: true, audience: true, version: true, assignees: { select: { memberId: true } } },
    orderBy: { id: 'asc' },
  });
  if (!tasks.length) return 0;
  await release(
    ctx,
    tasks.map(({ id }) => id),
    from,
  );
  const isNew = ({ assignees }: (typeof tasks)[number]) => !assignees.some(({ memberId }) => memberId === to);
  if (to) await give(ctx, tasks.filter(isNew), [to]);
  for (const task of tasks) {
    const removed = task.assignees.map(({ memberId }) => memberId).filter((memberId) => from.includes(memberId));
    ctx.happened('task.assigned', task, { added: to && isNew(task) ? [to] : [], removed });
  }
  return tasks.length;
}

async function give({ db }: Writing, tasks: readonly Task[], memberIds: readonly string[]): Promise<void> {
  const data = tasks.flatMap(({ id, projectId, audience }) =>
    memberIds.map((memberId) => ({ taskId: id, memberId, projectId, audience })),
  );
  if (data.length) await db.taskAssignee.createMany({ data });
}

const release = ({ db }: Writing, taskIds: readonly string[], memberIds: readonly string[]) =>
  db.taskAssignee.deleteMany({ where: { taskId: { in: [...taskIds] }, memberId: { in: [...memberIds] } } });
