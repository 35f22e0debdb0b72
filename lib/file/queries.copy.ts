import 'server-only';
import type { FileAudience } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

/** A file of a tree of folders. */
export type Leaf = { id: string; folderId: string; audience: FileAudience };

/** The files in these folders that the caller sees, at most `most`. */
export const leavesOf = ({ db }: Ctx, folderIds: readonly string[], most: number): Promise<Leaf[]> =>
  db.$queryRaw<Leaf[]>`
    select f.id, f.folder_id as "folderId", f.audience from file f
     where f.folder_id = any(${[...folderIds]}::uuid[]) and f.deleted_at is null limit ${most}::int`;

/** `from`: what it is a copy of; `to`: the folder that it goes into. */
export type Copied = { id: string; from: string; to: string | null; audience: FileAudience };

/** Files as copies of others, with their present content as their first version. What is gone by now is left out. */
export async function insertFileCopies(
  { db, actor }: Ctx,
  { spaceId, projectId }: { spaceId: string; projectId: string | null },
  copies: readonly Copied[],
): Promise<void> {
  await db.$executeRaw`
    insert into file (id, space_id, project_id, folder_id, name, name_key, name_order, audience, content_id, size, type, sha256,
                      uploaded_by_id)
    select one.id, ${spaceId}::uuid, ${projectId}::uuid, one."to", f.name, f.name_key, f.name_order, one.audience, f.content_id,
           f.size, f.type, f.sha256, ${actor.memberId}::uuid
      from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as one(id uuid, "from" uuid, "to" uuid, audience text)
      join file f on f.id = one."from" and f.deleted_at is null
    on conflict do nothing`;
  await db.$executeRaw`
    insert into file_version (file_id, version_number, content_id, size, type, sha256, uploaded_by_id)
    select f.id, 1, f.content_id, f.size, f.type, f.sha256, f.uploaded_by_id
      from file f where f.id = any(${copies.map(({ id }) => id)}::uuid[])`;
}
