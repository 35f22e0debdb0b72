import 'server-only';
import { type FileAudience, nameKey, nameOrder } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

type NewFolder = {
  id: string;
  spaceId: string;
  projectId: string | null;
  parentId: string | null;
  name: string;
  audience: FileAudience;
  depth: number;
  by: string;
};

export const insertFolder = ({ db }: Ctx, { by, ...one }: NewFolder) =>
  db.folder.createMany({
    data: { ...one, nameKey: nameKey(one.name), nameOrder: nameOrder(one.name), createdById: by },
  });

/** A folder and those in it, at any depth, without or with what lies in the bin. @returns their ids */
export async function treeIds({ db }: Ctx, id: string, binned: 'without' | 'with' = 'without'): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    with recursive tree as (
      select o.id from folder o where o.id = ${id}::uuid
      union all
      select c.id from folder c join tree on c.parent_id = tree.id
       where c.deleted_at is null or ${binned === 'with'}::boolean)
    select id from tree`;
  return rows.map((row) => row.id);
}

/** Where its space is held alone, so that nobody else changes it. */
export async function updateFolder(
  { db }: Ctx,
  id: string,
  { name, parentId }: { name: string; parentId: string | null },
): Promise<void> {
  await db.$executeRaw`
    update folder set name = ${name}, name_key = ${nameKey(name)}, name_order = ${nameOrder(name)}, parent_id = ${parentId}::uuid,
           version = version + 1, updated_at = now()
     where id = ${id}::uuid and deleted_at is null`;
}

/** With all in it, to another space; what is in the bin stays behind. `depth`: of the place it goes to. */
export async function moveToSpace(
  { db }: Ctx,
  id: string,
  {
    projectId,
    folderId,
    depth,
    name,
  }: { projectId: string | null; folderId: string | null; depth: number; name: string },
): Promise<void> {
  await db.$queryRaw`
    select move_folder_to_space(${id}::uuid, ${projectId}::uuid, ${folderId}::uuid, ${depth}::int, ${name}, ${nameKey(name)},
      ${nameOrder(name)})::text`;
}

/** By as many levels as the folder was moved. */
export async function shiftDepths({ db }: Ctx, ids: readonly string[], by: number): Promise<void> {
  if (by) await db.$executeRaw`update folder set depth = depth + ${by}::int where id = any(${[...ids]}::uuid[])`;
}

/** @returns how many of the folders had another audience */
export const setFolderAudience = ({ db }: Ctx, ids: readonly string[], audience: FileAudience): Promise<number> =>
  db.$executeRaw`
    update folder set audience = ${audience}, version = version + 1, updated_at = now()
     where id = any(${[...ids]}::uuid[]) and audience <> ${audience}`;

/** Into the bin; what goes along with `root` comes back with it. */
export async function binFolders({ db, actor }: Ctx, ids: readonly string[], root: string): Promise<void> {
  await db.$executeRaw`
    update folder set deleted_at = now(), deleted_by_id = ${actor.memberId}::uuid, version = version + 1,
           deleted_with = case when id <> ${root}::uuid then ${root}::uuid end
     where id = any(${[...ids]}::uuid[]) and deleted_at is null`;
}

type Place = { parentId: string | null; depth: number; name: string };

/** Out of the bin, to `place`, with what went along. @returns the ids of all of them */
export async function unbinFolders({ db }: Ctx, root: string, { parentId, depth, name }: Place): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    update folder set deleted_at = null, deleted_by_id = null, deleted_with = null, version = version + 1, updated_at = now(),
           depth = depth + ${depth}::int - (select top.depth from folder top where top.id = ${root}::uuid),
           parent_id = case when id = ${root}::uuid then ${parentId}::uuid else parent_id end,
           name = case when id = ${root}::uuid then ${name} else name end,
           name_key = case when id = ${root}::uuid then ${nameKey(name)} else name_key end,
           name_order = case when id = ${root}::uuid then ${nameOrder(name)} else name_order end
     where deleted_at is not null and (id = ${root}::uuid or deleted_with = ${root}::uuid)
    returning id`;
  return rows.map(({ id }) => id);
}

/** Out of everybody's sight and beyond restoring; the sweep removes the rows. What was deleted before stays, at the root. */
export async function purgeFolders({ db }: Ctx, root: string): Promise<void> {
  await db.$executeRaw`
    update folder set parent_id = null
     where deleted_at is not null and id <> ${root}::uuid and deleted_with is distinct from ${root}::uuid
       and parent_id in (select o.id from folder o where o.id = ${root}::uuid or o.deleted_with = ${root}::uuid)`;
  await db.$executeRaw`
    update folder set deleted_at = to_timestamp(0)
     where deleted_at is not null and (id = ${root}::uuid or deleted_with = ${root}::uuid)`;
}
