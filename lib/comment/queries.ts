import 'server-only';
import type { CommentRecord, CommentVersion, CommentVersions, ListComments } from '@/lib/comment/schema';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Source } from '@/lib/imported/vocabulary';
import { htmlOf } from '@/lib/markdown/markdown';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { empty, instant, type Sql, sql } from '@/lib/sql';
import { canDeleteTask } from '@/lib/task/policy';
import { linkTasks } from '@/lib/task/queries.card';
import {
  around,
  type CommentRow,
  commentsWhere,
  isShown,
  type PersonAround,
  toComment,
  toCommentPage,
  withCalled,
} from '@/lib/task/queries.comments';
import { taskFacts } from '@/lib/task/queries.facts';

export type CommentFacts = {
  id: string;
  /** Null for words that were written here. */
  importedFrom: Source | null;
  importedName: string | null;
  taskId: string;
  projectId: string;
  taskAudience: string;
  audience: string;
  authorId: string | null;
  leaderId: string | null;
  parentId: string | null;
  resolved: boolean;
  deletedById: string | null;
  body: string;
  version: number;
  at: Date;
};

const DELETED_TODAY: Sql = sql`c.deleted_at > now() - interval '1 day'`;

/** `not_found` if hidden, or if it or its task was deleted. `deleted`: one that was, within a day. */
export async function commentFacts({ db }: Ctx, id: string, { deleted = false } = {}): Promise<CommentFacts> {
  const [comment] = await db.$queryRaw<CommentFacts[]>`
    select c.id, c.task_id as "taskId", c.project_id as "projectId", c.task_audience as "taskAudience", c.audience,
           c.author_id as "authorId", p.leader_id as "leaderId", c.parent_id as "parentId", c.resolved_at is not null as resolved,
           c.deleted_by_id as "deletedById", c.body, c.version, now() as at,
           c.imported_from as "importedFrom", c.imported_name as "importedName"
      from comment c
      join task t on t.org_id = c.org_id and t.id = c.task_id
      join project p on p.org_id = c.org_id and p.id = c.project_id
     where c.id = ${id}::uuid and ${deleted ? DELETED_TODAY : sql`c.deleted_at is null`} and t.deleted_at is null`;
  if (!comment) throw notFound('The comment');
  return comment;
}

export async function getComment(ctx: Ctx, id: string): Promise<CommentRecord> {
  const [row] = await ctx.db.$queryRaw<CommentRow[]>`${commentsWhere(ctx, sql`c.id = ${id}::uuid`, 1)}`;
  if (!row) throw notFound('The comment');
  const linked = await withLinks(ctx, [toComment(ctx, row)]);
  const [comment] = await withCalled(ctx, sql`(select c.project_id from comment c where c.id = ${id}::uuid)`, linked);
  return comment as CommentRecord;
}

/** Their words with links to the tasks that the caller sees. */
async function withLinks<C extends { body_html: string }>(ctx: Ctx, comments: readonly C[]): Promise<C[]> {
  const htmls = await linkTasks(
    ctx,
    comments.map(({ body_html }) => body_html),
  );
  return comments.map((comment, at) => ({ ...comment, body_html: htmls[at] ?? '' }));
}

type NewComment = Omit<
  CommentFacts,
  'authorId' | 'leaderId' | 'version' | 'resolved' | 'deletedById' | 'importedFrom' | 'importedName'
> & {
  by: string;
  rule: string | null;
  html: string;
  renderer: number;
};

export const insertComment = ({ db }: Pick<Ctx, 'db'>, one: NewComment) => db.$executeRaw`
  insert into comment (id, task_id, project_id, task_audience, audience, author_id, parent_id, body, body_html, body_renderer, created_at, rule_name)
  values (${one.id}::uuid, ${one.taskId}::uuid, ${one.projectId}::uuid, ${one.taskAudience}, ${one.audience}, ${one.by}::uuid,
          ${one.parentId}::uuid, ${one.body}, ${one.html}, ${one.renderer}::int, ${one.at}::timestamptz, ${one.rule})`;

export type Answered = { id: string; audience: string; root: string; rootAudience: string; resolved: boolean };

/** What a reply to the comment `id` of this task answers, and the thread it goes into; a deleted one only if it is shown. */
export async function answeredBy({ db }: Ctx, taskId: string, id: string): Promise<Answered | undefined> {
  const [answered] = await db.$queryRaw<Answered[]>`
    select c.id, c.audience, root.id as root, root.audience as "rootAudience", root.resolved_at is not null as resolved
      from comment c join comment root on root.org_id = c.org_id and root.id = coalesce(c.parent_id, c.id)
     where c.id = ${id}::uuid and c.task_id = ${taskId}::uuid and ${isShown}`;
  return answered;
}

/** Resolves the thread, or opens it again where `by` is null. */
export const resolveThread = ({ db }: Pick<Ctx, 'db'>, id: string, by: string | null) => db.$executeRaw`
  update comment set resolved_at = case when ${by}::uuid is not null then now() end, resolved_by_id = ${by}::uuid where id = ${id}::uuid`;

type NewText = { id: string; version: number; body: string; html: string; renderer: number };

/** Keeps what the comment said before. False: it is not at `version` any more, or was deleted. */
export async function replaceText({ db }: Ctx, one: NewText): Promise<boolean> {
  const updated = await db.$executeRaw`
    with old as (select c.* from comment c where c.id = ${one.id}::uuid and c.version = ${one.version}::int
                    and c.deleted_at is null for update),
         kept as (insert into comment_version (comment_id, version, body, body_html, body_renderer, written_at)
                  select id, version, body, body_html, body_renderer, coalesce(edited_at, created_at) from old)
    update comment c set body = ${one.body}, body_html = ${one.html}, body_renderer = ${one.renderer}::int,
           version = c.version + 1, edited_at = now()
      from old where c.id = old.id`;
  return updated > 0;
}

/** Looked at for people who were told before. */
const MOST_TEXTS = 20;

/** As they were rendered: what the comment said and named somebody in, the latest first. */
export async function earlierTexts({ db }: Ctx, id: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ body: string; html: string; renderer: number }[]>`
    select body, body_html as html, body_renderer as renderer from comment_version
     where comment_id = ${id}::uuid and body ~ '[@＠]' order by version desc limit ${MOST_TEXTS}::int`;
  return rows.map(({ body, html, renderer }) => htmlOf(body, html, renderer));
}

/** What the comment said, the latest first. */
export async function listVersions(ctx: Ctx, { id, page, limit }: CommentVersions): Promise<Page<CommentVersion>> {
  await commentFacts(ctx, id);
  type Row = { version: number; body: string; html: string; renderer: number; written: number };
  const { docs, ...counts } = await paginate<Row, CommentVersion>(
    ctx.db,
    { page, limit },
    {
      found: sql`
        select c.version, c.body, c.body_html as html, c.body_renderer as renderer,
               extract(epoch from coalesce(c.edited_at, c.created_at))::float8 as written
          from comment c where c.id = ${id}::uuid
        union all
        select v.version, v.body, v.body_html, v.body_renderer, extract(epoch from v.written_at)::float8
          from comment_version v where v.comment_id = ${id}::uuid`,
      order: sql`version desc`,
    },
    ({ version, body, html, renderer, written }) => ({
      version,
      body,
      body_html: htmlOf(body, html, renderer),
      written_at: instant(written),
    }),
  );
  return { docs: await withLinks(ctx, docs), ...counts };
}

/** False: the comment has this reaction of the caller already. */
export async function insertReaction({ db, actor }: Ctx, commentId: string, emoji: string): Promise<boolean> {
  const added = await db.$executeRaw`
    insert into comment_reaction (comment_id, member_id, emoji) values (${commentId}::uuid, ${actor.memberId}::uuid, ${emoji})
    on conflict do nothing`;
  return added > 0;
}

/** Other emoji that the comment has. */
export async function otherReactions({ db }: Ctx, commentId: string, emoji: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(distinct r.emoji)::int as count from comment_reaction r
     where r.comment_id = ${commentId}::uuid and r.emoji <> ${emoji}`;
  return row?.count ?? 0;
}

export const peopleAround = ({ db }: Ctx, projectId: string): Promise<PersonAround[]> =>
  db.$queryRaw<PersonAround[]>`${around(sql`${projectId}::uuid`)}`;

/** Who wrote of the task `t` before, and the people around: columns of `taskFacts`. */
export type Listening = { earlier: string[] | null; around: PersonAround[] | null };
export const listening: Sql = sql`
  (select json_agg(distinct c.author_id) from comment c
    where c.task_id = t.id and c.deleted_at is null and c.author_id is not null and c.imported_from is null and c.rule_name is null) as earlier,
  (select json_agg(one) from (${around(sql`t.project_id`)}) one) as around, `;

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
    select count(*)::int as total from comment c where ${where} and ${isShown}`;
  const { docs, older } = toCommentPage(ctx, rows, limit);
  const marked = await withCalled(ctx, sql`${task.projectId}::uuid`, await withLinks(ctx, docs));
  return { docs: marked, total: counted?.total ?? 0, page, limit, next_cursor: older };
}
