import 'server-only';
import { fieldsOf } from '@/lib/custom-field/queries';
import type { ValueRows } from '@/lib/custom-field/queries.values';
import type { TaskField } from '@/lib/custom-field/schema';
import { notFound } from '@/lib/errors';
import type { ActivityRecord } from '@/lib/event/schema';
import { activityInWords } from '@/lib/event/words';
import { type AttachedRows, attachedWhere, toAttachments } from '@/lib/file/queries.attached';
import { formatsFor } from '@/lib/formats';
import type { TaskLabel } from '@/lib/label/schema';
import { htmlOf, RENDERER } from '@/lib/markdown/markdown';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import type { PersonBadge } from '@/lib/person/schema';
import { type SignOffRow, signOffOfTask, toSignOff } from '@/lib/sign-off/queries.record';
import { badge, instant, type Sql, sql } from '@/lib/sql';
import { canDeleteTask, taskRights } from '@/lib/task/policy';
import {
  type CardRow,
  cardColumns,
  labelsOfTask,
  linkTasks,
  milestoneOfTask,
  rowColumns,
  type SingleRow,
  type TaskRow,
  toCards,
  toSingle,
} from '@/lib/task/queries.card';
import { COMMENTS, type CommentRow, commentsWhere, toCommentPage, withCalled } from '@/lib/task/queries.comments';
import type { ProjectFacts } from '@/lib/task/queries.facts';
import type { NewPlace, NewTask } from '@/lib/task/queries.write';
import type { TaskDetail } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { isTask, type RecurrenceRow, recurrenceColumn, toRecurrence, watchersOf } from '@/lib/task-parts/queries';

/** Most history lines in one answer, newest first. */
const ACTIVITY = 100;
const ACTIVITY_BYTES = 50_000;
const SUBTASKS = 200;

type ActivityRow = {
  id: string;
  kind: string;
  actor: PersonBadge | null;
  data: Record<string, unknown>;
  created: number;
};

type DetailRow = SingleRow & {
  description: string;
  description_html: string;
  description_renderer: number;
  project_name: string;
  leader_id: string | null;
  category: TaskDetail['category'];
  deleted: number | null;
  deleted_by: string | null;
  comments: CommentRow[] | null;
  activity: ActivityRow[] | null;
  attachments: AttachedRows;
  dependencies: TaskDetail['dependencies'] | null;
  recurrence: RecurrenceRow;
  timed: number | null;
  checklist_items: TaskDetail['checklist_items'] | null;
  /** null: its creator and assignees. */
  watchers: PersonBadge[] | null;
  origin: TaskDetail['origin'];
  meetings: (Omit<TaskDetail['meetings'][number], 'occurrence'> & { start: number })[] | null;
  custom_fields: TaskField[];
  sign_off: SignOffRow | null;
};

/**
 * Answers a task that was just made as its page would, of what is known: its project's numbers are locked until the
 * transaction ends, so only its history is read. Nothing hangs on it yet but its labels and people.
 */
export async function getNewTask(
  ctx: Ctx,
  task: NewTask & NewPlace & { assignee_ids: readonly string[] },
  { key, name, leader_id, category, parent, milestone, people, by, fields }: ProjectFacts,
  labels: readonly TaskLabel[],
  custom: ValueRows,
): Promise<TaskDetail> {
  const lines = await ctx.db.$queryRaw<NonNullable<DetailRow['activity']>>`
    select id, kind, data, extract(epoch from created_at)::float8 as created from activity
     where task_id = ${task.id}::uuid order by created_at desc, id desc`;
  const seconds = task.at.getTime() / 1000;
  const assigned = people
    .filter(({ id }) => task.assignee_ids.includes(id))
    .map(({ _id, name, pic, role }) => ({ _id, name, pic, role }));
  const named = (ids: unknown) =>
    assigned.filter(({ _id }) => (ids as string[]).includes(_id)).map(({ _id, name }) => ({ _id, name }));
  const activity = lines.map((line) => ({
    ...line,
    actor: by,
    ...(line.kind === 'task.assigned' && {
      data: { added: named(line.data.added), removed: named(line.data.removed) },
    }),
  }));
  return detailOf(ctx, {
    ...{
      id: task.id,
      project_id: task.project_id,
      number: task.number,
      rank: task.rank,
      title: task.title,
    },
    ...{ status: task.status, priority: task.priority, audience: task.audience, version: 1 },
    ...{ category_id: task.category_id ?? null, parent_id: task.parent_id ?? null, created_by_id: task.by },
    ...{ milestone_id: milestone?._id ?? null, milestone },
    ...{ start_date: task.start_date ?? null, due_date: task.due_date ?? null },
    estimate_minutes: task.estimate_minutes ?? null,
    ...{
      completed: task.status === COMPLETED ? seconds : null,
      created: seconds,
      updated: seconds,
      deleted: null,
      deleted_by: null,
    },
    ...{ description: task.description, description_html: task.html, description_renderer: task.renderer },
    ...{ project_key: key, project_name: name, leader_id, category, created_by: by, people: assigned },
    ...{
      assignees: assigned.map(({ _id }) => _id).join() || null,
      labels: labels.map(({ _id }) => _id).join() || null,
    },
    ...{ parent: parent && { _id: parent._id, key: parent.key, title: parent.title }, labelled: [...labels] },
    ...{
      blocked: false,
      blocking: false,
      spent: 0,
      repeating: false,
      attached: false,
      custom,
      chosen: null,
      checklist: null,
      subtask_progress: null,
      comment_count: 0,
      comments: null,
    },
    ...{
      activity: activity.length ? activity : null,
      attachments: null,
      dependencies: null,
      recurrence: null,
      checklist_items: null,
    },
    ...{ watchers: null, timed: null, origin: null, meetings: null, sign_off: null, custom_fields: fields ?? [] },
  });
}

const subtasksOf = (ctx: Ctx, id: string) => ctx.db.$queryRaw<TaskRow[]>`
  select ${rowColumns} from task t
   where t.parent_id = ${id}::uuid and t.deleted_at is null order by t.subtask_rank, t.number limit ${SUBTASKS}::int`;

/** Comments, files, dependencies, the checklist, watchers, time and the newest sign-off of the task `t`. */
const hangingOn = (ctx: Ctx): Sql => sql`
  (select json_agg(one) from (${commentsWhere(ctx, sql`c.org_id = t.org_id and c.task_id = t.id`, COMMENTS)}) one) as comments,
  ${attachedWhere(ctx, sql`f.org_id = t.org_id and f.task_id = t.id and f.comment_id is null`)} as attachments,
  ${dependenciesOf} as dependencies, ${recurrenceColumn} as recurrence, ${originOf} as origin, ${meetingsOf} as meetings,
  ${signOffOfTask(ctx)} as sign_off,
  ${watchersOf(ctx)} as watchers, ${timedSince(ctx)}, ${fieldsOf(sql`t.project_id`)} as custom_fields,
  (select json_agg(json_build_object('_id', i.id, 'title', i.title, 'done', i.done, 'version', i.version) order by i.rank, i.id)
     from checklist_item i where i.org_id = t.org_id and i.task_id = t.id) as checklist_items`;

/** By id or human key. `not_found` if hidden, or in the bin for callers who may not restore it. */
export async function getTask(ctx: Ctx, { id: reference }: { id: string }): Promise<TaskDetail> {
  // What was done in this transaction is in its history.
  await ctx.settle();
  const [row] = await ctx.db.$queryRaw<DetailRow[]>(sql`
    select ${cardColumns}, t.description, t.description_renderer,
           case when t.description_renderer = ${RENDERER}::int then t.description_html else '' end as description_html, p.name as project_name, p.leader_id,
           extract(epoch from t.deleted_at)::float8 as deleted, t.deleted_by_id as deleted_by,
           (select json_build_object('_id', k.id, 'name', k.name, 'colour', k.colour)
              from category k where k.org_id = t.org_id and k.id = t.category_id) as category,
           (select json_build_object('_id', up.id, 'key', p.key || '-' || up.number, 'title', up.title)
              from task up where up.org_id = t.org_id and up.id = t.parent_id and up.deleted_at is null) as parent,
           (select ${badge(ctx)} from member m where m.org_id = t.org_id and m.id = t.created_by_id) as created_by,
           (select json_agg(${badge(ctx)}) from task_assignee ta join member m on m.org_id = ta.org_id and m.id = ta.member_id
             where ta.org_id = t.org_id and ta.task_id = t.id) as people,
           ${milestoneOfTask} as milestone, ${labelsOfTask} as labelled,
           (select json_agg(one) from (${activityWhere(ctx, sql`a.org_id = t.org_id and a.task_id = t.id`)}) one) as activity,
           ${hangingOn(ctx)}
      from task t join project p on p.id = t.project_id where ${isTask(reference)}`);
  if (!row) throw notFound('The task');
  if (row.deleted !== null && !canDeleteTask(ctx.actor, ruled(row))) throw notFound('The task');
  return detailOf(ctx, row, await subtasksOf(ctx, row.id));
}

const ruled = ({ project_id: projectId, created_by_id: createdById, assignees, audience }: DetailRow) => ({
  ...{ projectId, createdById, assigneeIds: assignees?.split(',') ?? [], audience },
});

async function detailOf(ctx: Ctx, row: DetailRow, subtasks: TaskRow[] = []): Promise<TaskDetail> {
  const comments = toCommentPage(ctx, row.comments ?? [], COMMENTS);
  const written = htmlOf(row.description, row.description_html, row.description_renderer);
  const [description_html = '', ...texts] = await linkTasks(ctx, [
    written,
    ...comments.docs.map(({ body_html }) => body_html),
  ]);
  const watchers = row.watchers ?? firstWatchers(row);
  return {
    ...toSingle(ctx, row),
    description: row.description,
    description_html,
    project: { _id: row.project_id, key: row.project_key, name: row.project_name, leader_id: row.leader_id },
    category: row.category,
    created_by: row.created_by,
    deleted_at: row.deleted === null ? null : instant(row.deleted),
    comments: await withCalled(
      ctx,
      sql`${row.project_id}::uuid`,
      comments.docs.map((comment, at) => ({ ...comment, body_html: texts[at] ?? '' })),
    ),
    comments_cursor: comments.older,
    activity: (row.activity ?? []).map((one) => toActivity(ctx, one, row)),
    subtasks: await toCards(ctx, subtasks),
    dependencies: row.dependencies ?? [],
    ...toRecurrence(row.recurrence),
    time: mayEver(ctx.actor, 'time.view')
      ? { spent_minutes: row.spent, started_at: row.timed === null ? null : instant(row.timed) }
      : null,
    checklist_items: row.checklist_items ?? [],
    watching: watchers.some(({ _id }) => _id === ctx.actor.memberId),
    watchers,
    origin: row.origin,
    meetings: (row.meetings ?? []).map(({ start, ...one }) => ({ ...one, occurrence: instant(start) })),
    sign_off: row.sign_off && toSignOff(ctx, row.sign_off),
    attachments: toAttachments(ctx, row.attachments),
    custom_fields: row.custom_fields,
    rights: taskRights(ctx.actor, ruled(row), row.deleted === null ? null : { deletedById: row.deleted_by }),
  };
}

function firstWatchers({ created_by: creator, people }: DetailRow): PersonBadge[] {
  const others = (people ?? []).filter(({ _id }) => _id !== creator?._id);
  return [...(creator ? [creator] : []), ...others].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Of the task `t`: those whose other task the caller may see. */
const dependenciesOf: Sql = sql`
  (select json_agg(json_build_object('_id', o.id, 'key', op.key || '-' || o.number, 'title', o.title, 'status', o.status,
            'relation', case when d.task_id = t.id then 'blocks' else 'blocked_by' end) order by op.key, o.number)
     from dependency d
     join task o on o.org_id = d.org_id and o.id = case when d.task_id = t.id then d.blocks_id else d.task_id end
     join project op on op.org_id = o.org_id and op.id = o.project_id
    where d.org_id = t.org_id and (d.task_id = t.id or d.blocks_id = t.id) and o.deleted_at is null)`;

/** Of the task `t`: the comment of which it was made, with its task. */
const originOf: Sql = sql`
  (select json_build_object('comment_id', oc.id, 'task', json_build_object('_id', o.id, 'key', op.key || '-' || o.number, 'title', o.title))
     from comment oc join task o on o.org_id = oc.org_id and o.id = oc.task_id
     join project op on op.org_id = o.org_id and op.id = o.project_id
    where oc.org_id = t.org_id and oc.id = t.origin_comment_id and oc.deleted_at is null and o.deleted_at is null)`;

const MEETINGS = 5;

/** Of the task `t`: the meetings that the caller sees of whose agenda a line that it sees is it. */
const meetingsOf: Sql = sql`
  (select json_agg(json_build_object('_id', w.id, 'title', w.title, 'line', w.line, 'start', w.start)) from (
     select e.id, e.title, i.title as line, extract(epoch from coalesce(i.start, e.starts_at)) as start
       from agenda_item i join meeting e on e.org_id = i.org_id and e.id = i.meeting_id
      where i.org_id = t.org_id and i.task_id = t.id and i.removed_at is null
      order by coalesce(i.start, e.starts_at) desc limit ${MEETINGS}::int) w)`;

/** Of the task `t`: when the caller's timer began. */
const timedSince = ({ actor }: Ctx): Sql => sql`
  (select extract(epoch from e.started_at)::float8 from time_entry e
    where e.org_id = t.org_id and e.task_id = t.id and e.member_id = ${actor.memberId}::uuid and e.ended_at is null) as timed`;

/** Data of a history line `a`; ids of people and tasks become names and keys of those the caller may see. */
export const activityData: Sql = sql`
  case when a.kind = 'task.field' and a.data ->> 'kind' = 'person'
       then a.data || jsonb_build_object('from', ${personNamed(sql`a.data ->> 'from'`)}, 'to', ${personNamed(sql`a.data ->> 'to'`)})
       when a.kind in ('task.assigned', 'task.watched')
       then jsonb_build_object('added', ${named(sql`a.data->'added'`)}, 'removed', ${named(sql`a.data->'removed'`)})
       when a.kind = 'meeting.changed' and (a.data ? 'added' or a.data ? 'removed')
       then a.data || jsonb_build_object('added', ${named(sql`a.data->'added'`)}, 'removed', ${named(sql`a.data->'removed'`)})
       when a.kind = 'dependency.changed'
       then a.data || jsonb_build_object('other', (select op.key || '-' || o.number from task o
              join project op on op.org_id = o.org_id and op.id = o.project_id
             where o.org_id = a.org_id and o.id = case when a.data->>'other' ~ ${UUID} then (a.data->>'other')::uuid end))
       else a.data end`;

const activityWhere = (ctx: Ctx, where: Sql): Sql => sql`
  select a.id, a.kind, extract(epoch from a.created_at)::float8 as created,
         case when m.id is not null then ${badge(ctx)} end as actor,
         ${activityData} as data
    from (select a.*, coalesce(sum(octet_length(a.data::text)) over (order by a.created_at desc, a.id desc
                   rows between unbounded preceding and 1 preceding), 0) < ${ACTIVITY_BYTES}::int as room
            from (select a.* from activity a where ${where} order by a.created_at desc, a.id desc limit ${ACTIVITY}::int) a) a
    left join member m on m.org_id = a.org_id and m.id = a.actor_id
   where a.room order by a.created_at desc, a.id desc`;

/** Null for nobody; without a name whom the caller does not see. */
function personNamed(id: Sql): Sql {
  return sql`case when ${id} ~ ${UUID} then jsonb_build_object('_id', ${id}, 'name', coalesce((select shown_name(who.name, who.namesake)
    from member who where who.org_id = a.org_id and who.id = (${id})::uuid), 'somebody')) end`;
}

function named(ids: Sql): Sql {
  return sql`(
  select coalesce(jsonb_agg(jsonb_build_object('_id', who.id, 'name', shown_name(who.name, who.namesake)) order by who.name, who.namesake nulls first), '[]')
    from member who where who.org_id = a.org_id
     and who.id in (select case when value ~ ${UUID} then value::uuid end
       from jsonb_array_elements_text(case when jsonb_typeof(${ids}) = 'array' then ${ids} else '[]' end)))`;
}

type TaskName = Pick<CardRow, 'id' | 'project_id' | 'project_key' | 'number' | 'title'>;

const toActivity = ({ actor, workflows }: Ctx, row: ActivityRow, task: TaskName): ActivityRecord => ({
  _id: row.id,
  ...activityInWords(row, formatsFor(actor), undefined, { workflows, projectId: task.project_id }),
  actor: row.actor,
  task_id: task.id,
  task_key: `${task.project_key}-${task.number}`,
  task_title: task.title,
  data: row.data,
  created_at: instant(row.created),
});
