import 'server-only';
import type { Group } from '@/lib/filter/format';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';
import { checkProject, listTasks } from '@/lib/task/queries';
import { rowColumns, type TaskRow, toCards } from '@/lib/task/queries.card';
import { fieldsAsked, matching } from '@/lib/task/queries.filter';
import { COMPLETED, PRIORITIES } from '@/lib/task/vocabulary';
import { extrasOf } from '@/lib/task/vocabulary.fields';
import type {
  CalendarDay,
  LinkEnd,
  ListCalendar,
  ListLinks,
  ListTimeline,
  TaskCalendar,
  TaskLinks,
  TaskTimeline,
} from '@/lib/task-plan/schema';

/** The days on which something is due, each with its first tasks and the number of all. */
export async function listCalendar(ctx: Ctx, input: ListCalendar): Promise<TaskCalendar> {
  const { from: first, until, limit, ...filter } = input;
  const { from, where } = matching(ctx, filter, await fieldsAsked(ctx, { filter: filter.filter }));
  const order = sql`(t.status = ${COMPLETED}::smallint), array_position(${[...PRIORITIES]}::text[], t.priority) desc, t.id`;
  // Cut before cards are made of them, behind `offset 0`: of a day with hundreds only the first are looked up.
  const rows = await ctx.db.$queryRaw<(TaskRow & { total: number })[]>`
    with due as materialized (
      select t.id, t.due_date, (row_number() over (partition by t.due_date order by ${order}))::int as at,
             (count(*) over (partition by t.due_date))::int as total
        from ${from} where ${where} and t.due_date between ${first}::date and ${until}::date)
    select ${rowColumns}, due.total from due
     cross join lateral (select one.* from task one where one.id = due.id offset 0) t
     where due.at <= ${limit}::int order by due.due_date, due.at`;
  if (!rows.length && input.project_id) await checkProject(ctx, input.project_id);
  const totals = new Map(rows.map(({ due_date, total }) => [due_date, total]));
  const days = new Map<string, CalendarDay>();
  for (const card of await toCards(ctx, rows, extrasOf(filter.filter))) {
    const day = card.due_date as string;
    const docs = days.get(day)?.docs ?? [];
    days.set(day, { day, total: totals.get(day) ?? 0, docs: [...docs, card] });
  }
  return { days: [...days.values()] };
}

const without = (field: string): Group['of'][number] => ({ field, not: false, values: ['none'] });
const DATED: Group = { join: 'all', not: true, of: [without('due'), without('start')] };

/** Tasks with a start or a due date, in the order in which they begin. */
export async function listTimeline(ctx: Ctx, { filter, ...input }: ListTimeline): Promise<TaskTimeline> {
  const dated: Group = { join: 'all', not: false, of: [DATED, ...(filter ? [filter] : [])] };
  const { docs, total, next_cursor } = await listTasks(ctx, { ...input, filter: dated, sort: 'start', page: 1 });
  return { tasks: docs, total, next_cursor: next_cursor ?? null };
}

/** More than a timeline draws. */
const LINKS = 20_000;

/** Row security answers only those of which the caller sees both tasks. */
export async function listLinks(ctx: Ctx, filter: ListLinks): Promise<TaskLinks> {
  const project = filter.project_id ?? null;
  if (project) await checkProject(ctx, project);
  const links = await ctx.db.$queryRaw<TaskLinks['links']>`
    select d.task_id, d.blocks_id from dependency d
     where ${project}::uuid is null or d.project_id = ${project}::uuid or d.blocks_project_id = ${project}::uuid
     order by d.task_id, d.blocks_id limit ${LINKS}::int`;
  const narrows = Object.values(filter).some((value) => value !== undefined);
  return { links, others: narrows && links.length ? await othersOf(ctx, links, filter) : [] };
}

/** Slack and conflicts of what a timeline shows depend on these too, though they are not in it. */
async function othersOf(ctx: Ctx, links: TaskLinks['links'], filter: ListLinks): Promise<LinkEnd[]> {
  const { from, where } = matching(ctx, filter, await fieldsAsked(ctx, { filter: filter.filter }));
  return ctx.db.$queryRaw<LinkEnd[]>`
    with pair as materialized (
      select * from unnest(${links.map(({ task_id }) => task_id)}::uuid[], ${links.map(({ blocks_id }) => blocks_id)}::uuid[])
        as one (task_id, blocks_id)),
    shown as materialized (
      select t.id from ${from} where ${where} and t.id in (select task_id from pair union select blocks_id from pair)),
    beside as (
      select blocks_id as id from pair where task_id in (select id from shown)
       union select task_id from pair where blocks_id in (select id from shown)
      except select id from shown)
    select t.id as _id, p.key || '-' || t.number as key, t.status::int as status,
           to_char(t.start_date, 'YYYY-MM-DD') as start_date, to_char(t.due_date, 'YYYY-MM-DD') as due_date
      from beside join task t on t.id = beside.id join project p on p.org_id = t.org_id and p.id = t.project_id
     where t.deleted_at is null and (t.start_date is not null or t.due_date is not null)`;
}
