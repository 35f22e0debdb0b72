import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { FileAudience } from '@/lib/file/vocabulary';
import { canDeleteFileComment } from '@/lib/file-comment/policy';
import type { FileCommentRecord, ListFileComments } from '@/lib/file-comment/schema';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, type Db, instant, type Sql, sql } from '@/lib/sql';

type CommentRow = Pick<FileCommentRecord, '_id' | 'file_id' | 'body'> & {
  audience: FileAudience;
  created: number;
  author_id: string | null;
  leader_id: string | null;
  author: PersonBadge | null;
};

/** Of the comment `c` on the file `f`. */
const columns = (ctx: Ctx): Sql => sql`c.id as _id, c.file_id, c.body, c.audience,
  extract(epoch from c.created_at)::float8 as created, c.author_id,
  (select p.leader_id from project p where p.org_id = f.org_id and p.id = f.project_id) as leader_id,
  (select ${badge(ctx)} from member m where m.org_id = c.org_id and m.id = c.author_id) as author`;

function toComment({ actor }: Ctx, row: CommentRow): FileCommentRecord {
  const { audience, created, author_id: authorId, leader_id: leaderId, ...rest } = row;
  return {
    ...rest,
    internal: audience === 'internal',
    created_at: instant(created),
    rights: { delete: canDeleteFileComment(actor, { authorId, leaderId }) },
  };
}

/** Those that the caller may read, newest first, in one statement; `not_found` as for the file. */
export async function listFileComments(
  ctx: Ctx,
  { id, page, limit }: ListFileComments,
): Promise<Page<FileCommentRecord>> {
  const rows = await ctx.db.$queryRaw<(CommentRow & { total: number })[]>`
    select (select count(*)::int from file_comment every where every.file_id = f.id and every.deleted_at is null) as total, shown.*
      from file f left join lateral (
        select ${columns(ctx)} from file_comment c where c.org_id = f.org_id and c.file_id = f.id and c.deleted_at is null
         order by c.created_at desc, c.id desc limit ${limit}::int offset ${(page - 1) * limit}::bigint) as shown on true
     where f.id = ${id}::uuid and f.deleted_at is null
     order by shown.created desc, shown._id desc`;
  const [first] = rows;
  if (!first) throw notFound('The file');
  const docs = rows.filter(({ _id }) => _id !== null).map(({ total: _total, ...row }) => toComment(ctx, row));
  return { docs, total: first.total, page, limit };
}

export type FileCommentFacts = {
  id: string;
  fileId: string;
  name: string;
  projectId: string | null;
  leaderId: string | null;
  audience: FileAudience;
  authorId: string | null;
  deletedById: string | null;
};

const DELETED_TODAY = sql`c.deleted_at > now() - interval '1 day'`;

/** `not_found` if the comment or its file is hidden, or the file in the bin. `deleted`: one that can be restored. */
export async function fileCommentFacts({ db }: Ctx, id: string, { deleted = false } = {}): Promise<FileCommentFacts> {
  const [comment] = await db.$queryRaw<FileCommentFacts[]>`
    select c.id, c.file_id as "fileId", f.name, f.project_id as "projectId", p.leader_id as "leaderId",
           case when f.audience = 'client' then c.audience else 'internal' end as audience, c.author_id as "authorId", c.deleted_by_id as "deletedById"
      from file_comment c join file f on f.org_id = c.org_id and f.id = c.file_id and f.deleted_at is null
      left join project p on p.org_id = f.org_id and p.id = f.project_id
     where c.id = ${id}::uuid and ${deleted ? DELETED_TODAY : sql`c.deleted_at is null`}`;
  if (!comment) throw notFound('The comment');
  return comment;
}

export async function getFileComment(ctx: Ctx, id: string): Promise<FileCommentRecord> {
  const [row] = await ctx.db.$queryRaw<CommentRow[]>`
    select ${columns(ctx)} from file_comment c join file f on f.org_id = c.org_id and f.id = c.file_id where c.id = ${id}::uuid`;
  if (!row) throw notFound('The comment');
  return toComment(ctx, row);
}

/** Who wrote about the file, as far as the caller may read it. */
export async function fileCommenters({ db }: Ctx, fileId: string): Promise<string[]> {
  const rows = await db.fileComment.findMany({
    where: { fileId, deletedAt: null },
    distinct: ['authorId'],
    select: { authorId: true },
  });
  return rows.flatMap(({ authorId }) => authorId ?? []);
}

export const forgetDeletedFileComments = (db: Db) =>
  db.$executeRaw`delete from file_comment where deleted_at < now() - interval '1 day'`;

type NewComment = { id: string; fileId: string; audience: FileAudience; by: string; body: string };

export const insertFileComment = ({ db }: Pick<Ctx, 'db'>, { by, ...one }: NewComment) =>
  db.fileComment.createMany({ data: { ...one, authorId: by } });
