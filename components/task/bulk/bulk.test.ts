import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeTasks } from '@/components/task/bulk/bulk-calls';
import { lossesOfMany } from '@/components/task/bulk/bulk-losses';
import { fromTheTop, type Outcomes } from '@/components/task/bulk/bulk-pieces';
import { backOf, changesOf } from '@/components/task/bulk/bulk-undo';
import type { TaskCard } from '@/lib/task/schema';

const named = (...ids: string[]) => ids.map((_id) => ({ _id, name: _id, pic: null, colour: 'c1' }));
const task = (part: Partial<TaskCard>) => ({ priority: 'none', assignees: [], ...part }) as TaskCard;

describe('many tasks at once', () => {
  test('get labels besides those that each has, and lose no other', () => {
    const set = { add_label_ids: ['x'], remove_label_ids: ['y'] };
    expect(changesOf(task({ labels: named('a', 'y') }), set)).toEqual({ label_ids: ['a', 'x'] });
    expect(changesOf(task({}), set)).toEqual({ label_ids: ['x'] });
  });

  test('are taken back where the value is still the one that was given', () =>
    expect(backOf(task({ priority: 'low', due_date: null }), { priority: 'high', due_date: '2030-01-31' })).toEqual({
      set: { priority: 'low', due_date: null },
      expected: { priority: 'high', due_date: '2030-01-31' },
    }));

  test('lose on being taken back only the labels and people that came, and get back those that went', () => {
    expect(backOf(task({ labels: named('a', 'y') }), { add_label_ids: ['x', 'a'], remove_label_ids: ['y'] })).toEqual({
      set: { remove_label_ids: ['x'], add_label_ids: ['y'] },
    });
    expect(backOf(task({ assignees: named('anna', 'ben') }), { assignee_ids: ['ben', 'cleo'] })).toEqual({
      set: { remove_assignee_ids: ['cleo'], add_assignee_ids: ['anna'] },
    });
  });

  test('are left where nothing was changed', () =>
    expect(backOf(task({ labels: named('x') }), { add_label_ids: ['x'] })).toBeNull());
});

test('tasks go to another project from the top, so that none leaves the task that it is below', () => {
  const below = (_id: string, parent: string | null) => ({ _id, parent: parent === null ? null : { _id: parent } });
  const tasks = [below('leaf', 'middle'), below('middle', 'top'), below('other', 'elsewhere'), below('top', null)];
  expect(fromTheTop(tasks).map(({ _id }) => _id)).toEqual(['top', 'middle', 'other', 'leaf']);
});

const tasks = ['1', '2', '3'].map((_id) => ({ _id }) as TaskCard);
const person = (name: string) => ({ _id: name, name, pic: null });
const parent = (_id: string) => ({ _id, key: 'WEB-9', title: 'Above' });
/** `each`: what a task, and those below it, lose alone. */
const loses = (each: Record<string, { assignees?: number; clients?: boolean }>, more: object = {}) => ({
  loses: {
    assignees: [],
    parent: null,
    clients: Object.values(each).some(({ clients }) => clients),
    fields: [],
    each: Object.entries(each).map(([_id, one]) => ({ _id, assignees: 0, clients: false, fields: 0, ...one })),
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

describe('the call', () => {
  const INPUT = { task_ids: ['a'], set: { priority: 'high' } } as const;
  const DONE = { done: 1, refused: 0, tasks: [] };
  const answer = (status: number, body: object) => Response.json({ status, ...body }, { status });
  const limited = () => answer(429, { code: 'rate_limited', message: 'Too many calls. Wait a moment.' });

  const server = vi.fn<() => Response>();
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async () => server());
  });
  afterEach(() => {
    server.mockReset();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('a change of many tasks waits where a minute allows no more calls, says so, and goes on', async () => {
    server.mockImplementationOnce(limited).mockImplementationOnce(limited);
    server.mockImplementation(() => answer(200, { data: DONE }));
    const onWait = vi.fn();
    const change = changeTasks({ ...INPUT, task_ids: ['a'] }, { onWait });
    await vi.advanceTimersByTimeAsync(4_000);
    expect([server.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await change).toEqual(DONE);
    expect([server.mock.calls.length, onWait.mock.calls.length]).toEqual([3, 2]);
  });

  test('a change of many tasks is refused when it would wait for longer than a minute takes', async () => {
    server.mockImplementation(limited);
    const change = changeTasks({ ...INPUT, task_ids: ['a'] }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(await change).toMatchObject({ code: 'rate_limited' });
  });

  test('a change of many tasks does not wait for what is refused for another reason', async () => {
    server.mockImplementation(() => answer(403, { code: 'forbidden', message: 'Your role cannot do that.' }));
    await expect(changeTasks({ ...INPUT, task_ids: ['a'] })).rejects.toMatchObject({ code: 'forbidden' });
    expect(server).toHaveBeenCalledTimes(1);
  });
});
