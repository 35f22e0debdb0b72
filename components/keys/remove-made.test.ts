import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeSubtask } from '@/components/checklist/remove-subtask';
import { call } from '@/components/query/api-client';
import { connectToaster } from '@/components/ui/overlay/toast';
import { fixtureId } from '@/lib/test/fixtures';
import { wiredCalls } from '@/lib/test/wired-calls';
import { removeMade } from './remove-made';

/** Ctrl+Z on what was made, as the page calls, on the real endpoints. */

const WEB = fixtureId('acme.WEB');
let wire: ReturnType<typeof wiredCalls>;
let said: string[] = [];
let leave: () => void;
beforeEach(() => {
  wire = wiredCalls();
  said = [];
  leave = connectToaster({ show: ({ text }) => void said.push(text), withdraw: () => undefined });
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

const make = (title: string, parent_id?: string) =>
  call('POST Task', { project_id: WEB, title, ...(parent_id && { parent_id }) });
const isThere = (id: string) =>
  call('GET task/{id}', { id }).then(
    ({ deleted_at }) => !deleted_at,
    () => false,
  );

const OTHERS: [what: string, work: (task: { _id: string; version: number }) => Promise<unknown>][] = [
  ['changed', ({ _id: id, version }) => call('PATCH task/{id}', { id, version, priority: 'high' })],
  ['moved', ({ _id: task_id }) => call('POST changeTaskStatus', { task_id, status: 2 })],
  ['written on', ({ _id: task_id }) => call('POST addTaskComment', { task_id, body: 'Whose is it?' })],
];

test('undoing a task that one made takes it, with what was made below it, to the bin although one changed it oneself', async () => {
  const made = await make('Made by mistake');
  const below = await make('Below it', made._id);
  await call('PATCH task/{id}', { id: below._id, version: below.version, priority: 'low' });
  const onUndone = vi.fn();
  await removeMade({ ...made, subtasks: [below] }, onUndone);
  expect([await isThere(made._id), await isThere(below._id)]).toEqual([false, false]);
  expect([onUndone.mock.calls.length, said]).toEqual([1, [`${made.key} was moved to the bin.`]]);
});

test.each(OTHERS)(
  'undoing a task that one made leaves it, and says so, where somebody else has %s it since',
  async (_what, work) => {
    const made = await make('Taken up by others');
    wire.as('acme.admin');
    await work(await call('GET task/{id}', { id: made._id }));
    wire.as('acme.leader');
    const onUndone = vi.fn();
    await removeMade(made, onUndone);
    expect(await isThere(made._id)).toBe(true);
    expect([onUndone.mock.calls.length, said]).toEqual([
      0,
      [`${made.key} was not deleted. Somebody else has changed it since.`],
    ]);
  },
);

test('undoing that a line of a checklist became a subtask is refused where somebody else has changed it since', async () => {
  const task = await make('With a checklist');
  const { items } = await call('POST checklistItem', { task_id: task._id, title: 'Buy ink' });
  const made = await call('POST checklistItemToTask/{id}', { id: items[0]?._id ?? '' });
  wire.as('acme.admin');
  await call('PATCH task/{id}', { id: made._id, version: made.version, priority: 'high' });
  wire.as('acme.leader');
  await expect(removeSubtask(made._id)).rejects.toThrow('Somebody else changed it in the meantime.');
  expect(await isThere(made._id)).toBe(true);
});
