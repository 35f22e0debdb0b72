import 'server-only';
import { allow, DomainError, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { followingDay, makeOn, nextKept } from '@/lib/recurrence/policy';
import {
  insertRecurrence,
  lockRecurrence,
  type Recurrence,
  raised,
  recordOf,
  recurrenceOf,
  removeRecurrence,
  repeatedTask,
  taskOfRecurrence,
  todayIn,
  updateRecurrence,
} from '@/lib/recurrence/queries';
import type {
  EditRecurrence,
  RecurrenceRecord,
  RecurrenceReference,
  RepeatTask,
  SkipRecurrence,
} from '@/lib/recurrence/schema';
import { parseRule, printRule, type Rule, ruleWords } from '@/lib/rrule/vocabulary';
import { canEditTask } from '@/lib/task/policy';
import type { TaskFacts } from '@/lib/task/queries.facts';
import { COMPLETED } from '@/lib/task/vocabulary';
import { newId } from '@/lib/validation';

const MAY_NOT = 'You can repeat tasks that you created or that are yours.';

/** `conflict` if it is repeated already. */
export async function repeatTask(ctx: Ctx, input: RepeatTask): Promise<RecurrenceRecord> {
  const task = await repeatedTask(ctx, input.task_id);
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  const after = await raised(ctx, task);
  const known = await recurrenceOf(ctx, task.id);
  if (known && !known.made) throw new DomainError('conflict', 'This task is repeated already.');
  if (known?.followed)
    throw new DomainError('conflict', 'This task has been repeated. Change how the newest one of its series repeats.');
  // Its series was stopped later on: it can begin one anew.
  if (known) await removeRecurrence(ctx, known.id);
  const rule = parseRule(input.rule) as Rule;
  const { timeZone: time_zone, memberId: created_by_id } = ctx.actor;
  const day = task.dueDate ?? task.startDate ?? (await todayIn(ctx, time_zone));
  const id = newId();
  const it = {
    ...{
      id,
      task_id: task.id,
      project_id: task.projectId,
      audience: task.audience,
      series_id: id,
      number: 1,
      skipped: 0,
    },
    ...{ rule: input.rule, mode: input.mode, time_zone, starts_on: day, day, created_by_id, version: 1 },
    ...{ next_on: null as string | null, due: false, made: false, today: day },
  };
  it.next_on = followingDay(rule, it, day);
  if (!it.next_on) throw new DomainError('conflict', 'By this rule there is no other day.');
  const completed = it.mode === 'completion' && task.status === COMPLETED;
  await insertRecurrence(ctx, it, { makeOn: makeOn(it.mode, it.next_on, task), completed });
  const { mode } = it;
  ctx.happened('recurrence.set', after, { words: ruleWords(rule, day), rule: input.rule, mode, from: null });
  return recordOf(it);
}

/** The task first, as who makes the next one does. */
async function locked(ctx: Ctx, before: TaskFacts, id: string, version?: number) {
  const task = await raised(ctx, before);
  const it = await lockRecurrence(ctx, id);
  if (version !== undefined && version !== it.version) throw stale(recordOf(it));
  return { it, task };
}

/** `conflict` with what there is now if `version` is stale. Who changes it last, in whose name it goes on. */
export async function editRecurrence(ctx: Ctx, { id, version, ...input }: EditRecurrence): Promise<RecurrenceRecord> {
  const before = await taskOfRecurrence(ctx, id);
  allow(canEditTask(ctx.actor, before), MAY_NOT);
  const { it, task } = await locked(ctx, before, id, version);
  const next = { ...it, rule: input.rule ?? it.rule, mode: input.mode ?? it.mode, created_by_id: ctx.actor.memberId };
  const rule = parseRule(next.rule) as Rule;
  next.next_on = nextKept(rule, next);
  await updateRecurrence(ctx, { ...next, makeOn: makeOn(next.mode, next.next_on, task) });
  ctx.happened('recurrence.set', task, {
    ...{ words: ruleWords(rule, it.starts_on), rule: next.rule, mode: next.mode },
    from: { rule: it.rule, mode: it.mode },
  });
  return recordOf({ ...next, version: it.version + 1 });
}

/** Of a series that ends after so many: as many as are left. */
function ruleLeft({ rule: printed, number, skipped }: Recurrence): string {
  const rule = parseRule(printed) as Rule;
  return rule.count === null
    ? printed
    : printRule({ ...rule, count: Math.max(1, rule.count - (number - 1) - skipped) });
}

/** What was made stays. */
export async function stopRecurrence(ctx: Ctx, { id }: RecurrenceReference): Promise<RecurrenceRecord> {
  const before = await taskOfRecurrence(ctx, id);
  allow(canEditTask(ctx.actor, before), MAY_NOT);
  const { it, task } = await locked(ctx, before, id);
  await removeRecurrence(ctx, id);
  ctx.happened('recurrence.stopped', task, { rule: ruleLeft(it), mode: it.mode });
  return recordOf(it, true);
}

/** The next day is left out; it counts all the same. */
export async function skipRecurrence(ctx: Ctx, { id, version }: SkipRecurrence): Promise<RecurrenceRecord> {
  const before = await taskOfRecurrence(ctx, id);
  allow(canEditTask(ctx.actor, before), MAY_NOT);
  const { it, task } = await locked(ctx, before, id, version);
  if (!it.next_on) throw new DomainError('conflict', 'There is no other day to skip.');
  const skipped = it.skipped + 1;
  const next_on = followingDay(parseRule(it.rule) as Rule, { ...it, skipped }, it.next_on);
  await updateRecurrence(ctx, { ...it, skipped, next_on, makeOn: makeOn(it.mode, next_on, task) });
  ctx.happened('recurrence.skipped', task, { day: it.next_on });
  return recordOf({ ...it, next_on, skipped, version: it.version + 1 });
}

/** A day that was left out is the next one again. `conflict` if something else was changed since. */
export async function returnRepetition(ctx: Ctx, { id, day }: { id: string; day: string }): Promise<RecurrenceRecord> {
  const before = await taskOfRecurrence(ctx, id);
  allow(canEditTask(ctx.actor, before), MAY_NOT);
  const { it, task } = await locked(ctx, before, id);
  if (it.skipped === 0 || followingDay(parseRule(it.rule) as Rule, it, day) !== it.next_on)
    throw new DomainError('conflict', 'How it repeats changed again since. Undo that change first.');
  const next = { ...it, skipped: it.skipped - 1, next_on: day };
  await updateRecurrence(ctx, { ...next, makeOn: makeOn(it.mode, day, task) });
  ctx.happened('recurrence.returned', task, { day });
  return recordOf({ ...next, version: it.version + 1 });
}
