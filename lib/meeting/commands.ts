import 'server-only';
import { generateNKeysBetween } from 'fractional-indexing';
import { allow, DomainError, invalidField, stale } from '@/lib/errors';
import type { PayloadOf } from '@/lib/event/registry';
import { type ChangedSeries, changeSeries, meetingNear, type TimeChange } from '@/lib/meeting/change';
import { CHANGED } from '@/lib/meeting/events';
import { canAnswerMeeting, canCreateMeeting, canEditMeeting } from '@/lib/meeting/policy';
import { type MeetingPart, meetingPart, projectOf, readParts, recordOf, wordsOf } from '@/lib/meeting/queries';
import { insertLines } from '@/lib/meeting/queries.agenda';
import { sendInvitations } from '@/lib/meeting/queries.mail';
import {
  answerFor,
  insertAttendees,
  insertMeeting,
  keepException,
  lockSeries,
  moveMeetings,
  type NewMeeting,
  nameAgenda,
  planReminder,
  raiseMeeting,
  removeAttendees,
  updateMeeting,
} from '@/lib/meeting/queries.write';
import { nextReminder } from '@/lib/meeting/reminder';
import type {
  AnswerMeeting,
  CancelMeeting,
  CreateMeeting,
  EditMeeting,
  MeetingRecord,
  RestoreMeeting,
} from '@/lib/meeting/schema';
import { nextStart, occurrenceAt, planSeries, ruleText, type Series, wholeDays } from '@/lib/meeting/series';
import type { MeetingAudience, Scope } from '@/lib/meeting/vocabulary';
import { momentAt, wallAt } from '@/lib/meeting/zones';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

const MINUTE = 60_000;
const MOST_MINUTES = 14 * 24 * 60;
const CANCELLED = 'This meeting is cancelled.';
const MAY_NOT = 'You can change meetings of your projects if you lead or made them.';

type Person = { id: string; role: string; email: string };

/** `invalid` for somebody who is not there, or may not see the meeting. */
async function invitees(ctx: Ctx, ids: readonly string[], audience: MeetingAudience): Promise<Person[]> {
  const wanted = [...new Set(ids)];
  const people = await ctx.db.member.findMany({
    where: { id: { in: wanted }, approval: 1, deactivatedAt: null },
    select: { id: true, role: true, email: true },
  });
  if (people.length < wanted.length)
    throw invalidField('attendee_ids', 'No active member of the organisation has this id.');
  if (audience === 'internal' && people.some(({ role }) => role === 'client'))
    throw invalidField('audience', 'Share the meeting with clients before you invite one.');
  return people;
}

async function projectFor(ctx: Ctx, id: string | null): Promise<void> {
  if (id === null) return;
  const project = await projectOf(ctx, id);
  if (project.status === 'archived') throw new DomainError('conflict', 'This project is archived.');
}

const minutesOf = (
  from: Date,
  { ends_at, duration_minutes }: { ends_at?: Date | undefined; duration_minutes?: number | undefined },
) => duration_minutes ?? (ends_at ? Math.round((ends_at.getTime() - from.getTime()) / MINUTE) : undefined);

function planned(input: Parameters<typeof planSeries>[0]): Series {
  const series = planSeries(input);
  if ('refused' in series) throw invalidField('rrule', series.refused);
  return series;
}

const subjectOf = (ctx: Ctx, part: MeetingPart, version = part.version) => ({
  ...{ id: part.id, projectId: part.projectId, version },
  attendeeIds: part.attendees.map(({ memberId }) => memberId),
  told: part.attendees.map(({ memberId }) => memberId).filter((id) => id !== ctx.actor.memberId),
});

/** The part as it is after a change, whose next reminder is planned. */
async function fresh(ctx: Ctx, id: string): Promise<MeetingPart> {
  const { part } = await meetingPart(ctx, id);
  const { series, exceptions, reminders } = part;
  await planReminder(ctx, id, part.cancelled ? null : nextReminder(series, exceptions, reminders, Date.now()));
  return part;
}

export async function createMeeting(ctx: Ctx, input: CreateMeeting): Promise<MeetingRecord> {
  const projectId = input.project_id ?? null;
  await projectFor(ctx, projectId);
  allow(canCreateMeeting(ctx.actor, projectId));
  const { memberId } = ctx.actor;
  const { title, place, url, audience, reminders, time_zone: zone, all_day: allDay } = input;
  const startsAt = input.starts_at.getTime();
  const minutes = minutesOf(input.starts_at, input) as number;
  const series = planned({
    ...{ startsAt, zone, allDay, rule: input.rrule || null },
    minutes: allDay ? wholeDays(startsAt, minutes, zone) : minutes,
  });
  const people = await invitees(ctx, [memberId, ...input.attendee_ids], audience);
  const id = newId();
  const rule = series.core === null ? null : (input.rrule ?? null);
  const own = { projectId, audience, organiserId: memberId, title, place, url, reminders };
  await insertMeeting(ctx, { ...own, id, seriesId: id, rule, series });
  await insertAttendees(
    ctx,
    id,
    people.map((one) => ({ memberId: one.id, ...(one.id === memberId && { answer: 'yes' as const }) })),
  );
  const ranks = generateNKeysBetween(null, null, input.agenda.length);
  await insertLines(
    ctx,
    input.agenda.map((line, at) => {
      const own = { minutes: null, owner_id: null, audience: undefined, ...line };
      return {
        ...{ id: newId(), meetingId: id, start: null, rank: ranks[at] as string, title: line.title, notes: '' },
        ...{
          minutes: own.minutes,
          ownerId: own.owner_id,
          audience: audience === 'internal' ? audience : (own.audience ?? audience),
        },
      };
    }),
  );
  const part = await fresh(ctx, id);
  ctx.happened('meeting.created', subjectOf(ctx, part), { meeting_id: id, title });
  await sendInvitations(ctx, part, { method: 'REQUEST' });
  return recordOf(ctx, part, null);
}

type Reached = { id: string; version?: number | undefined; scope?: Scope | undefined; occurrence?: Date | undefined };

/** What a change names, locked; `conflict` with what there is now if `version` is stale. */
async function locked(ctx: Ctx, { id, version, occurrence }: Reached) {
  const seen = await meetingPart(ctx, id, occurrence);
  allow(canEditMeeting(ctx.actor, seen.part), MAY_NOT);
  await lockSeries(ctx, seen.part.seriesId);
  const { part, start } = await meetingPart(ctx, id, occurrence);
  if (version !== undefined && version !== part.version) throw stale(await recordOf(ctx, part, start));
  return { part, start };
}

function scopeOf({ series }: MeetingPart, start: number | null, scope: Scope | undefined): Scope {
  if (series.core === null) return 'all';
  const reach = scope ?? (start === null ? 'all' : 'this');
  if (reach !== 'all' && start === null) throw invalidField('occurrence', 'Say which meeting of the series is meant.');
  return reach;
}

async function reached(ctx: Ctx, input: Reached, near?: Date) {
  const { part, start } = await locked(ctx, input);
  if (part.cancelled) throw new DomainError('conflict', CANCELLED);
  const once = part.series.core === null;
  const reach = scopeOf(part, start, input.scope);
  const named = start ?? (near && !once ? meetingNear(part.series, near.getTime()) : part.series.startsAt);
  return { part, once, reach, named };
}

/** All parts of the series that are not cancelled as a whole. */
const heldParts = (ctx: Ctx, { seriesId }: MeetingPart) =>
  readParts(ctx, sql`e.series_id = ${seriesId}::uuid and e.cancelled_at is null`);

/** Times of one meeting; of a series from one on, or all that are still to come. What has begun stays as it was. */
export async function editMeeting(ctx: Ctx, input: EditMeeting): Promise<MeetingRecord> {
  const { part, once, reach, named } = await reached(ctx, input, input.starts_at ?? input.ends_at);
  allow(canEditMeeting(ctx.actor, part), MAY_NOT);
  if (reach === 'this') return editOne(ctx, part, named, input);
  if (input.project_id !== undefined) {
    await projectFor(ctx, input.project_id);
    allow(canEditMeeting(ctx.actor, { ...part, projectId: input.project_id }), MAY_NOT);
    allow(canCreateMeeting(ctx.actor, input.project_id), MAY_NOT);
  }
  const change = timeChange(part, named, input);
  if (once) return editOnce(ctx, part, change, input);
  // A rule that is named goes on in its own part.
  if (reach === 'following' && change.rule !== undefined) return split(ctx, part, named, change, input, reach);
  if (reach === 'all' && Object.keys(change).length === 0) return editWords(ctx, part, input);
  const parts = (await heldParts(ctx, part)).filter(
    ({ series }) =>
      series.startsAt > part.series.startsAt && (reach === 'all' || nextStart(series, Date.now()) !== null),
  );
  if (parts.length && change.rule !== undefined)
    throw invalidField('rrule', 'This series was changed before. Say from which meeting on the rule is another.');
  const answer = await split(ctx, part, named, change, input, reach);
  const zone = change.zone ?? part.series.zone;
  const shift =
    change.startsAt === undefined ? undefined : wallAt(change.startsAt, zone) - wallAt(named, part.series.zone);
  for (const other of parts) {
    const { startsAt, zone: own } = other.series;
    const moved = shift === undefined ? {} : { startsAt: momentAt(wallAt(startsAt, own) + shift, change.zone ?? own) };
    await split(ctx, other, startsAt, { ...change, ...moved }, input, 'all');
  }
  return answer;
}

function lengthGiven(from: Date, input: EditMeeting): number | undefined {
  const minutes = minutesOf(from, input);
  if (minutes === undefined) return undefined;
  if (minutes < 1) throw invalidField('ends_at', 'It must end after it begins.');
  if (minutes > MOST_MINUTES) throw invalidField('ends_at', 'A meeting has 14 days at most.');
  return minutes;
}

function timeChange(part: MeetingPart, named: number, input: EditMeeting): TimeChange {
  const own = part.exceptions.find((one) => one.start === named);
  const now = occurrenceAt(part.series, named, own);
  const from = input.starts_at ?? new Date(now.startsAt);
  const zone = input.time_zone ?? part.series.zone;
  const given = lengthGiven(from, input);
  const toWhole = input.all_day ?? part.series.allDay;
  const length = given ?? (toWhole && !part.series.allDay ? part.series.minutes : undefined);
  const minutes = length !== undefined && toWhole ? wholeDays(from.getTime(), length, zone) : length;
  return {
    ...(input.starts_at && input.starts_at.getTime() !== now.startsAt && { startsAt: input.starts_at.getTime() }),
    ...(minutes !== undefined && minutes !== part.series.minutes && { minutes }),
    ...(input.time_zone && input.time_zone !== part.series.zone && { zone: input.time_zone }),
    ...(input.all_day !== undefined && input.all_day !== part.series.allDay && { allDay: input.all_day }),
    ...(input.rrule !== undefined && (input.rrule || null) !== part.rule && { rule: input.rrule || null }),
  };
}

const fieldsOf = ({ title, place, url, audience, reminders, project_id: projectId }: EditMeeting) => ({
  ...(title !== undefined && { title }),
  ...(place !== undefined && { place }),
  ...(url !== undefined && { url }),
  ...(audience !== undefined && { audience }),
  ...(reminders !== undefined && { reminders }),
  ...(projectId !== undefined && { projectId }),
});

async function editOne(ctx: Ctx, part: MeetingPart, start: number, input: EditMeeting): Promise<MeetingRecord> {
  for (const field of ['attendee_ids', 'project_id', 'audience', 'reminders', 'rrule', 'time_zone', 'all_day'] as const)
    if (input[field] !== undefined) throw invalidField(field, 'This is the same for all meetings of a series.');
  const own = part.exceptions.find((one) => one.start === start);
  const now = occurrenceAt(part.series, start, own);
  const from = input.starts_at ?? new Date(now.startsAt);
  const given = lengthGiven(from, input);
  const { zone, allDay } = part.series;
  const length = given !== undefined && allDay ? wholeDays(from.getTime(), given, zone) : given;
  const minutes = length ?? own?.minutes ?? null;
  const startsAt = input.starts_at ? input.starts_at.getTime() : (own?.startsAt ?? null);
  await keepException(ctx, part.id, {
    ...{ start, cancelled: false, reason: '', minutes },
    startsAt: startsAt === start ? null : startsAt,
    title: input.title ?? own?.title ?? null,
    place: input.place ?? own?.place ?? null,
    url: input.url ?? own?.url ?? null,
  });
  await raiseMeeting(ctx, part.id);
  const after = await fresh(ctx, part.id);
  const { title } = wordsOf(after, start);
  const times = { ...(startsAt !== (own?.startsAt ?? null) && { startsAt: startsAt ?? start }) };
  ctx.happened('meeting.changed', subjectOf(ctx, after), {
    ...{ meeting_id: part.id, title, only: new Date(start).toISOString() },
    ...whatChanged({ ...part, ...wordsOf(part, start) }, input, {
      ...times,
      ...(minutes !== (own?.minutes ?? null) && { minutes: minutes ?? part.series.minutes }),
    }),
  });
  await sendInvitations(ctx, after, { method: 'REQUEST', only: start });
  return recordOf(ctx, after, start);
}

async function editOnce(ctx: Ctx, part: MeetingPart, change: TimeChange, input: EditMeeting): Promise<MeetingRecord> {
  const { series } = part;
  const timed = Object.keys(change).length > 0;
  const next = timed
    ? planned({
        startsAt: change.startsAt ?? series.startsAt,
        zone: change.zone ?? series.zone,
        minutes: change.minutes ?? series.minutes,
        allDay: change.allDay ?? series.allDay,
        rule: change.rule ?? null,
      })
    : series;
  const rule = next.core === null ? null : (change.rule ?? null);
  const people = await changedPeople(ctx, part, input);
  await updateMeeting(ctx, part.id, { ...fieldsOf(input), ...(timed && { series: next, rule }) });
  if (next.core !== null) await nameAgenda(ctx, part.id, next.startsAt);
  return told(ctx, part, people, whatChanged(part, input, change, people));
}

/** Title, people and place of all that are still to come, in every part of the series; no meeting that has begun is rewritten. */
async function editWords(ctx: Ctx, part: MeetingPart, input: EditMeeting): Promise<MeetingRecord> {
  const now = Date.now();
  const parts = (await heldParts(ctx, part)).filter(({ series }) => nextStart(series, now) !== null);
  if (!parts.length) throw invalidField('scope', 'No meeting of this series is still to come.');
  let answer: MeetingRecord | undefined;
  for (const one of parts) {
    const record = await split(ctx, one, one.series.startsAt, {}, input, 'all');
    if (one.id === part.id || !answer) answer = record;
  }
  return answer as MeetingRecord;
}

type People = { added: string[]; removed: MeetingPart['attendees'] };

/** The organiser stays. */
async function changedPeople(ctx: Ctx, part: MeetingPart, input: EditMeeting): Promise<People> {
  const now = part.attendees.map(({ memberId }) => memberId);
  const wanted = input.attendee_ids
    ? [...new Set([...(part.organiserId ? [part.organiserId] : []), ...input.attendee_ids])]
    : now;
  const audience = input.audience ?? part.audience;
  const added = wanted.filter((id) => !now.includes(id));
  if (added.length || audience !== part.audience)
    await invitees(ctx, audience === part.audience ? added : wanted, audience);
  const removed = part.attendees.filter(({ memberId }) => !wanted.includes(memberId));
  await insertAttendees(
    ctx,
    part.id,
    added.map((memberId) => ({ memberId })),
  );
  await removeAttendees(
    ctx,
    part.id,
    removed.map(({ memberId }) => memberId),
  );
  return { added, removed };
}

type WhatChanged = Omit<PayloadOf<'meeting.changed'>, 'meeting_id' | 'title'>;

/** For the history: what is another now, and how. */
function whatChanged(
  part: MeetingPart,
  input: EditMeeting,
  { startsAt, zone, allDay, minutes, rule }: TimeChange,
  { added, removed }: People = { added: [], removed: [] },
): WhatChanged {
  const other = (field: 'title' | 'place' | 'url' | 'audience') =>
    input[field] !== undefined && input[field] !== part[field];
  const is: Record<(typeof CHANGED)[number], boolean> = {
    title: other('title'),
    time: startsAt !== undefined || zone !== undefined || allDay !== undefined,
    length: minutes !== undefined,
    rule: rule !== undefined,
    place: other('place') || other('url'),
    people: added.length + removed.length > 0,
    audience: other('audience'),
    reminders: input.reminders !== undefined && input.reminders.join() !== part.reminders.join(),
    project: input.project_id !== undefined && input.project_id !== part.projectId,
  };
  return {
    fields: CHANGED.filter((field) => is[field]),
    ...(is.title && { was: part.title }),
    ...(startsAt !== undefined && { starts_at: new Date(startsAt).toISOString() }),
    ...(other('place') && { place: input.place }),
    ...(added.length && { added }),
    ...(removed.length && { removed: removed.map(({ memberId }) => memberId) }),
  };
}

async function told(ctx: Ctx, before: MeetingPart, { removed }: People, what: WhatChanged): Promise<MeetingRecord> {
  const after = await fresh(ctx, before.id);
  const subject = subjectOf(ctx, after);
  const attendeeIds = [...subject.attendeeIds, ...removed.map(({ memberId }) => memberId)];
  ctx.happened('meeting.changed', { ...subject, attendeeIds }, { meeting_id: after.id, title: after.title, ...what });
  await sendInvitations(ctx, after, { method: 'REQUEST' });
  if (removed.length) await sendInvitations(ctx, { ...after, attendees: removed }, { method: 'CANCEL' });
  return recordOf(ctx, after, null);
}

/** The rule as it is shown: as it was written, unless the series ends earlier by now. */
const shownRule = (series: Series, written: string | null): string | null =>
  series.core === null ? null : (written ?? ruleText(series));

/** The series goes on as a part of its own from the first meeting that the change reaches; before it nothing changes. */
async function split(
  ctx: Ctx,
  part: MeetingPart,
  named: number,
  change: TimeChange,
  input: EditMeeting,
  scope: 'following' | 'all',
): Promise<MeetingRecord> {
  const changed = changeSeries(part.series, named, change, scope, Date.now());
  if ('refused' in changed) throw invalidField(change.rule === undefined ? 'scope' : 'rrule', changed.refused);
  const { before, after, renamed, first } = changed;
  const isTimed = Object.keys(change).length > 0;
  const rule = shownRule(after, change.rule ?? (isTimed || before !== null ? null : part.rule));
  if (before === null) {
    const people = await changedPeople(ctx, part, input);
    await updateMeeting(ctx, part.id, { ...fieldsOf(input), ...(isTimed && { series: after, rule }) });
    if (isTimed) await moveMeetings(ctx, part, part.id, first, renamed, after.startsAt);
    return told(ctx, part, people, whatChanged(part, input, change, people));
  }
  const id = await splitOff(ctx, part, changed, { ...fieldsOf(input), rule });
  const ended = await fresh(ctx, part.id);
  const people = await changedPeople(ctx, await fresh(ctx, id), input);
  ctx.happened(
    'meeting.changed',
    { ...subjectOf(ctx, ended), told: [], isEnd: true },
    { meeting_id: part.id, title: part.title },
  );
  await sendInvitations(ctx, ended, { method: 'REQUEST' });
  const from = new Date(after.startsAt).toISOString();
  return told(ctx, await fresh(ctx, id), people, { ...whatChanged(part, input, change, people), from });
}

/** It stays in calendars, struck through, with the reason; what has begun stays as it was. */
export async function cancelMeeting(ctx: Ctx, input: CancelMeeting): Promise<MeetingRecord> {
  const { part, once, reach, named } = await reached(ctx, input);
  allow(canEditMeeting(ctx.actor, part), MAY_NOT);
  const { reason } = input;
  if (reach === 'this') {
    const own = part.exceptions.find((one) => one.start === named);
    if (own?.cancelled) throw new DomainError('conflict', CANCELLED);
    const before = own ?? { startsAt: null, minutes: null, title: null, place: null, url: null };
    const { startsAt, minutes, title, place, url } = before;
    await keepException(ctx, part.id, { start: named, cancelled: true, reason, startsAt, minutes, title, place, url });
    await raiseMeeting(ctx, part.id);
    return cancelled(ctx, part.id, reason, named);
  }
  if (once) {
    await updateMeeting(ctx, part.id, { cancelled: new Date(), reason });
    return cancelled(ctx, part.id, reason, null);
  }
  const now = new Date();
  // Parts that the series was split into later go too.
  const later = (await heldParts(ctx, part)).filter(
    ({ series }) => series.startsAt > part.series.startsAt && nextStart(series, now.getTime()) !== null,
  );
  const hasMore = nextStart(part.series, now.getTime()) !== null;
  if (!hasMore && !later.length) throw new DomainError('conflict', 'No meeting of this series is still to come.');
  let answer: MeetingRecord | undefined;
  if (hasMore || reach === 'following') answer = await cancelPart(ctx, part, { reach, named, reason, at: now });
  for (const one of later) {
    const record = await cancelPart(ctx, one, { reach: 'all', named: one.series.startsAt, reason, at: now });
    answer ??= record;
  }
  return answer as MeetingRecord;
}

type Cancelled = { reach: 'following' | 'all'; named: number; reason: string; at: Date };

async function cancelPart(
  ctx: Ctx,
  part: MeetingPart,
  { reach, named, reason, at }: Cancelled,
): Promise<MeetingRecord> {
  const changed = changeSeries(part.series, named, {}, reach, at.getTime());
  if ('refused' in changed) throw new DomainError('conflict', changed.refused);
  if (changed.before === null) {
    await updateMeeting(ctx, part.id, { cancelled: at, reason });
    return cancelled(ctx, part.id, reason, null);
  }
  const id = await splitOff(ctx, part, changed, { cancelled: at, reason });
  const ended = await fresh(ctx, part.id);
  // To calendars it is the same series, which ends.
  await sendInvitations(ctx, ended, { method: 'REQUEST' });
  const gone = await fresh(ctx, id);
  ctx.happened('meeting.cancelled', subjectOf(ctx, gone), { meeting_id: id, title: part.title, reason });
  return recordOf(ctx, gone, null);
}

/** What a change reaches becomes a part of its own, whose id is answered; it is as it was, but for `own`. */
async function splitOff(
  ctx: Ctx,
  part: MeetingPart,
  { before, after, renamed, first }: ChangedSeries,
  own: Partial<NewMeeting>,
): Promise<string> {
  if (before === null) return part.id;
  const id = newId();
  const { projectId, audience, organiserId, title, place, url, reminders, seriesId } = part;
  await insertMeeting(ctx, {
    ...{ projectId, audience, organiserId, title, place, url, reminders, seriesId, id },
    ...{ rule: ruleText(after), series: after, ...own },
  });
  await insertAttendees(ctx, id, part.attendees);
  await updateMeeting(ctx, part.id, { series: before, rule: ruleText(before) });
  await moveMeetings(ctx, part, id, first, renamed, after.startsAt);
  return id;
}

/**
 * Takes a cancellation back, and tells calendars. Of a series that one meeting, it and all that follow, or all that are still
 * to come; what was cancelled by itself before stays so, and what is over did not take place.
 */
export async function restoreMeeting(ctx: Ctx, input: RestoreMeeting): Promise<MeetingRecord> {
  const { part, start } = await locked(ctx, input);
  allow(canEditMeeting(ctx.actor, part), MAY_NOT);
  if (!part.cancelled) return restoreOne(ctx, part, start);
  await projectFor(ctx, part.projectId);
  if (part.series.core === null) return restorePart(ctx, part.id, null);
  const reach = scopeOf(part, start, input.scope);
  // Those that went at the same time.
  const parts = await readParts(
    ctx,
    sql`e.series_id = ${part.seriesId}::uuid and e.cancelled_at = (select w.cancelled_at from meeting w where w.id = ${part.id}::uuid)`,
  );
  if (reach !== 'all') {
    const record = await restoreFrom(ctx, part, start as number, reach);
    const later = parts.filter(({ series }) => reach === 'following' && series.startsAt > part.series.startsAt);
    for (const one of later) await restorePart(ctx, one.id, null);
    return record;
  }
  let answer: MeetingRecord | undefined;
  for (const one of parts) {
    const changed = changeSeries(one.series, one.series.startsAt, {}, 'all', Date.now());
    if ('refused' in changed) continue;
    const record = await restorePart(ctx, await splitOff(ctx, one, changed, asGone(one)), null);
    if (one.id === part.id || !answer) answer = record;
  }
  if (!answer) throw new DomainError('conflict', 'No meeting of this series is still to come.');
  return answer;
}

/** As it is: it is brought back afterwards. */
const asGone = ({ reason, cancelledAt }: MeetingPart) => ({ cancelled: new Date(cancelledAt ?? Date.now()), reason });

async function restoreOne(ctx: Ctx, part: MeetingPart, start: number | null): Promise<MeetingRecord> {
  const own = part.exceptions.find((one) => one.start === start);
  if (start === null || !own?.cancelled) throw new DomainError('conflict', 'This meeting is not cancelled.');
  await keepException(ctx, part.id, { ...own, cancelled: false, reason: '' });
  await raiseMeeting(ctx, part.id);
  return broughtBack(ctx, part.id, start);
}

/** One meeting of a series that is cancelled as a whole, or it and all that follow, become a part of their own. */
async function restoreFrom(
  ctx: Ctx,
  part: MeetingPart,
  named: number,
  reach: 'this' | 'following',
): Promise<MeetingRecord> {
  const cutAt = async (id: string, start: number) => {
    const { part: from } = await meetingPart(ctx, id);
    const changed = changeSeries(from.series, start, {}, 'following', Date.now());
    if ('refused' in changed) throw new DomainError('conflict', changed.refused);
    return splitOff(ctx, from, changed, asGone(from));
  };
  const id = await cutAt(part.id, named);
  const { part: own } = await meetingPart(ctx, id);
  const next = reach === 'this' ? nextStart(own.series, named + 1) : null;
  if (next !== null) await cutAt(id, next);
  const exception = own.exceptions.find(({ start }) => start === named);
  if (exception?.cancelled) await keepException(ctx, id, { ...exception, cancelled: false, reason: '' });
  return restorePart(ctx, id, named);
}

async function restorePart(ctx: Ctx, id: string, start: number | null): Promise<MeetingRecord> {
  await updateMeeting(ctx, id, { cancelled: null, reason: '' });
  return broughtBack(ctx, id, null, start);
}

/** `only`: one meeting of a series that takes place else. */
async function broughtBack(ctx: Ctx, id: string, only: number | null, named = only): Promise<MeetingRecord> {
  const after = await fresh(ctx, id);
  const { title } = only === null ? after : wordsOf(after, only);
  ctx.happened('meeting.restored', subjectOf(ctx, after), { meeting_id: id, title });
  await sendInvitations(ctx, after, { method: 'REQUEST', restored: true, ...(only !== null && { only }) });
  return recordOf(ctx, after, named);
}

async function cancelled(ctx: Ctx, id: string, reason: string, start: number | null): Promise<MeetingRecord> {
  const after = await fresh(ctx, id);
  const title = start === null ? after.title : wordsOf(after, start).title;
  ctx.happened('meeting.cancelled', subjectOf(ctx, after), { meeting_id: id, title, reason });
  await sendInvitations(ctx, after, { method: 'CANCEL', ...(start !== null && { only: start }), reason });
  return recordOf(ctx, after, start);
}

/** For the series, or for one meeting of it. The organiser is told. */
export async function answerMeeting(ctx: Ctx, { id, occurrence, answer, note }: AnswerMeeting): Promise<MeetingRecord> {
  const { part, start } = await meetingPart(ctx, id, occurrence);
  const { memberId } = ctx.actor;
  allow(
    canAnswerMeeting(
      ctx.actor,
      part.attendees.some((one) => one.memberId === memberId),
    ),
    'Only who is invited to a meeting can answer.',
  );
  if (part.cancelled) throw new DomainError('conflict', CANCELLED);
  await answerFor(ctx, part.id, start, { answer, note });
  const { part: after } = await meetingPart(ctx, part.id);
  const told = after.organiserId && after.organiserId !== memberId ? [after.organiserId] : [];
  const { title } = start === null ? after : wordsOf(after, start);
  ctx.happened('meeting.answered', { ...subjectOf(ctx, after), told }, { meeting_id: part.id, title, answer });
  return recordOf(ctx, after, start);
}
