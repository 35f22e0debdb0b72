import { describe, expect, it } from 'vitest';
import type { TaskDetail } from '@/lib/task/schema';
import { fieldsInConflict } from './change/edit-again';
import { changesBack, undoOf } from './change/undo-of';
import { basisNow, newerOf, rebased, withChange, withChanges } from './task-edit';

const person = (id: string) => ({ _id: id, name: id, pic: null });
const label = (id: string) => ({ _id: id, name: id, colour: 'c1' });
const task = (part: Partial<TaskDetail>): TaskDetail =>
  ({ title: 'Draft', description: 'old', due_date: null, assignees: [], version: 1, ...part }) as TaskDetail;

describe('a change that comes too late', () => {
  it('is sent again when only other fields changed', () => {
    expect(fieldsInConflict(task({}), { title: 'Mine' }, task({ due_date: '2026-01-01', version: 2 }))).toEqual([]);
  });

  it('is a conflict when the same field changed to something else', () => {
    const current = task({ title: 'Theirs', version: 2 });
    expect(fieldsInConflict(task({}), { title: 'Mine', due_date: null }, current)).toEqual(['title']);
  });

  it('is none when both meant the same', () => {
    expect(fieldsInConflict(task({}), { title: 'Same' }, task({ title: 'Same', version: 2 }))).toEqual([]);
  });

  it('is none for people and labels: each keeps what somebody else added or took', () => {
    const base = task({ assignees: [person('a'), person('b')], labels: [label('x')] });
    const current = task({ assignees: [person('b'), person('c')], labels: [], version: 2 });
    const changes = { assignee_ids: ['a', 'd'], label_ids: ['x', 'y'] };
    expect(fieldsInConflict(base, changes, current)).toEqual([]);
    expect(rebased(base, changes, current)).toEqual({ assignee_ids: ['d', 'c'], label_ids: ['y'] });
    expect(rebased(base, changes, base)).toEqual(changes);
    expect(rebased(undefined, changes, current)).toEqual(changes);
  });

  it('takes nobody away whom a list leaves out', () => {
    const listed = task({ assignees: [person('a')], more_assignees: 1, version: 2 });
    const base = task({ assignees: [person('a'), person('b'), person('c')] });
    expect(rebased(base, { assignee_ids: ['a', 'b'] }, listed)).toEqual({ assignee_ids: ['a', 'b'] });
  });

  it('shows with what others add while it is on its way', () => {
    const basis = task({ labels: [] });
    const change = { token: 't', id: '1', kind: 'edit', changes: { label_ids: ['x'] }, basis } as const;
    const shown = withChange(task({ labels: [label('y')] }), {
      ...change,
      changes: { label_ids: ['x'] },
      labels: [label('x')],
    });
    expect(shown?.labels?.map(({ _id }) => _id)).toEqual(['x', 'y']);
  });

  it('is a conflict where the text it was made from is not known', () => {
    const { description: _, ...card } = task({});
    expect(fieldsInConflict(card, { description: 'mine' }, task({ version: 2 }))).toEqual(['description']);
  });
});

describe('what an edit is sent upon', () => {
  const whole = task({ assignees: [person('a')] });
  it('is the task as it is now', () => {
    const now = task({ version: 2 });
    expect(basisNow(now, whole)).toBe(now);
    expect(basisNow(undefined, whole)).toBe(whole);
  });
  it('is what it was made to where a list has left people out since', () => {
    expect(basisNow(task({ version: 2, more_assignees: 4 }), whole)).toBe(whole);
  });
});

describe('a card that is read again', () => {
  it('keeps everybody it was known with where a list names three', () => {
    const whole = task({ assignees: [person('a'), person('b')] });
    const listed = task({ assignees: [person('a')], more_assignees: 1 });
    expect(newerOf(listed, whole)).toMatchObject({ assignees: whole.assignees });
    expect(newerOf(listed, whole).more_assignees).toBeUndefined();
    const later = { ...listed, version: 2 };
    expect(newerOf(later, whole)).toBe(later);
    expect(newerOf(listed, { ...whole, version: 2 })).toMatchObject({ version: 2 });
  });
});

describe('a change on its way', () => {
  it('shows at once, with the people it names', () => {
    const shown = withChanges(task({ assignees: [person('a')] }), { assignee_ids: ['b', 'a'], title: 'New' }, [
      person('b'),
    ]);
    expect(shown.title).toBe('New');
    expect(shown.assignees.map(({ _id }) => _id)).toEqual(['b', 'a']);
    expect(withChanges(task({ more_assignees: 9 }), { assignee_ids: [] }).more_assignees).toBeUndefined();
  });
});

describe('taking a change back', () => {
  it('sets the same fields to what they were', () => {
    const before = task({ title: 'Old', due_date: null, assignees: [person('a')] });
    expect(changesBack(before, { title: 'New', due_date: '2026-01-01', assignee_ids: [] })).toEqual({
      title: 'Old',
      due_date: null,
      assignee_ids: ['a'],
    });
  });

  const before = task({ priority: 'low', labels: [label('a')], version: 4 });

  it('is made to what the change made, so that what others put there since is a conflict', () => {
    const { changes, upon } = undoOf(before, { priority: 'high' });
    expect(changes).toEqual({ priority: 'low' });
    expect(upon).toMatchObject({ exact: true, basis: { version: 5, priority: 'high' } });
    const mine = { ...before, priority: 'high' as const, version: 5 };
    expect(fieldsInConflict(upon.basis, changes, { ...mine, title: 'Another', version: 6 })).toEqual([]);
    expect(fieldsInConflict(upon.basis, changes, { ...mine, priority: 'urgent', version: 6 })).toEqual(['priority']);
  });

  it('takes back one’s own labels alone', () => {
    const { changes, upon } = undoOf(before, { label_ids: ['b'] });
    const current = task({ labels: [label('b'), label('c')], version: 6 });
    expect(rebased(upon.basis, changes, current)).toEqual({ label_ids: ['a', 'c'] });
  });

  it('knows the parent that the change gave', () => {
    const child = { ...before, parent: null };
    const { changes, upon } = undoOf(child, { parent_id: 'p' });
    const parent = (_id: string) => ({ _id, key: _id, title: _id });
    expect(fieldsInConflict(upon.basis, changes, { ...child, parent: parent('p') })).toEqual([]);
    expect(fieldsInConflict(upon.basis, changes, { ...child, parent: parent('q') })).toEqual(['parent_id']);
  });
});
