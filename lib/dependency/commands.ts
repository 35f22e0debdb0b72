import 'server-only';
import { canLinkTasks } from '@/lib/dependency/policy';
import { closesCircle, insertDependency, lockDependencies } from '@/lib/dependency/queries';
import type { DependencyInput, DependencyRecord } from '@/lib/dependency/schema';
import { allow, DomainError, invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { raiseTasks } from '@/lib/task/queries.write';

const MAY_NOT = 'You can only link tasks of which you may change at least one.';

async function bothOf(ctx: Ctx, { task_id, blocks_id }: DependencyInput): Promise<[TaskFacts, TaskFacts]> {
  const [task, blocks] = [await taskFacts(ctx, task_id), await taskFacts(ctx, blocks_id)];
  if (task.deleted || blocks.deleted) throw notFound('The task');
  return [task, blocks];
}

/** Both get a new version, and a line of history for the team. */
async function tell(ctx: Ctx, task: TaskFacts, blocks: TaskFacts, added: boolean): Promise<DependencyRecord> {
  const raised = await raiseTasks(ctx, [task.id, blocks.id]);
  const versionOf = ({ id, version }: TaskFacts) => raised.find((one) => one.id === id)?.version ?? version;
  ctx.happened(
    'dependency.changed',
    { ...task, version: versionOf(task) },
    { relation: 'blocks', other: blocks.id, added },
  );
  ctx.happened(
    'dependency.changed',
    { ...blocks, version: versionOf(blocks) },
    { relation: 'blocked_by', other: task.id, added },
  );
  return { task_id: task.id, blocks_id: blocks.id };
}

/** `conflict` if it would close a circle, whoever sees it. No change if it is there already. */
export async function addDependency(ctx: Ctx, input: DependencyInput): Promise<DependencyRecord> {
  const [task, blocks] = await bothOf(ctx, input);
  allow(canLinkTasks(ctx.actor, task, blocks), MAY_NOT);
  if (task.id === blocks.id) throw invalidField('blocks_id', 'A task cannot block itself.');
  await lockDependencies(ctx);
  if (await closesCircle(ctx, task.id, blocks.id))
    throw new DomainError('conflict', 'These tasks would wait for each other, directly or through other tasks.');
  if (!(await insertDependency(ctx, task, blocks))) return { task_id: task.id, blocks_id: blocks.id };
  return tell(ctx, task, blocks, true);
}

/** No change if there is none. */
export async function removeDependency(ctx: Ctx, input: DependencyInput): Promise<DependencyRecord> {
  const [task, blocks] = await bothOf(ctx, input);
  allow(canLinkTasks(ctx.actor, task, blocks), MAY_NOT);
  const { count } = await ctx.db.dependency.deleteMany({ where: { taskId: task.id, blocksId: blocks.id } });
  return count ? tell(ctx, task, blocks, false) : { task_id: task.id, blocks_id: blocks.id };
}
