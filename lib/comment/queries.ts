import 'server-only';
import type { CommentRecord, ListComments } from '@/lib/comment/schema';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { empty, type Sql, sql } from '@/lib/sql';
import { canDeleteTask } from '@/lib/task/policy';
import { type CommentRow, commentsWhere, toComment, toCommentPage } from '@/lib/task/queries.comments';
import { type Candidate, taskFacts } from '@/lib/task/queries.facts';

export type CommentFacts = {
  id: string;
  taskId: string;
  projectId: string;
  taskAudience: string;
  audience: string;
  authorId: string | null;
  leaderId: string | null;
  body: string;
  version: number;
  at: Date;
};

/** `not_found` if hidden, or if it or its task was deleted. */
export async function commentFacts({ db }: Ctx, id: string): Promise<CommentFacts> {
  const [comment] = await db.$queryRaw<CommentFacts[]>`
    select c.id, c.task_id as "taskId", c.project_id as "projectId", c.task_audience as "taskAudience", c.audience,
           c.author_id as "authorId", p.leader_id as "leaderId", c.body, c.version, now() as at
      from comment c
      join task t on t.org_id = c.org_id and t.id = c.task_id
      join project p on p.org_id = c.org_id and p.id = c.project_id
     where c.id = ${id}::uuid and c.deleted_at is null and t.deleted_at is null`;
  if (!comment) throw notFound('The comment');
  return comment;
}

export async function getComment(ctx: Ctx, id: string): Promise<CommentRecord> {
  const [row] = await ctx.db.$queryRaw<CommentRow[]>`${commentsWhere(ctx, sql`c.id = ${id}::uuid`, 1)}`;
  if (!row) throw notFound('The comment');
  return toComment(ctx, row);
}

type NewComment = Omit<CommentFacts, 'authorId' | 'leaderId' | 'version'> & {
  by: string;
  parentId: string | null;
  html: string;
  renderer: number;
};

/** Leaves together with what it causes (`ctx.writeAlong`). */
export const insertComment = (one: NewComment): Sql => sql`
  insert into comment (id, task_id, project_id, task_audience, audience, author_id, parent_id, body, body_html, body_renderer, created_at)
  values (${one.id}::uuid, ${one.taskId}::uuid, ${one.projectId}::uuid, ${one.taskAudience}, ${one.audience}, ${one.by}::uuid,
          ${one.parentId}::uuid, ${one.body}, ${one.html}, ${one.renderer}::int, ${one.at}::timestamptz)`;

export async function commentersOf({ db }: Ctx, taskId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select distinct c.author_id as id from comment c
     where c.task_id = ${taskId}::uuid and c.deleted_at is null and c.author_id is not null`;
  return rows.map(({ id }) => id);
}

/** Members and administrators, as far as the caller sees them. */
export async function peopleAround({ db }: Ctx, projectId: string): Promise<(Candidate & { name: string })[]> {
  return db.$queryRaw<(Candidate & { name: string })[]>`
    with of_project as materialized (select pm.member_id from project_member pm where pm.project_id = ${projectId}::uuid)
    select m.id, shown_name(m.name, m.namesake) as name, m.role, m.approval = 1 and m.deactivated_at is null as active,
           m.id in (select o.member_id from of_project o) as member
      from member m
     where m.role in ('admin', 'subadmin', 'observer') or m.id in (select o.member_id from of_project o)`;
}

/** The newest, or those before `cursor`; oldest first. */
export async function listComments(ctx: Ctx, input: ListComments): Promise<Page<CommentRecord>> {
  const { cursor, page, limit } = input;
  const task = await taskFacts(ctx, input.task_id);
  if (task.deleted && !canDeleteTask(ctx.actor, task)) throw notFound('The task');
  const where = sql`c.task_id = ${task.id}::uuid`;
  const before = cursor
    ? sql`and (c.created_at, c.id) < (${cursor.slice(0, 24)}::timestamptz, ${cursor.slice(25)}::uuid)`
    : empty;
  const rows = await ctx.db.$queryRaw<
    CommentRow[]
  >`${commentsWhere(ctx, sql`${where} ${before}`, limit, cursor ? 0 : (page - 1) * limit)}`;
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    select count(*)::int as total from comment c where ${where} and c.deleted_at is null`;
  const { docs, older } = toCommentPage(ctx, rows, limit);
  return { docs, total: counted?.total ?? 0, page, limit, next_cursor: older };
}
