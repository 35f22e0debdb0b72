import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { NO_FIELDS } from '@/lib/custom-field/queries';
import { invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { TouchedTask } from '@/lib/realtime/events';
import { instant, type Sql, sql, todayOf } from '@/lib/sql';
import { cardsWith, rowColumns, type TaskRow, toCards } from '@/lib/task/queries.card';
import { fieldsAsked, matching, overdueFor } from '@/lib/task/queries.filter';
import { afterInColumn, boardCursor, ordering } from '@/lib/task/queries.order';
import type {
  BinnedTask,
  BoardColumn,
  CountTasks,
  ListBin,
  ListProjectTasks,
  ListTasks,
  TaskCard,
  TaskCounts,
} from '@/lib/task/schema';
import { COMPLETED, RECENT_DAYS, STATUSES } from '@/lib/task/vocabulary';
import { extrasOf } from '@/lib/task/vocabulary.fields';
import { sortedBy } from '@/lib/task/vocabulary.filter';
import { type FoundParts, partsIn, partsOfShown } from '@/lib/task-parts/queries.cards';
import { statusName } from '@/lib/workflow/vocabulary';

export { cardsById, getCard, getMoved } from '@/lib/task/queries.card';
export { getNewTask, getTask } from '@/lib/task/queries.detail';

/** In one statement. `cursor` pages on from a row; `page` by number. */
export async function listTasks(ctx: Ctx, input: ListTasks): Promise<Page<TaskCard>> {
  const { page, limit, cursor, project_id } = input;
  const fields = await fieldsAsked(ctx, input);
  const { column, order, after, cursorOf } = ordering(ctx, input, fields);
  const { from, where, whole } = matching(ctx, input, fields);
  const extras = [...(input.include ?? []), ...extrasOf(input.filter), ...[sortedBy(input.sort) ?? []].flat()];
  const skip = cursor === undefined ? (page - 1) * limit : 0;
  // A project's tasks are in an index by this: the page is read from it, and the total from the index alone. Otherwise all
  // that match are read once, for total and page.
  const inOrder = whole && /^-?created$/.test(input.sort);
  const listed = inOrder ? sql`not materialized (select t.*` : sql`materialized (select t.id`;
  // `offset 0` is a fence: without it a row would be looked up for every match before the page is cut.
  const one = inOrder ? sql`select placed.*` : sql`select one.* from task one where one.id = placed.id offset 0`;
  const found = await ctx.db.$queryRaw<(TaskRow & { total: number; parts: FoundParts })[]>(sql`
    with matching as ${listed}, ${column} as key from ${from} where ${where}),
         counted as materialized (select count(*)::int as total from matching),
         page_rows as (select m.* from matching m where ${after}
                   order by ${order} limit ${limit + 1}::int offset ${skip}::bigint),
         shown as materialized (
           select ${rowColumns}, placed.at
             from (select m.*, row_number() over (order by ${order})::int as at from page_rows m) placed
            cross join lateral (${one}) t),
         ${partsOfShown(ctx, COMPLETED, extras, project_id)}
    select counted.total, shown.*, case when coalesce(shown.at, 1) = 1 then (select parts from parts) end as parts
      from counted left join shown on true
     order by at`);
  const [first] = found;
  const named = partsIn(first?.parts ?? null);
  if (project_id && !named.sees(project_id)) throw notFound('The project');
  const rows = found.filter(({ id }) => id !== null);
  const docs = cardsWith(ctx, rows.slice(0, limit), named);
  const total = first?.total ?? 0;
  return { docs, total, page, limit, next_cursor: rows.length > limit ? cursorOf(docs.at(-1) as TaskCard) : null };
}

export async function listProjectTasks(ctx: Ctx, input: ListProjectTasks): Promise<Page<TaskCard | BoardColumn>> {
  if (!input.group) return listTasks(ctx, input);
  const docs = await listBoard(ctx, input);
  // All columns are one page (each has its own cursor), so that following `hasNextPage` ends.
  return { docs, total: docs.length, page: 1, limit: Math.max(input.limit, docs.length) };
}

/** Per status its total and first `limit` cards by rank; `cursor` pages one. `recent`: older ones only counted. */
export async function listBoard(ctx: Ctx, input: Omit<ListProjectTasks, 'group'>): Promise<BoardColumn[]> {
  const { project_id, limit, cursor } = input;
  const codes = STATUSES.map(({ code }) => code).filter((code) => !input.status?.length || input.status.includes(code));
  if (cursor !== undefined && codes.length !== 1)
    throw invalidField('status', 'A cursor belongs to one column: give its status.');
  const { where } = matching(ctx, { ...input, status: undefined }, await fieldsAsked(ctx, { filter: input.filter }));
  const recentOnly = input.completed === 'recent';
  const recent = sql`t.completed_at >= now() - make_interval(days => ${RECENT_DAYS}::int)`;
  const counting = ctx.db.$queryRaw<{ status: number | null; total: number; old: number }[]>`
    select t.status, count(t.id)::int as total,
           ${recentOnly ? sql`(count(t.id) filter (where t.status = ${COMPLETED}::smallint and (${recent}) is not true))::int` : sql`0`} as old
      from project p left join task t on t.project_id = p.id and ${where}
     where p.id = ${project_id}::uuid group by t.status`;
  const first = sql`${afterInColumn(cursor)} order by t.rank, t.id limit ${limit + 1}::int`;
  // Column by column: each index gives the first cards in order and reads no others.
  const inOrder = (statuses: readonly number[]) => sql`
    select t.* from unnest(${[...statuses]}::smallint[]) as board(status)
      join project p on p.id = ${project_id}::uuid
     cross join lateral (select t.* from task t where t.status = board.status and ${where}${first}) t`;
  // By date first, then sorted: by rank the whole column would be read.
  const lately = sql`
    select t.* from (with lately as materialized (
      select t.* from project p join task t on t.status = ${COMPLETED}::smallint and ${where} and ${recent}
       where p.id = ${project_id}::uuid)
    select t.* from lately t where true${first}) t`;
  const listed = !recentOnly
    ? inOrder(codes)
    : codes.includes(COMPLETED)
      ? sql`${inOrder(codes.filter((code) => code !== COMPLETED))} union all ${lately}`
      : inOrder(codes);
  const reading = ctx.db.$queryRaw<TaskRow[]>`
    select ${rowColumns} from (${listed}) t
     order by t.status, t.rank, t.id`;
  const [totals, rows] = await Promise.all([counting, reading]);
  if (!totals.length) throw notFound('The project');
  const columns = codes.map((code) => rows.filter(({ status }) => status === code));
  const cards = await toCards(
    ctx,
    columns.flatMap((column) => column.slice(0, limit)),
    extrasOf(input.filter),
  );
  return codes.map((code, at) => {
    const docs = cards.filter(({ status }) => status === code);
    const more = (columns[at] as TaskRow[]).length > limit;
    const counted = totals.find(({ status }) => status === code);
    return {
      status: code,
      label: statusName(ctx.workflows, project_id, code),
      total: counted?.total ?? 0,
      hidden: (recentOnly && counted?.old) || 0,
      docs,
      next_cursor: more ? boardCursor(docs.at(-1) as TaskCard) : null,
    };
  });
}

export async function countTasks(ctx: Ctx, input: CountTasks): Promise<TaskCounts> {
  const { from, where } = matching(ctx, input, NO_FIELDS);
  const rows = await ctx.db.$queryRaw<{ status: number; count: number; overdue: number; due_today: number }[]>`
    select t.status, count(*)::int as count, (count(*) filter (where ${overdueFor(ctx)}))::int as overdue,
           (count(*) filter (where t.due_date = ${todayOf(ctx)} and t.status <> ${COMPLETED}::smallint))::int as due_today
      from ${from} where ${where} group by t.status`;
  if (!rows.length && input.project_id) await checkProject(ctx, input.project_id);
  const of = (code: number) => rows.find(({ status }) => status === code)?.count ?? 0;
  const sum = (name: 'count' | 'overdue' | 'due_today') => rows.reduce((total, row) => total + row[name], 0);
  return {
    pending: of(1),
    in_process: of(2),
    testing: of(3),
    completed: of(4),
    backlogs: of(5),
    total: sum('count'),
    overdue: sum('overdue'),
    due_today: sum('due_today'),
  };
}

/** Newest first. Row security hides it from clients. */
export async function listBin(ctx: Ctx, { project_id, page, limit }: ListBin): Promise<Page<BinnedTask>> {
  await checkProject(ctx, project_id);
  const where = sql`t.project_id = ${project_id}::uuid and t.deleted_at is not null`;
  const [counted] = await ctx.db.$queryRaw<
    { total: number }[]
  >`select count(*)::int as total from task t where ${where}`;
  const docs = await binned(
    ctx,
    sql`${where} order by t.deleted_at desc, t.id limit ${limit}::int offset ${(page - 1) * limit}::bigint`,
  );
  return { docs, total: counted?.total ?? 0, page, limit };
}

export async function getBinned(ctx: Ctx, id: string): Promise<BinnedTask> {
  const [task] = await binned(ctx, sql`t.id = ${id}::uuid and t.deleted_at is not null`);
  if (!task) throw notFound('The task');
  return task;
}

async function binned(ctx: Ctx, where: Sql): Promise<BinnedTask[]> {
  const rows = await ctx.db.$queryRaw<(TaskRow & { deleted: number })[]>`
    select ${rowColumns}, extract(epoch from t.deleted_at)::float8 as deleted from task t where ${where}`;
  const deleted = new Map(rows.map((row) => [row.id, row.deleted]));
  const cards = await toCards(ctx, rows);
  return cards.map((card) => ({ ...card, deleted_at: instant(deleted.get(card._id) as number) }));
}

/** `not_found` if the caller does not see the project. */
export async function checkProject({ db }: Ctx, id: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`select p.id from project p where p.id = ${id}::uuid`;
  if (!found.length) throw notFound('The project');
}

/** Sets or clears a category on tasks that have `from` (of `ids`, if given). Returns those that changed. */
export const recategoriseTasks = (
  { db }: Ctx,
  from: string | null,
  to: string | null,
  ids: string[] | null,
): Promise<TouchedTask[]> =>
  db.$queryRaw`
    update task set category_id = ${to}::uuid, version = version + 1
     where category_id is not distinct from ${from}::uuid and (${ids === null} or id = any(${ids ?? []}::uuid[]))
    returning id, project_id, version, audience, deleted_at is not null as binned`;
