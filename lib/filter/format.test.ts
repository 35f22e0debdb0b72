import { describe, expect, it, test } from 'vitest';
import { FilterFault, type Group, parseFilter, printFilter } from '@/lib/filter/format';

const rule = (field: string, ...values: string[]) => ({ field, not: false, values });
const all = (...of: Group['of']): Group => ({ join: 'all', not: false, of });
const any = (...of: Group['of']): Group => ({ join: 'any', not: false, of });

describe('a filter as text', () => {
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
  ])('%s is read, and written the same', (text, group) => {
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
  ])('%s is refused in words', (text, words) => {
    expect(() => parseFilter(text)).toThrow(new FilterFault(words));
  });

  it('ends with what was read, whatever comes', () => {
    for (const text of ['\\', 'a:\\', '!', '!!a:b', '((', ',', ':', 'a:,,', 'A:b', 'a:b(', '|;|'])
      try {
        parseFilter(text);
      } catch (error) {
        expect(error, text).toBeInstanceOf(FilterFault);
      }
  });
});
