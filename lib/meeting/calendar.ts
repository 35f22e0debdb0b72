/** Meetings as a calendar draws them: what of them lies on which day of the reader's clock. Runs anywhere. */

import { DAY_MINUTES, type Placed, type Stretch, sideBySide } from '@/lib/meeting/layout';
import { canEditMeeting } from '@/lib/meeting/policy';
import type { MeetingLine } from '@/lib/meeting/schema';
import type { Answer, MeetingSpan } from '@/lib/meeting/vocabulary';
import { wallAt } from '@/lib/meeting/zones';
import type { Actor } from '@/lib/permission/policy';
import { dateOfDay, dayNumber, type WorkingCalendar } from '@/lib/working-days';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** What is drawn of a meeting. */
export type CalendarMeeting = {
  /** The same after it was moved. */
  key: string;
  id: string;
  occurrence: string;
  version: number;
  title: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  place: string;
  /** Whole days: all-day meetings, and those that last a day or longer. */
  whole: boolean;
  allDay: boolean;
  cancelled: boolean;
  invited: boolean;
  answer: Answer | null;
  repeats: boolean;
  client: boolean;
  /** By whoever reads this. */
  movable: boolean;
};

/** What of a meeting lies on a day. */
export type Piece = Stretch & { meeting: CalendarMeeting; begins: boolean; ends: boolean };

export type MeetingDay = {
  day: string;
  isWorking: boolean;
  isHoliday: boolean;
  total: number;
  whole: Piece[];
  /** In order; in a month side by side has no meaning. */
  timed: Placed<Piece>[];
  /** Not among these. */
  hidden: number;
};

/** How many whole days are drawn above a day, and how many meetings stand side by side in it. */
const ROOM: Record<MeetingSpan, { whole: number; columns: number; most: number }> = {
  day: { whole: 12, columns: 12, most: 400 },
  week: { whole: 4, columns: 4, most: 100 },
  month: { whole: 4, columns: 1, most: 4 },
};

export const meetingKey = ({ _id, occurrence, rrule }: Pick<MeetingLine, '_id' | 'occurrence' | 'rrule'>): string =>
  rrule === null ? _id : `${_id} ${occurrence}`;

const shown = (line: MeetingLine, actor: Actor): CalendarMeeting => {
  const isLong = Date.parse(line.ends_at) - Date.parse(line.starts_at) >= DAY;
  const organiserId = line.organiser?._id ?? null;
  return {
    key: meetingKey(line),
    ...{ id: line._id, occurrence: line.occurrence, version: line.version, title: line.title },
    ...{ starts_at: line.starts_at, ends_at: line.ends_at, time_zone: line.time_zone, place: line.place },
    ...{ whole: line.all_day || isLong, allDay: line.all_day, cancelled: line.status === 'cancelled' },
    invited: line.attendees.some(({ _id }) => _id === actor.memberId),
    ...{ answer: line.my_answer, repeats: line.rrule !== null, client: line.audience === 'client' },
    movable: line.status !== 'cancelled' && canEditMeeting(actor, { projectId: line.project_id, organiserId }),
  };
};

/** Days of a whole-day meeting are those of its own clock, wherever it is read. */
function piecesOf(line: MeetingLine, meeting: CalendarMeeting, zone: string): { day: number; piece: Piece }[] {
  const clock = meeting.allDay ? line.time_zone : zone;
  const [start, end] = [Date.parse(line.starts_at), Date.parse(line.ends_at)];
  const from = wallAt(start, clock);
  // Where the clock is put back meanwhile it may show an earlier time at the end.
  const to = Math.max(wallAt(end, clock), from + Math.min(end - start, 15 * MINUTE));
  const [first, last] = [Math.floor(from / DAY), Math.floor((to - 1) / DAY)];
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const day = first + at;
    const minute = (wall: number) => Math.round((wall - day * DAY) / MINUTE);
    const stretch = { from: Math.max(0, minute(from)), to: Math.min(DAY_MINUTES, minute(to)) };
    return { day, piece: { ...stretch, meeting, begins: day === first, ends: day === last } };
  });
}

const inOrder = (one: Piece, other: Piece) =>
  Number(other.meeting.whole) - Number(one.meeting.whole) || one.from - other.from || other.to - one.to;

/** Each of the days with what is drawn of it; how many more there are is told. */
export function calendarDays(
  lines: readonly MeetingLine[],
  days: readonly string[],
  {
    span,
    zone,
    actor,
    calendar,
    holidays,
  }: {
    span: MeetingSpan;
    zone: string;
    actor: Actor;
    calendar: Pick<WorkingCalendar, 'isWorkingDay'>;
    holidays: readonly string[];
  },
): MeetingDay[] {
  const found = new Map<string, Piece[]>(days.map((day) => [day, []]));
  for (const line of lines) {
    const meeting = shown(line, actor);
    for (const { day, piece } of piecesOf(line, meeting, zone)) found.get(dateOfDay(day))?.push(piece);
  }
  const free = new Set(holidays);
  const room = ROOM[span];
  return [...found].map(([day, pieces]) => {
    pieces.sort(inOrder);
    const facts = { day, isWorking: calendar.isWorkingDay(dayNumber(day)), isHoliday: free.has(day) };
    const total = pieces.length;
    // One that does not fit makes room for the line that says so.
    const few = (list: Piece[], most: number) => (list.length > most ? list.slice(0, most - 1) : list);
    if (span === 'month') {
      const drawn = few(pieces, room.most);
      const whole = drawn.filter(({ meeting }) => meeting.whole);
      const timed = drawn.slice(whole.length).map((item) => ({ item, column: 0, columns: 1, span: 1 }));
      return { ...facts, total, whole, timed, hidden: total - drawn.length };
    }
    const whole = few(
      pieces.filter((one) => one.meeting.whole),
      room.whole,
    );
    const { placed } = sideBySide(
      pieces.filter((one) => !one.meeting.whole),
      room.columns,
    );
    const timed = placed.slice(0, room.most);
    return { ...facts, total, whole, timed, hidden: total - whole.length - timed.length };
  });
}
