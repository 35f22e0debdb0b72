import 'server-only';
import { formatsFor } from '@/lib/formats';
import { startOfDay } from '@/lib/formats/clock';
import { canCreateMeeting } from '@/lib/meeting/policy';
import { getMeeting, meetingsBetween } from '@/lib/meeting/queries';
import type { MeetingLine, MeetingRecord } from '@/lib/meeting/schema';
import { MeetingReference } from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { dateOfDay, dayNumber } from '@/lib/working-days';

/** Days of the agenda that are shown at once. */
const DAYS = 14;
const MOST_CHOICES = 300;

export type MeetingQuery = { date?: string; who?: string; meeting?: string; occurrence?: string };
type Choice = { _id: string; name: string };
export type MeetingPageData = {
  /** The first day, and the first of the pages before and after: `YYYY-MM-DD`. */
  day: string;
  before: string;
  after: string;
  today: string;
  mine: boolean;
  lines: MeetingLine[];
  /** The next one where none of these days has any. */
  next: MeetingLine | null;
  detail: MeetingRecord | null;
  /** Who can be invited, and to which projects a meeting can belong; null for whoever may make none. */
  choices: { people: (Choice & { client: boolean })[]; projects: Choice[] } | null;
};

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && (text ?? '') > '2000';

/** `not_found` for a meeting that the caller does not see. */
export async function readMeetingPage(ctx: Ctx, query: MeetingQuery): Promise<MeetingPageData> {
  const { timeZone, memberId } = ctx.actor;
  const today = formatsFor(ctx.actor).today();
  const day = isDay(query.date) ? query.date : today;
  const later = (days: number) => dateOfDay(dayNumber(day) + days);
  const at = (date: string) => Date.parse(startOfDay(date, timeZone));
  const mine = query.who !== 'all';
  const attendee = mine ? memberId : undefined;
  const lines = await meetingsBetween(ctx, { from: at(day), to: at(later(DAYS)), attendee });
  const further = lines.length
    ? []
    : await meetingsBetween(ctx, { from: at(later(DAYS)), to: at(later(200)), attendee });
  const named = query.meeting
    ? MeetingReference.safeParse({ id: query.meeting, ...(query.occurrence && { occurrence: query.occurrence }) })
    : null;
  return {
    ...{ day, before: later(-DAYS), after: later(DAYS), today, mine, lines, next: further[0] ?? null },
    detail: named?.success ? await getMeeting(ctx, named.data) : null,
    choices: canCreateMeeting(ctx.actor, null) ? await choicesOf(ctx) : null,
  };
}

async function choicesOf({ db, actor }: Ctx): Promise<NonNullable<MeetingPageData['choices']>> {
  const people = await db.member.findMany({
    where: { approval: 1, deactivatedAt: null, id: { not: actor.memberId } },
    select: { id: true, name: true, role: true },
    orderBy: { name: 'asc' },
    take: MOST_CHOICES,
  });
  const projects = await db.project.findMany({
    where: { status: { not: 'archived' } },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
    take: MOST_CHOICES,
  });
  return {
    people: people.map(({ id, name, role }) => ({ _id: id, name, client: role === 'client' })),
    projects: projects.filter(({ id }) => canCreateMeeting(actor, id)).map(({ id, name }) => ({ _id: id, name })),
  };
}
