import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type ChangedSeries, changeSeries, type TimeChange } from '@/lib/meeting/change';
import { type CalendarException, type CalendarMeeting, foldLines, writeCalendar } from '@/lib/meeting/icalendar';
import { occurrencesBetween, planSeries, type Series, shownAt } from '@/lib/meeting/series';
import { clockChanges, momentAt, wallText } from '@/lib/meeting/zones';
import { occurrencesIn } from '@/lib/test/icalendar';

/** A year with the changes of the clock of Berlin (28 March, 31 October), and of New York and Auckland. */
const FROM = Date.UTC(2027, 0, 1);
const TO = Date.UTC(2028, 5, 1);
const NOW = Date.UTC(2027, 5, 16, 12);

const at = (text: string, zone = 'Europe/Berlin') => momentAt(Date.parse(`${text}:00Z`), zone);
const planned = (start: string, rule: string | null, zone = 'Europe/Berlin', minutes = 60, allDay = false) =>
  planSeries({ startsAt: at(start, zone), zone, minutes, allDay, rule }) as Series;
const exception = (start: number, more: Partial<CalendarException>): CalendarException => ({
  ...{ start, cancelled: false, startsAt: null, minutes: null, sequence: 1 },
  ...more,
});
const meeting = (uid: string, series: Series, exceptions: CalendarException[] = []): CalendarMeeting => ({
  ...{ uid, series, exceptions, sequence: 0, cancelled: false, changedAt: NOW, attendees: [] },
  ...{ title: uid, description: '', place: '', url: '', organiser: { name: 'Lena', email: 'lena@acme.test' } },
});

const published = (meetings: CalendarMeeting[]) =>
  writeCalendar({ method: 'PUBLISH', name: 'Lena', meetings, now: NOW });

const readBy = (text: string) =>
  occurrencesIn(text, TO + 31 * 86_400_000)
    .filter(({ from }) => from >= FROM && from < TO)
    .map(({ uid, from, to }) => `${uid} ${new Date(from).toISOString()} ${(to - from) / 60_000}`)
    .sort();

/** What screen and API say. */
const said = (meetings: CalendarMeeting[]) =>
  meetings
    .flatMap(({ uid, series, exceptions }) =>
      occurrencesBetween(series, exceptions, FROM, TO)
        .filter(({ cancelled, startsAt }) => !cancelled && startsAt >= FROM)
        .map((one) => {
          // Whole days have a date and no moment.
          const [from, to] = [one.startsAt, one.endsAt].map((moment) =>
            series.allDay ? shownAt(moment, series) : moment,
          );
          return `${uid} ${new Date(from as number).toISOString()} ${((to as number) - (from as number)) / 60_000}`;
        }),
    )
    .sort();

function split(
  series: Series,
  named: number,
  change: TimeChange,
  now: number,
  scope: 'following' | 'all' = 'following',
) {
  const changed = changeSeries(series, named, change, scope, now) as ChangedSeries;
  return [changed.before as Series, changed.after] as const;
}

describe('a foreign parser that trusts VTIMEZONE alone reads the moments of the screen', () => {
  const weekly = planned('2027-01-05T09:00', 'FREQ=WEEKLY;BYDAY=TU');
  const [first, rest] = split(weekly, at('2027-03-02T09:00'), { startsAt: at('2027-03-03T10:00') }, NOW);
  const [second, third] = split(rest, at('2027-09-01T10:00'), { minutes: 45 }, NOW);

  const year: CalendarMeeting[] = [
    meeting('weekly Berlin', weekly, [
      exception(at('2027-02-09T09:00'), { startsAt: at('2027-02-18T15:30'), minutes: 30 }),
      exception(at('2027-02-16T09:00'), { cancelled: true }),
    ]),
    meeting('weekly New York', planned('2027-01-06T17:00', 'FREQ=WEEKLY', 'America/New_York')),
    meeting('weekly Auckland', planned('2027-01-04T08:00', 'FREQ=WEEKLY;BYDAY=MO,TH', 'Pacific/Auckland', 25)),
    meeting('last working day', planned('2027-01-29T16:00', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1')),
    meeting('29 February', planned('2024-02-29T10:00', 'FREQ=YEARLY')),
    meeting('daily 02:30', planned('2027-03-01T02:30', 'FREQ=DAILY')),
    meeting('forty times at 02:30', planned('2027-03-20T02:30', 'FREQ=DAILY;COUNT=40')),
    meeting('whole days', planned('2027-03-27T00:00', 'FREQ=WEEKLY;COUNT=5', 'Europe/Berlin', 24 * 60, true)),
    meeting('the second 02:30', {
      ...planned('2027-10-31T02:30', null),
      startsAt: Date.UTC(2027, 9, 31, 1, 30),
      endsAt: Date.UTC(2027, 9, 31, 1, 30),
    }),
    meeting('over both', planned('2027-10-31T02:15', null)),
    meeting('moved to the second', planned('2027-10-29T02:30', 'FREQ=DAILY;COUNT=4'), [
      exception(at('2027-10-30T02:30'), { startsAt: Date.UTC(2027, 9, 31, 1, 45) }),
    ]),
    meeting('split a', first),
    meeting('split b', second),
    meeting('split c', third),
    meeting('several a day', planned('2027-05-03T09:00', 'FREQ=DAILY;BYHOUR=9,15;COUNT=12')),
    meeting('Casablanca', planned('2027-01-04T09:00', 'FREQ=WEEKLY', 'Africa/Casablanca')),
    meeting('UTC', planned('2027-01-04T09:00', 'FREQ=MONTHLY;BYMONTHDAY=-1', 'UTC')),
  ];

  test.each(year)('$title', (one) => {
    const screen = said([one]);
    expect(screen.length).toBeGreaterThan(0);
    expect(readBy(published([one]))).toEqual(screen);
  });

  test('all of them in one feed, with each zone once', () => {
    const text = published(year);
    expect(readBy(text)).toEqual(said(year));
    expect(text.match(/TZID:Europe\/Berlin/g)).toHaveLength(1);
  });

  test('and after what is written the clock goes on by its yearly rule', () => {
    const one = meeting('endless', planned('2027-01-05T09:00', 'FREQ=WEEKLY'));
    const zone = new ICAL.Timezone(
      new ICAL.Component(ICAL.parse(published([one]))).getFirstSubcomponent('vtimezone') as ICAL.Component,
    );
    for (const { at: change, after } of clockChanges('Europe/Berlin', Date.UTC(2044, 0), Date.UTC(2046, 0))) {
      const time = ICAL.Time.fromData(
        { year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0, isDate: false },
        zone,
      );
      const wall = new Date(change + after + 3_600_000);
      time.fromJSDate(wall, true);
      expect(zone.utcOffset(time)).toBe(after / 1000);
    }
  });
});

describe('emails', () => {
  const series = planned('2027-01-05T09:00', 'FREQ=WEEKLY;BYDAY=TU');
  const named = at('2027-07-06T09:00');
  const write = (method: 'REQUEST' | 'CANCEL', one: CalendarMeeting, only?: number) =>
    writeCalendar({ method, name: 'x', meetings: [one], now: NOW, ...(only !== undefined && { only }) }).replace(
      /\r\n /g,
      '',
    );

  test('one meeting of a series is cancelled by name, with a sequence of its own, and no other with it', () => {
    const text = write('CANCEL', meeting('m', series, [exception(named, { cancelled: true, sequence: 3 })]), named);
    expect(text).toContain('METHOD:CANCEL');
    expect(text).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20270706T090000');
    expect(text).toContain('SEQUENCE:3');
    expect(text).toContain('STATUS:CANCELLED');
    expect(text).not.toContain('RRULE:FREQ=WEEKLY');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  test('a meeting that moved is sent alone, and an invitation to a series speaks of the series alone', () => {
    const moved = meeting('m', series, [exception(named, { startsAt: at('2027-07-13T11:00') })]);
    expect(write('REQUEST', moved, named)).toContain('DTSTART;TZID=Europe/Berlin:20270713T110000');
    expect(write('REQUEST', moved).match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(write('REQUEST', moved)).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU');
  });
});

describe('C05 what people write cannot leave its line', () => {
  const nasty = 'a\r\nBEGIN:VALARM\r\nATTACH:file:///etc/passwd;,\\"\u2028ü👩‍👩‍👧';
  const one = {
    ...meeting('nasty', planned('2027-01-05T09:00', null)),
    ...{ title: nasty, description: `${nasty}\n`.repeat(40), place: nasty, url: 'https://meet.example/a;b,c?d=1' },
    ...{ organiser: { name: nasty, email: 'lena@acme.test' } },
    attendees: [{ name: nasty, email: 'tom@acme.test', answer: 'maybe' as const }],
  };

  test('one event, no alarm, no attachment, and the words come back', () => {
    const text = published([one]);
    const root = new ICAL.Component(ICAL.parse(text));
    const [event, ...others] = root.getAllSubcomponents('vevent');
    expect(others).toHaveLength(0);
    expect(event?.getAllSubcomponents()).toHaveLength(0);
    expect(event?.getFirstProperty('attach')).toBeNull();
    expect(event?.getFirstPropertyValue('description')).toBe(one.description.replace(/\r\n|\u2028/g, '\n'));
    expect(event?.getFirstPropertyValue('url')).toBe('https://meet.example/a%3Bb%2Cc?d=1');
    expect(event?.getFirstProperty('attendee')?.getParameter('partstat')).toBe('TENTATIVE');
  });

  test('lines have 75 octets and are cut between characters, never within an escape', () => {
    for (let shift = 0; shift < 12; shift++) {
      const text = foldLines(`SUMMARY:${'x'.repeat(shift)}${'\\,\\n\\\\ü👩‍👩‍👧e\u0301'.repeat(30)}\r\n`);
      for (const line of text.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect((/\\+$/.exec(line)?.[0].length ?? 0) % 2).toBe(0);
        expect(line.replace(/^ /, '')).not.toMatch(/^[\u0301\u200D]/);
      }
    }
  });
});

test('walls are written as iCalendar writes them', () =>
  expect(wallText(Date.UTC(2027, 2, 5, 9, 30))).toBe('20270305T093000'));
