import 'server-only';
import { allow, invalidField, notFound } from '@/lib/errors';
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
  const person = task.people.find((one) => one.id === who);
  if (!person || !hearsOf(person, task.audience))
    throw invalidField('member_id', 'Only active people who see the task can watch it.');
  return choose(ctx, task, who, true);
}

/** Also for whom it is their own; they go on being told of what is assigned to them and of their name. */
export async function unwatchTask(ctx: Ctx, input: WatchTask): Promise<WatchRecord> {
  const { task, who } = await watched(ctx, input);
  allow(canSetWatcher(ctx.actor, task, who), MAY_NOT);
  if (!task.people.some((one) => one.id === who)) throw invalidField('member_id', 'There is no such person.');
  return choose(ctx, task, who, false);
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
