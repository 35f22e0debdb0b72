import 'server-only';
import type { CommentRecord } from '@/lib/comment/schema';
import { type AttachedRows, attachedWhere, toAttachments } from '@/lib/file/queries.attached';
import { htmlOf, RENDERER } from '@/lib/markdown/markdown';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, instant, type Sql, sql } from '@/lib/sql';

/** How many of the newest come with a task. */
export const COMMENTS = 50;
/** Bytes of text per page, so that long comments make no huge answer; one comment always fits. */
const PAGE_BYTES = 400_000;

/** `room`: the page still has room; otherwise the row carries no text. */
export type CommentRow = {
  id: string;
  task_id: string;
  author: PersonBadge | null;
  body: string;
  html: string;
  renderer: number;
  audience: string;
  parent_id: string | null;
  version: number;
  created: number;
  edited: number | null;
  attachments: AttachedRows;
  room: boolean;
};

/** Newest first, one more than `limit`. In `where` the comment is `c`. */
export const commentsWhere = (ctx: Ctx, where: Sql, limit: number, skip = 0): Sql => sql`
  select c.id, c.task_id, c.audience, c.parent_id, c.version, c.room,
         case when c.room then c.body else '' end as body, c.body_renderer as renderer,
         case when c.room and c.body_renderer = ${RENDERER}::int then c.body_html else '' end as html,
         extract(epoch from c.created_at)::float8 as created, extract(epoch from c.edited_at)::float8 as edited,
         case when m.id is not null then ${badge(ctx)} end as author,
         ${attachedWhere(ctx, sql`f.org_id = c.org_id and f.comment_id = c.id`)} as attachments
    from (select c.*, coalesce(sum(octet_length(c.body) + greatest(octet_length(c.body_html), octet_length(c.body)))
                   over (order by c.created_at desc, c.id desc rows between unbounded preceding and 1 preceding), 0) < ${PAGE_BYTES}::int as room
            from (select c.* from comment c where ${where} and c.deleted_at is null
                   order by c.created_at desc, c.id desc limit ${limit + 1}::int offset ${skip}::bigint) c) c
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
  body: row.body,
  body_html: htmlOf(row.body, row.html, row.renderer),
  internal: row.audience === 'internal',
  parent_id: row.parent_id,
  attachments: toAttachments(ctx, row.attachments),
  version: row.version,
  created_at: instant(row.created),
  edited_at: row.edited === null ? null : instant(row.edited),
});
