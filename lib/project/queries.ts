import 'server-only';
import { isOpen, notArchivedBut } from '@/lib/archived';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { ActivityRecord } from '@/lib/event/schema';
import { activityInWords } from '@/lib/event/words';
import { type AttachedRows, attachedWhere, toAttachments } from '@/lib/file/queries.attached';
import { formatsFor } from '@/lib/formats';
import { htmlOf, RENDERER } from '@/lib/markdown/markdown';
import type { Ctx } from '@/lib/org';
import { fitting, paginate } from '@/lib/paging';
import { mayEver } from '@/lib/permission/policy';
import type { Role } from '@/lib/permission/schema';
import type { PersonBadge } from '@/lib/person/schema';
import { type HealthRow, healthReason } from '@/lib/project/health';
import { rightsOf } from '@/lib/project/policy';
import { isId, roleFor } from '@/lib/project/queries.people';
import type {
  CountProjectTasks,
  ListProjects,
  ProjectCard,
  ProjectDetail,
  ProjectTaskCount,
} from '@/lib/project/schema';
import { PROJECT_TYPE_LABEL } from '@/lib/project/vocabulary';
import { type Db, type Sql, sql, todayOf } from '@/lib/sql';
import { linkTasks } from '@/lib/task/queries.card';
import { activityData } from '@/lib/task/queries.detail';
import type { TaskCounts } from '@/lib/task/schema';
import { contains } from '@/lib/validation';

/** People shown in lists. */
const BADGES = 5;
const BADGES_IN_FULL = 200;
const ACTIVITY = 20;

export async function listProjects(ctx: Ctx, input: ListProjects): Promise<Page<ProjectCard>> {
  const { rows, total } = await readProjects(ctx, { ...input, badges: BADGES });
  return { docs: rows.map((row) => cardOf(ctx, row)), total, page: input.page, limit: input.limit };
}

/** `not_found` if the caller may not see it. */
export async function getProject(ctx: Ctx, { project_id: reference }: { project_id: string }): Promise<ProjectDetail> {
  const row = await readProject(ctx, reference, BADGES_IN_FULL, true);
  const [description_html = ''] = await linkTasks(ctx, [htmlOf(row.text, row.html, row.renderer)]);
  return {
    ...cardOf(ctx, row),
    description: row.text,
    description_html,
    attachments: toAttachments(ctx, row.attached),
    efficiency: summaryOf(row.done),
    activity: fitting(await listProjectActivity(ctx, row._id, ACTIVITY)),
  };
}

export async function getProjectCard(ctx: Ctx, reference: string): Promise<ProjectCard> {
  return cardOf(ctx, await readProject(ctx, reference, BADGES));
}

/** Of one project (`not_found` if hidden), or of all the caller sees that are not archived. */
export async function countTasksByProject(
  ctx: Ctx,
  { project_id: only }: CountProjectTasks,
): Promise<ProjectTaskCount[]> {
  const rows = await ctx.db.$queryRaw<{ _id: string; key: string; name: string; counts: StatusCount[] }[]>`
    select p.id as _id, p.key, p.name, coalesce(c.counts, '[]') as counts
      from project p
      left join (
        select project_id, json_agg(json_build_object('status', status, 'count', n, 'overdue', overdue, 'due_today', due_today)) as counts
          from (select t.project_id, t.status, count(*)::int as n,
                       count(*) filter (where t.status <> 4 and t.due_date < current_day.day)::int as overdue,
                       count(*) filter (where t.status <> 4 and t.due_date = current_day.day)::int as due_today
                  from task t cross join (select ${todayOf(ctx)} as day) current_day
                 where t.deleted_at is null and ${notArchivedBut(only ? [only] : [], [])} and (${only ?? null}::uuid is null or t.project_id = ${only ?? null}::uuid)
                 group by t.project_id, t.status) by_status
         group by project_id) c on c.project_id = p.id
     where case when ${only ?? null}::uuid is null then ${isOpen} else p.id = ${only ?? null}::uuid end
     order by lower(p.name), p.id`;
  if (only && !rows.length) throw notFound('The project');
  return rows.map(({ _id, key, name, counts }) => ({ project_id: _id, key, name, ...countsOf(counts) }));
}

/** Newest first; null: every project the caller sees. `before`: the id of a line, for older ones. */
export async function listProjectActivity(
  ctx: Ctx,
  projectId: string | null,
  limit: number,
  before: string | null = null,
): Promise<ActivityRecord[]> {
  await ctx.settle();
  // Per project, so that the index gives its newest rows and reads no others.
  const rows = await ctx.db.$queryRaw<
    (Omit<ActivityRecord, 'created_at' | 'says'> & { created_at: Date; project: string; project_id: string })[]
  >`
    select a.id as _id, a.kind, ${activityData} as data, a.created_at, a.task_id, p.id as project_id, p.name as project,
           case when t.id is null then null else p.key || '-' || t.number end as task_key, t.title as task_title,
           case when m.id is null then null else json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture) end as actor
      from project p
      cross join lateral (select * from activity one where one.project_id = p.id
          and (${before}::uuid is null or (one.created_at, one.id) < (select b.created_at, b.id from activity b where b.id = ${before}::uuid)) order by one.created_at desc, one.id desc limit ${limit}::int) a
      left join task t on t.org_id = a.org_id and t.id = a.task_id
      left join member m on m.org_id = a.org_id and m.id = a.actor_id
     where (${projectId}::uuid is null or p.id = ${projectId}::uuid)
     order by a.created_at desc, a.id desc limit ${limit}::int`;
  const formats = formatsFor(ctx.actor);
  const { workflows } = ctx;
  return rows.map(({ project, project_id, ...row }) => ({
    ...row,
    ...activityInWords(row, formats, row.task_key ?? (projectId ? 'the project' : `the project ${project}`), {
      workflows,
      projectId: project_id,
    }),
    created_at: row.created_at.toISOString(),
  }));
}

export function countsOf(rows: StatusCount[]): TaskCounts {
  const of = (status: number) => rows.find((row) => row.status === status)?.count ?? 0;
  const sum = (value: (row: StatusCount) => number) => rows.reduce((total, row) => total + value(row), 0);
  return {
    pending: of(1),
    in_process: of(2),
    testing: of(3),
    completed: of(4),
    backlogs: of(5),
    total: sum(({ count }) => count),
    overdue: sum(({ overdue }) => overdue),
    due_today: sum(({ due_today }) => due_today),
  };
}

export type StatusCount = { status: number; count: number; overdue: number; due_today: number };
type Badge = { _id: string; name: string; pic: string | null; role: Role };
type ProjectRow = Omit<
  ProjectCard,
  'type_label' | 'members' | 'health' | 'health_reason' | 'counts' | 'progress' | 'created_at' | 'updated_at' | 'rights'
> &
  HealthRow & {
    /** Empty in lists. */
    text: string;
    html: string;
    renderer: number;
    leader_id: string | null;
    people: Badge[];
    by_status: StatusCount[];
    /** Null in lists. */
    attached: AttachedRows;
    /** Null in lists, and for clients. */
    done: Done | null;
    created_at: Date;
    updated_at: Date;
  };
type Wanted = Partial<ListProjects> & {
  id?: string;
  key?: string;
  badges: number;
  full?: boolean;
  page: number;
  limit: number;
};

const badgeFor = (ctx: Ctx, { _id, name, pic, role }: Badge): PersonBadge => ({
  _id,
  name,
  pic,
  ...roleFor(ctx, role),
});

function cardOf(ctx: Ctx, row: ProjectRow): ProjectCard {
  const {
    text: _text,
    html: _html,
    renderer: _renderer,
    attached: _attached,
    done: _done,
    leader_id,
    people,
    by_status,
    leader,
    due_in,
    open_tasks,
    late_tasks,
    ...more
  } = row;
  const { created_at, updated_at, ...rest } = more;
  const counts = countsOf(by_status);
  return {
    ...rest,
    type_label: PROJECT_TYPE_LABEL[row.type],
    leader: leader && badgeFor(ctx, leader as Badge),
    members: people.map((person) => badgeFor(ctx, person)),
    health_reason: healthReason(row, counts.total),
    counts,
    progress: counts.total ? Math.round((counts.completed / counts.total) * 100) : 0,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    rights: rightsOf(ctx.actor, { id: row._id, leaderId: leader_id, status: row.status }),
  };
}

async function readProject(ctx: Ctx, reference: string, badges: number, full = false): Promise<ProjectRow> {
  const by = isId(reference) ? { id: reference } : { key: reference };
  const { rows } = await readProjects(ctx, { ...by, badges, full, page: 1, limit: 1 });
  if (!rows[0]) throw notFound('The project');
  return rows[0];
}

type Done = { from: string; to: string; completed: number; dated: number; on_time: number };

/** The usual period of a project's efficiency, with today. */
const DAYS = 12 * 7;

/** What was completed of the project `s`, without subtasks, by days of the organisation's own time zone. */
const doneLately: Sql = sql`(
  select json_build_object('from', period.today - ${DAYS - 1}::int, 'to', period.today, 'completed', count(t.id),
                           'dated', count(t.due_date), 'on_time', count(*) filter (where (t.completed_at at time zone period.zone)::date <= t.due_date))
    from (select zone, (now() at time zone zone)::date as today from (select app_time_zone() as zone) own) period
    left join task t on t.org_id = s.org_id and t.project_id = s.id and t.parent_id is null and t.deleted_at is null
     and t.completed_at >= (period.today - ${DAYS - 1}::int)::timestamp at time zone period.zone
   group by period.today)`;

const summaryOf = (done: Done | null): ProjectDetail['efficiency'] =>
  done && {
    from: done.from,
    to: done.to,
    completed: done.completed,
    on_time_rate: done.dated ? Math.round((done.on_time / done.dated) * 10_000) / 10_000 : null,
  };

/** One statement; people and counts are read only for the page's projects. */
async function readProjects(ctx: Ctx, wanted: Wanted): Promise<{ rows: ProjectRow[]; total: number }> {
  const { db, actor } = ctx;
  const { id = null, key = null, q, status = null, type = null, category = null, sort = 'name' } = wanted;
  const member = wanted.member === 'me' ? actor.memberId : (wanted.member ?? null);
  const like = q ? contains(q) : null;
  const found = sql`
      select p.*, row_number() over (order by
               case when ${sort}::text = 'name' then lower(p.name) end, case when ${sort}::text = '-name' then lower(p.name) end desc,
               case when ${sort}::text = 'due' then p.due_date end, case when ${sort}::text = '-due' then p.due_date end desc nulls last,
               case when ${sort}::text = 'created' then p.created_at end, case when ${sort}::text = '-created' then p.created_at end desc,
               p.id) as place
        from project p
       where (${id}::uuid is null or p.id = ${id}::uuid) and (${key}::text is null or p.id = project_of_key(${key}::text))
         and (${like}::text is null or fold(p.name) like ${like}::text or fold(p.key) like ${like}::text)
         and (${status}::text[] is null or p.status = any(${status}::text[])) and (${type}::text is null or p.type = ${type}::text)
         and (${category}::uuid is null or p.category_id = ${category}::uuid)
         and (${member}::uuid is null or exists (select from project_member pm where pm.project_id = p.id and pm.member_id = ${member}::uuid))`;
  const columns = sql`s.id as _id, s.key, s.name, s.description_renderer as renderer,
           case when ${wanted.full ?? false}::boolean then s.description else '' end as text,
           case when ${wanted.full ?? false}::boolean and s.description_renderer = ${RENDERER}::int then s.description_html else '' end as html, s.type, s.status, s.tint, s.picture, s.leader_id,
           to_char(s.start_date, 'YYYY-MM-DD') as start_date, to_char(s.due_date, 'YYYY-MM-DD') as due_date,
           s.version, s.created_at, s.updated_at,
           case when c.id is null then null else json_build_object('_id', c.id, 'name', c.name, 'colour', c.colour) end as category,
           case when l.id is null then null else json_build_object('_id', l.id, 'name', shown_name(l.name, l.namesake), 'pic', l.picture, 'role', l.role) end as leader,
           team.count as member_count, team.people, tasks.by_status, stands.*,
           ${wanted.full ? attachedWhere(ctx, sql`f.org_id = s.org_id and f.project_id = s.id and f.space_id = s.id and f.folder_id is null and f.task_id is null and f.draft_at is null`) : sql`null::json`} as attached,
           ${wanted.full && mayEver(actor, 'project.efficiency') ? doneLately : sql`null::json`} as done`;
  const joins = sql`
      left join category c on c.org_id = s.org_id and c.id = s.category_id
      left join member l on l.org_id = s.org_id and l.id = s.leader_id
      left join lateral (
        select count(*)::int as count,
               coalesce(json_agg(json_build_object('_id', id, 'name', name, 'pic', picture, 'role', role) order by place)
                        filter (where place <= ${wanted.badges}::int), '[]') as people
          from (select m.id, shown_name(m.name, m.namesake) as name, m.picture, m.role,
                       row_number() over (order by m.id is not distinct from s.leader_id desc, pm.joined_at, lower(m.name), m.id) as place
                  from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
                 where pm.project_id = s.id and m.deactivated_at is null) seated) team on s.id is not null
      left join lateral (
        select coalesce(json_agg(json_build_object('status', status, 'count', n, 'overdue', overdue, 'due_today', due_today)), '[]') as by_status
          from (select t.status, count(*) as n,
                       count(*) filter (where t.status <> 4 and t.due_date < ${todayOf(ctx)}) as overdue,
                       count(*) filter (where t.status <> 4 and t.due_date = ${todayOf(ctx)}) as due_today
                  from task t where t.project_id = s.id and t.deleted_at is null group by t.status) counted) tasks on s.id is not null
      left join lateral project_health(s.id) stands on s.id is not null`;
  const list = { found, order: sql`place`, columns, joins };
  const { docs: rows, total } = await paginate(db, wanted, list, (row: ProjectRow) => row);
  return { rows, total };
}

/** Whether another project has the key, or had it, also where the caller does not see it. */
export async function isKeyTaken(db: Db, key: string, own: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ taken: boolean }[]>`select project_key_taken(${key}, ${own}::uuid) as taken`;
  return row?.taken === true;
}

/** Sets or clears a category on projects that have `from` (of `ids`, if given). Returns those that changed. */
export const recategoriseProjects = (
  { db }: Ctx,
  from: string | null,
  to: string | null,
  ids: string[] | null,
): Promise<{ id: string; version: number }[]> =>
  db.$queryRaw`
    update project set category_id = ${to}::uuid, version = version + 1
     where category_id is not distinct from ${from}::uuid and (${ids === null} or id = any(${ids ?? []}::uuid[]))
    returning id, version`;
