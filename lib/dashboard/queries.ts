import 'server-only';
import { notArchived } from '@/lib/archived';
import type { Dashboard, DashboardTask, GetDashboard } from '@/lib/dashboard/schema';
import type { Ctx } from '@/lib/org';
import { fitting } from '@/lib/paging';
import { countsOf, listProjectActivity, listProjects, type StatusCount } from '@/lib/project/queries';
import { type Sql, sql, todayOf } from '@/lib/sql';
import { cardsById } from '@/lib/task/queries';

const PROJECTS = 6;
const ACTIVITY = 6;
const PAGE = 40;

type Group = 'overdue' | 'today' | 'soon' | 'waiting';
type DueTask = { place: Group; task_id: string; project: DashboardTask['project'] };

/** Row security leaves internal things out for clients, also from counts. At most eight statements. */
export async function getDashboard(ctx: Ctx, { range }: GetDashboard): Promise<Dashboard> {
  const [{ everything, rows }, projects, activity] = await Promise.all([
    countsAndTasks(ctx, Number.parseInt(range, 10)),
    listProjects(ctx, { status: ['active'], sort: 'due', page: 1, limit: PROJECTS }),
    listProjectActivity(ctx, null, ACTIVITY),
  ]);
  const counts = everything.flatMap(({ status, all, mine }) => (status === null ? [] : [{ status, all, mine }]));
  const cards = new Map(
    (await cardsById(ctx, [...new Set(rows.map(({ task_id }) => task_id))])).map((card) => [card._id, card]),
  );
  const tasks = (wanted: Group): DashboardTask[] =>
    rows
      .filter(({ place }) => place === wanted)
      .flatMap(({ task_id, project }) => {
        const card = cards.get(task_id);
        return card ? [{ ...card, project }] : [];
      });
  return {
    counts: countsOf(counts.map((row) => ({ ...row, ...row.all }))),
    mine: countsOf(counts.map((row) => ({ ...row, ...row.mine }))),
    my_day: { overdue: tasks('overdue'), today: tasks('today'), soon: tasks('soon') },
    waiting: tasks('waiting'),
    projects: projects.docs,
    alone: everything[0]?.alone ?? false,
    activity: fitting(activity),
  };
}

/** A page of all visible activity, and whether there is more; `before`: the line above it. */
export async function getActivity(
  ctx: Ctx,
  before: string | null,
): Promise<{ lines: Dashboard['activity']; more: boolean }> {
  const lines = await listProjectActivity(ctx, null, PAGE + 1, before);
  const shown = fitting(lines.slice(0, PAGE));
  return { lines: shown, more: lines.length > shown.length };
}

type Count = Omit<StatusCount, 'status'>;

type Counted = { status: number | null; all: Count; mine: Count; alone: boolean };

/** In one statement. */
async function countsAndTasks(ctx: Ctx, days: number) {
  const [found] = await ctx.db.$queryRaw<{ everything: Counted[]; rows: DueTask[] | null }[]>`
    select (select json_agg(c) from (${countByStatus(ctx)}) c) as everything,
           (select json_agg(g) from (${tasksByGroup(ctx, days)}) g) as rows`;
  return { everything: found?.everything ?? [], rows: found?.rows ?? [] };
}

/** One row at least, for `alone`. */
const countByStatus = (ctx: Ctx): Sql => sql`
    select status, all_of_it as all, mine, not exists (select from member m where m.id <> ${ctx.actor.memberId}::uuid)
           and not exists (select from invitation) as alone
      from (values (1)) always left join (
    select status,
           json_build_object('count', count(*), 'overdue', count(*) filter (where late), 'due_today', count(*) filter (where today)) as all_of_it,
           json_build_object('count', count(*) filter (where mine), 'overdue', count(*) filter (where mine and late),
                             'due_today', count(*) filter (where mine and today)) as mine
      from (select t.status, ta.member_id is not null as mine,
                   t.status <> 4 and t.due_date < ${todayOf(ctx)} as late,
                   t.status <> 4 and t.due_date = ${todayOf(ctx)} as today
              from task t
              left join task_assignee ta on ta.org_id = t.org_id and ta.task_id = t.id and ta.member_id = ${ctx.actor.memberId}::uuid
             where t.deleted_at is null and ${notArchived}) seen
     group by status) counted on true`;

/**
 * The caller's own by due date, and what waits: for clients what is in Testing, for the team others'
 * late tasks. A literal limit tells the planner how few rows are needed.
 */
const tasksByGroup = (ctx: Ctx, days: number): Sql => sql`
    with day as (select ${todayOf(ctx)} as today),
    mine as (
      select t.id, t.project_id, t.due_date,
             case when t.due_date < day.today then 'overdue' when t.due_date = day.today then 'today' else 'soon' end as place
        from day, task_assignee ta join task t on t.org_id = ta.org_id and t.id = ta.task_id
       where ta.member_id = ${ctx.actor.memberId}::uuid and t.status <> 4 and t.deleted_at is null and ${notArchived}
         and t.due_date <= day.today + ${days}::int),
    numbered as (select mine.*, row_number() over (partition by place order by due_date, id) as number from mine),
    signing as (
      select t.id, t.project_id, t.due_date from task t
       where ${ctx.actor.role === 'client'}::boolean and t.status = 3 and t.deleted_at is null and ${notArchived}
       order by t.due_date nulls last, t.id limit 12),
    late as (
      select t.id, t.project_id, t.due_date from task t
       where ${ctx.actor.role !== 'client'}::boolean and t.due_date < ${todayOf(ctx)} and t.status <> 4
         and t.deleted_at is null and ${notArchived}
         and not exists (select from task_assignee ta where ta.task_id = t.id and ta.member_id = ${ctx.actor.memberId}::uuid)
       order by t.due_date, t.id limit 12)
    select shown.place, shown.id as task_id, json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as project
      from (select place, id, project_id, due_date from numbered where number <= 12
            union all select 'waiting', id, project_id, due_date from signing
            union all select 'waiting', id, project_id, due_date from late) shown
      join project p on p.id = shown.project_id
     order by shown.place, shown.due_date nulls last, shown.id`;
