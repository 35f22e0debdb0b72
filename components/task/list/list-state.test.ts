import { describe, expect, it } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import { groupsOf, type ListState, listReducer, moreWouldShow, shownRows } from './list-state';

const card = (id: string, status: number, version = 1, part: Partial<TaskCard> = {}): TaskCard =>
  ({ _id: id, status, version, title: id, assignees: [], ...part }) as TaskCard;
const start = (): ListState => ({
  docs: [card('a', 1), card('b', 1), card('c', 3)],
  total: 5,
  cursor: 'next',
  totals: { 1: 2, 2: 0, 3: 3, 4: 0, 5: 0 },
  edits: [],
});
const ids = (docs: readonly TaskCard[]) => docs.map(({ _id }) => _id).join('');

describe('a list of tasks', () => {
  it('shows a change at once, counts it, and forgets it without a trace when it is refused', () => {
    const edited = listReducer(start(), { type: 'edited', edit: { token: 't', id: 'a', changes: { status: 3 } } });
    const shown = shownRows(edited);
    expect(shown.docs[0]).toMatchObject({ status: 3, status_label: 'Testing' });
    expect(shown.totals).toMatchObject({ 1: 1, 3: 4 });
    expect(groupsOf(shown, true).map(({ label, docs, total }) => [label, ids(docs), total])).toEqual([
      ['Pending', 'b', 1],
      ['Testing', 'ac', 4],
    ]);
    expect(shownRows(listReducer(edited, { type: 'refused', token: 't' }))).toEqual(shownRows(start()));
  });

  it('shows and counts the same before and after the server has confirmed', () => {
    const edited = listReducer(start(), { type: 'edited', edit: { token: 't', id: 'a', changes: { status: 3 } } });
    const settled = listReducer(edited, { type: 'settled', token: 't', card: card('a', 3, 2) });
    expect(shownRows(settled).totals).toEqual(shownRows(edited).totals);
    expect(settled.edits).toEqual([]);
  });

  it('keeps everybody of a task that was read alone, until its people change', () => {
    const person = (id: string) => ({ _id: id, name: id, pic: null });
    const named = { assignees: ['a', 'b', 'c'].map(person), more_assignees: 2 };
    const whole = card('a', 1, 1, { assignees: ['a', 'b', 'c', 'd', 'e'].map(person) });
    const loaded = (version: number) => ({
      type: 'loaded' as const,
      docs: [card('a', 1, version, named)],
      total: 1,
      cursor: null,
      totals: null,
    });
    const state = listReducer(listReducer(start(), loaded(1)), { type: 'patched', card: whole });
    expect(listReducer(state, loaded(1)).docs[0]).toMatchObject({ assignees: whole.assignees });
    expect(listReducer(state, loaded(1)).docs[0]?.more_assignees).toBeUndefined();
    expect(listReducer(state, loaded(2)).docs[0]).toMatchObject(named);
  });

  it('never takes an older version over a newer one', () => {
    const state = listReducer(start(), { type: 'patched', card: card('a', 4, 5) });
    expect(listReducer(state, { type: 'patched', card: card('a', 1, 4) })).toBe(state);
    const loaded = listReducer(state, { ...start(), type: 'loaded' });
    expect(loaded.docs[0]).toMatchObject({ status: 4, version: 5 });
  });

  it('takes in what is new, and lets go what is gone', () => {
    const more = listReducer(start(), { type: 'patched', card: card('n', 2), at: 'first' });
    expect(ids(more.docs)).toBe('nabc');
    expect(more).toMatchObject({ total: 6, totals: { 2: 1 } });
    const less = listReducer(more, { type: 'removed', id: 'n' });
    expect(less).toMatchObject({ total: 5, totals: { 2: 0 } });
    expect(listReducer(less, { type: 'removed', id: 'n' })).toBe(less);
  });

  it('adds a page without doubling rows', () => {
    const paged = listReducer(start(), { type: 'paged', docs: [card('c', 3), card('d', 3)], total: 5, cursor: null });
    expect(ids(paged.docs)).toBe('abcd');
    expect(paged.cursor).toBeNull();
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
    const uncounted = { docs: start().docs, totals: null };
    expect(groupsOf(uncounted, true).map(({ total }) => total)).toEqual([null, null]);
    expect(groupsOf(uncounted, false).map(({ total }) => total)).toEqual([2, 1]);
  });
});
