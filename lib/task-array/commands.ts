import 'server-only';
import { allow, DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { editTask } from '@/lib/task/commands';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { cardsById, getCard } from '@/lib/task/queries';
import { inLockOrder } from '@/lib/task/queries.write';
import type { ChangedTasks, ChangeTasks } from '@/lib/task/schema';
import { transferTask } from '@/lib/task-transfer/commands';

/** How often a task is tried again that somebody else changes at the same moment. */
const TRIES = 3;

/**
 * Each task by its own rules: what one refuses does not hold up the others. The last write wins, so the same call again
 * changes nothing.
 */
export async function changeTasks(ctx: Ctx, input: ChangeTasks): Promise<ChangedTasks> {
  allow(mayEver(ctx.actor, input.set ? 'task.assign' : 'task.delete'));
  const asked = [...new Set(input.task_ids)];
  const refused = new Map<string, DomainError>();
  for (const id of await inLockOrder(ctx, asked)) {
    const error = await refusal(() => change(ctx, id, input));
    if (error) refused.set(id, error);
  }
  await ctx.settle();
  const cards = new Map((await cardsById(ctx, asked)).map((card) => [card._id, card]));
  return {
    done: asked.length - refused.size,
    refused: refused.size,
    tasks: asked.map((id) => {
      const error = refused.get(id);
      const card = cards.get(id) ?? null;
      return { _id: id, done: !error, ...(error && { code: error.code, reason: error.message }), card };
    }),
  };
}

async function change(ctx: Ctx, id: string, { set, restore }: ChangeTasks): Promise<void> {
  if (!set) await (restore ? restoreTask(ctx, { id }) : deleteTask(ctx, { id }));
  else {
    const { project_id: projectId, ...fields } = set;
    const there = projectId && (await getCard(ctx, { id })).project_id === projectId;
    const transfer = (dry_run: boolean) =>
      projectId && !there && transferTask(ctx, { id, project_id: projectId, dry_run });
    // Refused before its fields are written: a task is changed as a whole or not at all.
    await transfer(true);
    if (Object.values(fields).some((value) => value !== undefined))
      await editTask(ctx, { ...fields, id }, async () => null);
    await transfer(false);
  }
}

async function refusal(work: () => Promise<unknown>, tries = TRIES): Promise<DomainError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isStale = error.code === 'conflict' && 'current' in error.details;
    return isStale && tries > 1 ? refusal(work, tries - 1) : error;
  }
}
