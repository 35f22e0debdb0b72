import 'server-only';
import type { Ctx } from '@/lib/org';
import { lockTrees } from '@/lib/task-parts/queries';

export type Sibling = { id: string; rank: string; version: number };

/**
 * What stands below a task, in order, with what is in the bin: it may return to its rank. Locks the project's trees, so that
 * those who order at once do it one after the other.
 */
export async function lockedBelow(ctx: Ctx, { id, projectId }: { id: string; projectId: string }): Promise<Sibling[]> {
  await lockTrees(ctx, projectId);
  return ctx.db.$queryRaw<Sibling[]>`
    select t.id, t.subtask_rank as rank, t.version from task t
     where t.parent_id = ${id}::uuid order by t.subtask_rank, t.number`;
}
