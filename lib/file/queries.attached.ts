import 'server-only';
import { type FileRow, fileColumns, toFile } from '@/lib/file/queries.record';
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
