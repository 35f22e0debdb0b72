import { expect, test } from 'vitest';
import { dayFor } from '@/lib/recurrence/policy';
import { type Mode, nextDay, parseRule, printRule, type Rule, ruleWords } from '@/lib/rrule/vocabulary';

const rule = (text: string): Rule => {
  const parsed = parseRule(text);
  if (!parsed) throw new Error(`No rule: ${text}`);
  return parsed;
};
/** The next days from the first, as often as asked. */
function days(text: string, start: string, most = 4): string[] {
  const found: string[] = [];
  for (let day: string | null = start; day && found.length < most; ) {
    day = nextDay(rule(text), start, day);
    if (day) found.push(day);
  }
  return found;
}

test.each<[string, string, string[]]>([
  ['FREQ=DAILY', '2026-02-27', ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']],
  ['FREQ=DAILY;INTERVAL=3', '2026-12-30', ['2027-01-02', '2027-01-05', '2027-01-08', '2027-01-11']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-11-24', ['2026-12-08', '2026-12-22', '2027-01-05', '2027-01-19']],
  ['FREQ=WEEKLY;BYDAY=MO,FR', '2026-11-25', ['2026-11-27', '2026-11-30', '2026-12-04', '2026-12-07']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-11-25', ['2026-11-27', '2026-12-07', '2026-12-11', '2026-12-21']],
  ['FREQ=WEEKLY', '2026-11-25', ['2026-12-02', '2026-12-09', '2026-12-16', '2026-12-23']],
  ['FREQ=MONTHLY', '2026-01-31', ['2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
  ['FREQ=MONTHLY;BYDAY=2TU', '2026-11-10', ['2026-12-08', '2027-01-12', '2027-02-09', '2027-03-09']],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', '2026-11-27', ['2027-02-26', '2027-05-28', '2027-08-27', '2027-11-26']],
  ['FREQ=YEARLY', '2024-02-29', ['2028-02-29', '2032-02-29', '2036-02-29', '2040-02-29']],
  ['FREQ=DAILY;UNTIL=20261201', '2026-11-29', ['2026-11-30', '2026-12-01']],
])('days of a rule %s from %s', (text, start, wanted) => expect(days(text, start)).toEqual(wanted));

test('days of a rule a day years later is found at once, in step with the first', () => {
  expect(nextDay(rule('FREQ=DAILY;INTERVAL=2'), '2000-01-01', '2026-11-23')).toBe('2026-11-24');
  expect(nextDay(rule('FREQ=YEARLY;INTERVAL=99'), '2000-01-01', '2150-01-01')).toBe('2198-01-01');
  expect(nextDay(rule('FREQ=YEARLY;INTERVAL=99'), '2000-01-01', '2198-01-01')).toBeNull();
});

test.each<[string, string, string]>([
  ['FREQ=DAILY', '2026-11-24', 'Every day'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-11-24', 'Every second Tuesday'],
  ['FREQ=WEEKLY', '2026-11-25', 'Every Wednesday'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-25', 'Every weekday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR', '2026-11-25', 'Every second week on weekdays'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,SU', '2026-11-25', 'Every week on Monday, Wednesday and Sunday'],
  ['FREQ=MONTHLY;BYDAY=1MO', '2026-11-02', 'Every month on the first Monday'],
  ['FREQ=WEEKLY;BYDAY=TU;WKST=MO', '2026-11-24', 'Every Tuesday'],
  ['FREQ=WEEKLY;INTERVAL=3;BYDAY=FR,MO', '2026-11-25', 'Every 3 weeks on Monday and Friday'],
  ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=5', '2026-11-27', 'Every month on the last Friday, 5 times'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30', 'Every month on the last day'],
  ['FREQ=MONTHLY;INTERVAL=2', '2026-11-15', 'Every second month on day 15'],
  ['FREQ=YEARLY;UNTIL=20300301', '2026-03-01', 'Every year on 1 March, until 1 March 2030'],
])('%s is “%s” in words', (text, start, words) => {
  expect(ruleWords(rule(text), start)).toBe(words);
  expect(parseRule(printRule(rule(text)))).toEqual(rule(text));
});

test.each([
  '',
  'FREQ=HOURLY',
  'DAILY',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;BYDAY=MO',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;BYDAY=2TU',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=3',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=DAILY;COUNT=2;UNTIL=20270101',
  'FREQ=DAILY;UNTIL=20270231',
  'FREQ=DAILY;FREQ=WEEKLY',
  'FREQ=WEEKLY;WKST=SU',
  'FREQ=DAILY;BYHOUR=9',
  'FREQ=DAILY;UNTIL=tomorrow',
  'FREQ=DAILY;INTERVAL=100',
])('“%s” is no rule', (text) => expect(parseRule(text)).toBeNull());

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
