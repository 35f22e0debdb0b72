import 'server-only';
import { type Parts, readTogetherOrApart } from '@/lib/apart';
import { notArchived } from '@/lib/archived';
import type { Door } from '@/lib/contract/endpoint';
import type { Dashboard, DashboardTask, GetDashboard } from '@/lib/dashboard/schema';
import { DASHBOARD_PARTS, type DashboardPart } from '@/lib/dashboard/vocabulary';
import { meetingsToday } from '@/lib/meeting/queries.own';
import type { Ctx } from '@/lib/org';
import { fitting } from '@/lib/paging';
import { mayEver } from '@/lib/permission/policy';
import { countsOf, listProjectActivity, listProjects, type StatusCount } from '@/lib/project/queries';
import { join, type Sql, sql, todayOf } from '@/lib/sql';
import { cardsById } from '@/lib/task/queries';
import { getOrganisationState, getWorkload } from '@/lib/team-home/queries';

const PROJECTS = 6;
const ACTIVITY = 6;
const PAGE = 40;

type Group = 'overdue' | 'today' | 'soon' | 'waiting';
type DueTask = { place: Group; task_id: string; project: DashboardTask['project'] };
type Read = Omit<Dashboard, 'failed'>;

const NOTHING: Read = {
  ...{ counts: countsOf([]), mine: countsOf([]), my_day: { overdue: [], today: [], soon: [] }, waiting: [] },
  ...{ projects: [], alone: false, activity: [], workload: null, organisation: null, meetings: [] },
};

/** Row security leaves internal things out for clients, also from counts. What cannot be read takes nothing else along. */
export const readDashboard = (door: Door, input: GetDashboard): Promise<Dashboard> =>
  readTogetherOrApart(door, (ctx) => getDashboard(ctx, input), dashboardParts(input), NOTHING);

/** The same in one passage, in few statements. */
export async function getDashboard(ctx: Ctx, { range, parts = [...DASHBOARD_PARTS] }: GetDashboard): Promise<Read> {
  const wants = (part: DashboardPart) => parts.includes(part);
  const none = async () => ({});
  const [tasks, projects, activity, workload, organisation, meetings] = await Promise.all([
    readTasks(ctx, {
      counted: wants('counts'),
      groups: [
        ...(wants('my_day') ? [mineByDay(ctx, daysAhead(range))] : []),
        ...(wants('waiting') ? [othersLate(ctx)] : []),
      ],
    }),
    ...(['projects', 'activity', 'workload', 'organisation', 'meetings'] as const).map((part) =>
      wants(part) ? READ[part](ctx) : none(),
    ),
  ]);
  return { ...NOTHING, ...tasks, ...projects, ...activity, ...workload, ...organisation, ...meetings };
}

const daysAhead = (range: GetDashboard['range']) => Number.parseInt(range, 10);

function dashboardParts({ range, parts = [...DASHBOARD_PARTS] }: GetDashboard): Parts<Read, DashboardPart> {
  const all: Parts<Read, DashboardPart> = {
    counts: (ctx) => readTasks(ctx, { counted: true, groups: [] }),
    my_day: (ctx) => readTasks(ctx, { counted: false, groups: [mineByDay(ctx, daysAhead(range))] }),
    waiting: (ctx) => readTasks(ctx, { counted: false, groups: [othersLate(ctx)] }),
    ...READ,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([part]) => parts.includes(part as DashboardPart)),
  ) as typeof all;
}

const READ = {
  projects: async (ctx: Ctx): Promise<Partial<Read>> => ({
    projects: (await listProjects(ctx, { status: ['active'], sort: 'due', page: 1, limit: PROJECTS })).docs,
  }),
  activity: async (ctx: Ctx): Promise<Partial<Read>> => ({
    activity: fitting(await listProjectActivity(ctx, null, ACTIVITY)),
  }),
  workload: async (ctx: Ctx): Promise<Partial<Read>> => ({
    workload: mayEver(ctx.actor, 'workload.view') ? await getWorkload(ctx) : null,
  }),
  organisation: async (ctx: Ctx): Promise<Partial<Read>> => ({
    organisation: mayEver(ctx.actor, 'organisation.edit') ? await getOrganisationState(ctx) : null,
  }),
  meetings: async (ctx: Ctx): Promise<Partial<Read>> => ({ meetings: await meetingsToday(ctx) }),
};

/** Counts by status, and tasks by groups, in one statement and another for their cards. */
async function readTasks(
  ctx: Ctx,
  { counted, groups }: { counted: boolean; groups: readonly Sql[] },
): Promise<Partial<Read>> {
  if (!counted && groups.length === 0) return {};
  const [found] = await ctx.db.$queryRaw<{ everything: Counted[] | null; rows: DueTask[] | null }[]>`
    select ${counted ? sql`(select json_agg(c) from (${countByStatus(ctx)}) c)` : sql`null::json`} as everything,
           ${groups.length ? sql`(select json_agg(g) from (${grouped(groups)}) g)` : sql`null::json`} as rows`;
  const { everything, rows } = { everything: found?.everything ?? [], rows: found?.rows ?? [] };
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
    ...(counted && {
      counts: countsOf(counts.map((row) => ({ ...row, ...row.all }))),
      mine: countsOf(counts.map((row) => ({ ...row, ...row.mine }))),
      alone: everything[0]?.alone ?? false,
    }),
    ...(rows.some(({ place }) => place !== 'waiting') && {
      my_day: { overdue: tasks('overdue'), today: tasks('today'), soon: tasks('soon') },
    }),
    ...(rows.some(({ place }) => place === 'waiting') && { waiting: tasks('waiting') }),
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

/** The caller's own by due date. A literal limit tells the planner how few rows are needed. */
const mineByDay = (ctx: Ctx, days: number): Sql => sql`
    select numbered.place, numbered.id, numbered.project_id, numbered.due_date
      from (select mine.*, row_number() over (partition by place order by due_date, id) as number
              from (select t.id, t.project_id, t.due_date,
                           case when t.due_date < day.today then 'overdue' when t.due_date = day.today then 'today' else 'soon' end as place
                      from (select ${todayOf(ctx)} as today) day, task_assignee ta join task t on t.org_id = ta.org_id and t.id = ta.task_id
                     where ta.member_id = ${ctx.actor.memberId}::uuid and t.status <> 4 and t.deleted_at is null and ${notArchived}
                       and t.due_date <= day.today + ${days}::int) mine) numbered
     where numbered.number <= 12`;

/** What waits: for clients what is in Testing, for the team others' late tasks. */
const othersLate = (ctx: Ctx): Sql =>
  ctx.actor.role === 'client'
    ? sql`(
      select 'waiting' as place, t.id, t.project_id, t.due_date from task t
       where t.status = 3 and t.deleted_at is null and ${notArchived}
       order by t.due_date nulls last, t.id limit 12)`
    : sql`(
      select 'waiting' as place, t.id, t.project_id, t.due_date from task t
       where t.due_date < ${todayOf(ctx)} and t.status <> 4 and t.deleted_at is null and ${notArchived}
         and not exists (select from task_assignee ta where ta.task_id = t.id and ta.member_id = ${ctx.actor.memberId}::uuid)
       order by t.due_date, t.id limit 12)`;

const grouped = (groups: readonly Sql[]): Sql => sql`
    select shown.place, shown.id as task_id, json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as project
      from (${join(groups, ' union all ')}) shown
      join project p on p.id = shown.project_id
     order by shown.place, shown.due_date nulls last, shown.id`;
