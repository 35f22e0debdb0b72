import { describe, expect, it } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import type { Grouping } from '@/lib/task-group/vocabulary';
import { groupsOf, moreWouldShow } from './list-groups';

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

  it('has rows and the server’s numbers in its groups', () => {
    expect(said(source('status', rows, { 1: 2, 3: 3 }))).toEqual([
      ['Pending', 'ab', 2],
      ['Testing', 'c', 3],
    ]);
  });

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
