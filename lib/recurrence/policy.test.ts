import { expect, test } from 'vitest';
import { dayFor } from '@/lib/recurrence/policy';
import { type Mode, parseRule, type Rule } from '@/lib/rrule/vocabulary';

/** 24 November 2026 is a Tuesday. */
const TODAY = '2026-11-24';
const dayOf = (text: string, mode: Mode, starts_on: string, next_on: string) =>
  dayFor(parseRule(text) as Rule, { mode, starts_on, next_on, number: 1, skipped: 0, today: TODAY });

test.each<[what: string, rule: string, mode: Mode, starts: string, next: string, day: string]>([
  ['early', 'FREQ=WEEKLY;BYDAY=TU', 'completion', '2026-11-24', '2026-12-01', '2026-12-01'],
  ['a week late, in the morning of the next one', 'FREQ=WEEKLY;BYDAY=TU', 'completion', '2026-11-17', TODAY, TODAY],
  ['two weeks late, on its weekday', 'FREQ=WEEKLY;BYDAY=TU', 'completion', '2026-11-10', '2026-11-17', TODAY],
  ['late, on another weekday', 'FREQ=WEEKLY;BYDAY=MO', 'completion', '2026-11-16', '2026-11-23', '2026-11-30'],
  ['some days late, every day', 'FREQ=DAILY', 'completion', '2026-11-20', '2026-11-21', TODAY],
  ['some days late, on schedule', 'FREQ=DAILY', 'schedule', '2026-11-20', '2026-11-21', TODAY],
  [
    'late, on schedule: the last that was missed',
    'FREQ=WEEKLY;BYDAY=MO',
    'schedule',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
  ],
])('the day of the next task completed %s', (_what, rule, mode, starts, next, day) =>
  expect(dayOf(rule, mode, starts, next)).toBe(day),
);

test('the day of the next task is none where the rule has ended before today', () =>
  expect(dayOf('FREQ=DAILY;UNTIL=20261122', 'completion', '2026-11-20', '2026-11-21')).toBeNull());
