import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Collection, type CollectionEvent, collectionOf } from '@/components/live/collection';
import { collectionReducer } from '@/components/live/collection-reducer';
import { changeTasks } from '@/components/task/bulk/bulk-calls';
import { bulkChange, namesOf } from '@/components/task/bulk/bulk-change';
import { common, ofAll, ticks } from '@/components/task/bulk/bulk-common';
import { lossesOfMany } from '@/components/task/bulk/bulk-losses';
import { fromTheTop, inPieces, MOST_AT_ONCE, type Outcomes, piecesOf } from '@/components/task/bulk/bulk-pieces';
import { progressWords, takesLong } from '@/components/task/bulk/bulk-progress';
import { backOf, changesOf } from '@/components/task/bulk/bulk-undo';
import type { TaskChange } from '@/components/task/task-edit';
import { taskCard } from '@/components/test/gallery/task';
import { connectToaster, type ToastMessage } from '@/components/ui/overlay/toast';
import type { TaskCard } from '@/lib/task/schema';

const named = (...ids: string[]) => ids.map((_id) => ({ _id, name: _id, pic: null, colour: 'c1' }));
const task = (part: Partial<TaskCard>) => ({ priority: 'none', assignees: [], ...part }) as TaskCard;

describe('many tasks at once', () => {
  test('get labels besides those that each has, and lose no other', () => {
    const set = { add_label_ids: ['x'], remove_label_ids: ['y'] };
    expect(changesOf(task({ labels: named('a', 'y') }), set)).toEqual({ label_ids: ['a', 'x'] });
    expect(changesOf(task({}), set)).toEqual({ label_ids: ['x'] });
    const people = { add_assignee_ids: ['ben'], remove_assignee_ids: ['anna'], status: 2 };
    expect(changesOf(task({ assignees: named('anna', 'cleo') }), people)).toEqual({
      status: 2,
      assignee_ids: ['cleo', 'ben'],
    });
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

  test('get back the milestone and the values of the organisation’s own fields', () =>
    expect(
      backOf(task({ milestone: { _id: 'm', name: 'Launch' }, custom: { size: 's' } }), {
        milestone_id: null,
        custom: { size: 'l', owner: 'anna' },
      }),
    ).toEqual({
      set: { milestone_id: 'm', custom: { size: 's', owner: null } },
      expected: { milestone_id: null, custom: { size: 'l', owner: 'anna' } },
    }));

  test('show what all of them have, and nothing where they differ', () => {
    const [low, high] = [
      task({ priority: 'low', labels: named('a', 'b') }),
      task({ priority: 'high', labels: named('b') }),
    ];
    const labels = ({ labels = [] }: TaskCard) => labels;
    expect([common([low, high], ({ priority }) => priority), common([low, low], ({ priority }) => priority)]).toEqual([
      undefined,
      'low',
    ]);
    expect(ofAll([low, high], labels).map(({ _id }) => _id)).toEqual(['b']);
    expect(ofAll([low, task({})], labels)).toEqual([]);
    expect(ticks(named('a', 'b'), named('b', 'c'))).toEqual({ added: named('c'), removed: named('a') });
  });

  test('are named by their keys, of more than five the others by their number', () => {
    const keys = (count: number) => namesOf(Array.from({ length: count }, (_, at) => taskCard(at + 1)));
    expect(keys(5)).toBe('WEB-1, WEB-2, WEB-3, WEB-4, WEB-5');
    expect(keys(6)).toBe('WEB-1, WEB-2, WEB-3, WEB-4, WEB-5 and 1 more');
  });

  test('say how far it is from fifty-one on, and that it waits', () => {
    const so = { doing: 'Moving', done: 50, of: MOST_AT_ONCE } as const;
    expect([takesLong(null), takesLong(so), takesLong({ ...so, of: MOST_AT_ONCE + 1 })]).toEqual([false, false, true]);
    expect(progressWords({ ...so, of: 80 })).toBe('Moving: 50 of 80 done');
    expect(progressWords({ ...so, of: 80, waits: true })).toBe(
      'Moving: 50 of 80 done, waiting as too much was asked for',
    );
    expect(piecesOf(Array.from({ length: 101 })).map(({ length }) => length)).toEqual([50, 50, 1]);
  });

  test('are refused from the call on that failed; where nothing was done yet, it fails whole', async () => {
    const all = Array.from({ length: 120 }, (_, at) => ({ _id: `${at}` }));
    const calls: number[] = [];
    const failing = (at: number, done = true) =>
      inPieces(
        [
          {
            tasks: all,
            run: async (piece) => {
              calls.push(piece.length);
              if (calls.length === at) throw new Error('No.');
              return piece.map(({ _id }) => ({ _id, done, card: null }));
            },
          },
        ],
        (error) => `${(error as Error).message} Later.`,
      );
    const outcomes = await failing(2);
    expect(calls).toEqual([50, 50]);
    expect(outcomes.filter(({ done }) => done)).toHaveLength(50);
    expect(outcomes.slice(50)).toEqual(
      all.slice(50).map(({ _id }) => ({ _id, done: false, reason: 'No. Later.', card: null })),
    );
    calls.length = 0;
    await expect(failing(1)).rejects.toThrow('No.');
    // So does one after calls that did nothing.
    calls.length = 0;
    await expect(failing(2, false)).rejects.toThrow('No.');
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
  const valued = (count: number) => ({
    loses: {
      ...loses({}).loses,
      fields: ['Size', 'Owner'],
      each: [{ _id: '1', assignees: 0, clients: false, fields: count }],
    },
  });
  expect(said(valued(2), loses({ 2: {} }), loses({ 3: {} }))).toEqual([
    '1 task will lose Size and Owner: that project has no place for the values.',
    STAYS,
  ]);
  expect(said(valued(0), loses({ 2: {} }), loses({ 3: {} }))).toEqual([STAYS]);
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

describe('many tasks of a list', () => {
  type Sent = { task_ids: string[]; set?: object; expected?: object; restore?: boolean; delete?: boolean };
  const shape = { includes: () => true, list: () => 'all' };
  const said: string[] = [];
  let undo: () => unknown = () => undefined;
  let forgotten = 0;
  let sent: Sent[] = [];
  let state: Collection<TaskCard, TaskChange>;
  let respond: (input: Sent, id: string) => { done: boolean; reason?: string; card?: TaskCard | null };
  const keys = () => (state.lists.all?.docs ?? []).map(({ key }) => key);

  const given = ({ projectId, first = 3 }: { projectId?: string; first?: number } = {}) => {
    const tasks = [1, 2, 3].map((number) => taskCard(number, { assignees: [] }));
    const reread = vi.fn(async () => undefined);
    state = collectionOf({ lists: { all: { docs: tasks.slice(0, first), total: 3, cursor: null } } });
    const change = bulkChange(
      {
        projectId,
        reread,
        now: () => state,
        dispatch: (event: CollectionEvent<TaskCard, TaskChange>) => {
          state = collectionReducer(state, event, shape);
        },
        below: async () => ({ docs: [], total: 0, cursor: null }),
        remember: (back) => {
          undo = back;
          return { undo: () => void back(), forget: () => void forgotten++, isSpent: () => false };
        },
      },
      () => undefined,
    );
    return { tasks, change, reread };
  };
  let disconnect = () => {};
  beforeEach(() => {
    said.length = 0;
    sent = [];
    forgotten = 0;
    respond = (_input, id) => ({ done: true, card: { ...taskCard(Number(id.slice(2))), version: 2 } });
    vi.stubGlobal('window', { addEventListener: vi.fn(), removeEventListener: vi.fn() });
    vi.stubGlobal('navigator', { onLine: true });
    disconnect = connectToaster({ show: ({ text }: ToastMessage) => said.push(text), withdraw: () => undefined });
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      const input = JSON.parse(String(init?.body)) as Sent;
      sent.push(input);
      const tasks = input.task_ids.map((_id) => ({ _id, card: null, ...respond(input, _id) }));
      const done = tasks.filter((one) => one.done).length;
      return Response.json({ status: 200, data: { done, refused: tasks.length - done, tasks } });
    });
  });
  afterEach(() => {
    disconnect();
    vi.unstubAllGlobals();
  });

  test('leave the list of their project with the move, and stay in one of all; what is refused stays and is said', async () => {
    const of = given({ projectId: 'p-web' });
    respond = (_, id) => (id === 't-2' ? { done: false, reason: 'It is locked.' } : { done: true, card: null });
    await of.change.move(of.tasks, { _id: 'p-app', name: 'App' });
    expect(keys()).toEqual(['WEB-2']);
    expect(said).toEqual(['2 tasks moved to App.', '1 task of 3 not moved. It is locked.']);
    expect(of.reread).not.toHaveBeenCalled();
    const all = given();
    respond = (_, id) => ({
      done: true,
      card: taskCard(Number(id.slice(2)), { key: `APP-${id.slice(2)}`, version: 2 }),
    });
    await all.change.move(all.tasks, { _id: 'p-app', name: 'App' });
    expect(keys()).toEqual(['APP-1', 'APP-2', 'APP-3']);
    // One that is not drawn comes in by the next reading alone.
    const some = given({ first: 2 });
    await some.change.move(some.tasks, { _id: 'p-app', name: 'App' });
    expect(keys()).toEqual(['APP-1', 'APP-2']);
    expect(some.reread).toHaveBeenCalledTimes(1);
  });

  test('are looked at without a change before they move', async () => {
    const { change, tasks } = given();
    const told: number[] = [];
    await change.tryMove(tasks, 'p-app', new AbortController().signal, (done) => told.push(done));
    expect(sent).toEqual([{ task_ids: ['t-1', 't-2', 't-3'], set: { project_id: 'p-app' }, dry_run: true }]);
    expect(told).toEqual([0, 3]);
    expect(keys()).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  });

  test('that were deleted come back into the list they were drawn in, and others are read', async () => {
    const { change, tasks, reread } = given({ first: 2 });
    respond = () => ({ done: true, card: null });
    await change.remove(tasks);
    expect(keys()).toEqual([]);
    expect(said).toEqual(['3 tasks deleted.']);
    respond = (_, id) => ({ done: true, card: taskCard(Number(id.slice(2)), { version: 3 }) });
    undo();
    await expect.poll(() => said.at(-1)).toBe('The change of 3 tasks was undone.');
    expect(sent.at(-1)).toEqual({ task_ids: ['t-1', 't-2', 't-3'], restore: true });
    expect(keys().toSorted()).toEqual(['WEB-1', 'WEB-2']);
    expect(reread).toHaveBeenCalledTimes(2);
  });

  test('of which none was changed leave nothing to undo', async () => {
    const { change, tasks } = given();
    respond = () => ({ done: false, reason: 'Not yours.' });
    await change.set(tasks, { priority: 'high' });
    expect(said).toEqual(['3 tasks of 3 not changed. Not yours.']);
    expect(forgotten).toBe(1);
  });

  test('whose undo fails are not back, and it is said', async () => {
    const { change, tasks } = given();
    respond = () => ({ done: true, card: null });
    await change.remove(tasks);
    respond = () => {
      throw new TypeError('Failed to fetch');
    };
    undo();
    await expect.poll(() => said.at(-1)).toMatch(/^It was not undone\. /);
    expect(keys()).toEqual([]);
  });
});
