import { describe, expect, it, test } from 'vitest';
import { endOfWeek, nextMonday } from '@/lib/formats/days';
import { ListTasks } from '@/lib/task/schema';
import {
  CHIPS,
  columnsShown,
  countQuery,
  extrasShown,
  filterHref,
  filterQuery,
  filterWords,
  readFilters,
  unfiltered,
} from '@/lib/task/vocabulary.filter';
import { misreadFilters } from '@/lib/task/vocabulary.misread';

const TODAY = '2026-11-19'; // a Thursday
const READING = {
  memberId: 'me',
  today: TODAY,
  firstDay: 1,
  dayOf: (moment: number) => new Date(moment).toISOString().slice(0, 10),
};

it('filters in the address are read, and written back the same', () => {
  const given = { assignee: 'me', due: 'week', audience: 'client', status: '3', sort: 'due' };
  const filters = readFilters({ ...given, q: ' pricing ' });
  expect(filters).toEqual({ ...given, q: 'pricing' });
  const href = filterHref({ path: '/acme/task', keep: { view: 'board', project: undefined } }, filters);
  const back = Object.fromEntries(new URL(href, 'http://x').searchParams);
  expect(back.view).toBe('board');
  expect(readFilters(back)).toEqual(filters);
});

it('filters in the address leave out what makes no sense', () => {
  expect(readFilters({ due: 'never', status: '9', sort: 'rank', priority: '', assignee: 'x', q: '  ' })).toEqual({});
  expect(filterHref({ path: '/acme/task', keep: {} }, {})).toBe('/acme/task');
});

it('filters in the address do not count the order of rows', () =>
  expect(filterWords({ sort: 'due', assignee: 'me' })).toMatchObject([{ label: 'Mine' }]));

it('a filter of any fields stays readable in the address, and keeps its place beside the others', () => {
  const filters = readFilters({ filter: '!status:4;(assignee:me|due:this-week)', assignee: 'me' });
  const href = filterHref({ path: '/acme/task', keep: {} }, filters);
  expect(href).toBe('/acme/task?filter=!status:4;(assignee:me|due:this-week)&assignee=me');
  expect(readFilters(Object.fromEntries(new URL(href, 'http://x').searchParams))).toEqual(filters);
  const [mine, open, group] = filterWords(filters, ({ not }) => (not ? 'open' : 'group'));
  expect([mine?.label, open?.label, group?.label]).toEqual(['Mine', 'open', 'group']);
  expect(open?.without.filter).toBe('(assignee:me|due:this-week)');
  expect(group?.without.filter).toBe('!status:4');
});

test.each([
  ['colour:red', /^There is no field “colour”\. Fields are assignee, status/],
  ['toString:x', /^Write a condition/],
  ['constructor:x', /^There is no field/],
  ['status:9', '“9” is not a value of status.'],
  ['status:', 'Give a value for status.'],
  ['due:never', '“never” is not a value of due.'],
  ['assignee:anna', '“anna” is not a value of assignee.'],
  ['estimate:2d', '“2d” is not a value of estimate.'],
  ['spent:..', '“..” is not a value of spent.'],
  ['attachments:many', '“many” is not a value of attachments.'],
])('a filter of any fields %s is refused in words by a call, and left out of an address', (filter, words) => {
  const parsed = ListTasks.safeParse({ filter });
  expect(parsed.error?.issues[0]?.path).toEqual(['filter']);
  expect(parsed.error?.issues[0]?.message).toMatch(words);
  expect(readFilters({ filter })).toEqual({});
});

describe('the columns of a list', () => {
  const [all, project, client] = [
    { ofOne: false, team: true },
    { ofOne: true, team: true },
    { ofOne: true, team: false },
  ];

  test('are the chosen ones in their order, of a project without its name, for clients without time', () => {
    const filters = readFilters({ columns: 'due,spent,project,creator,nothing' });
    expect(columnsShown(filters, all)).toEqual(['due', 'spent', 'project', 'creator']);
    expect(columnsShown(filters, project)).toEqual(['due', 'spent', 'creator']);
    expect(columnsShown(filters, client)).toEqual(['due', 'creator']);
    expect(columnsShown({}, project)).toEqual(['key', 'status', 'people', 'due', 'priority']);
  });

  test('ask for what cards do not tell by themselves', () => {
    expect(extrasShown(columnsShown({}, all))).toEqual([]);
    expect(extrasShown(['due', 'creator', 'spent'])).toEqual(['created_by', 'spent_minutes']);
  });
});

test('clearing the filters keeps order, groups, columns and lanes', () => {
  const kept = { sort: 'due', group: 'label', columns: 'due', swimlane: 'parent' } as const;
  expect(unfiltered({ ...kept, q: 'x', filter: 'status:1', assignee: 'me', status: '3' })).toEqual(kept);
});

it('each choice has its words, its place in the address and what the server is asked', () => {
  const chosen = CHIPS.map(({ name, value }) => {
    const filters = readFilters({ [name]: value });
    expect(filterHref({ path: '/acme/task', keep: {} }, filters)).toBe(`/acme/task?${name}=${value}`);
    return [...filterWords(filters).map(({ label }) => label), filterQuery(filters, READING)];
  });
  expect(chosen).toEqual([
    ['Mine', { assignee: 'me' }],
    ['Due this week', { due_after: TODAY, due_before: '2026-11-22' }],
    ['Overdue', { overdue: 'true' }],
    ['Visible to client', { audience: 'client' }],
  ]);
  expect(filterWords({ q: 'pricing', priority: 'high', status: '3' }).map(({ label }) => label)).toEqual([
    '“pricing”',
    'High',
    'Testing',
  ]);
  expect(filterQuery({ priority: 'high', status: '3', sort: 'due' }, READING)).toEqual({
    priority: 'high',
    status: '3',
    sort: 'due',
  });
});

it('each choice is counted by the server as long as the counts know it', () => {
  expect(countQuery({ sort: 'due' })).toEqual({});
  expect(countQuery({ assignee: 'me' })).toEqual({ assignee: 'me' });
  expect(countQuery({ assignee: 'me', due: 'week' })).toBeNull();
});

it('weeks end on Sunday, and the next one begins on Monday', () => {
  expect(endOfWeek(TODAY)).toBe('2026-11-22');
  expect(endOfWeek('2026-11-22')).toBe('2026-11-22');
  expect(nextMonday(TODAY)).toBe('2026-11-23');
  expect(nextMonday('2026-11-22')).toBe('2026-11-23');
  expect(nextMonday('2026-11-23')).toBe('2026-11-30');
});

const misread = (params: Record<string, string>) => misreadFilters((name) => params[name] ?? '', readFilters(params));

test.each([
  [{ filter: '(((' }, 'Brackets go 2 deep at most.'],
  [{ status: '9' }, '“9” is not a value of status.'],
  [{ assignee: 'zz', status: '1' }, '“zz” is not a value of assignee.'],
])('a filter in an address that nobody understands is said in words: %j', (params, words) =>
  expect(misread(params)).toEqual([words]),
);

test.each([
  [{}],
  [{ filter: '', status: '', assignee: '' }],
  [{ filter: '!status:4;(assignee:me|due:this-week)', status: '1', assignee: 'me', due: 'week', audience: 'client' }],
  [{ filter: 'status:1,  2', priority: 'high', q: 'anything', sort: 'nonsense', columns: 'nonsense' }],
])('a filter in an address that is understood, or an order that is not, has nothing to be said: %j', (params) =>
  expect(misread(params)).toEqual([]),
);
