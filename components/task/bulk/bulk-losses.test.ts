import { expect, test } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import { lossesOfMany } from './bulk-losses';
import type { Outcomes } from './bulk-pieces';

const tasks = ['1', '2', '3'].map((_id) => ({ _id }) as TaskCard);
const person = (name: string) => ({ _id: name, name, pic: null });
const parent = (_id: string) => ({ _id, key: 'WEB-9', title: 'Above' });
/** `each`: what a task, and those below it, lose alone. */
const loses = (each: Record<string, { assignees?: number; clients?: boolean }>, more: object = {}) => ({
  loses: {
    assignees: [],
    parent: null,
    clients: Object.values(each).some(({ clients }) => clients),
    each: Object.entries(each).map(([_id, one]) => ({ _id, assignees: 0, clients: false, ...one })),
    ...more,
  },
});
const said = (...given: object[]) =>
  lossesOfMany(
    tasks,
    given.map((one, at) => ({ _id: tasks[at]?._id ?? '', done: true, card: null, ...one })) as Outcomes,
  );
const STAYS = 'Everything else goes along, and the old keys go on leading there.';

test('what many tasks lose in another project is summed over all of them', () => {
  expect(said(loses({ 1: {} }), loses({ 2: {} }), loses({ 3: {} }))).toEqual([STAYS]);
  const [ada, bob] = [person('Ada'), person('Bob')];
  expect(
    said(
      loses({ 1: { assignees: 2, clients: true }, 11: { clients: true } }, { assignees: [ada, bob] }),
      loses({ 2: { assignees: 1 }, 21: {}, 22: { assignees: 1 } }, { assignees: [ada] }),
      loses({ 3: {} }, { parent: parent('elsewhere') }),
    ),
  ).toEqual([
    '3 subtasks will move along.',
    'Ada and Bob do not belong to that project’s team and will be unassigned from 3 tasks.',
    '1 of them will no longer be below a task that stays here.',
    '2 tasks will become internal, with all comments: other clients are in that project.',
    STAYS,
  ]);
});

test('a task that moves below another one of them, or below what moves along, is counted once and stays there', () => {
  const leaf = { 3: { assignees: 1, clients: true } };
  expect(
    said(
      loses({ 1: {}, 2: {}, between: {}, ...leaf }, { assignees: [person('Ada')] }),
      loses({ 2: {} }, { parent: parent('1') }),
      loses(leaf, { parent: parent('between'), assignees: [person('Ada')] }),
    ),
  ).toEqual([
    '1 subtask will move along.',
    'Ada does not belong to that project’s team and will be unassigned from 1 task.',
    '1 task will become internal, with all comments: other clients are in that project.',
    STAYS,
  ]);
});

test('which tasks stay is said with the reason, and of many people five are named', () => {
  const reason = 'You can only move tasks that you created.';
  const many = 'ABCDEFG'.split('').map(person);
  expect(
    said({ done: false, reason }, { done: false, reason }, loses({ 3: { assignees: 7 } }, { assignees: many })),
  ).toEqual([
    '2 of them will stay here. You can only move tasks that you created.',
    'A, B, C, D, E and 2 more do not belong to that project’s team and will be unassigned from 1 task.',
    STAYS,
  ]);
  const archived = { done: false, reason: 'It is archived.' };
  expect(said(archived, archived, archived)).toEqual(['All of them will stay here. It is archived.']);
});
