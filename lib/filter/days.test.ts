import { expect, test } from 'vitest';
import { daysOf, dayWords, NAMED_DAYS } from '@/lib/filter/days';

const THURSDAY = '2026-11-19';
const MONDAY_FIRST = { today: THURSDAY, firstDay: 1 };

test.each([
  ['today', THURSDAY, THURSDAY],
  ['tomorrow', '2026-11-20', '2026-11-20'],
  ['yesterday', '2026-11-18', '2026-11-18'],
  ['this-week', '2026-11-16', '2026-11-22'],
  ['next-week', '2026-11-23', '2026-11-29'],
  ['last-week', '2026-11-09', '2026-11-15'],
  ['this-month', '2026-11-01', '2026-11-30'],
  ['next-month', '2026-12-01', '2026-12-31'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['next-7-days', THURSDAY, '2026-11-25'],
  ['last-30-days', '2026-10-21', THURSDAY],
  ['2026-02-28', '2026-02-28', '2026-02-28'],
  ['2026-02-01..2026-02-28', '2026-02-01', '2026-02-28'],
  ['..2026-02-28', null, '2026-02-28'],
  ['2026-02-01..', '2026-02-01', null],
])('%s is from %s until %s', (text, from, until) => {
  expect(daysOf(text, MONDAY_FIRST)).toEqual({ from, until });
});

test('weeks begin where the reader begins them', () => {
  expect(daysOf('this-week', { today: THURSDAY, firstDay: 7 })).toEqual({ from: '2026-11-15', until: '2026-11-21' });
});

test.each(['', '..', '2026-02-30', '2026-13-01', 'a..b', '1..2..3', 'next-0-days', 'soon', '0001-01-01', 'toString'])(
  '“%s” is no day',
  (text) => {
    expect(daysOf(text, MONDAY_FIRST)).toBeNull();
  },
);

test('each has its words', () => {
  expect(NAMED_DAYS.map((name) => dayWords(name, String))).toContain('Next 7 days');
  expect(
    ['..2026-02-28', '2026-02-01..', '2026-02-01..2026-02-28', 'this-week'].map((text) => dayWords(text, String)),
  ).toEqual(['Until 2026-02-28', 'From 2026-02-01', '2026-02-01 – 2026-02-28', 'This week']);
});
