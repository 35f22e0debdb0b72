import { describe, expect, test } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import { backOf, changesOf } from './bulk-undo';

const named = (...ids: string[]) => ids.map((_id) => ({ _id, name: _id, pic: null, colour: 'c1' }));
const task = (part: Partial<TaskCard>) => ({ priority: 'none', assignees: [], ...part }) as TaskCard;

describe('many tasks at once', () => {
  test('get labels besides those that each has, and lose no other', () => {
    const set = { add_label_ids: ['x'], remove_label_ids: ['y'] };
    expect(changesOf(task({ labels: named('a', 'y') }), set)).toEqual({ label_ids: ['a', 'x'] });
    expect(changesOf(task({}), set)).toEqual({ label_ids: ['x'] });
  });

  test('are taken back where the value is still the one that was given', () => {
    expect(backOf(task({ priority: 'low', due_date: null }), { priority: 'high', due_date: '2030-01-31' })).toEqual({
      set: { priority: 'low', due_date: null },
      expected: { priority: 'high', due_date: '2030-01-31' },
    });
  });

  test('lose on being taken back only the labels and people that came, and get back those that went', () => {
    expect(backOf(task({ labels: named('a', 'y') }), { add_label_ids: ['x', 'a'], remove_label_ids: ['y'] })).toEqual({
      set: { remove_label_ids: ['x'], add_label_ids: ['y'] },
    });
    expect(backOf(task({ assignees: named('anna', 'ben') }), { assignee_ids: ['ben', 'cleo'] })).toEqual({
      set: { remove_assignee_ids: ['cleo'], add_assignee_ids: ['anna'] },
    });
  });

  test('are left where nothing was changed', () => {
    expect(backOf(task({ labels: named('x') }), { add_label_ids: ['x'] })).toBeNull();
  });
});
