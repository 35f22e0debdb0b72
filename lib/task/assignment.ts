import 'server-only';
import type { Writing } from '@/lib/effects';
import type { TaskSubject } from '@/lib/task/events';
import { COMPLETED } from '@/lib/task/vocabulary';

/**
 * Who works on what: the only writer of `task_assignee`. Who may give work to whom is asked by the commands before
 * (`task/policy.ts`); that history, notices and inboxes follow is seen to here.
 */

/** As it is after the change. */
type Task = TaskSubject;

/** Gives a task to these members and takes it from those. The caller writes the task's new version. */
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

/** The first assignees of a task that is being created. */
export async function assignFirst(ctx: Writing, task: Task, memberIds: readonly string[]): Promise<void> {
  await give(ctx, [task], memberIds);
  if (memberIds.length) ctx.happened('task.assigned', task, { added: [...memberIds], removed: [] });
}

/**
 * Takes open work from people: from all of it, or in these projects, or outside of those. It goes to `to`, or is left
 * unassigned. What lies in the bin counts as open, since it can come back; finished work keeps its names. Each task is a
 * new version with a line of history. How many tasks it were.
 */
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
  // Written first, so that what is read next is what nobody else can change until this is committed.
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
