import { expect, test } from 'vitest';
import { formatsFor } from '@/lib/formats';
import { type CalendarMeeting, calendarDays } from '@/lib/meeting/calendar';
import { type Stretch, sideBySide } from '@/lib/meeting/layout';
import type { MeetingLine } from '@/lib/meeting/schema';
import { readSentence } from '@/lib/meeting/sentence';
import type { MeetingSpan } from '@/lib/meeting/vocabulary';
import { effortOf } from '@/lib/test/effort';
import { workingCalendar } from '@/lib/working-days';

const at = (text: string): Stretch => {
  const [from = 0, to = 0] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { from, to };
};
/** "column/columns+span" of each, in order of time. */
const columns = (texts: string, most = 9) => {
  const { placed, hidden } = sideBySide(texts.split(' ').map(at), most);
  const written = placed.map(({ column, columns, span }) => `${column}/${columns}+${span}`).join(' ');
  return hidden.length ? `${written} hidden ${hidden.length}` : written;
};

test.each([
  ['alone', '9:00-10:00', '0/1+1'],
  ['one after another', '9:00-10:00 10:00-11:00', '0/1+1 0/1+1'],
  ['two at once', '9:00-10:00 9:30-10:30', '0/2+1 1/2+1'],
  ['the longer one first', '9:00-9:30 9:00-11:00', '0/2+1 1/2+1'],
  ['wider where there is room', '9:00-12:00 9:00-10:00 9:00-10:00 10:30-11:30', '0/3+1 1/3+1 2/3+1 1/3+2'],
  ['a quarter takes half an hour', '9:00-9:15 9:15-9:45', '0/2+1 1/2+1'],
  ['at the end of the day too', '23:50-24:00 23:20-23:40', '0/2+1 1/2+1'],
])('meetings stand side by side: %s', (_, texts, expected) => expect(columns(texts)).toBe(expected));

test('what has no room is told; forty thousand at once cost little more than their sorting', async () => {
  expect(columns('9:00-10:00 9:00-11:00 9:00-12:00', 2)).toBe('0/2+1 1/2+1 hidden 1');
  const items = Array.from({ length: 40_000 }, (_, one) => ({ from: one % 1_400, to: 1_440 }));
  const effort = await effortOf(() => {
    const { placed, hidden } = sideBySide(items, 12);
    expect(placed.length + hidden.length).toBe(40_000);
  });
  expect(effort).toBeLessThan(40);
});

const line = (starts_at: string, ends_at: string, part: Partial<MeetingLine> = {}): MeetingLine => ({
  ...{ _id: 'm', occurrence: starts_at, series_id: 'm', title: part.title ?? starts_at, starts_at, ends_at },
  ...{ time_zone: 'Europe/Berlin', all_day: false, rrule: null, place: '', url: '', project_id: null },
  ...{ audience: 'internal', organiser: null, attendees: [], my_answer: null, status: 'confirmed', reason: '' },
  ...{ moved: false, version: 1 },
  ...part,
});
const days = (lines: MeetingLine[], dates: string, span: MeetingSpan = 'week', zone = 'Europe/Berlin') =>
  calendarDays(lines, dates.split(' '), {
    ...{ span, zone, actor: { memberId: 'p', role: 'team_leader', projectIds: ['w'] } },
    ...{ calendar: workingCalendar({ working_days: [1, 2, 3, 4, 5], holidays: ['2026-12-25'] }) },
    holidays: ['2026-12-25'],
  });
const times = (lines: MeetingLine[], dates: string, zone?: string) =>
  days(lines, dates, 'week', zone).map(({ whole, timed }) =>
    [...whole.map(() => 'whole'), ...timed.map(({ item }) => `${item.from / 60}-${item.to / 60}`)].join(' '),
  );

test.each([
  ['as the clock shows it', '2026-12-01T08:00Z', '2026-12-01T09:30Z', 'Europe/Berlin', ['9-10.5', '']],
  ['over midnight on both days', '2026-12-01T22:00Z', '2026-12-02T00:30Z', 'Europe/Berlin', ['23-24', '0-1.5']],
  ['elsewhere another day', '2026-12-01T08:00Z', '2026-12-01T09:00Z', 'Pacific/Auckland', ['21-22', '']],
  ['until midnight on one day', '2026-12-01T22:00Z', '2026-12-01T23:00Z', 'Europe/Berlin', ['23-24', '']],
  ['a day or longer above it', '2026-12-01T08:00Z', '2026-12-02T09:00Z', 'Europe/Berlin', ['whole', 'whole']],
])('a meeting lies %s', (_, starts, ends, zone, expected) =>
  expect(times([line(starts, ends)], '2026-12-01 2026-12-02', zone)).toEqual(expected),
);

test('the hour that comes twice, and days of whole-day meetings, are those of the right clock', () => {
  // 02:45 before the clock is put back to 02:15 after it.
  expect(times([line('2026-10-25T00:45Z', '2026-10-25T01:15Z')], '2026-10-25')).toEqual(['2.75-3']);
  const whole = line('2026-11-30T23:00Z', '2026-12-01T23:00Z', { all_day: true });
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles'])
    expect(times([whole], '2026-11-30 2026-12-01 2026-12-02', zone)).toEqual(['', 'whole', '']);
});

test('a month has so many of a day and says how many more; holidays and days off are marked', () => {
  const many = Array.from({ length: 9 }, (_, one) => line(`2026-12-24T0${one}:00Z`, `2026-12-24T0${one}:30Z`));
  const found = days(many, '2026-12-24 2026-12-25 2026-12-26', 'month');
  expect(found.map(({ total, timed, hidden }) => [total, timed.length, hidden])).toEqual([
    [9, 3, 6],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(found.map(({ isWorking, isHoliday }) => [isWorking, isHoliday])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

test('of a month of two thousand meetings no more is drawn than is seen', () => {
  const from = Date.parse('2026-11-30T00:00Z');
  const at = (one: number) => new Date(from + (one % 31) * 86_400_000 + ((one * 7) % 1_380) * 60_000).toISOString();
  const many = Array.from({ length: 2_000 }, (_, one) => line(at(one), at(one).replace(/:\d\d\.000Z/, ':59.000Z')));
  const dates = Array.from({ length: 35 }, (_, one) => new Date(from + one * 86_400_000).toISOString().slice(0, 10));
  const found = days(many, dates.join(' '), 'month');
  expect(found.reduce((sum, { total }) => sum + total, 0)).toBe(2_000);
  expect(Math.max(...found.map(({ timed }) => timed.length))).toBe(3);
});

test('who may move a meeting is told, and one that takes place once keeps its name', () => {
  const shown = (part: Partial<MeetingLine>): CalendarMeeting | undefined =>
    days([line('2026-12-01T08:00Z', '2026-12-01T09:00Z', part)], '2026-12-01')[0]?.timed[0]?.item.meeting;
  expect(shown({ project_id: 'w' })).toMatchObject({ movable: true, key: 'm' });
  expect(shown({ project_id: 'x' })?.movable).toBe(false);
  expect(shown({ project_id: 'w', status: 'cancelled' })?.movable).toBe(false);
  expect(shown({ rrule: 'FREQ=DAILY' })?.key).toBe('m 2026-12-01T08:00Z');
});

const people = ['Anna Weber', 'Ben Ito', 'Ida Krog', 'Theo Baker', 'Jo Li'].map((name) => ({ _id: name, name }));
/** A Wednesday, ten o'clock. */
const reading = {
  formats: formatsFor({ locale: 'en-GB', timeZone: 'Europe/Berlin' }),
  ...{ today: '2026-11-25', now: 600, people },
};
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
/** title | date | start | minutes | rule | people; what nothing is said of is left out. */
function read(text: string, more = {}) {
  const { title, date, start, minutes, repeat, people } = readSentence(text, { ...reading, ...more });
  const who = people.map(({ name }) => name.split(' ')[0]).join(' ');
  const all = [title, date?.slice(5), start !== null && clock(start), minutes, repeat?.rule.replace('FREQ=', ''), who];
  return all.filter(Boolean).join(' | ');
}

test.each([
  ['standup every weekday 9:30 with Anna', 'standup | 11-26 | 9:30 | WEEKLY;BYDAY=MO,TU,WE,TH,FR | Anna'],
  ['review tomorrow 14-15 with Ben and Ida', 'review | 11-26 | 14:00 | 60 | Ben Ida'],
  ['Lunch with Anna Weber, Ben and Theo friday noon for 45 min', 'Lunch | 11-27 | 12:00 | 45 | Anna Ben Theo'],
  ['tomorrow 10:00 review with Ben', 'review | 11-26 | 10:00 | Ben'],
  ['tomorrow 10 review', 'review | 11-26 | 10:00'],
  ['Prepare the Monday report tomorrow at 9', 'Prepare the Monday report | 11-26 | 9:00'],
  ['Lunch with the team 12:30', 'Lunch with the team | 11-25 | 12:30'],
  ['Call 9am', 'Call | 11-26 | 9:00'],
  ['Call 2-3pm', 'Call | 11-25 | 14:00 | 60'],
  ['Workshop 11-1', 'Workshop | 11-25 | 11:00 | 120'],
  ['Workshop from 14 to 15:30', 'Workshop | 11-25 | 14:00 | 90'],
  ['Retro every second Tuesday 15:00 1h', 'Retro | 12-01 | 15:00 | 60 | WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['Gym every mon, wed and fri 7:00', 'Gym | 11-27 | 7:00 | WEEKLY;BYDAY=MO,WE,FR'],
  ['Board every last Friday of the month 16:00', 'Board | 11-25 | 16:00 | MONTHLY;BYDAY=-1FR'],
  ['Close every month on the last weekday', 'Close | 11-25 | MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['Sync weekly on Monday and Thursday', 'Sync | 11-26 | WEEKLY;BYDAY=MO,TH'],
  ['Sync every 3 weeks', 'Sync | 11-25 | WEEKLY;INTERVAL=3'],
  ['Party 3rd Dec 18:00-22:00', 'Party | 12-03 | 18:00 | 240'],
  ['Talk in 3 days half an hour', 'Talk | 11-28 | 30'],
  ['Coffee @anna @ben next monday 1.5h', 'Coffee | 11-30 | 90 | Anna Ben'],
  ['Pairing with jo', 'Pairing | Jo'],
  ['Version 2.0', 'Version 2.0'],
  ['Room 14', 'Room 14'],
  ['with Nobody tomorrow', 'with Nobody | 11-26'],
  ['25:00 10-9pm 9:75', '25:00 10-9pm 9:75'],
  ['tomorrow', '11-26'],
  ['', ''],
])('“%s” is understood as “%s”', (text, expected) => expect(read(text)).toBe(expected));

test('in a slot the sentence speaks of its day, unless it names another', () => {
  const slot = { date: '2026-12-04' };
  expect(read('Call 9:00', slot)).toBe('Call | 9:00');
  expect(read('Call tomorrow', slot)).toBe('Call | 11-26');
  expect(read('Call every Monday', slot)).toBe('Call | 12-07 | WEEKLY;BYDAY=MO');
});

test('what is too long is a title; what is long and sly costs little', async () => {
  expect(read(`${'x'.repeat(301)} tomorrow`)).toMatch(/tomorrow$/);
  for (const word of ['with ', 'every ', '9 ', 'with anna, ', 'on ', '1.5 ', 'and ', 'in 3 '])
    expect(await effortOf(() => readSentence(word.repeat(300 / word.length), reading)), word).toBeLessThan(20);
});
