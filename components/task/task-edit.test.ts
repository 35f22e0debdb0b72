import { describe, expect, it } from 'vitest';
import type { TaskDetail } from '@/lib/task/schema';
import { basisNow, changesBack, fieldsInConflict, newerOf, withChanges } from './task-edit';

const person = (id: string) => ({ _id: id, name: id, pic: null });
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

  it('compares people as a set', () => {
    const base = task({ assignees: [person('a'), person('b')] });
    const reordered = task({ assignees: [person('b'), person('a')], version: 2 });
    expect(fieldsInConflict(base, { assignee_ids: ['a'] }, reordered)).toEqual([]);
    expect(fieldsInConflict(base, { assignee_ids: ['a'] }, task({ assignees: [person('c')], version: 2 }))).toEqual([
      'assignee_ids',
    ]);
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
});
