import { expect, it, test } from 'vitest';
import { daysOf, dayWords, NAMED_DAYS } from '@/lib/filter/days';
import { FilterFault, type Group, parseFilter, printFilter } from '@/lib/filter/format';

const rule = (field: string, ...values: string[]) => ({ field, not: false, values });
const all = (...of: Group['of']): Group => ({ join: 'all', not: false, of });
const any = (...of: Group['of']): Group => ({ join: 'any', not: false, of });

test.each<[string, Group]>([
  ['', all()],
  ['status:1,2', all(rule('status', '1', '2'))],
  ['status:1;!assignee:me', all(rule('status', '1'), { ...rule('assignee', 'me'), not: true })],
  ['due:overdue|due:none', any(rule('due', 'overdue'), rule('due', 'none'))],
  [
    'status:1;(due:today|!(text:a;text:b))',
    all(rule('status', '1'), any(rule('due', 'today'), { ...all(rule('text', 'a'), rule('text', 'b')), not: true })),
  ],
  ['text:a\\,b\\|\\(c\\)\\;\\\\:!', all(rule('text', 'a,b|(c);\\:!'))],
  ['text:pricing page', all(rule('text', 'pricing page'))],
])('a filter as text %s is read, and written the same', (text, group) => {
  expect(parseFilter(text)).toEqual(group);
  expect(printFilter(group)).toBe(text);
});

test.each([
  ['status', 'Write a condition as field:value, not “status”.'],
  ['status:1;', 'Write a condition as field:value, not “”.'],
  ['status:1;due:none|text:a', 'Put brackets around what belongs together.'],
  ['(status:1', 'A bracket is not closed.'],
  ['status:1)', 'A bracket is closed that was not opened.'],
  ['(((status:1)))', 'Brackets go 2 deep at most.'],
  [Array(51).fill('status:1').join(';'), 'A filter has at most 50 conditions.'],
  ['text:'.padEnd(4001, 'a'), 'A filter has 4000 characters at most.'],
])('a filter as text %s is refused in words', (text, words) =>
  expect(() => parseFilter(text)).toThrow(new FilterFault(words)),
);

it('a filter as text ends with what was read, whatever comes', () => {
  for (const text of ['\\', 'a:\\', '!', '!!a:b', '((', ',', ':', 'a:,,', 'A:b', 'a:b(', '|;|'])
    try {
      parseFilter(text);
    } catch (error) {
      expect(error, text).toBeInstanceOf(FilterFault);
    }
});

const THURSDAY = '2026-11-19';
const MONDAY_FIRST = { today: THURSDAY, firstDay: 1 };

test.each([
  ['today', THURSDAY, THURSDAY],
  ['tomorrow', '2026-11-20', '2026-11-20'],
  ['yesterday', '2026-11-18', '2026-11-18'],
  ['this-week', '2026-11-16', '2026-11-22'],
  ['rest-of-week', THURSDAY, '2026-11-22'],
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
])('%s is from %s until %s', (text, from, until) => expect(daysOf(text, MONDAY_FIRST)).toEqual({ from, until }));

test('weeks begin where the reader begins them', () =>
  expect(daysOf('this-week', { today: THURSDAY, firstDay: 7 })).toEqual({ from: '2026-11-15', until: '2026-11-21' }));

test.each(['', '..', '2026-02-30', '2026-13-01', 'a..b', '1..2..3', 'next-0-days', 'soon', '0001-01-01', 'toString'])(
  '“%s” is no day',
  (text) => expect(daysOf(text, MONDAY_FIRST)).toBeNull(),
);

test('each has its words', () => {
  expect(NAMED_DAYS.map((name) => dayWords(name, String))).toContain('Next 7 days');
  expect(
    ['2026-02-28', '2026-02-28..2026-02-28', '..2026-02-28', '2026-02-01..', '2026-02-01..2026-02-28', 'this-week'].map(
      (text) => dayWords(text, String),
    ),
  ).toEqual([
    '2026-02-28',
    '2026-02-28',
    'Until 2026-02-28',
    'From 2026-02-01',
    '2026-02-01 – 2026-02-28',
    'This week',
  ]);
});
