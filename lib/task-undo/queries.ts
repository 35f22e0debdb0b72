import 'server-only';
import { DomainError, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { isTask } from '@/lib/task-parts/queries';

export type HistoryLine = { kind: string; data: Record<string, unknown>; taskId: string; earlier: string | null };

export const MAY_NOT = 'You can undo changes of tasks that you created or that are yours.';
export const since = (what: string) =>
  new DomainError('conflict', `${what} changed again since. Undo that change first.`);
export const gone = (what: string) => new DomainError('conflict', `${what} is no longer there.`);

/** With ids as they are stored; `not_found` if the caller does not see it, or it is not of a task. */
export async function historyLine({ db }: Ctx, id: string): Promise<HistoryLine> {
  const [line] = await db.$queryRaw<HistoryLine[]>`
    select a.kind, a.data, a.task_id as "taskId", a.earlier from activity a where a.id = ${id}::uuid and a.task_id is not null`;
  if (!line) throw notFound('The line of history');
  return line;
}

/** What the description became by the line: what the next change of it replaced. Null: it is that still. */
export async function descriptionAfter({ db }: Ctx, id: string): Promise<string | null> {
  const [next] = await db.$queryRaw<{ earlier: string }[]>`
    select n.earlier from activity a
      join activity n on n.task_id = a.task_id and n.earlier is not null and (n.created_at, n.id) > (a.created_at, a.id)
     where a.id = ${id}::uuid order by n.created_at, n.id limit 1`;
  return next?.earlier ?? null;
}

/** Null where there is none of this name any more. */
export async function categoryNamed({ db }: Ctx, name: string): Promise<string | null> {
  const found = await db.category.findFirst({ where: { name }, select: { id: true } });
  return found?.id ?? null;
}

/** Null where the project has none of this name any more. */
export async function milestoneNamed({ db }: Ctx, name: string, projectId: string): Promise<string | null> {
  const found = await db.milestone.findFirst({ where: { name, projectId, deletedAt: null }, select: { id: true } });
  return found?.id ?? null;
}

/** Null where there is none of this key any more that the caller sees. */
export async function taskOfKey({ db }: Ctx, key: string): Promise<string | null> {
  const [task] = await db.$queryRaw<{ id: string }[]>`
    select t.id from task t where ${isTask(key)} and t.deleted_at is null`;
  return task?.id ?? null;
}
