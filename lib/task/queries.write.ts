import 'server-only';
import { generateNKeysBetween } from 'fractional-indexing';
import type { Ctx } from '@/lib/org';
import type { TouchedTask } from '@/lib/realtime/events';
import { recordset, sql } from '@/lib/sql';
import type { TaskFacts } from '@/lib/task/queries.facts';
import { lockOf } from '@/lib/task/queries.rank';
import type { CreateTask } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';

/** Where it was put. */
export type NewPlace = { number: number; rank: string };

export type NewTask = Omit<CreateTask, 'assignee_ids' | 'custom'> & {
  id: string;
  html: string;
  renderer: number;
  by: string;
  at: Date;
};

/**
 * At the end of its column; returns its number and rank. Numbers have no gaps: its locks are held until the transaction
 * ends, so it comes last.
 */
export async function insertTask({ db }: Pick<Ctx, 'db'>, task: NewTask): Promise<NewPlace> {
  const [place] = await db.$queryRaw<NewPlace[]>`
  insert into task (id, project_id, number, title, description, description_html, description_renderer, status, priority,
                    rank, audience, category_id, milestone_id, parent_id, estimate_minutes, start_date, due_date, created_by_id,
                    completed_at, created_at, updated_at)
  select ${task.id}::uuid, ${task.project_id}::uuid, place.next_number, ${task.title}, ${task.description}, ${task.html},
         ${task.renderer}::int, ${task.status}::int, ${task.priority}, place.next_rank, ${task.audience},
         ${task.category_id ?? null}::uuid, ${task.milestone_id ?? null}::uuid, ${task.parent_id ?? null}::uuid, ${task.estimate_minutes ?? null}::int,
         ${task.start_date ?? null}::date, ${task.due_date ?? null}::date, ${task.by}::uuid,
         ${task.status === COMPLETED ? task.at : null}::timestamptz, ${task.at}::timestamptz, ${task.at}::timestamptz
    from next_task_place(${task.project_id}::uuid, ${task.status}::smallint) place
  returning number, rank`;
  return place as NewPlace;
}

/** Of a row that is locked. `from`: the column that it leaves, which may be the same. */
export const moveRow = (
  { db }: Pick<Ctx, 'db'>,
  id: string,
  { rank, from, to, at }: { rank: string; from: number; to: number; at: Date },
): Promise<number> =>
  from === to
    ? db.$executeRaw`update task set rank = ${rank}, version = version + 1, updated_at = ${at}::timestamptz where id = ${id}::uuid`
    : db.$executeRaw`update task set rank = ${rank}, version = version + 1, updated_at = ${at}::timestamptz, status = ${to}::int,
            completed_at = ${to === COMPLETED ? at : null}::timestamptz where id = ${id}::uuid`;

/**
 * The ids so that calls about the same tasks lock columns and rows in one order, and never wait for each other; a task before
 * those below it, so that what is done to a tree finds it whole.
 */
export async function inLockOrder({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    with recursive above as (
      select given.id, t.project_id, t.parent_id, 0 as depth
        from unnest(${[...ids]}::uuid[]) as given(id) left join task t on t.id = given.id
      union all
      select above.id, above.project_id, t.parent_id, above.depth + 1
        from above join task t on t.id = above.parent_id where above.depth < 20)
    select id from above group by id, project_id order by project_id, max(depth), id`;
  return rows.map(({ id }) => id);
}

/** Of one project; dates `YYYY-MM-DD`, instants ISO 8601. Descriptions are rendered when they are read. */
export type BulkTask = {
  id: string;
  audience: string;
  title: string;
  description: string;
  status: number;
  priority: string;
  categoryId: string | null;
  parentId: string | null;
  milestoneId?: string | null;
  startDate: string | null;
  dueDate: string | null;
  estimateMinutes: number | null;
  createdById: string;
  createdAt: string | null;
  completedAt: string | null;
};

/** At the end of their columns in this order. Locks numbers and columns until the transaction ends. */
export async function insertTasks(ctx: Ctx, projectId: string, tasks: readonly BulkTask[]): Promise<void> {
  if (!tasks.length) return;
  const { db } = ctx;
  const [counter] = await db.$queryRaw<{ last: number }[]>`
    insert into task_counter as c (project_id, last)
    select ${projectId}::uuid, coalesce(max(t.number), 0) + ${tasks.length}::int from task t where t.project_id = ${projectId}::uuid
    on conflict (org_id, project_id) do update set last = c.last + ${tasks.length}::int returning c.last`;
  const before = (counter?.last ?? 0) - tasks.length;
  const ranks = new Map<number, string[]>();
  for (const status of [...new Set(tasks.map((task) => task.status))].sort()) {
    await db.$queryRaw`select ${lockOf(sql`${projectId}::uuid`, status)}::text`;
    const [last] = await db.$queryRaw<{ rank: string }[]>`
      select t.rank from task t where t.project_id = ${projectId}::uuid and t.status = ${status}::smallint
       order by t.rank desc, t.id desc limit 1`;
    const wanted = tasks.filter((task) => task.status === status).length;
    ranks.set(status, generateNKeysBetween(last?.rank ?? null, null, wanted));
  }
  const rows = tasks.map(({ createdAt, completedAt, ...task }, at) => ({
    ...task,
    number: before + at + 1,
    rank: ranks.get(task.status)?.shift(),
    createdAt: createdAt ?? new Date().toISOString(),
    completedAt: task.status === COMPLETED ? (completedAt ?? new Date().toISOString()) : null,
  }));
  await db.$executeRaw`
    insert into task (id, project_id, audience, number, title, description, status, priority, rank, category_id, parent_id,
                      milestone_id, start_date, due_date, estimate_minutes, created_by_id, created_at, completed_at)
    select id, ${projectId}::uuid, audience, number, title, description, status, priority, rank, "categoryId", "parentId",
           "milestoneId", "startDate", "dueDate", "estimateMinutes", "createdById", "createdAt", "completedAt"
      from ${recordset(
        rows,
        sql`id uuid, audience text, number int, title text, description text, status smallint, priority text, rank text, "categoryId" uuid,
            "parentId" uuid, "milestoneId" uuid, "startDate" date, "dueDate" date, "estimateMinutes" int, "createdById" uuid,
            "createdAt" timestamptz, "completedAt" timestamptz`,
      )}`;
}

/** The place of a subtask among those of its parent. False if it is no longer that version. */
export async function placeBelow(
  { db }: Ctx,
  { id, version, rank, at }: { id: string; version: number; rank: string; at: Date },
): Promise<boolean> {
  const { count } = await db.task.updateMany({
    where: { id, version, deletedAt: null },
    data: { subtaskRank: rank, version: version + 1, updatedAt: at },
  });
  return count > 0;
}

/** New ranks in the same order. Versions stay: nothing moved. */
export const rankBelow = ({ db }: Ctx, ranks: readonly { id: string; rank: string }[]): Promise<unknown> =>
  db.$executeRaw`
    update task t set subtask_rank = given.rank from ${recordset(ranks, sql`id uuid, rank text`)}
     where t.id = given.id and t.subtask_rank <> given.rank`;

/** Says of whose words the task was made. */
export const comesFrom = ({ db }: Ctx, id: string, commentId: string): Promise<unknown> =>
  db.task.updateMany({ where: { id }, data: { originCommentId: commentId } });

/** For good, with all that hangs on them; their other subtasks have no parent then. */
export async function eraseTasks({ db }: Ctx, ids: readonly string[]): Promise<number> {
  const gone = [...ids];
  await db.task.updateMany({ where: { parentId: { in: gone }, id: { notIn: gone } }, data: { parentId: null } });
  await db.task.updateMany({ where: { id: { in: gone }, parentId: { not: null } }, data: { parentId: null } });
  const { count } = await db.task.deleteMany({ where: { id: { in: gone } } });
  return count;
}

// New versions of tasks that changed with something else: open pages fetch them again.

/** Raises the versions of tasks that have the label: it looks different now, or is gone. */
export const relabelled = ({ db }: Ctx, labelId: string): Promise<TouchedTask[]> => db.$queryRaw`
  update task set version = version + 1
   where id in (select tl.task_id from task_label tl where tl.label_id = ${labelId}::uuid)
  returning id, project_id, version, audience, deleted_at is not null as binned`;

/** Raises the versions of tasks that lead to the milestone: it looks different now, or is gone. */
export const raiseOfMilestone = ({ db }: Ctx, milestoneId: string): Promise<TouchedTask[]> => db.$queryRaw`
  update task set version = version + 1 where milestone_id = ${milestoneId}::uuid
  returning id, project_id, version, audience, deleted_at is not null as binned`;

export const raiseTasks = ({ db }: Ctx, ids: readonly string[]): Promise<TouchedTask[]> => db.$queryRaw`
  with these as (select t.id from task t where t.id = any(${[...ids]}::uuid[]) order by t.id for update)
  update task t set version = t.version + 1 from these where t.id = these.id
  returning t.id, t.project_id, t.version, t.audience, t.deleted_at is not null as binned`;

type Placed = Pick<TaskFacts, 'id' | 'projectId' | 'parentId' | 'parentAudience'>;

/** The parent of a task counts others below it now. */
export function tellParent(ctx: Pick<Ctx, 'happened'>, { projectId, parentId, parentAudience }: Placed): void {
  if (parentId && parentAudience)
    ctx.happened('task.progressed', { id: parentId, projectId, audience: parentAudience });
}

/** A task is done, or no longer, or gone: what waits for it and what it is part of look different. */
export async function tellOthers(ctx: Ctx, task: Placed): Promise<void> {
  ctx.happened('task.waiting', { touched: await raiseBlocked(ctx, task.id) });
  tellParent(ctx, task);
}

/** Those that the task blocks, also where the caller does not see them. */
const raiseBlocked = ({ db }: Ctx, taskId: string): Promise<TouchedTask[]> => db.$queryRaw`
  select * from raise_blocked(${taskId}::uuid)`;
