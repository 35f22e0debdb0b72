import 'server-only';
import type { Copied } from '@/lib/file/queries.copy';
import type { FileAudience } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

/** A folder of a tree, `depth` as it lies there. */
export type Branch = { id: string; parentId: string | null; name: string; audience: FileAudience; depth: number };

/** A folder and those in it that the caller sees, outermost first. */
export const branchesOf = ({ db }: Ctx, root: string): Promise<Branch[]> =>
  db.$queryRaw<Branch[]>`
    with recursive tree as (
      select o.id from folder o where o.id = ${root}::uuid and o.deleted_at is null
      union all
      select c.id from folder c join tree on c.parent_id = tree.id where c.deleted_at is null)
    select o.id, o.parent_id as "parentId", o.name, o.audience, o.depth from folder o join tree using (id) order by o.depth`;

/** Folders as copies of others, into folders that are there (`to`), under the names that those have. */
export async function insertFolderCopies(
  { db, actor }: Ctx,
  { spaceId, projectId, depth }: { spaceId: string; projectId: string | null; depth: number },
  copies: readonly Copied[],
): Promise<void> {
  await db.$executeRaw`
    insert into folder (id, space_id, project_id, parent_id, name, name_key, name_order, audience, depth, created_by_id)
    select one.id, ${spaceId}::uuid, ${projectId}::uuid, one."to", o.name, o.name_key, o.name_order, one.audience, ${depth}::smallint,
           ${actor.memberId}::uuid
      from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as one(id uuid, "from" uuid, "to" uuid, audience text)
      join folder o on o.id = one."from"`;
}
