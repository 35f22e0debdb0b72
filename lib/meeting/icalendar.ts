/**
 * Meetings as iCalendar (RFC 5545, RFC 5546), written by ical-generator. Ours are the time zones, with the changes of
 * the clock that are in force while the meetings last, and the folding of lines, which the library cuts within escapes.
 */
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalDateTimeValue,
  ICalEventStatus,
} from 'ical-generator';
import { RRuleTemporal } from 'rrule-temporal';
import {
  type Exception,
  explicitRule,
  isTouched,
  occurrenceAt,
  type Series,
  shownAt,
  touchedStarts,
  wallsLeftOut,
} from '@/lib/meeting/series';
import { clockChanges, offsetAt, wallAt, wallText } from '@/lib/meeting/zones';

const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR = 366 * DAY;

type CalendarPerson = { name: string; email: string };
type CalendarAnswer = 'yes' | 'no' | 'maybe' | null;
type Words = { title: string; description: string; place: string; url: string };

/** One meeting that is not as its series. `sequence` is its own: a change of the series is none of it. */
export type CalendarException = Exception & Partial<Words> & { sequence: number };

export type CalendarMeeting = Words & {
  uid: string;
  sequence: number;
  series: Series;
  exceptions: readonly CalendarException[];
  cancelled: boolean;
  organiser: CalendarPerson | null;
  attendees: readonly (CalendarPerson & { answer: CalendarAnswer })[];
  changedAt: number;
};

export type CalendarFile = {
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  name: string;
  meetings: readonly CalendarMeeting[];
  now: number;
  /** Only this meeting of a series, by when the series says that it begins. */
  only?: number;
};

/** A moment on the clock of a zone, as the library takes it. */
function zoned(moment: number, zone: string): ICalDateTimeValue {
  const offset = offsetAt(moment, zone) / MINUTE;
  const sign = offset < 0 ? '-' : '+';
  const two = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  const wall = new Date(wallAt(moment, zone)).toISOString().slice(0, 19);
  const text = `${wall}${sign}${two(offset / 60)}:${two(offset % 60)}[${zone}]`;
  const dtstart = { timeZoneId: zone, toString: () => text };
  return new RRuleTemporal({ freq: 'DAILY', count: 1, dtstart }).options().dtstart as unknown as ICalDateTimeValue;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters cannot stand in a calendar.
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
const plain = (text: string) => text.replace(UNWRITABLE, '').replace(/[\u0085\u2028\u2029]/g, '\n');
const oneLine = (text: string) => plain(text).replace(/\s+/g, ' ').trim();
/** Within quotes, where RFC 5545 has no escape. */
const quoted = (text: string) => oneLine(text).replace(/["\\]/g, "'");
/** A URI is no text and has no escapes. */
const uri = (url: string) =>
  oneLine(url).replace(/[,;\\ ]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const STATUS = {
  yes: ICalAttendeeStatus.ACCEPTED,
  no: ICalAttendeeStatus.DECLINED,
  maybe: ICalAttendeeStatus.TENTATIVE,
} as const;

/** The file's text, with lines of 75 octets. */
export function writeCalendar({ method, name, meetings, now, only }: CalendarFile): string {
  const calendar = ical({
    name: oneLine(name),
    prodId: { company: 'Guildhall', product: 'Meetings', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  const spans = new Map<string, { from: number; to: number }>();
  /** Lines that the library cannot write as they must be: of each component, by name. */
  const instead: Record<string, string>[] = [];
  const reach = (zone: string, from: number, to: number) => {
    const known = spans.get(zone) ?? { from, to };
    spans.set(zone, { from: Math.min(known.from, from), to: Math.max(known.to, to) });
  };

  const add = (meeting: CalendarMeeting, exception: CalendarException | null) => {
    const { series, organiser } = meeting;
    const { zone, allDay } = series;
    const it = occurrenceAt(series, exception?.start ?? series.startsAt, exception ?? undefined);
    const words = { ...meeting, ...written(exception) };
    const repeats = series.core !== null && exception === null;
    const touched = isTouched(it.startsAt, it.endsAt, zone);
    // Only UTC says what is meant near a change of the clock; a rule needs its zone, and that meeting stands beside it.
    const utc = allDay || zone === 'UTC' || (touched && !repeats);
    const at = (moment: number) =>
      allDay ? new Date(shownAt(moment, series)) : utc ? new Date(moment) : zoned(moment, zone);
    const cancelled = method === 'CANCEL' || meeting.cancelled || (exception?.cancelled ?? false);
    const event = calendar.createEvent({
      id: meeting.uid,
      sequence: exception?.sequence ?? meeting.sequence,
      // An email says when it was written, a file and a feed when the meeting changed last: read again, they are the same.
      stamp: new Date(method === 'PUBLISH' ? meeting.changedAt : now),
      lastModified: new Date(meeting.changedAt),
      start: at(it.startsAt),
      end: at(it.endsAt),
      allDay,
      timezone: utc ? null : zone,
      summary: oneLine(words.title),
      description: words.description ? { plain: plain(words.description) } : null,
      location: oneLine(words.place || words.url) || null,
      url: words.url ? uri(words.url) : null,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: organiser
        ? { name: quoted(organiser.name) || organiser.email, email: oneLine(organiser.email) }
        : null,
    });
    for (const { name: who, email, answer } of meeting.attendees)
      event.createAttendee({
        name: quoted(who) || email,
        email: oneLine(email),
        role: ICalAttendeeRole.REQ,
        status: answer ? STATUS[answer] : ICalAttendeeStatus.NEEDSACTION,
        rsvp: method === 'REQUEST',
      });
    if (exception) event.recurrenceId(new Date(exception.start));
    else if (repeats) event.repeating(rulesOf(meeting, now));
    const shown = wallText(shownAt(exception?.start ?? it.startsAt, series));
    const name = allDay ? `;VALUE=DATE:${shown.slice(0, 8)}` : zone === 'UTC' ? `:${shown}Z` : `;TZID=${zone}:${shown}`;
    instead.push({
      ...(touched && repeats && { DTEND: `DURATION:PT${series.minutes}M` }),
      ...(exception && { 'RECURRENCE-ID': `RECURRENCE-ID${name}` }),
    });
    if (allDay || zone === 'UTC' || (utc && !exception)) return;
    const last = repeats ? (series.endsAt ?? Math.max(now, series.startsAt) + 10 * YEAR) : it.endsAt;
    reach(zone, Math.min(it.startsAt, exception?.start ?? it.startsAt), Math.max(last, it.endsAt));
  };

  for (const meeting of meetings) {
    const exception = meeting.exceptions.find(({ start }) => start === only);
    if (only !== undefined && meeting.series.core !== null) {
      add(meeting, exception ?? asSaid(only, meeting.sequence));
      continue;
    }
    add(meeting, null);
    if (meeting.series.core === null || method === 'CANCEL') continue;
    const own = new Set(meeting.exceptions.map((one) => one.start));
    // An email speaks of one thing: a meeting that is not as its series has an email of its own.
    if (method === 'PUBLISH') for (const one of meeting.exceptions) if (!one.cancelled) add(meeting, one);
    for (const start of touchedStarts(meeting.series, now))
      if (!own.has(start)) add(meeting, asSaid(start, meeting.sequence));
  }

  // Once each, before the first meeting that names them.
  const zones = [...spans].map(([zone, { from, to }]) => zoneText(zone, from, to)).join('');
  let at = -1;
  const text = calendar
    .toString()
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map((line) => {
      if (line === 'BEGIN:VEVENT') return ++at === 0 ? `${zones}${line}` : line;
      return instead[at]?.[line.split(/[;:]/, 1)[0] as string] ?? line;
    })
    .join('\r\n');
  return foldLines(text.endsWith('\r\n') ? text : `${text}\r\n`);
}

const asSaid = (start: number, sequence: number): CalendarException => ({
  ...{ start, sequence, cancelled: false, startsAt: null, minutes: null },
});

const written = (exception: CalendarException | null): Partial<Words> => {
  const { title, description, place, url } = exception ?? {};
  return Object.fromEntries(
    Object.entries({ title, description, place, url }).filter(([, value]) => value !== undefined),
  );
};

/**
 * Calendars disagree about times that the clock leaves out, so each of these is excluded by name and a series ends by
 * date and not by number; cancelled meetings are excluded too.
 */
function rulesOf({ series, exceptions }: CalendarMeeting, now: number): string {
  const { zone, allDay } = series;
  const cancelled = exceptions.filter((one) => one.cancelled).map((one) => shownAt(one.start, series));
  const walls = [...new Set([...wallsLeftOut(series, now), ...cancelled])].sort((a, b) => a - b).map(wallText);
  const name = (wall: string) =>
    allDay
      ? `EXDATE;VALUE=DATE:${wall.slice(0, 8)}`
      : zone === 'UTC'
        ? `EXDATE:${wall}Z`
        : `EXDATE;TZID=${zone}:${wall}`;
  return [`RRULE:${explicitRule(series)}`, ...walls.map(name)].join('\r\n');
}

const offsetText = (offset: number) => {
  const minutes = Math.abs(Math.round(offset / MINUTE));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
};

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const AGREEING = 4;

/** The yearly rule that the last changes follow, so that calendars go on beyond what is written; null: none. */
function yearlyRule(walls: readonly number[]): string | null {
  const last = walls.slice(-AGREEING).map((wall) => new Date(wall));
  const [one] = last;
  if (!one || last.length < AGREEING) return null;
  const same = (of: (date: Date) => number) => last.every((date) => of(date) === of(one));
  const years = last.map((date) => date.getUTCFullYear());
  const yearly = years.every((year, at) => at === 0 || year === (years[at - 1] as number) + 1);
  if (!yearly || !same((date) => date.getUTCMonth()) || !same((date) => date.getUTCDay())) return null;
  if (!same((date) => date.getTime() % DAY)) return null;
  const day = WEEKDAYS[one.getUTCDay()] as string;
  const inLastWeek = last.every((date) => new Date(date.getTime() + 7 * DAY).getUTCMonth() !== date.getUTCMonth());
  const nth = (date: Date) => Math.ceil(date.getUTCDate() / 7);
  if (!inLastWeek && !same(nth)) return null;
  return `FREQ=YEARLY;BYMONTH=${one.getUTCMonth() + 1};BYDAY=${inLastWeek ? -1 : nth(one)}${day}`;
}

/** A VTIMEZONE with every change of the clock from before the first meeting until after the last. */
function zoneText(zone: string, from: number, to: number): string {
  // Two more years, of which the rule for what comes after them is read.
  const end = Math.min(to + 5 * YEAR, Date.UTC(2110, 11, 1));
  const begin = from - 2 * YEAR;
  const changes = clockChanges(zone, begin, end);
  const start = offsetAt(begin, zone);
  const observances = [observance('STANDARD', start, start, [begin + start], null)];
  const kinds = new Map<string, { before: number; after: number; walls: number[] }>();
  for (const { at, before, after } of changes) {
    const key = `${before} ${after}`;
    const kind = kinds.get(key) ?? { before, after, walls: [] };
    kind.walls.push(at + before);
    kinds.set(key, kind);
  }
  for (const { before, after, walls } of kinds.values()) {
    const last = walls.at(-1) as number;
    // Only of a clock that is still changed at the end.
    const rule = last > end - 1.5 * YEAR ? yearlyRule(walls) : null;
    observances.push(observance(after > before ? 'DAYLIGHT' : 'STANDARD', before, after, walls, rule));
  }
  return `BEGIN:VTIMEZONE\r\nTZID:${zone}\r\n${observances.join('')}END:VTIMEZONE\r\n`;
}

function observance(
  kind: string,
  before: number,
  after: number,
  walls: readonly number[],
  rule: string | null,
): string {
  const offsets = `TZOFFSETFROM:${offsetText(before)}\r\nTZOFFSETTO:${offsetText(after)}\r\n`;
  const component = (start: number, more: string) =>
    `BEGIN:${kind}\r\nDTSTART:${wallText(start)}\r\n${offsets}${more}END:${kind}\r\n`;
  const [first = 0, ...others] = rule ? walls.slice(0, -AGREEING) : walls;
  const written = rule ? walls.at(-AGREEING) : undefined;
  const listed =
    walls.length > (rule ? AGREEING : 0)
      ? component(first, others.map((wall) => `RDATE:${wallText(wall)}\r\n`).join(''))
      : '';
  return written === undefined ? listed : listed + component(written, `RRULE:${rule}\r\n`);
}

const MOST_OCTETS = 75;
const encoder = new TextEncoder();
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** An escape and a character as people see it stay whole; one that is longer than a line is cut between code points. */
function piecesOf(line: string): string[] {
  const pieces = line.match(/\\?[\s\S]/gu) ?? [];
  if (/^[\x20-\x7E]*$/.test(line)) return pieces;
  return [...letters.segment(line)].reduce<string[]>((all, { segment }) => {
    if (all.at(-1) === '\\') all[all.length - 1] += segment;
    else if (encoder.encode(segment).length > MOST_OCTETS - 1) all.push(...segment);
    else all.push(segment);
    return all;
  }, []);
}

/** Lines of 75 octets, cut between characters and never within an escape. */
export function foldLines(text: string): string {
  return text
    .split('\r\n')
    .map((line) => {
      if (line.length <= MOST_OCTETS && encoder.encode(line).length <= MOST_OCTETS) return line;
      let [folded, octets] = ['', 0];
      for (const piece of piecesOf(line)) {
        const size = encoder.encode(piece).length;
        if (octets + size > MOST_OCTETS) {
          folded += '\r\n ';
          octets = 1;
        }
        folded += piece;
        octets += size;
      }
      return folded;
    })
    .join('\r\n');
}
