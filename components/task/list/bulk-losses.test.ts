import { expect, test } from 'vitest';
import type { TaskCard } from '@/lib/task/schema';
import { lossesOfMany } from './bulk-losses';
import type { Outcomes } from './bulk-pieces';

const tasks = ['1', '2', '3'].map((_id) => ({ _id }) as TaskCard);
const person = (name: string) => ({ _id: name, name, pic: null });
const loses = { assignees: [], parent: null, clients: false };
const said = (...given: object[]) =>
  lossesOfMany(
    tasks,
    given.map((one, at) => ({ _id: tasks[at]?._id ?? '', done: true, card: null, ...one })) as Outcomes,
  );
const STAYS = ['Subtasks move along.', 'Everything else goes along, and the old keys go on leading there.'];

test('what many tasks lose in another project is said once for all of them', () => {
  expect(said({ loses }, { loses }, { loses })).toEqual(STAYS);
  const parent = (_id: string) => ({ _id, key: 'WEB-9', title: 'Above' });
  expect(
    said(
      { loses: { ...loses, assignees: [person('Ada'), person('Bob')], clients: true } },
      // Its parent moves too.
      { loses: { ...loses, assignees: [person('Ada')], parent: parent('1') } },
      { loses: { ...loses, parent: parent('elsewhere') } },
    ),
  ).toEqual([
    'Ada and Bob do not belong to that project’s team and will be unassigned.',
    '1 of them will no longer be below a task that stays here.',
    '1 of them will become internal, with all comments: other clients are in that project.',
    ...STAYS,
  ]);
});

test('which tasks stay is said with the reason, and of many people five are named', () => {
  const reason = 'You can only move tasks that you created.';
  const many = 'ABCDEFG'.split('').map(person);
  expect(said({ done: false, reason }, { done: false, reason }, { loses: { ...loses, assignees: many } })).toEqual([
    '2 of them will stay here. You can only move tasks that you created.',
    'A, B, C, D, E and 2 more do not belong to that project’s team and will be unassigned.',
    ...STAYS,
  ]);
  const archived = { done: false, reason: 'It is archived.' };
  expect(said(archived, archived, archived)).toEqual(['All of them will stay here. It is archived.']);
});
