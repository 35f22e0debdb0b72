import { describe, expect, test } from 'vitest';
import { firstFree, mergedSpans } from '@/lib/meeting/busy';
import { type ChangedSeries, changeSeries, meetingNear, type TimeChange } from '@/lib/meeting/change';
import { dueNow, nextReminder } from '@/lib/meeting/reminder';
import { parseMeetingRule } from '@/lib/meeting/rule';
import {
  clockNotes,
  endedBefore,
  occurrencesBetween,
  planSeries,
  ruleText,
  type Series,
  startsBetween,
  wholeDays,
} from '@/lib/meeting/series';
import { momentAt, momentsAt } from '@/lib/meeting/zones';
import { workingCalendar } from '@/lib/working-days';

const ZONE = 'Europe/Berlin';
const at = (text: string, zone = ZONE) => momentAt(Date.parse(`${text}:00Z`), zone);
const planned = (start: string, rule: string | null, zone = ZONE) =>
  planSeries({ startsAt: at(start, zone), zone, minutes: 60, allDay: false, rule });
const series = (start: string, rule: string | null, zone = ZONE) => planned(start, rule, zone) as Series;
const iso = (moment: number) => new Date(moment).toISOString().slice(0, 16);
const days = (one: Series, from: string, to: string) => startsBetween(one, at(from, 'UTC'), at(to, 'UTC')).map(iso);

describe('rules', () => {
  test.each([
    ['FREQ=SECONDLY', /not by hours/],
    ['FREQ=MINUTELY;INTERVAL=5', /not by hours/],
    ['FREQ=HOURLY', /not by hours/],
    ['daily', /Write a rule as/],
    ['FREQ=DAILY;FREQ=DAILY', /once/],
    ['FREQ=DAILY;COUNT=3;UNTIL=20280101', /not by both/],
    ['FREQ=DAILY;COUNT=1001', /1 to 1000/],
    ['FREQ=DAILY;INTERVAL=0', /INTERVAL cannot be 0/],
    ['FREQ=WEEKLY;BYDAY=2MO', /Only months and years/],
    ['FREQ=WEEKLY;BYMONTHDAY=3', /has no meaning/],
    ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40,50', /24 meetings a day/],
    ['FREQ=DAILY;BYSETPOS=1', /chooses among/],
    ['FREQ=DAILY;UNTIL=20270231', /UNTIL cannot be/],
    ['RSCALE=CHINESE;FREQ=YEARLY', /no part RSCALE/],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /never a meeting/],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', /never a meeting/],
    ['FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=300', /never a meeting/],
    ['FREQ=DAILY;UNTIL=20260101', /ends before the first/],
    [`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(300)}1`, /400 characters/],
  ])('%s is refused in words', (rule, words) =>
    expect(planned('2027-01-04T09:00', rule)).toEqual({ refused: expect.stringMatching(words) }),
  );

  test.each([
    ['FREQ=WEEKLY;BYDAY=MO;COUNT=3', '2027-01-05T09:00', ['2027-01-11T08:00', '2027-01-18T08:00', '2027-01-25T08:00']],
    ['FREQ=YEARLY;COUNT=2', '2028-02-29T09:00', ['2028-02-29T08:00', '2032-02-29T08:00']],
    ['FREQ=MONTHLY;COUNT=3', '2027-01-31T09:00', ['2027-01-31T08:00', '2027-03-31T07:00', '2027-05-31T07:00']],
    ['FREQ=DAILY;UNTIL=20270106T080000Z', '2027-01-05T09:00', ['2027-01-05T08:00', '2027-01-06T08:00']],
    ['FREQ=DAILY;UNTIL=20270106', '2027-01-05T09:00', ['2027-01-05T08:00', '2027-01-06T08:00']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2', '2027-01-01T09:00', ['2027-08-13T07:00', '2028-10-13T07:00']],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=3',
      '2027-01-05T09:00',
      ['2027-01-05T08:00', '2027-01-17T08:00', '2027-01-19T08:00'],
    ],
  ])('%s from %s', (rule, start, expected) =>
    expect(days(series(start, rule), '2027-01-01T00:00', '2040-01-01T00:00')).toEqual(expected),
  );

  test('what is accepted is kept as written, without COUNT and UNTIL', () =>
    expect(parseMeetingRule('rrule:freq=weekly;interval=1;byday=tu;count=4')).toEqual({
      frequency: 'WEEKLY',
      core: 'FREQ=WEEKLY;BYDAY=TU',
      count: 4,
      until: null,
    }));
});

describe('a time that the clock leaves out', () => {
  const daily = series('2027-03-27T02:30', 'FREQ=DAILY;COUNT=3');

  test('has no meeting, does not count, and is said to who makes the series', () => {
    expect(days(daily, '2027-03-01T00:00', '2027-05-01T00:00')).toEqual([
      '2027-03-27T01:30',
      '2027-03-29T00:30',
      '2027-03-30T00:30',
    ]);
    expect(ruleText(daily)).toBe('FREQ=DAILY;UNTIL=20270330T003000Z');
    expect(clockNotes(daily, 0)).toEqual([
      'The clock in Europe/Berlin leaves out 2027-03-28 at 02:30: there is no meeting then, and none is counted.',
    ]);
  });

  test('and of a time that comes twice the first is meant', () => {
    const autumn = series('2027-10-30T02:30', 'FREQ=DAILY;COUNT=3');
    expect(days(autumn, '2027-10-01T00:00', '2027-12-01T00:00')).toEqual([
      '2027-10-30T00:30',
      '2027-10-31T00:30',
      '2027-11-01T01:30',
    ]);
    expect(clockNotes(autumn, 0)[0]).toMatch(/2027-10-31 at 02:30 twice/);
    const second = planSeries({
      startsAt: Date.UTC(2027, 9, 31, 1, 30),
      zone: ZONE,
      minutes: 30,
      allDay: false,
      rule: 'FREQ=DAILY',
    });
    expect(second).toEqual({ refused: expect.stringMatching(/twice/) });
  });

  test('whole days are those from its first to its last, however long a change of the clock makes them', () => {
    const days = (start: string, end: string) => wholeDays(at(start), (at(end) - at(start)) / 60_000, ZONE) / 1440;
    expect(days('2027-03-02T00:00', '2027-03-03T00:00')).toBe(1);
    expect(days('2027-03-02T09:00', '2027-03-02T17:00')).toBe(1);
    expect(days('2027-03-02T09:00', '2027-03-04T17:00')).toBe(3);
    expect(days('2027-03-28T00:00', '2027-03-29T00:00')).toBe(1);
    expect(days('2027-10-31T00:00', '2027-11-01T00:00')).toBe(1);
    expect(days('2027-10-30T00:00', '2027-11-01T00:00')).toBe(2);
    expect(wholeDays(at('2027-03-28T00:00'), 1440, ZONE)).toBe(1440);
  });

  test('a whole day begins although its midnight is left out', () => {
    const zone = 'Africa/Cairo';
    const [gap] = [at('2027-04-30T00:00', zone)];
    expect(momentsAt(Date.parse('2027-04-30T00:00Z'), zone)).toEqual([]);
    const whole = planSeries({
      startsAt: gap,
      zone,
      minutes: 1440,
      allDay: true,
      rule: 'FREQ=DAILY;COUNT=2',
    }) as Series;
    expect(startsBetween(whole, 0, Date.UTC(2028, 0)).map(iso)).toEqual(['2027-04-29T22:00', '2027-04-30T21:00']);
  });
});

describe('a series that changes', () => {
  const weekly = series('2027-01-05T09:00', 'FREQ=WEEKLY;BYDAY=TU;COUNT=20');
  const now = at('2027-02-03T12:00');
  const change = (scope: 'following' | 'all', named: string, how: TimeChange) =>
    changeSeries(weekly, at(named), how, scope, now) as ChangedSeries;

  test('at another time for all: what has begun stays, and every other meeting has its own in the new one', () => {
    const { before, after, renamed } = change('all', '2027-01-05T09:00', { startsAt: at('2027-01-05T10:30') });
    expect(days(before as Series, '2027-01-01T00:00', '2028-01-01T00:00')).toEqual(
      days(weekly, '2027-01-01T00:00', '2027-02-03T00:00'),
    );
    expect(days(after, '2027-01-01T00:00', '2028-01-01T00:00')).toHaveLength(20 - 5);
    expect(iso(after.startsAt)).toBe('2027-02-09T09:30');
    expect(renamed(at('2027-03-30T09:00'))).toBe(at('2027-03-30T10:30'));
  });

  test('on another day: the rule goes with it, and a cancelled meeting finds its own', () => {
    const { before, after, renamed } = change('following', '2027-02-16T09:00', { startsAt: at('2027-02-17T09:00') });
    expect(after.core).toBe('FREQ=WEEKLY;BYDAY=WE');
    expect(iso((before as Series).endsAt as number)).toBe('2027-02-09T08:00');
    expect(renamed(at('2027-03-02T09:00'))).toBe(at('2027-03-03T09:00'));
  });

  test('in another time zone: the clock shows the same', () =>
    expect(iso(change('following', '2027-02-16T09:00', { zone: 'Pacific/Auckland' }).after.startsAt)).toBe(
      '2027-02-15T20:00',
    ));

  test('by another rule: on the same day, or not at all', () => {
    const { renamed } = change('following', '2027-02-16T09:00', { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' });
    expect(renamed(at('2027-03-02T09:00'))).toBe(at('2027-03-02T09:00'));
    expect(renamed(at('2027-02-23T09:00'))).toBeNull();
  });

  test.each([
    ['2027-03-02T22:00', '2027-03-02T09:00'],
    ['2027-03-03T09:00', '2027-03-02T09:00'],
    ['2020-01-01T09:00', '2027-01-05T09:00'],
    ['2035-01-01T09:00', '2027-05-18T09:00'],
  ])('a time alone, %s, speaks of the meeting on the same day or the nearest', (moment, named) =>
    expect(iso(meetingNear(weekly, at(moment)))).toBe(iso(at(named))),
  );

  test('from its first meeting on it is changed in place; of one that is over nothing is', () => {
    expect(change('following', '2027-01-05T09:00', { minutes: 30 }).before).toBeNull();
    expect(changeSeries(weekly, weekly.startsAt, { minutes: 30 }, 'all', at('2029-01-01T00:00'))).toHaveProperty(
      'refused',
    );
    expect(changeSeries(weekly, at('2027-01-06T09:00'), { minutes: 30 }, 'following', now)).toHaveProperty('refused');
  });

  test('a rule that names its days asks what is meant', () => {
    const monthly = series('2027-01-29T16:00', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1');
    const other = { startsAt: at('2027-02-25T16:00') };
    expect(changeSeries(monthly, at('2027-02-26T16:00'), other, 'following', now)).toHaveProperty('refused');
    expect(endedBefore(monthly, at('2027-01-29T16:00'))).toBeNull();
  });

  test('a meeting that moved to the next week stands there alone', () => {
    const moved = { start: at('2027-02-09T09:00'), cancelled: false, startsAt: at('2027-02-18T15:00'), minutes: 30 };
    const week = (from: string, to: string) =>
      occurrencesBetween(weekly, [moved], at(from), at(to)).map((one) => iso(one.startsAt));
    expect(week('2027-02-08T00:00', '2027-02-15T00:00')).toEqual([]);
    expect(week('2027-02-15T00:00', '2027-02-22T00:00')).toEqual(['2027-02-16T08:00', '2027-02-18T14:00']);
  });
});

describe('the first time at which everybody is free', () => {
  const calendar = workingCalendar({ working_days: [1, 2, 3, 4, 5], holidays: ['2027-03-29'] });
  const span = (from: string, to: string, zone: string) => ({ from: at(from, zone), to: at(to, zone) });

  // The clock is put forward or back between that Friday and the next working day.
  test.each([
    ['Europe/Berlin', '2027-03-26', '2027-03-30'],
    ['America/Los_Angeles', '2027-03-12', '2027-03-15'],
    ['Pacific/Auckland', '2027-04-02', '2027-04-05'],
    ['UTC', '2027-03-26', '2027-03-30'],
  ])('in %s: after a meeting, on the quarter, not at a weekend', (zone, friday, next) => {
    const asked = span(`${friday}T08:00`, `${next}T18:00`, zone);
    const free = (from: string, to: string) =>
      firstFree({
        ...asked,
        busy: [span(`${friday}T${from}`, `${friday}T${to}`, zone)],
        minutes: 60,
        zone,
        calendar,
        hours: [540, 1020],
      })?.from;
    expect(free('07:00', '08:00')).toBe(at(`${friday}T09:00`, zone));
    expect(free('09:00', '10:05')).toBe(at(`${friday}T10:15`, zone));
    // A whole day leaves no hour free.
    expect(free('00:00', '23:59')).toBe(at(`${next}T09:00`, zone));
  });

  test('nothing fits, and spans that touch are one', () => {
    const day = span('2027-03-30T09:00', '2027-03-30T10:00', ZONE);
    expect(firstFree({ ...day, busy: [], minutes: 61, zone: ZONE, calendar, hours: [0, 1440] })).toBeNull();
    expect(
      mergedSpans(
        [
          { from: 5, to: 9 },
          { from: 0, to: 5 },
          { from: 20, to: 30 },
        ],
        2,
        25,
      ),
    ).toEqual([
      { from: 2, to: 9 },
      { from: 20, to: 25 },
    ]);
  });
});

test('of a meeting nobody is reminded a second time because another reminder of it is due', () => {
  const daily = planned('2099-01-05T09:00', 'FREQ=DAILY') as Series;
  const now = at('2099-01-06T08:50');
  expect(dueNow(daily, [], [10, 2_880], now, now).map(({ startsAt }) => startsAt)).toEqual([at('2099-01-06T09:00')]);
});

test('of a meeting that was moved people are reminded at its new time alone, and of none that has begun', () => {
  const daily = planned('2099-01-05T09:00', 'FREQ=DAILY') as Series;
  const [old, now, startsAt] = [at('2099-01-06T08:50'), at('2099-01-06T10:50'), at('2099-01-06T11:00')];
  const moved = [{ start: at('2099-01-06T09:00'), cancelled: false, reason: '', startsAt, minutes: null }];
  expect(dueNow(daily, moved, [10], old, old)).toEqual([]);
  expect(dueNow(daily, moved, [10], now, now).map((one) => one.startsAt)).toEqual([startsAt]);
  expect(nextReminder(daily, moved, [10], old - 1)).toBe(now);
  expect(dueNow(daily, [], [10], old, at('2099-01-06T09:01'))).toEqual([]);
});

test('of a meeting that is cancelled nobody is reminded, but of the next of its series', () => {
  const daily = planned('2099-01-05T09:00', 'FREQ=DAILY') as Series;
  const [start, now] = [at('2099-01-06T09:00'), at('2099-01-06T08:50')];
  const gone = [{ start, cancelled: true, reason: '', startsAt: null, minutes: null }];
  expect(dueNow(daily, gone, [10], now, now)).toEqual([]);
  expect([[], gone].map((one) => nextReminder(daily, one, [10], now - 1))).toEqual([now, at('2099-01-07T08:50')]);
});
