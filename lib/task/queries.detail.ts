import 'server-only';
import { notFound } from '@/lib/errors';
import type { ActivityRecord } from '@/lib/event/schema';
import { activityInWords } from '@/lib/event/words';
import { type AttachedRows, attachedWhere, toAttachments } from '@/lib/file/queries.attached';
import { formatsFor } from '@/lib/formats';
import { htmlOf, RENDERER } from '@/lib/markdown/markdown';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, instant, type Sql, sql } from '@/lib/sql';
import { canDeleteTask, taskRights } from '@/lib/task/policy';
import { type CardRow, cardColumns, toCard, toCards } from '@/lib/task/queries.card';
import { COMMENTS, type CommentRow, commentsWhere, toCommentPage } from '@/lib/task/queries.comments';
import type { TaskDetail } from '@/lib/task/schema';

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

type DetailRow = CardRow & {
  description: string;
  description_html: string;
  description_renderer: number;
  estimate_minutes: number | null;
  project_name: string;
  leader_id: string | null;
  category: TaskDetail['category'];
  parent: TaskDetail['parent'];
  created_by: PersonBadge | null;
  deleted: number | null;
  people: PersonBadge[] | null;
  comments: CommentRow[] | null;
  activity: ActivityRow[] | null;
  attachments: AttachedRows;
};

/** Id or human key, for a task `t` of project `p`. */
export function isTask(reference: string): Sql {
  const key = /^([A-Z][A-Z0-9]{1,9})-(\d{1,9})$/.exec(reference);
  return key ? sql`p.key = ${key[1]} and t.number = ${Number(key[2])}::int` : sql`t.id = ${reference}::uuid`;
}

/** Right after it was made: nothing is below it yet. */
export const getNewTask = (ctx: Ctx, id: string): Promise<TaskDetail> => readTask(ctx, id, async () => []);

/** By id or human key. `not_found` if hidden, or in the bin for callers who may not restore it. */
export const getTask = (ctx: Ctx, { id }: { id: string }): Promise<TaskDetail> => readTask(ctx, id, subtasksOf);

const subtasksOf = (ctx: Ctx, id: string) => ctx.db.$queryRaw<CardRow[]>`
  select ${cardColumns} from task t join project p on p.id = t.project_id
   where t.parent_id = ${id}::uuid and t.deleted_at is null order by t.number limit ${SUBTASKS}::int`;

async function readTask(ctx: Ctx, reference: string, below: typeof subtasksOf | (() => Promise<CardRow[]>)) {
  const [row] = await ctx.settled<DetailRow>(sql`
    select ${cardColumns}, t.description, t.estimate_minutes, t.description_renderer,
           case when t.description_renderer = ${RENDERER}::int then t.description_html else '' end as description_html, p.name as project_name, p.leader_id,
           extract(epoch from t.deleted_at)::float8 as deleted,
           (select json_build_object('_id', k.id, 'name', k.name, 'colour', k.colour)
              from category k where k.org_id = t.org_id and k.id = t.category_id) as category,
           (select json_build_object('_id', up.id, 'key', p.key || '-' || up.number, 'title', up.title)
              from task up where up.org_id = t.org_id and up.id = t.parent_id and up.deleted_at is null) as parent,
           (select ${badge(ctx)} from member m where m.org_id = t.org_id and m.id = t.created_by_id) as created_by,
           (select json_agg(${badge(ctx)}) from task_assignee ta join member m on m.org_id = ta.org_id and m.id = ta.member_id
             where ta.org_id = t.org_id and ta.task_id = t.id) as people,
           (select json_agg(one) from (${commentsWhere(ctx, sql`c.org_id = t.org_id and c.task_id = t.id`, COMMENTS)}) one) as comments,
           (select json_agg(one) from (${activityWhere(ctx, sql`a.org_id = t.org_id and a.task_id = t.id`, ACTIVITY)}) one) as activity,
           ${attachedWhere(ctx, sql`f.org_id = t.org_id and f.task_id = t.id and f.comment_id is null`)} as attachments
      from task t join project p on p.id = t.project_id where ${isTask(reference)}`);
  if (!row) throw notFound('The task');
  const people = new Map((row.people ?? []).map((person) => [person._id, person]));
  const card = toCard(row, people, new Map(row.parent ? [[row.parent._id, row.parent]] : []));
  const task = {
    projectId: row.project_id,
    createdById: row.created_by_id,
    assigneeIds: row.assignees?.split(',') ?? [],
    audience: row.audience,
  };
  if (row.deleted !== null && !canDeleteTask(ctx.actor, task)) throw notFound('The task');
  const subtasks = await below(ctx, row.id);
  const comments = toCommentPage(ctx, row.comments ?? [], COMMENTS);
  return {
    ...card,
    description: row.description,
    description_html: htmlOf(row.description, row.description_html, row.description_renderer),
    estimate_minutes: row.estimate_minutes,
    project: { _id: row.project_id, key: row.project_key, name: row.project_name, leader_id: row.leader_id },
    category: row.category,
    created_by: row.created_by,
    deleted_at: row.deleted === null ? null : instant(row.deleted),
    comments: comments.docs,
    comments_cursor: comments.older,
    activity: (row.activity ?? []).map((one) => toActivity(ctx, one, row)),
    subtasks: await toCards(ctx, subtasks),
    dependencies: [],
    attachments: toAttachments(ctx, row.attachments),
    rights: taskRights(ctx.actor, task, row.deleted !== null),
  };
}

/** Data of a history line `a`; ids of assigned people become people the caller may see. */
export const activityData: Sql = sql`
  case when a.kind = 'task.assigned'
       then jsonb_build_object('added', ${named(sql`a.data->'added'`)}, 'removed', ${named(sql`a.data->'removed'`)})
       else a.data end`;

const activityWhere = (ctx: Ctx, where: Sql, limit: number): Sql => sql`
  select a.id, a.kind, extract(epoch from a.created_at)::float8 as created,
         case when m.id is not null then ${badge(ctx)} end as actor,
         ${activityData} as data
    from (select a.*, coalesce(sum(octet_length(a.data::text)) over (order by a.created_at desc, a.id desc
                   rows between unbounded preceding and 1 preceding), 0) < ${ACTIVITY_BYTES}::int as room
            from (select a.* from activity a where ${where} order by a.created_at desc, a.id desc limit ${limit}::int) a) a
    left join member m on m.org_id = a.org_id and m.id = a.actor_id
   where a.room order by a.created_at desc, a.id desc`;

function named(ids: Sql): Sql {
  return sql`(
  select coalesce(jsonb_agg(jsonb_build_object('_id', who.id, 'name', shown_name(who.name, who.namesake)) order by who.name, who.namesake nulls first), '[]')
    from member who where who.org_id = a.org_id
     and who.id in (select case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end
       from jsonb_array_elements_text(case when jsonb_typeof(${ids}) = 'array' then ${ids} else '[]' end)))`;
}

type TaskName = Pick<CardRow, 'id' | 'project_key' | 'number' | 'title'>;

const toActivity = ({ actor }: Ctx, row: ActivityRow, task: TaskName): ActivityRecord => ({
  _id: row.id,
  ...activityInWords(row, formatsFor(actor)),
  actor: row.actor,
  task_id: task.id,
  task_key: `${task.project_key}-${task.number}`,
  task_title: task.title,
  data: row.data,
  created_at: instant(row.created),
});
