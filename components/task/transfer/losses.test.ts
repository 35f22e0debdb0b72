import { expect, test } from 'vitest';
import type { TransferredTask } from '@/lib/task-transfer/schema';
import { lossesInWords } from './losses';

const said = (given: object) =>
  lossesInWords({
    task: { key: 'WEB-4' },
    subtasks: 0,
    loses: { assignees: [], parent: null, clients: false },
    ...given,
  } as unknown as TransferredTask);
const STAYS = 'Everything else goes along, and WEB-4 goes on leading to it.';

test('what a task loses is said in sentences', () => {
  expect(said({})).toEqual([STAYS]);
  const parent = { _id: '1', key: 'WEB-1', title: 'Build the site' };
  expect(
    said({ subtasks: 2, loses: { parent, clients: true, assignees: [{ name: 'Ada' }, { name: 'Bob' }] } }),
  ).toEqual([
    '2 subtasks will move along.',
    'It will no longer be a subtask of WEB-1 Build the site.',
    'Ada and Bob do not belong to that project’s team and will be unassigned.',
    'It will become internal, with its comments: other clients are in that project.',
    STAYS,
  ]);
  expect(
    said({ subtasks: 1, loses: { parent: null, clients: false, assignees: [{ name: 'Ada' }] } }).slice(0, 2),
  ).toEqual(['1 subtask will move along.', 'Ada does not belong to that project’s team and will be unassigned.']);
});
