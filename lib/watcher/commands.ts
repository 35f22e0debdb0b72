import 'server-only';
import { allow, DomainError, invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { hearsOf } from '@/lib/task/policy';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { canSetWatcher } from '@/lib/watcher/policy';
import { readWatchers, setWatching } from '@/lib/watcher/queries';
import type { WatchRecord, WatchTask } from '@/lib/watcher/schema';

const MAY_NOT = 'You can only choose for yourself whether to watch this task.';

async function watched(ctx: Ctx, { id, member_id: who = ctx.actor.memberId }: WatchTask) {
  const task = await taskFacts(ctx, id, { memberIds: [who] });
  if (task.deleted) throw notFound('The task');
  return { task, who };
}

/** No change of the task, nor of its version. */
export async function watchTask(ctx: Ctx, input: WatchTask): Promise<WatchRecord> {
  const { task, who } = await watched(ctx, input);
  allow(canSetWatcher(ctx.actor, task, who), MAY_NOT);
  mayHear(task, who);
  return choose(ctx, task, who, true);
}

function mayHear(task: TaskFacts, who: string): void {
  const person = task.people.find((one) => one.id === who);
  if (!person || !hearsOf(person, task.audience))
    throw invalidField('member_id', 'Only active people who see the task can watch it.');
}

/** Also for whom it is their own; they go on being told of what is assigned to them and of their name. */
export async function unwatchTask(ctx: Ctx, input: WatchTask): Promise<WatchRecord> {
  const { task, who } = await watched(ctx, input);
  allow(canSetWatcher(ctx.actor, task, who), MAY_NOT);
  if (!task.people.some((one) => one.id === who)) throw invalidField('member_id', 'There is no such person.');
  return choose(ctx, task, who, false);
}

/** Takes back that people were made watchers, or no longer are. `conflict` where that is no longer so. */
export async function undoWatching(
  ctx: Ctx,
  { id, added, removed }: { id: string; added: string[]; removed: string[] },
) {
  const task = await taskFacts(ctx, id, { memberIds: removed });
  const now = await readWatchers(ctx, task.id);
  const watches = (who: string) => now.some(({ _id }) => _id === who);
  if (!added.every(watches) || removed.some(watches))
    throw new DomainError('conflict', 'Who watches it changed again since. Undo that change first.');
  for (const who of [...added, ...removed]) {
    allow(canSetWatcher(ctx.actor, task, who), MAY_NOT);
    if (removed.includes(who)) mayHear(task, who);
    await setWatching(ctx, task, who, removed.includes(who));
  }
  ctx.happened('task.watched', task, { added: removed, removed: added });
}

async function choose(ctx: Ctx, task: TaskFacts, who: string, watching: boolean): Promise<WatchRecord> {
  const { memberId } = ctx.actor;
  const before = await readWatchers(ctx, task.id);
  await setWatching(ctx, task, who, watching);
  const watchers = await readWatchers(ctx, task.id);
  if (who !== memberId && before.length !== watchers.length)
    ctx.happened('task.watched', task, watching ? { added: [who], removed: [] } : { added: [], removed: [who] });
  return { task_id: task.id, watching: watchers.some(({ _id }) => _id === memberId), watchers };
}
