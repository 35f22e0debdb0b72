import 'server-only';
import { type FileAudience, nameKey, nameOrder } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

type Changed = {
  name: string;
  spaceId: string;
  projectId: string | null;
  folderId: string | null;
  audience: FileAudience;
};

/** False: somebody else changed it first. */
export async function updateFile(
  { db }: Ctx,
  { id, version }: { id: string; version: number },
  { name, spaceId, projectId, folderId, audience }: Changed,
): Promise<boolean> {
  const updated = await db.$executeRaw`
    update file set name = ${name}, name_key = ${nameKey(name)}, name_order = ${nameOrder(name)}, space_id = ${spaceId}::uuid,
           project_id = ${projectId}::uuid, folder_id = ${folderId}::uuid, audience = ${audience}, version = version + 1,
           updated_at = now()
     where id = ${id}::uuid and version = ${version}::int and deleted_at is null`;
  return updated > 0;
}

/** Into the bin. False: it is there already. */
export async function binFile({ db, actor }: Ctx, id: string): Promise<boolean> {
  const updated = await db.$executeRaw`
    update file set deleted_at = now(), deleted_by_id = ${actor.memberId}::uuid, deleted_with = null, version = version + 1
     where id = ${id}::uuid and deleted_at is null`;
  return updated > 0;
}

/** Out of the bin; null: the root of its space. False: it is not there. */
export async function unbinFile({ db }: Ctx, id: string, folderId: string | null, name: string): Promise<boolean> {
  const updated = await db.$executeRaw`
    update file set deleted_at = null, deleted_by_id = null, deleted_with = null, folder_id = ${folderId}::uuid, name = ${name},
           name_key = ${nameKey(name)}, name_order = ${nameOrder(name)}, version = version + 1, updated_at = now()
     where id = ${id}::uuid and deleted_at is not null`;
  return updated > 0;
}

/** For good; a draft, or what is in the bin. */
export async function eraseFile({ db }: Ctx, id: string): Promise<boolean> {
  return (
    (await db.$executeRaw`delete from file where id = ${id}::uuid and (draft_at is not null or deleted_at is not null)`) >
    0
  );
}

/** Of all files in these folders; hiding holds for the bin too. @returns how many had another one */
export const setAudienceIn = ({ db }: Ctx, folderIds: readonly string[], audience: FileAudience): Promise<number> =>
  db.$executeRaw`
    update file set audience = ${audience}, version = version + 1, updated_at = now()
     where folder_id = any(${[...folderIds]}::uuid[]) and audience <> ${audience}
       and (deleted_at is null or ${audience} = 'internal')`;

/** Into the bin with their folder `root`. */
export async function binFilesIn({ db, actor }: Ctx, folderIds: readonly string[], root: string): Promise<void> {
  await db.$executeRaw`
    update file set deleted_at = now(), deleted_by_id = ${actor.memberId}::uuid, deleted_with = ${root}::uuid, version = version + 1
     where folder_id = any(${[...folderIds]}::uuid[]) and deleted_at is null`;
}

/** Out of the bin with their folder. */
export async function unbinFilesWith({ db }: Ctx, root: string): Promise<void> {
  await db.$executeRaw`
    update file set deleted_at = null, deleted_by_id = null, deleted_with = null, version = version + 1, updated_at = now()
     where deleted_with = ${root}::uuid and deleted_at is not null`;
}

/** Beyond restoring, with their folder; the sweep removes the rows. What was deleted before it stays, at the root. */
export async function purgeFilesWith({ db }: Ctx, root: string): Promise<void> {
  await db.$executeRaw`
    update file set folder_id = null where deleted_at is not null and deleted_with is distinct from ${root}::uuid
       and folder_id in (select o.id from folder o where o.id = ${root}::uuid or o.deleted_with = ${root}::uuid)`;
  await db.$executeRaw`update file set deleted_at = to_timestamp(0) where deleted_with = ${root}::uuid and deleted_at is not null`;
}
