import 'server-only';
import { notFound } from '@/lib/errors';
import { contentNotes } from '@/lib/file/bytes/notes';
import type { ItemSubject } from '@/lib/file/events';
import { itemRights } from '@/lib/file/policy';
import type { FileRecord } from '@/lib/file/schema';
import { type FileAudience, PICTURE_TYPES } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { binnedSince } from '@/lib/retention';
import { badge, instant, type Sql, sql } from '@/lib/sql';

/** Instants are seconds since 1970, as those of tasks are. */
export type FileRow = {
  id: string;
  name: string;
  size: number;
  type: string;
  sha256: string;
  folder_id: string | null;
  folder_name: string | null;
  project_id: string | null;
  task_id: string | null;
  comment_id: string | null;
  message_id: string | null;
  request_id: string | null;
  audience: FileAudience;
  draft: boolean;
  version_number: number;
  version: number;
  created: number;
  updated: number;
  owner_id: string | null;
  leader_id: string | null;
  uploaded_by: PersonBadge | null;
};

/** Of the file `f`. A client does not learn of a folder that it does not see. */
export const fileColumns = (ctx: Ctx): Sql => sql`f.id, f.name, f.size::float8 as size, f.type, f.sha256,
  ${ctx.actor.role === 'client' ? sql`(select o.id from folder o where o.org_id = f.org_id and o.id = f.folder_id)` : sql`f.folder_id`} as folder_id,
  (select o.name from folder o where o.org_id = f.org_id and o.id = f.folder_id) as folder_name,
  f.project_id, f.task_id, f.comment_id, f.message_id, f.request_id, f.draft_at is not null as draft, f.version_number, f.version,
  case when f.comment_id is null then f.audience
    else (select c.audience from comment c where c.org_id = f.org_id and c.id = f.comment_id) end as audience,
  extract(epoch from f.created_at)::float8 as created, extract(epoch from f.updated_at)::float8 as updated,
  f.uploaded_by_id as owner_id,
  (select p.leader_id from project p where p.org_id = f.org_id and p.id = f.project_id) as leader_id,
  (select ${badge(ctx)} from member m where m.org_id = f.org_id and m.id = f.uploaded_by_id) as uploaded_by`;

/** Where its bytes are read. Whoever has a session of the chat alone reads them where `chat` leads. */
export function urlsOf({ _id: id, type }: Pick<FileRecord, '_id' | 'type'>, by: 'chat' | 'files') {
  const path = by === 'chat' ? '/api/chatFile' : '/api/file';
  return {
    content_url: `${path}Content/${id}`,
    thumbnail_url: PICTURE_TYPES.includes(type) ? `${path}Thumbnail/${id}` : null,
  };
}

export function toFile({ actor }: Ctx, row: FileRow): FileRecord {
  const { id, draft, created, updated, owner_id: ownerId, leader_id: leaderId, ...rest } = row;
  return {
    _id: id,
    ...rest,
    created_at: instant(created),
    updated_at: instant(updated),
    ...urlsOf({ _id: id, type: row.type }, row.message_id ? 'chat' : 'files'),
    rights: itemRights(actor, {
      projectId: row.project_id,
      ownerId,
      leaderId,
      draft,
      messageId: row.message_id,
      requestId: row.request_id,
    }),
    notes: contentNotes(row.name, row.type),
  };
}

/** Records of files that are not in the bin, in the order of `ids`; hidden ones are left out. */
export async function filesById(ctx: Ctx, ids: readonly string[]): Promise<FileRecord[]> {
  const rows = await ctx.db.$queryRaw<FileRow[]>`
    select ${fileColumns(ctx)} from file f where f.id = any(${[...ids]}::uuid[]) and f.deleted_at is null`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toFile(ctx, row)] : [];
  });
}

/** `not_found` if hidden or in the bin. */
export async function getFile(ctx: Ctx, { id }: { id: string }): Promise<FileRecord> {
  const [file] = await filesById(ctx, [id]);
  if (!file) throw notFound('The file');
  return file;
}

export type FileFacts = {
  id: string;
  name: string;
  spaceId: string;
  projectId: string | null;
  folderId: string | null;
  taskId: string | null;
  taskAudience: string | null;
  commentId: string | null;
  messageId: string | null;
  requestId: string | null;
  audience: FileAudience;
  draft: boolean;
  deleted: boolean;
  deletedById: string | null;
  /** In the bin for so long that it cannot be restored. */
  expired: boolean;
  ownerId: string | null;
  leaderId: string | null;
  version: number;
  versionNumber: number;
  contentId: string;
  sha256: string;
  /** The transaction's time, by the database's clock. */
  at: Date;
};

/** `not_found` if hidden. In the bin too: who asks decides what that means. */
export async function fileFacts({ db }: Ctx, id: string): Promise<FileFacts> {
  const [file] = await db.$queryRaw<FileFacts[]>`
    select f.id, f.name, f.space_id as "spaceId", f.project_id as "projectId", f.folder_id as "folderId",
           f.task_id as "taskId", t.audience as "taskAudience", f.comment_id as "commentId", f.message_id as "messageId", f.request_id as "requestId",
           coalesce(c.audience, f.audience) as audience, f.draft_at is not null as draft, f.deleted_at is not null as deleted, f.deleted_by_id as "deletedById",
           coalesce(f.deleted_at < ${binnedSince()}::timestamptz, false) as expired,
           f.uploaded_by_id as "ownerId", p.leader_id as "leaderId", f.version, f.version_number as "versionNumber",
           f.content_id as "contentId", f.sha256, now() as at
      from file f
      left join project p on p.org_id = f.org_id and p.id = f.project_id
      left join task t on t.org_id = f.org_id and t.id = f.task_id
      left join comment c on c.org_id = f.org_id and c.id = f.comment_id
     where f.id = ${id}::uuid`;
  if (!file) throw notFound('The file');
  return file;
}

/** The same, and `not_found` in the bin. */
export async function presentFile(ctx: Ctx, id: string): Promise<FileFacts> {
  const file = await fileFacts(ctx, id);
  if (file.deleted) throw notFound('The file');
  return file;
}

/** What events about it need; `audience` where that has just changed. */
export function subjectOf(file: FileFacts, version: number, audience: FileAudience = file.audience): ItemSubject {
  const { id, projectId, taskId, taskAudience } = file;
  const task = taskId && taskAudience ? { id: taskId, audience: taskAudience } : undefined;
  return { id, projectId, version, audience, before: file.audience, task };
}
