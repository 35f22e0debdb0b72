import { describe, expect, it } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import { groupsOf, moreWouldShow } from './list-groups';

const card = (id: string, status: number, version = 1, part: Partial<TaskCard> = {}): TaskCard =>
  ({ _id: id, status, version, title: id, assignees: [], ...part }) as TaskCard;
const ROWS = { docs: [card('a', 1), card('b', 1), card('c', 3)], totals: { 1: 2, 2: 0, 3: 3, 4: 0, 5: 0 } };
const ids = (docs: readonly TaskCard[]) => docs.map(({ _id }) => _id).join('');

describe('a list of tasks', () => {
  it('has rows and the server’s numbers in its groups', () => {
    expect(groupsOf(ROWS, true).map(({ label, docs, total }) => [label, ids(docs), total])).toEqual([
      ['Pending', 'ab', 2],
      ['Testing', 'c', 3],
    ]);
  });

  it('has its groups in the order of work, what is completed last, and counted before it is loaded', () => {
    const docs = [card('a', 1), card('b', 5), card('c', 4)];
    expect(groupsOf({ docs, totals: null }, true).map(({ label }) => label)).toEqual([
      'Pending',
      'Backlogs',
      'Completed',
    ]);
    const counted = groupsOf({ docs: docs.slice(0, 1), totals: { 1: 1, 2: 3, 3: 0, 4: 9, 5: 0 } }, true);
    expect(counted.map(({ label, total }) => [label, total])).toEqual([
      ['Pending', 1],
      ['Completed', 9],
    ]);
  });

  it('offers no more rows while all that is missing is folded', () => {
    const docs = [card('a', 1), card('b', 5)];
    const folded = new Set([4]);
    expect(moreWouldShow({ docs, totals: { 1: 1, 2: 0, 3: 0, 4: 9, 5: 1 } }, folded)).toBe(false);
    expect(moreWouldShow({ docs, totals: { 1: 1, 2: 0, 3: 0, 4: 9, 5: 2 } }, folded)).toBe(true);
    expect(moreWouldShow({ docs, totals: { 1: 1, 2: 0, 3: 0, 4: 9, 5: 1 } }, new Set())).toBe(true);
    expect(moreWouldShow({ docs, totals: null }, folded)).toBe(true);
    expect(moreWouldShow({ docs: [...docs, card('c', 4)], totals: null }, folded)).toBe(false);
  });

  it('says no number where nobody counted and more may come', () => {
    const uncounted = { docs: ROWS.docs, totals: null };
    expect(groupsOf(uncounted, true).map(({ total }) => total)).toEqual([null, null]);
    expect(groupsOf(uncounted, false).map(({ total }) => total)).toEqual([2, 1]);
  });
});
