import 'server-only';
import { type FileRow, fileColumns, toFile } from '@/lib/file/queries.record';
import { freeName } from '@/lib/file/queries.write';
import type { FileRecord } from '@/lib/file/schema';
import { type FileAudience, nameKey, nameOrder } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';
import { type Sql, sql } from '@/lib/sql';

/** In one answer, oldest first. */
const MOST_ATTACHED = 100;

/** Of the query that it is a column of: `toAttachments` makes records of it. */
export type AttachedRows = FileRow[] | null;

/** What hangs on something, for a column of its query. In `where` the file is `f`. */
export const attachedWhere = (ctx: Ctx, where: Sql): Sql => sql`
  (select json_agg(one order by one.created, one.id) from (select ${fileColumns(ctx)} from file f
    where ${where} and f.deleted_at is null order by f.created_at, f.id limit ${MOST_ATTACHED}::int) one)`;

export const toAttachments = (ctx: Ctx, rows: AttachedRows): FileRecord[] =>
  (rows ?? []).map((row) => toFile(ctx, row));

type Placed = {
  id: string;
  name: string;
  spaceId: string;
  projectId: string | null;
  taskId: string | null;
  commentId: string | null;
  audience: FileAudience;
};

/** False: it is no draft any more. */
export async function placeDraft({ db }: Ctx, one: Placed): Promise<boolean> {
  const updated = await db.$executeRaw`
    update file set name = ${one.name}, name_key = ${nameKey(one.name)}, name_order = ${nameOrder(one.name)},
           space_id = ${one.spaceId}::uuid, project_id = ${one.projectId}::uuid, task_id = ${one.taskId}::uuid,
           comment_id = ${one.commentId}::uuid, audience = ${one.audience}, draft_at = null, version = version + 1,
           updated_at = now()
     where id = ${one.id}::uuid and draft_at is not null and deleted_at is null`;
  return updated > 0;
}

/** The caller's drafts, for this project, hang on the request from now on. @returns how many did */
export const placeDraftsOnRequest = (
  { db, actor }: Ctx,
  { id, projectId }: { id: string; projectId: string },
  fileIds: readonly string[],
): Promise<number> => db.$executeRaw`
  update file set request_id = ${id}::uuid, audience = 'client', draft_at = null, version = version + 1, updated_at = now()
   where id = any(${[...fileIds]}::uuid[]) and draft_at is not null and deleted_at is null
     and uploaded_by_id = ${actor.memberId}::uuid and project_id = ${projectId}::uuid`;

/** Taken off a request they are their uploader's drafts again, which go by themselves unless they are put back. */
export const draftAgain = async ({ db }: Ctx, requestId: string, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length)
    await db.$executeRaw`update file set request_id = null, draft_at = now(), version = version + 1, updated_at = now()
      where id = any(${[...fileIds]}::uuid[]) and request_id = ${requestId}::uuid`;
};

/** What hung on a request that became a task hangs on the task. */
export async function moveRequestFiles(ctx: Ctx, requestId: string, taskId: string): Promise<void> {
  const files = await ctx.db.file.findMany({
    where: { requestId },
    select: { id: true, name: true, spaceId: true },
    orderBy: { id: 'asc' },
  });
  for (const { id, name: given, spaceId } of files) {
    const name = await freeName(ctx, { spaceId, folderId: null, taskId }, given, id);
    await ctx.db.$executeRaw`
      update file set request_id = null, task_id = ${taskId}::uuid, name = ${name}, name_key = ${nameKey(name)},
             name_order = ${nameOrder(name)}, version = version + 1, updated_at = now()
       where id = ${id}::uuid`;
  }
}

type OfMessage = { id: string; projectId: string | null; audience: FileAudience };

/** The caller's drafts, for this project or for none, hang on the message from now on. @returns how many did */
export const placeDraftsOnMessage = (
  { db, actor, org }: Ctx,
  { id, projectId, audience }: OfMessage,
  fileIds: readonly string[],
): Promise<number> => db.$executeRaw`
  update file set message_id = ${id}::uuid, space_id = ${projectId ?? org.id}::uuid, project_id = ${projectId}::uuid, audience = ${audience},
         draft_at = null, version = version + 1, updated_at = now()
   where id = any(${[...fileIds]}::uuid[]) and draft_at is not null and deleted_at is null
     and uploaded_by_id = ${actor.memberId}::uuid and (project_id is null or project_id = ${projectId}::uuid)`;
