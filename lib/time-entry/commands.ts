import 'server-only';
import { allow, DomainError, invalidField, stale } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import { startOfDay } from '@/lib/formats/clock';
import type { Ctx } from '@/lib/org';
import { organisationZone } from '@/lib/organisation/queries';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { canEditTime, canLogTime, canUseTimer } from '@/lib/time-entry/policy';
import {
  deleteEntry,
  endTimer,
  findEntry,
  getEntry,
  insertEntry,
  lockTimer,
  runningEntry,
  updateEntry,
} from '@/lib/time-entry/queries';
import { mustBeOpen } from '@/lib/time-entry/queries.week';
import type {
  EditTime,
  LogTime,
  StartTimer,
  TimeEntryRecord,
  TimeReference,
  TimerRecord,
} from '@/lib/time-entry/schema';
import { newId } from '@/lib/validation';

const MAY_NOT = 'Your role cannot log time here.';
const NOT_YOURS = 'Only who logged this time can change it.';
const MINUTE = 60_000;
const MOST = 24 * 60 * MINUTE;

function refuseBinned(task: TaskFacts) {
  if (task.deleted) throw new DomainError('conflict', 'This task is in the bin. Restore it first.');
}

function refuseFuture(field: string, end: Date, now: Date) {
  // Clocks differ a little.
  if (end.getTime() > now.getTime() + MINUTE) throw invalidField(field, 'This is in the future.');
}

const subjectOf = ({ _id, task_id, project_id }: TimeEntryRecord, audience: string, by: string) => ({
  ...{ id: _id, taskId: task_id, projectId: project_id, audience },
  memberId: by,
});

export async function logTime(ctx: Ctx, input: LogTime): Promise<TimeEntryRecord> {
  const task = await taskFacts(ctx, input.task_id);
  allow(canLogTime(ctx.actor, task), MAY_NOT);
  refuseBinned(task);
  const { minutes, note, day } = input;
  const length = (minutes ?? 0) * MINUTE;
  const startedAt = day
    ? await beginningOn(ctx, day, { length, now: task.at })
    : new Date(input.started_at ?? task.at.getTime() - length);
  const endedAt = new Date(input.ended_at ?? startedAt.getTime() + length);
  refuseFuture(input.ended_at ? 'ended_at' : 'minutes', endedAt, task.at);
  const { memberId } = ctx.actor;
  await mustBeOpen(ctx, memberId, [startedAt]);
  const id = newId();
  await insertEntry(ctx, task, { id, memberId, startedAt, endedAt, note });
  const entry = await getEntry(ctx, id);
  ctx.happened('time.logged', subjectOf(entry, task.audience, memberId), { minutes: entry.minutes ?? 0 });
  return entry;
}

/**
 * When time begins of which only the day is known: until now where that is today, else with the day. Throws `invalid`
 * for a day to come, and where today has not had so much time yet.
 */
async function beginningOn(ctx: Ctx, day: string, { length, now }: { length: number; now: Date }): Promise<Date> {
  const timeZone = await organisationZone(ctx);
  const start = Date.parse(startOfDay(day, timeZone));
  const today = formatsFor({ locale: 'en', timeZone }).today(now.getTime());
  if (day > today) throw invalidField('day', 'This day is to come.');
  if (day < today) return new Date(start);
  if (start + length > now.getTime() + MINUTE) throw invalidField('minutes', 'Today has not had so much time yet.');
  return new Date(Math.max(start, now.getTime() - length));
}

/** `conflict` with the current entry if `version` is stale. A timer that runs gets its end by stopping it. */
export async function editTime(ctx: Ctx, input: EditTime): Promise<TimeEntryRecord> {
  const { id, version, minutes } = input;
  const entry = await getEntry(ctx, id);
  allow(canEditTime(ctx.actor, { memberId: entry.member_id }), NOT_YOURS);
  const task = await taskFacts(ctx, entry.task_id);
  if (version !== entry.version) throw stale(entry);
  await mustBeOpen(ctx, entry.member_id, [new Date(entry.started_at)]);
  const runs = entry.ended_at === null;
  if (runs && (minutes !== undefined || input.ended_at))
    throw new DomainError('conflict', 'This timer is running. Stop it first.');
  const startedAt = new Date(input.started_at ?? entry.started_at);
  const written = input.ended_at ?? entry.ended_at;
  const endedAt =
    minutes === undefined ? (written ? new Date(written) : null) : new Date(startedAt.getTime() + minutes * MINUTE);
  const timed = minutes !== undefined || input.started_at !== undefined || input.ended_at !== undefined;
  const end = endedAt ?? task.at;
  if (timed) {
    refuseFuture(minutes === undefined ? 'ended_at' : 'minutes', end, task.at);
    if (startedAt > end) throw invalidField('started_at', 'It must begin before it ends.');
    if (end.getTime() - startedAt.getTime() > MOST) throw invalidField('started_at', 'An entry has 24 hours at most.');
  }
  if (input.started_at) await mustBeOpen(ctx, entry.member_id, [startedAt]);
  const note = input.note ?? entry.note;
  if (!(await updateEntry(ctx, { id, version, startedAt, endedAt, note }))) throw stale(await getEntry(ctx, id));
  const after = await getEntry(ctx, id);
  const subject = subjectOf(after, task.audience, entry.member_id);
  if (after.minutes !== null && after.minutes !== entry.minutes)
    ctx.happened('time.edited', subject, { from: entry.minutes ?? 0, to: after.minutes });
  else ctx.happened('time.noted', subject, {});
  return after;
}

export async function deleteTime(ctx: Ctx, { id }: TimeReference): Promise<TimeEntryRecord> {
  const entry = await getEntry(ctx, id);
  allow(canEditTime(ctx.actor, { memberId: entry.member_id }), NOT_YOURS);
  const task = await taskFacts(ctx, entry.task_id);
  await mustBeOpen(ctx, entry.member_id, [new Date(entry.started_at)]);
  if (await deleteEntry(ctx, id))
    ctx.happened('time.deleted', subjectOf(entry, task.audience, entry.member_id), { minutes: entry.minutes ?? 0 });
  return entry;
}

/** Ends the caller's timer, whatever it runs for. */
async function endRunning(ctx: Ctx): Promise<TimeEntryRecord | null> {
  const stopped = await endTimer(ctx);
  if (!stopped) return null;
  const { minutes, ...entry } = stopped;
  ctx.happened('time.logged', { ...entry, memberId: ctx.actor.memberId }, { minutes });
  return findEntry(ctx, entry.id);
}

/** One runs for each person: another one is stopped. No change if it runs for this task already. */
export async function startTimer(ctx: Ctx, { task_id, note }: StartTimer): Promise<TimerRecord> {
  const task = await taskFacts(ctx, task_id);
  allow(canLogTime(ctx.actor, task), MAY_NOT);
  refuseBinned(task);
  await lockTimer(ctx);
  const now = await runningEntry(ctx);
  if (now?.task_id === task.id) return { running: now, stopped: null };
  const stopped = await endRunning(ctx);
  const { memberId } = ctx.actor;
  await mustBeOpen(ctx, memberId, [task.at]);
  const id = newId();
  await insertEntry(ctx, task, { id, memberId, startedAt: task.at, endedAt: null, note });
  const running = await getEntry(ctx, id);
  ctx.happened('time.started', subjectOf(running, task.audience, memberId), {});
  return { running, stopped };
}

/** No change if none runs. */
export async function stopTimer(ctx: Ctx): Promise<TimerRecord> {
  allow(canUseTimer(ctx.actor), MAY_NOT);
  await lockTimer(ctx);
  return { running: null, stopped: await endRunning(ctx) };
}
