import 'server-only';
import { isOpen } from '@/lib/archived';
import type { FileAnswer } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import { feedOf } from '@/lib/meeting/auth.feed';
import { type CalendarMeeting, writeCalendar } from '@/lib/meeting/icalendar';
import { type MeetingPart, meetingPart, readParts } from '@/lib/meeting/queries';
import { type CalendarReader, toCalendar } from '@/lib/meeting/queries.mail';
import type { CalendarFeedRecord, FeedPlace, MeetingReference } from '@/lib/meeting/schema';
import { type Ctx, withFeed } from '@/lib/org';
import { unseal } from '@/lib/seal';
import { type Sql, sql } from '@/lib/sql';
import { COMPLETED } from '@/lib/task/vocabulary';
import { linksOf } from '@/lib/tenant/organisation-path';

const TYPE = 'text/calendar; charset=utf-8';
const DAY = 86_400_000;

/** One meeting, or its whole series, for a calendar. */
export async function meetingFile(ctx: Ctx, { id, occurrence }: MeetingReference): Promise<FileAnswer> {
  const { part, start } = await meetingPart(ctx, id, occurrence);
  const body = writeCalendar({
    ...{ method: 'PUBLISH', name: part.title, meetings: [toCalendar(part, ctx.actor)], now: Date.now() },
    ...(start !== null && { only: start }),
  });
  return { name: 'meeting.ics', type: TYPE, body };
}

export const urlOf = (token: string) => `${env.appUrl}/api/calendar/${token}`;
export const placeOf = (ctx: Ctx, projectId: string | undefined) => ({
  memberId: ctx.actor.memberId,
  projectId: projectId ?? null,
});

/** Whoever looks as a client does not learn the client's own address. */
export async function getFeed(ctx: Ctx, { project_id }: FeedPlace): Promise<CalendarFeedRecord> {
  if (ctx.view) return { url: null };
  const feed = await ctx.db.calendarFeed.findFirst({ where: placeOf(ctx, project_id) });
  if (!feed) return { url: null };
  try {
    return { url: urlOf(unseal<{ calendar: string }>(feed.sealed).calendar) };
  } catch {
    // Its secret is no longer configured: calendars go on with it, and a new one can be made.
    return { url: null };
  }
}

/** What whoever has the address reads; null: there is none, or it is revoked. */
export async function readFeed(token: string): Promise<string | null> {
  const feed = await feedOf(token);
  if (!feed) return null;
  const meetings: CalendarMeeting[] = [];
  for (const organisation of feed.organisations) {
    const found = await withFeed(feed.id, organisation, (ctx) => calendarOf(ctx, feed.projectId)).catch(closed);
    if (found === null && feed.projectId !== null) return null;
    meetings.push(...(found ?? []));
  }
  return writeCalendar({ method: 'PUBLISH', name: env.vendor.name, meetings, now: Date.now() });
}

/** Left, revoked or closed in the moment between: the others go on. */
function closed(error: unknown): null {
  if (error instanceof DomainError && ['forbidden', 'not_found', 'unauthenticated'].includes(error.code)) return null;
  throw error;
}

async function calendarOf(ctx: Ctx, projectId: string | null): Promise<CalendarMeeting[]> {
  const { memberId } = ctx.actor;
  const since = new Date(Date.now() - 366 * DAY);
  const parts = await readParts(
    ctx,
    sql`e.cancelled_at is null and (e.ends_at is null or e.ends_at > ${since}::timestamptz) and ${
      projectId
        ? sql`e.project_id = ${projectId}::uuid`
        : sql`exists (select from meeting_attendee a where a.org_id = e.org_id and a.meeting_id = e.id and a.member_id = ${memberId}::uuid)`
    }`,
  );
  const own =
    projectId === null
      ? parts.flatMap((part) => attended(part, ctx.actor))
      : parts.map((part) => toCalendar(part, ctx.actor));
  return [...own, ...(await dueDates(ctx, projectId))];
}

/** Without what one said no to; of a series that one declined, the meetings that one accepted. */
function attended(part: MeetingPart, reader: CalendarReader): CalendarMeeting[] {
  const { memberId } = reader;
  const calendar = toCalendar(part, reader);
  const answers = part.answers.filter((one) => one.memberId === memberId);
  const whole = part.attendees.find((one) => one.memberId === memberId)?.answer;
  if (whole === 'no')
    return answers
      .filter(({ answer }) => answer !== 'no')
      .map(({ start }) => {
        const at = part.exceptions.find((one) => one.start === start)?.startsAt ?? start;
        const series = { ...part.series, startsAt: at, core: null, endsAt: at };
        return { ...calendar, uid: `${start}-${calendar.uid}`, series, exceptions: [] };
      });
  const declined = answers.filter(({ answer }) => answer === 'no').map(({ start }) => start);
  const without = declined.map((start) => ({ start, cancelled: true, startsAt: null, minutes: null, sequence: 0 }));
  return [
    { ...calendar, exceptions: [...calendar.exceptions.filter((one) => !declined.includes(one.start)), ...without] },
  ];
}

type Due = { id: string; key: string; title: string; due: string; changed: Date };

/** Tasks as whole days, of the last quarter of a year on; a client's are those that are shared with it. */
async function dueDates(ctx: Ctx, projectId: string | null): Promise<CalendarMeeting[]> {
  const whose: Sql = projectId
    ? sql`t.project_id = ${projectId}::uuid`
    : sql`exists (select from task_assignee a where a.org_id = t.org_id and a.task_id = t.id and a.member_id = ${ctx.actor.memberId}::uuid)`;
  const rows = await ctx.db.$queryRaw<Due[]>`
    select t.id, p.key || '-' || t.number as key, t.title, to_char(t.due_date, 'YYYY-MM-DD') as due, t.updated_at as changed
      from task t join project p on p.org_id = t.org_id and p.id = t.project_id
     where ${whose} and t.deleted_at is null and t.status <> ${COMPLETED}::int and ${isOpen}
       and t.due_date > current_date - 90 order by t.due_date, t.id limit 2000`;
  return rows.map(({ id, key, title, due, changed }) => {
    const startsAt = Date.parse(`${due}T00:00:00Z`);
    return {
      ...{
        uid: `task-${id}@${new URL(env.appUrl).hostname}`,
        title: `Due: ${key} ${title}`,
        description: '',
        place: '',
      },
      ...{
        url: `${env.appUrl}${linksOf(ctx.org.key, null)(`taskpage?task=${key}`)}`,
        sequence: 0,
        exceptions: [],
        cancelled: false,
      },
      ...{ organiser: null, attendees: [], changedAt: changed.getTime() },
      series: { startsAt, endsAt: startsAt, zone: 'UTC', minutes: 24 * 60, allDay: true, core: null },
    };
  });
}
