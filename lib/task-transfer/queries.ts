import 'server-only';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, sql } from '@/lib/sql';
import type { Audience } from '@/lib/task/schema';

export type MovingTask = {
  id: string;
  key: string;
  title: string;
  projectId: string;
  createdById: string | null;
  audience: Audience;
  version: number;
  assignees: PersonBadge[];
  /** Whether something said on it is visible to clients. */
  shared: boolean;
};

/** The task and all below it that are not in the bin, from the top; one more than `most` if there are more. */
export function readTree(ctx: Ctx, id: string, most: number): Promise<MovingTask[]> {
  return ctx.db.$queryRaw<MovingTask[]>`
    with recursive tree as (
      select t.id, 0 as depth from task t where t.id = ${id}::uuid
      union
      select t.id, tree.depth + 1 from tree join task t on t.parent_id = tree.id
       where t.deleted_at is null and tree.depth < 20)
    select t.id, p.key || '-' || t.number as key, t.title, t.project_id as "projectId", t.created_by_id as "createdById",
           t.audience, t.version, t.audience = 'client' as shared,
           coalesce((select json_agg(${badge(ctx)} order by m.name) from task_assignee ta
              join member m on m.org_id = ta.org_id and m.id = ta.member_id
             where ta.org_id = t.org_id and ta.task_id = t.id), '[]') as assignees
      from (select distinct on (tree.id) tree.id, tree.depth from tree order by tree.id, tree.depth) one
      join task t on t.id = one.id join project p on p.id = t.project_id
     order by one.depth, t.subtask_rank, t.number limit ${most + 1}::int`;
}

/** Locks the rows of a tree until the transaction ends. False where it is no longer as it was read. */
export async function lockTree(ctx: Ctx, tree: readonly MovingTask[], most: number): Promise<boolean> {
  const ids = tree.map(({ id }) => id);
  await ctx.db.$queryRaw`select t.id from task t where t.id = any(${ids}::uuid[]) order by t.id for update`;
  const now = await readTree(ctx, ids[0] ?? '', most);
  const said = (tasks: readonly MovingTask[]) => tasks.map(({ id, version }) => `${id} ${version}`).join();
  return said(now) === said(tree);
}

/** null: it has changed since it was read. `detach`: its parent stays behind. Returns its new version. */
export async function moveToProject(
  { db }: Ctx,
  { id, version }: MovingTask,
  projectId: string,
  detach: boolean,
): Promise<number | null> {
  const [moved] = await db.$queryRaw<{ version: number | null }[]>(
    sql`select move_task_to_project(${id}::uuid, ${projectId}::uuid, ${version}::int, ${detach}::boolean) as version`,
  );
  return moved?.version ?? null;
}
