import { expect, test } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import { common, ofAll, ticks } from './bulk-common';

const named = (...ids: string[]) => ids.map((_id) => ({ _id, name: _id, pic: null }));
const task = (part: Partial<TaskCard>) => ({ priority: 'none', assignees: [], ...part }) as TaskCard;
const idsOf = (some: readonly { _id: string }[]) => some.map(({ _id }) => _id);

test('people and labels are ticked that all of the selected tasks have', () => {
  const tasks = [task({ assignees: named('anna', 'ben') }), task({ assignees: named('ben', 'cleo') })];
  expect(idsOf(ofAll(tasks, ({ assignees }) => assignees))).toEqual(['ben']);
  expect(ofAll([...tasks, task({})], ({ assignees }) => assignees)).toEqual([]);
  expect(common(tasks, ({ priority }) => priority)).toBe('none');
  expect(common([...tasks, task({ priority: 'low' })], ({ priority }) => priority)).toBeUndefined();
});

test('only what was ticked or unticked is changed', () => {
  const { added, removed } = ticks(named('ben', 'dora'), named('anna', 'ben'));
  expect([idsOf(added), idsOf(removed)]).toEqual([['anna'], ['dora']]);
});
