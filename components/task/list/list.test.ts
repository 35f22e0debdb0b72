import { describe, expect, it, test } from 'vitest';
import { CHUNK, chunked } from '@/components/task/list/chunks';
import { fieldsOfGroup } from '@/components/task/list/group-fields';
import { groupsOf, moreWouldShow } from '@/components/task/list/list-groups';
import { withFields } from '@/components/task/quick/with-fields';
import { taskCard } from '@/components/test/gallery/task';
import { leanCard, wholeCard } from '@/lib/task/lean-card';
import type { TaskCard } from '@/lib/task/schema';
import {
  fixedGroups,
  GROUPINGS,
  type Grouped,
  type Grouping,
  groupOf,
  HIDDEN,
  NONE,
} from '@/lib/task-group/vocabulary';

const card = (id: string, status: number, part: object = {}): TaskCard =>
  ({ _id: id, status, title: id, priority: 'none', due_date: null, assignees: [], ...part }) as unknown as TaskCard;
const ids = (docs: readonly TaskCard[]) => docs.map(({ _id }) => _id).join('');
const BY = { today: '2026-11-19', firstDay: 1, memberId: 'me' };

function source(
  group: Grouping,
  docs: readonly TaskCard[],
  totals: Record<string, number> | null,
  folded: string[] = [],
) {
  return {
    group,
    by: BY,
    docs,
    totals,
    names: new Map<string, string>(),
    more: true,
    isFolded: (key: string) => folded.includes(key),
  };
}
const said = (given: Parameters<typeof groupsOf>[0]) =>
  groupsOf(given).map(({ label, docs, total }) => [label, ids(docs), total]);

describe('a list of tasks', () => {
  const rows = [card('a', 1), card('b', 1), card('c', 3)];

  it('has rows and the server’s numbers in its groups', () =>
    expect(said(source('status', rows, { 1: 2, 3: 3 }))).toEqual([
      ['Pending', 'ab', 2],
      ['Testing', 'c', 3],
    ]));

  it('has its groups in the order of work, what is completed last, and counted before it is loaded', () => {
    const docs = [card('a', 1), card('b', 5), card('c', 4)];
    const labels = (given: Parameters<typeof groupsOf>[0]) => groupsOf(given).map(({ label, total }) => [label, total]);
    expect(labels(source('status', docs, null)).map(([label]) => label)).toEqual(['Pending', 'Backlogs', 'Completed']);
    expect(labels(source('status', docs.slice(0, 1), { 1: 1, 5: 3, 4: 9 }))).toEqual([
      ['Pending', 1],
      ['Completed', 9],
    ]);
  });

  it('offers no more rows while all that is missing is folded', () => {
    const docs = [card('a', 1), card('b', 5)];
    expect(moreWouldShow(source('status', docs, { 1: 1, 4: 9, 5: 1 }, ['4']))).toBe(false);
    expect(moreWouldShow(source('status', docs, { 1: 1, 4: 9, 5: 2 }, ['4']))).toBe(true);
    expect(moreWouldShow(source('status', docs, { 1: 1, 4: 9, 5: 1 }))).toBe(true);
    expect(moreWouldShow(source('status', docs, null, ['4']))).toBe(true);
    expect(moreWouldShow(source('status', [...docs, card('c', 4)], null, ['4']))).toBe(false);
  });

  it('says no number where nobody counted and more may come', () => {
    expect(said(source('status', rows, null)).map(([, , total]) => total)).toEqual([null, null]);
    expect(said({ ...source('status', rows, null), more: false }).map(([, , total]) => total)).toEqual([2, 1]);
  });

  it('is in groups by due date or priority, in the order in which its rows come', () => {
    const due = (id: string, due_date: string | null) => card(id, 1, { due_date });
    const docs = [
      due('a', '2026-11-18'),
      due('b', '2026-11-19'),
      due('c', '2026-11-22'),
      due('d', '2026-11-29'),
      due('e', '2026-11-30'),
      due('f', null),
    ];
    expect(said(source('due', docs, { past: 1, today: 1, week: 1, 'next-week': 1, later: 4, none: 2 }))).toEqual([
      ['Before today', 'a', 1],
      ['Today', 'b', 1],
      ['Later this week', 'c', 1],
      ['Next week', 'd', 1],
      ['Later', 'e', 4],
      ['No date', 'f', 2],
    ]);
    expect(said(source('priority', [card('u', 1, { priority: 'urgent' }), ...docs], { urgent: 1, none: 6 }))).toEqual([
      ['Urgent', 'u', 1],
      ['None', 'abcdef', 6],
    ]);
  });

  it('is in groups by people in the server’s order, with whoever came since, and nobody last', () => {
    const of = (id: string, ...names: string[]) =>
      card(id, 1, { assignees: names.map((name) => ({ _id: name.toLowerCase(), name })) });
    const docs = [of('a', 'Zoe'), of('b', 'Anna', 'Me'), of('c', 'New'), of('d')];
    const names = new Map([
      ['zoe', 'Zoe'],
      ['me', 'Me'],
      ['gone', 'Gone'],
      ['none', 'Nobody'],
    ]);
    const given = { ...source('assignee', docs, { zoe: 3, me: 1, gone: 0, none: 1 }), names };
    expect(said(given)).toEqual([
      ['Zoe', 'a', 3],
      ['Me', 'b', 1],
      ['New', 'c', 1],
      ['Nobody', 'd', 1],
    ]);
    expect(said({ ...given, docs: [], isFolded: (key) => key === 'zoe' })).toEqual([['Zoe', '', 3]]);
  });
});

test('groups by label, parent and milestone are called as the tasks in them are, by key and title, and nothing else', () => {
  const heads = (group: Grouping, part: object, names = new Map<string, string>()) =>
    groupsOf({ ...source(group, [card('a', 1, part)], null), names }).map(({ key, label }) => [key, label]);
  expect(heads('label', { labels: [{ _id: 'l', name: 'Design' }] })).toEqual([['l', 'Design']]);
  const parent = { _id: 'p', key: 'WEB-1', title: 'Above' };
  expect(heads('parent', { parent }).map(([id, name]) => [id, name?.replace(/[\u2066-\u2069]/g, '')])).toEqual([
    ['p', 'WEB-1 Above'],
  ]);
  expect(heads('milestone', { milestone: { _id: 'm', name: 'Launch' } })).toEqual([['m', 'Launch']]);
  expect(heads('project', { project_id: 'w' }, new Map([['w', 'Website']]))).toEqual([['w', 'Website']]);
  expect(heads('project', { project_id: 'w' })).toEqual([['w', 'Another']]);
});

const rowsOf = (count: number, from = 0) => Array.from({ length: count }, (_, at) => ({ _id: `row ${from + at}` }));
const keysById = (chunks: ReturnType<typeof chunked>) =>
  new Map(chunks.flatMap(({ key, rows }) => rows.map(({ _id }) => [_id, key])));
const flat = (chunks: ReturnType<typeof chunked>) => chunks.flatMap(({ rows }) => rows);

describe('chunks of rows', () => {
  const rows = rowsOf(50);
  const first = chunked([], rows);

  test('have all rows in their order, and so many each', () => {
    expect(flat(first)).toEqual(rows);
    expect(first.map(({ rows }) => rows.length)).toEqual([CHUNK, CHUNK, 50 - 2 * CHUNK]);
    expect(chunked([], [])).toEqual([]);
  });

  test.each([
    ['at the beginning', 0],
    ['in the middle of a chunk', 7],
    ['between two', CHUNK],
    ['at the end', 50],
  ])('keep every row where it was when one comes %s', (_, at) => {
    const now = chunked(first, rows.toSpliced(at, 0, { _id: 'new' }));
    expect(flat(now).map(({ _id }) => _id)).toEqual(rows.toSpliced(at, 0, { _id: 'new' }).map(({ _id }) => _id));
    for (const [id, key] of keysById(first)) expect(keysById(now).get(id)).toBe(key);
  });

  test('keep every row where it was when others leave', () => {
    const left = rows.filter((_, at) => at % 3 > 0);
    const now = chunked(first, left);
    expect(flat(now)).toEqual(left);
    for (const { _id } of left) expect(keysById(now).get(_id)).toBe(keysById(first).get(_id));
  });

  test('a row that goes elsewhere leaves its neighbours alone, and no key stands twice', () => {
    const moved = [...rows.toSpliced(2, 1), rows[2] as (typeof rows)[number]];
    const now = chunked(first, moved);
    expect(flat(now)).toEqual(moved);
    const reversed = chunked(first, rows.toReversed());
    expect(flat(reversed)).toEqual(rows.toReversed());
    for (const chunks of [now, reversed]) expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length);
  });
});

// A Wednesday.
const by = { today: '2030-01-02', firstDay: 1, memberId: 'me' } as const;
const IDS = { assignee: 'anna', label: 'x', category: 'c', project: 'p', parent: 'w', milestone: 'm', creator: 'me' };

test.each(GROUPINGS)('a task that is written at the end of a group by %s stands in it', (group) => {
  const ids = fixedGroups(group) ?? [IDS[group as keyof typeof IDS], ...(group === 'project' ? [] : [NONE])];
  for (const id of ids) {
    const fields = fieldsOfGroup(group, id, by, { project_id: 'p' });
    // Nobody plans what is late already, or makes what others made.
    if (group === 'parent' || group === 'milestone') expect(fieldsOfGroup(group, IDS[group], by, undefined)).toBeNull();
    if (id === 'past' || (group === 'creator' && id === NONE)) expect(fields).toBeNull();
    else expect(groupOf(madeOf(fields ?? {}), group, by)).toBe(id);
  }
});

test('a task that is written at the end of a group is not for people whom the reader may not see', () =>
  expect(fieldsOfGroup('assignee', HIDDEN, by, undefined)).toBeNull());

test('a task that is written at the end of a group has what its line says, and the people and labels of both', () =>
  expect(
    withFields({ priority: 'low', label_ids: ['x'] }, { title: 'Go', priority: 'high', label_ids: ['y'] }),
  ).toEqual({ title: 'Go', priority: 'high', label_ids: ['x', 'y'] }));

function madeOf(fields: NonNullable<ReturnType<typeof fieldsOfGroup>>): Grouped {
  const named = (ids: readonly string[] = []) => ids.map((_id) => ({ _id }));
  return {
    status: Number(fields.status ?? 1),
    priority: fields.priority ?? 'none',
    due_date: fields.due_date ?? null,
    start_date: fields.start_date ?? null,
    category_id: fields.category_id ?? null,
    project_id: fields.project_id ?? 'p',
    assignees: named(fields.assignee_ids),
    hidden_assignees: false,
    labels: named(fields.label_ids),
    parent: fields.parent_id ? { _id: fields.parent_id } : null,
    ...(fields.milestone_id && { milestone: { _id: fields.milestone_id } }),
    created_by_id: by.memberId,
  };
}

test('what is as usual of a card does not go into a page, and is whole again there', () => {
  const cards = [taskCard(1), taskCard(12, { status: 2, status_label: 'Doing', due_date: '2026-11-24', version: 3 })];
  expect(cards.map(leanCard).map(wholeCard)).toEqual(cards);
  expect(leanCard(taskCard(1))).not.toHaveProperty('parent');
});
