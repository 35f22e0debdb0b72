import { describe, expect, test } from 'vitest';
import { readFilters } from './vocabulary.filter';
import { misreadFilters } from './vocabulary.misread';

const misread = (params: Record<string, string>) => misreadFilters((name) => params[name] ?? '', readFilters(params));

describe('a filter in an address', () => {
  test.each([
    [{ filter: '(((' }, 'Brackets go 2 deep at most.'],
    [{ filter: 'nope' }, 'Write a condition as field:value, not “nope”.'],
    [{ filter: 'status:9' }, '“9” is not a value of status.'],
    [{ filter: `q:${'a'.repeat(5000)}` }, 'A filter has 4000 characters at most.'],
    [{ status: '9' }, '“9” is not a value of status.'],
    [{ assignee: 'zz', status: '1' }, '“zz” is not a value of assignee.'],
    [{ due: 'never' }, '“never” is not a value of due.'],
  ])('that nobody understands is said in words: %j', (params, words) => {
    expect(misread(params)).toEqual([words]);
  });

  test('with a field that does not exist names those that do', () => {
    expect(misread({ filter: 'nope:1' })[0]).toMatch(/^There is no field “nope”\. Fields are .*status/);
  });

  test('says each part that is not understood', () => {
    expect(misread({ filter: 'status:9', priority: 'x' })).toHaveLength(2);
  });

  test.each([
    [{}],
    [{ filter: '', status: '', assignee: '' }],
    [{ filter: '!status:4;(assignee:me|due:this-week)', status: '1', assignee: 'me', due: 'week', audience: 'client' }],
    [{ filter: 'status:1,  2', priority: 'high', q: 'anything', sort: 'nonsense', columns: 'nonsense' }],
  ])('that is understood, or an order that is not, has nothing to be said: %j', (params) => {
    expect(misread(params)).toEqual([]);
  });
});
