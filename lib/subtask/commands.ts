import 'server-only';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { lockedBelow, type Sibling } from '@/lib/subtask/queries';
import type { MoveSubtask } from '@/lib/subtask/schema';
import { canEditTask } from '@/lib/task/policy';
import { getCard } from '@/lib/task/queries';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { placeBelow, rankBelow } from '@/lib/task/queries.write';
import type { TaskCard } from '@/lib/task/schema';

const MAY_NOT = 'You can order the subtasks of tasks that you created or that are yours.';

/**
 * Puts a subtask beside another one of the same parent. Whoever may change the parent orders what is below it.
 * @throws conflict for a task without a parent, or if `version` is stale
 */
export async function moveSubtask(ctx: Ctx, input: MoveSubtask): Promise<TaskCard> {
  const task = await taskFacts(ctx, input.task_id);
  if (task.deleted) throw notFound('The task');
  const parent = await parentOf(ctx, task);
  allow(canEditTask(ctx.actor, parent), MAY_NOT);
  const { id } = task;
  const card = () => getCard(ctx, { id });
  const below = await lockedBelow(ctx, parent);
  const now = below.find((one) => one.id === id);
  if (!now || (input.version ?? now.version) !== now.version) throw stale(await card());
  const others = below.filter((one) => one !== now);
  const at = placeAmong(others, input);
  if (below.indexOf(now) === at) return card();
  const moved = { id, version: now.version, at: task.at };
  if (!(await placeBelow(ctx, { ...moved, rank: await rankAt(ctx, others, at) }))) throw stale(await card());
  ctx.happened('subtask.reordered', { ...task, version: now.version + 1, parent });
  return card();
}

async function parentOf(ctx: Ctx, { parentId }: TaskFacts): Promise<TaskFacts> {
  const parent = parentId === null ? null : await taskFacts(ctx, parentId);
  if (!parent || parent.deleted) throw new DomainError('conflict', 'This task is not a subtask of another one.');
  return parent;
}

/** Before which of the others; their number is the end. */
function placeAmong(others: readonly Sibling[], { after_id, before_id }: MoveSubtask): number {
  if (!after_id && !before_id) return others.length;
  const [above, below] = [after_id, before_id].map((id) => (id ? others.findIndex((one) => one.id === id) : -1));
  if (above !== undefined && above >= 0) return above + 1;
  if (below !== undefined && below >= 0) return below;
  throw invalidField(after_id ? 'after_id' : 'before_id', 'This task does not stand below the same one.');
}

/** Ranks grow when tasks are put between others; at this length all are numbered anew. */
const LONG_RANK = 100;

/** Two that were made at once may have one rank: then all are numbered anew, too. */
async function rankAt(ctx: Ctx, others: readonly Sibling[], at: number): Promise<string> {
  const [above, below] = [others[at - 1]?.rank ?? null, others[at]?.rank ?? null];
  const rank = above && below && above >= below ? null : generateKeyBetween(above, below);
  if (rank && rank.length < LONG_RANK) return rank;
  const ranks = generateNKeysBetween(null, null, others.length + 1);
  const [own = ''] = ranks.splice(at, 1);
  await rankBelow(
    ctx,
    others.map(({ id }, index) => ({ id, rank: ranks[index] ?? '' })),
  );
  return own;
}
