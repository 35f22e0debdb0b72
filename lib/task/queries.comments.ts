import 'server-only';
import type { CommentRecord, Reaction } from '@/lib/comment/schema';
import { type AttachedRows, attachedWhere, toAttachments } from '@/lib/file/queries.attached';
import type { Imported } from '@/lib/imported/schema';
import { htmlOf, RENDERER } from '@/lib/markdown/markdown';
import { withMentions } from '@/lib/markdown/mentions';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, importedOf, instant, type Sql, sql } from '@/lib/sql';
import { hearsOf } from '@/lib/task/policy';
import type { Candidate } from '@/lib/task/queries.facts';

/** How many of the newest come with a task. */
export const COMMENTS = 50;
/** Bytes of text per page, so that long comments make no huge answer; one comment always fits. */
const PAGE_BYTES = 400_000;

/** `room`: the page still has room; otherwise the row carries no text. */
export type CommentRow = {
  id: string;
  task_id: string;
  author: PersonBadge | null;
  imported: Imported | null;
  rule: string | null;
  body: string;
  html: string;
  renderer: number;
  audience: string;
  parent_id: string | null;
  version: number;
  created: number;
  edited: number | null;
  deleted: number | null;
  resolved: number | null;
  resolver: PersonBadge | null;
  reactions: Reaction[];
  attachments: AttachedRows;
  tasks: CommentRecord['tasks'] | null;
  message: CommentRecord['message'] | null;
  room: boolean;
};

/** Of a comment `c`: a deleted one is still there as long as the caller sees a reply to it. */
export const isShown: Sql = sql`(c.deleted_at is null or exists (
  select from comment reply where reply.org_id = c.org_id and reply.parent_id = c.id and reply.deleted_at is null))`;

const reactionsTo = ({ actor }: Ctx): Sql => sql`(
  select coalesce(json_agg(json_build_object('emoji', r.emoji, 'count', r.count, 'mine', r.mine, 'names', r.names) order by r.first, r.emoji), '[]')
    from (select r.emoji, count(*)::int as count, bool_or(r.member_id = ${actor.memberId}::uuid) as mine, min(r.created_at) as first,
                 coalesce((array_agg(shown_name(m.name, m.namesake) order by r.created_at, r.member_id) filter (where m.id is not null))[1:10], '{}') as names
            from comment_reaction r left join member m on m.org_id = r.org_id and m.id = r.member_id
           where r.org_id = c.org_id and r.comment_id = c.id group by r.emoji) r)`;

const tasksOf: Sql = sql`(
  select json_agg(json_build_object('_id', o.id, 'key', op.key || '-' || o.number, 'title', o.title) order by o.number, o.id)
    from task o join project op on op.org_id = o.org_id and op.id = o.project_id
   where o.org_id = c.org_id and o.origin_comment_id = c.id and o.deleted_at is null)`;

const messageOf: Sql = sql`(
  select json_build_object('_id', cm.id, 'room_id', cm.room_id) from message_comment mk join message cm on cm.org_id = mk.org_id and cm.id = mk.message_id
   where mk.org_id = c.org_id and mk.comment_id = c.id limit 1)`;

/** Newest first, one more than `limit`. In `where` the comment is `c`. */
export const commentsWhere = (ctx: Ctx, where: Sql, limit: number, skip = 0): Sql => sql`
  select c.id, c.task_id, c.audience, c.parent_id, c.version, c.room,
         case when c.told then c.body else '' end as body, c.body_renderer as renderer,
         case when c.told and c.body_renderer = ${RENDERER}::int then c.body_html else '' end as html,
         extract(epoch from c.created_at)::float8 as created, extract(epoch from c.edited_at)::float8 as edited,
         extract(epoch from c.deleted_at)::float8 as deleted, extract(epoch from c.resolved_at)::float8 as resolved,
         (select ${badge(ctx)} from member m where m.org_id = c.org_id and m.id = c.resolved_by_id) as resolver,
         case when m.id is not null then ${badge(ctx)} end as author, ${importedOf(sql`c`)} as imported, c.rule_name as rule,
         case when c.told then ${reactionsTo(ctx)} else '[]' end as reactions,
         case when c.told then ${attachedWhere(ctx, sql`f.org_id = c.org_id and f.comment_id = c.id`)} end as attachments,
         case when c.told then ${tasksOf} end as tasks, case when c.told then ${messageOf} end as message
    from (select c.*, c.before < ${PAGE_BYTES}::int as room, c.before < ${PAGE_BYTES}::int and c.deleted_at is null as told
            from (select c.*, coalesce(sum(octet_length(c.body) + greatest(octet_length(c.body_html), octet_length(c.body)))
                           over (order by c.created_at desc, c.id desc rows between unbounded preceding and 1 preceding), 0) as before
                    from (select c.* from comment c where ${where} and ${isShown}
                           order by c.created_at desc, c.id desc limit ${limit + 1}::int offset ${skip}::bigint) c) c) c
    left join member m on m.org_id = c.org_id and m.id = c.author_id
   order by c.created_at desc, c.id desc`;

/** Rows of `commentsWhere` as a page, oldest first, with the cursor of earlier ones. */
export function toCommentPage(ctx: Ctx, rows: readonly CommentRow[], limit: number) {
  const docs = rows
    .slice(0, limit)
    .filter(({ room }) => room)
    .map((row) => toComment(ctx, row))
    .reverse();
  const [oldest] = docs;
  return { docs, older: rows.length > docs.length && oldest ? `${oldest.created_at}_${oldest._id}` : null };
}

export const toComment = (ctx: Ctx, row: CommentRow): CommentRecord => ({
  _id: row.id,
  task_id: row.task_id,
  author: row.author,
  imported: row.imported,
  ...(row.rule !== null && { rule: row.rule }),
  body: row.body,
  body_html: htmlOf(row.body, row.html, row.renderer),
  internal: row.audience === 'internal',
  parent_id: row.parent_id,
  reactions: row.reactions,
  resolved_at: row.resolved === null ? null : instant(row.resolved),
  resolved_by: row.resolver,
  attachments: toAttachments(ctx, row.attachments),
  tasks: row.tasks ?? [],
  ...(row.message && { message: row.message }),
  version: row.version,
  created_at: instant(row.created),
  edited_at: row.edited === null ? null : instant(row.edited),
  deleted_at: row.deleted === null ? null : instant(row.deleted),
});

export type PersonAround = Candidate & { name: string };

/** Members of the project `project` and administrators, as far as the caller sees them: a query. */
export const around = (project: Sql): Sql => sql`
  with of_project as materialized (select pm.member_id from project_member pm where pm.project_id = ${project})
  select m.id, shown_name(m.name, m.namesake) as name, m.role, m.approval = 1 and m.deactivated_at is null as active,
         m.id in (select o.member_id from of_project o) as member
    from member m
   where m.role in ('admin', 'subadmin', 'observer') or m.id in (select o.member_id from of_project o)`;

/** Whom a comment that `audience` reads can call. */
export const mentionable = (people: readonly PersonAround[], audience: string): PersonAround[] =>
  people.filter((person) => person.role !== 'observer' && hearsOf(person, audience));

type Marked = { body_html: string; internal: boolean };

/** Marks in one comment whom it calls, of `people`. */
export const markCalled = <C extends Marked>({ actor }: Ctx, comment: C, people: readonly PersonAround[]): C => {
  const called = mentionable(people, comment.internal ? 'internal' : 'client').map(({ id, name }) => ({
    name,
    mine: id === actor.memberId,
  }));
  return { ...comment, body_html: withMentions(comment.body_html, called) };
};

/** Marks whom comments of a project call; one statement, and none where nobody is named. */
export async function withCalled<C extends Marked>(ctx: Ctx, project: Sql, comments: readonly C[]): Promise<C[]> {
  if (!comments.some(({ body_html }) => /[@＠]/.test(body_html))) return [...comments];
  const people = await ctx.db.$queryRaw<PersonAround[]>`${around(project)}`;
  return comments.map((comment) => markCalled(ctx, comment, people));
}
