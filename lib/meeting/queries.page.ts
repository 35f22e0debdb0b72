import 'server-only';
import { formatsFor, isTimeZone } from '@/lib/formats';
import { dayGiven, daysOfPage, pageAfter } from '@/lib/formats/calendar';
import { startOfDay } from '@/lib/formats/clock';
import { dayAfter } from '@/lib/formats/days';
import { calendarDays, type MeetingDay } from '@/lib/meeting/calendar';
import { canCreateMeeting } from '@/lib/meeting/policy';
import { getMeeting, meetingsBetween } from '@/lib/meeting/queries';
import type { MeetingLine, MeetingRecord } from '@/lib/meeting/schema';
import { MeetingReference } from '@/lib/meeting/schema';
import { MEETING_VIEWS, type MeetingSpan, type MeetingView } from '@/lib/meeting/vocabulary';
import type { Ctx } from '@/lib/org';
import { workingCalendar as organisationCalendar } from '@/lib/organisation/queries';
import { dayNumber, workingCalendar } from '@/lib/working-days';

/** Days of the agenda that are shown at once. */
export const DAYS = 14;
const MOST_CHOICES = 300;

export type MeetingQuery = {
  view?: string;
  date?: string;
  who?: string;
  zone?: string;
  meeting?: string;
  occurrence?: string;
};
type Choice = { _id: string; name: string };
export type MeetingPageData = {
  view: MeetingView;
  /** The first day, and the first of the pages before and after: `YYYY-MM-DD`. */
  day: string;
  before: string;
  after: string;
  today: string;
  mine: boolean;
  /** A second clock beside the reader's. */
  zone: string | null;
  /** Of the agenda. */
  lines: MeetingLine[];
  /** Of the agenda: which of its days are holidays, and on which else nobody works. */
  daysOff: Readonly<Record<string, 'holiday' | 'off'>>;
  /** Of the other views. */
  calendar: { days: MeetingDay[]; now: number } | null;
  /** The next one where none of these days has any. */
  next: MeetingLine | null;
  detail: MeetingRecord | null;
  /** Who can be invited, and to which projects a meeting can belong; null for whoever may make none. */
  choices: { people: (Choice & { client: boolean })[]; projects: Choice[] } | null;
};

/** `not_found` for a meeting that the caller does not see. */
export async function readMeetingPage(ctx: Ctx, query: MeetingQuery): Promise<MeetingPageData> {
  const { memberId } = ctx.actor;
  const formats = formatsFor(ctx.actor);
  const today = formats.today();
  const day = dayGiven(query.date, today);
  const view = MEETING_VIEWS.find((one) => one === query.view) ?? 'agenda';
  const mine = query.who !== 'all';
  const named = query.meeting
    ? MeetingReference.safeParse({ id: query.meeting, ...(query.occurrence && { occurrence: query.occurrence }) })
    : null;
  const detail = named?.success ? await getMeeting(ctx, named.data) : null;
  const attendee = mine ? memberId : undefined;
  return {
    ...{ view, day, today, mine, detail, ...besides(view, day) },
    zone: query.zone && isTimeZone(query.zone) ? query.zone : null,
    ...(view === 'agenda'
      ? { ...(await readAgenda(ctx, day, attendee)), calendar: null }
      : // A meeting that is named stands in place of the calendar.
        { lines: [], next: null, daysOff: {}, calendar: detail ? null : await readCalendar(ctx, view, day, attendee) }),
    choices: await choicesOf(ctx),
  };
}

const besides = (view: MeetingView, date: string) =>
  view === 'agenda'
    ? { before: dayAfter(date, -DAYS), after: dayAfter(date, DAYS) }
    : { before: pageAfter({ span: view, date }, -1).date, after: pageAfter({ span: view, date }, 1).date };

const windowOf = ({ actor }: Ctx, from: string, to: string) => ({
  from: Date.parse(startOfDay(from, actor.timeZone)),
  to: Date.parse(startOfDay(to, actor.timeZone)),
});

async function readAgenda(ctx: Ctx, day: string, attendee: string | undefined) {
  const end = dayAfter(day, DAYS);
  const lines = await meetingsBetween(ctx, { ...windowOf(ctx, day, end), attendee });
  const further = lines.length
    ? []
    : await meetingsBetween(ctx, { ...windowOf(ctx, end, dayAfter(day, 200)), attendee });
  return { lines, next: further[0] ?? null, daysOff: await daysOffFrom(ctx, day) };
}

/** Of the days of an agenda from one on. */
export async function daysOffFrom(ctx: Ctx, first: string): Promise<MeetingPageData['daysOff']> {
  const rest = await organisationCalendar(ctx);
  const { isWorkingDay } = workingCalendar(rest);
  const days = Array.from({ length: DAYS }, (_, at) => dayAfter(first, at)).filter(
    (day) => !isWorkingDay(dayNumber(day)),
  );
  return Object.fromEntries(days.map((day) => [day, rest.holidays.includes(day) ? 'holiday' : 'off']));
}

async function readCalendar(ctx: Ctx, span: MeetingSpan, date: string, attendee: string | undefined) {
  const days = daysOfPage({ span, date }, formatsFor(ctx.actor).firstDay);
  // Whole days of other clocks begin up to a day earlier, and end as much later.
  const reach = windowOf(ctx, dayAfter(days[0] ?? date, -1), dayAfter(days.at(-1) ?? date, 2));
  const lines = await meetingsBetween(ctx, { ...reach, attendee });
  const rest = await organisationCalendar(ctx);
  const clock = { zone: formatsFor(ctx.actor).timeZone, calendar: workingCalendar(rest), holidays: rest.holidays };
  return { days: calendarDays(lines, days, { span, actor: ctx.actor, ...clock }), now: Date.now() };
}

/** Null for whoever may make none (of a project: in it). */
export async function choicesOf(ctx: Ctx, projectId: string | null = null): Promise<MeetingPageData['choices']> {
  const { db, actor } = ctx;
  if (!canCreateMeeting(actor, projectId)) return null;
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
