import 'server-only';
import type { Ctx } from '@/lib/org';
import type { TaskFacts } from '@/lib/task/queries.facts';

/** One writer of dependencies of the organisation at a time: two halves of a circle would not see each other. */
export async function lockDependencies({ db }: Ctx): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('dependency:' || app_org_id(), 0))`;
}

/** Through any tasks of the organisation, seen or not. */
export async function closesCircle({ db }: Ctx, taskId: string, blocksId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ closes: boolean }[]>`
    select dependency_closes_circle(${taskId}::uuid, ${blocksId}::uuid) as closes`;
  return row?.closes ?? false;
}

/** @returns how many were written: none if it is there already */
export const insertDependency = ({ db }: Ctx, task: TaskFacts, blocks: TaskFacts): Promise<number> => db.$executeRaw`
  insert into dependency (task_id, project_id, audience, blocks_id, blocks_project_id, blocks_audience)
  values (${task.id}::uuid, ${task.projectId}::uuid, ${task.audience}, ${blocks.id}::uuid, ${blocks.projectId}::uuid, ${blocks.audience})
  on conflict do nothing`;
