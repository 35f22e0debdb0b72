import { describe, expect, it, test } from 'vitest';
import { ApiError } from '@/components/query/api-client';
import { beginning } from '@/components/task/change/description-beginning';
import { changesAgain, fieldsInConflict } from '@/components/task/change/edit-again';
import { moveBack } from '@/components/task/change/move-back';
import { undoOf } from '@/components/task/change/undo-of';
import { conflictWords } from '@/components/task/conflict-words';
import { withOlder } from '@/components/task/detail/older-comments';
import {
  type CreatableProject,
  defaultProject,
  projectGroups,
  projectKeyIn,
} from '@/components/task/new/default-project';
import { quickFields, readQuick } from '@/components/task/quick/read-quick';
import { basisNow, EditConflict, newerOf, rebased, withChange, withChanges } from '@/components/task/task-edit';
import { lossesInWords } from '@/components/task/transfer/losses';
import { firstBoard, keptBoard, restoredBoard } from '@/components/task/try-out/try-out-tasks';
import { formatsFor } from '@/lib/formats';
import type { TaskDetail } from '@/lib/task/schema';
import type { TransferredTask } from '@/lib/task-transfer/schema';

const person = (id: string) => ({ _id: id, name: id, pic: null });
const label = (id: string) => ({ _id: id, name: id, colour: 'c1' });
const task = (part: Partial<TaskDetail>): TaskDetail =>
  ({ title: 'Draft', description: 'old', due_date: null, assignees: [], version: 1, ...part }) as TaskDetail;

describe('a change that comes too late', () => {
  it('is sent again when only other fields changed', () =>
    expect(fieldsInConflict(task({}), { title: 'Mine' }, task({ due_date: '2026-01-01', version: 2 }))).toEqual([]));

  it('is a conflict when the same field changed to something else', () => {
    const current = task({ title: 'Theirs', version: 2 });
    expect(fieldsInConflict(task({}), { title: 'Mine', due_date: null }, current)).toEqual(['title']);
  });

  it('is none when both meant the same', () =>
    expect(fieldsInConflict(task({}), { title: 'Same' }, task({ title: 'Same', version: 2 }))).toEqual([]));

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

test('where a change came too late, what stands there now is said beside what was wanted, field by field', () => {
  const formats = formatsFor({ locale: 'en-GB', timeZone: 'UTC' });
  const now = task({ title: 'Theirs', start_date: null, due_date: '2026-11-27', estimate_minutes: 90, status: 2 });
  const wanted = { title: 'Mine', start_date: '2026-11-24', due_date: null, estimate_minutes: null, status: 3 };
  const said = (fields: string[], changes: typeof wanted | null) =>
    conflictWords(new EditConflict(now, fields), changes, {}, formats).replace(/[\u2066-\u2069]/g, '');
  expect(said(['title'], wanted)).toBe(' The title is now “Theirs”; yours was “Mine”.');
  expect(said(['status'], wanted)).toMatch(/^ The status is now In process; yours was Testing\.$/i);
  expect(said(['start_date'], wanted)).toMatch(/^ The start date is now none; yours was .*2026.*\.$/);
  expect(said(['due_date'], wanted)).toMatch(/^ The due date is now .*27.*; yours was none\.$/);
  expect(said(['estimate_minutes'], wanted)).toBe(' The estimate is now 1 h 30 min; yours was none.');
  expect(said(['title', 'milestone_id'], null)).toBe(' The title is now “Theirs”.');
});

describe('a change that is sent again', () => {
  const base = task({ description: 'one\ntwo\nthree', priority: 'low' });
  it('is made upon what others changed, with the lines of both in a description', async () => {
    const current = task({ description: 'ONE\ntwo\nthree', priority: 'low', version: 2 });
    expect(await changesAgain(base, { description: 'one\ntwo\nTHREE' }, current)).toEqual({
      description: 'ONE\ntwo\nTHREE',
    });
    expect(await changesAgain(base, { priority: 'high' }, current)).toEqual({ priority: 'high' });
  });

  it('is none where both changed the same line, or another field besides', async () => {
    const same = task({ description: 'Theirs\ntwo\nthree', version: 2 });
    const mine = { description: 'Mine\ntwo\nthree' };
    await expect(changesAgain(base, mine, same)).rejects.toMatchObject({ fields: ['description'], current: same });
    const other = task({ description: 'one\ntwo\nTHREE', priority: 'urgent', version: 2 });
    await expect(changesAgain(base, { ...mine, priority: 'high' }, other)).rejects.toBeInstanceOf(EditConflict);
  });

  it('is a conflict for a parent, a milestone or an own field that somebody else changed to another one', () => {
    const parent = (_id: string) => ({ _id, key: _id, title: _id });
    const was = task({ parent: null, custom: { f: 1, g: 1 } });
    const is = task({ parent: parent('p'), milestone: { _id: 'm', name: 'M' }, custom: { f: 2, g: 1 } });
    expect(fieldsInConflict(was, { parent_id: 'q', milestone_id: 'n' }, is)).toEqual(['parent_id', 'milestone_id']);
    expect(fieldsInConflict(was, { parent_id: 'p', milestone_id: 'm' }, is)).toEqual([]);
    expect(fieldsInConflict(was, { custom: { f: 3 } }, is)).toEqual(['custom']);
    expect(fieldsInConflict(was, { custom: { f: 2, g: 5 } }, is)).toEqual([]);
    expect(fieldsInConflict(was, { custom: { f: null } }, task({ parent: null, custom: { g: 1 } }))).toEqual([]);
  });
});

describe('a move that is taken back', () => {
  const conflict = (current: object) => new ApiError(409, 'conflict', 'Too late.', { current });
  const run = async (known: Partial<TaskDetail> | undefined, refusals: unknown[]) => {
    const sent: number[] = [];
    const back = moveBack(
      async (version) => {
        sent.push(version);
        const refusal = refusals.shift();
        if (refusal) throw refusal;
        return task({});
      },
      { version: 3, status: 2, rank: 'b' },
      known && task(known),
    );
    return {
      sent,
      error: await back.then(
        () => null,
        (error: unknown) => error,
      ),
    };
  };
  it('is sent upon the version that is known by now, if the task is still where it was moved to', async () => {
    expect((await run({ version: 5, status: 2, rank: 'b' }, [])).sent).toEqual([5]);
    expect((await run({ version: 5, status: 2, rank: 'c' }, [])).sent).toEqual([3]);
    expect((await run({ version: 2, status: 2, rank: 'b' }, [])).sent).toEqual([3]);
    expect((await run(undefined, [])).sent).toEqual([3]);
  });

  it('is sent again where others changed something else, and given up where they moved it, or change it on and on', async () => {
    const there = (version: number) => conflict(task({ version, status: 2, rank: 'b' }));
    expect((await run(undefined, [there(4), there(5)])).sent).toEqual([3, 4, 5]);
    const moved = await run(undefined, [conflict(task({ version: 4, status: 5, rank: 'b' }))]);
    expect(moved).toMatchObject({ sent: [3], error: { fields: ['status'] } });
    const within = await run(undefined, [conflict(task({ version: 4, status: 2, rank: 'z' }))]);
    expect(within).toMatchObject({ sent: [3], error: { fields: [] } });
    expect((await run(undefined, [4, 5, 6, 7].map(there))).sent).toEqual([3, 4, 5, 6]);
    expect((await run(undefined, [new ApiError(403, 'forbidden', 'No.')])).sent).toEqual([3]);
  });
});

describe('what an edit is sent upon', () => {
  const whole = task({ assignees: [person('a')] });
  it('is the task as it is now', () => {
    const now = task({ version: 2 });
    expect(basisNow(now, whole)).toBe(now);
    expect(basisNow(undefined, whole)).toBe(whole);
  });
  it('is what it was made to where a list has left people out since', () =>
    expect(basisNow(task({ version: 2, more_assignees: 4 }), whole)).toBe(whole));
});

it('a card that is read again keeps everybody it was known with where a list names three', () => {
  const whole = task({ assignees: [person('a'), person('b')] });
  const listed = task({ assignees: [person('a')], more_assignees: 1 });
  expect(newerOf(listed, whole)).toMatchObject({ assignees: whole.assignees });
  expect(newerOf(listed, whole).more_assignees).toBeUndefined();
  const later = { ...listed, version: 2 };
  expect(newerOf(later, whole)).toBe(later);
  expect(newerOf(listed, { ...whole, version: 2 })).toMatchObject({ version: 2 });
});

it('a change on its way shows at once, with the people it names', () => {
  const shown = withChanges(task({ assignees: [person('a')] }), { assignee_ids: ['b', 'a'], title: 'New' }, [
    person('b'),
  ]);
  expect(shown.title).toBe('New');
  expect(shown.assignees.map(({ _id }) => _id)).toEqual(['b', 'a']);
  expect(withChanges(task({ more_assignees: 9 }), { assignee_ids: [] }).more_assignees).toBeUndefined();
});

describe('taking a change back', () => {
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

  it('gives back the milestone, and the values of the organisation’s own fields', () => {
    const held = { ...before, milestone: { _id: 'm', name: 'Beta' }, custom: { f: 1 } };
    const { changes } = undoOf(held, { milestone_id: null, custom: { f: 2, g: 3 } });
    expect(changes).toEqual({ milestone_id: 'm', custom: { f: 1, g: null } });
  });

  it('is a conflict where somebody else gave another milestone since', () => {
    const held = { ...before, milestone: { _id: 'm', name: 'Beta' } };
    const { changes, upon } = undoOf(held, { milestone_id: 'n' });
    const now = (_id: string) => ({ ...held, milestone: { _id, name: _id } });
    expect(fieldsInConflict(upon.basis, changes, now('n'))).toEqual([]);
    expect(fieldsInConflict(upon.basis, changes, now('o'))).toEqual(['milestone_id']);
  });

  it('knows the parent that the change gave', () => {
    const child = { ...before, parent: null };
    const { changes, upon } = undoOf(child, { parent_id: 'p' });
    const parent = (_id: string) => ({ _id, key: _id, title: _id });
    expect(fieldsInConflict(upon.basis, changes, { ...child, parent: parent('p') })).toEqual([]);
    expect(fieldsInConflict(upon.basis, changes, { ...child, parent: parent('q') })).toEqual(['parent_id']);
  });
});

describe('older-comments', () => {
  const task = (from: number, to: number, comments_cursor: string | null) =>
    ({
      comments: Array.from({ length: to - from + 1 }, (_, at) => ({
        _id: `c${from + at}`,
        created_at: `2026-01-01T00:00:${String(from + at).padStart(2, '0')}.000Z`,
      })),
      comments_cursor,
    }) as unknown as TaskDetail;
  const ids = ({ comments }: TaskDetail) => comments.map(({ _id }) => _id).join(' ');

  test('an answer with the newest comments keeps the older ones that are shown, and where they go on', () => {
    const merged = withOlder(task(4, 6, '4'), task(1, 5, '1'));
    expect(ids(merged)).toBe('c1 c2 c3 c4 c5 c6');
    expect(merged.comments_cursor).toBe('1');
  });

  test('an answer with all comments is taken as it is: what it lacks was deleted', () =>
    expect(ids(withOlder(task(3, 4, null), task(1, 4, '1')))).toBe('c3 c4'));
});

const stored = (description: string) => ({ _id: 't', version: 7, description }) as TaskDetail;

test('a description’s draft goes on where nobody wrote meanwhile', () => {
  const task = stored('One');
  expect(beginning({ text: 'Mine', base: 'One' }, task)).toEqual({
    text: 'Mine',
    base: task,
    conflict: null,
    merged: false,
  });
});

test('what somebody else wrote in other lines meanwhile is in the resumed text', () => {
  const task = stored('ONE\ntwo\nthree');
  expect(beginning({ text: 'one\ntwo\nTHREE', base: 'one\ntwo\nthree' }, task)).toEqual({
    text: 'ONE\ntwo\nTHREE',
    base: task,
    conflict: null,
    merged: true,
  });
});

test.each([[{ text: 'Mine', base: 'One' }], ['Mine']])(
  'what somebody else wrote in the same lines is shown beside the resumed draft %j, which is no change of it',
  (kept) => {
    const task = stored('Theirs');
    const { text, base, conflict } = beginning(kept, task);
    expect({ text, conflict }).toEqual({ text: 'Mine', conflict: task });
    expect(base.version).toBeLessThan(task.version);
    expect(base.description).not.toBe('Theirs');
  },
);

const said = (given: object) =>
  lossesInWords({
    task: { key: 'WEB-4' },
    subtasks: 0,
    loses: { assignees: [], parent: null, clients: false, fields: [] },
    ...given,
  } as unknown as TransferredTask);
const STAYS = 'Everything else goes along, and WEB-4 goes on leading to it.';

test('what a task loses is said in sentences', () => {
  expect(said({})).toEqual([STAYS]);
  const parent = { _id: '1', key: 'WEB-1', title: 'Build the site' };
  expect(
    said({
      subtasks: 2,
      loses: { parent, clients: true, fields: ['Budget', 'Severity'], assignees: [{ name: 'Ada' }, { name: 'Bob' }] },
    }),
  ).toEqual([
    '2 subtasks will move along.',
    'It will no longer be a subtask of WEB-1 Build the site.',
    'Ada and Bob do not belong to that project’s team and will be unassigned.',
    'It will become internal, with its comments: other clients are in that project.',
    'That project has no place for its Budget and Severity: the values are removed.',
    STAYS,
  ]);
  expect(
    said({ subtasks: 1, loses: { parent: null, clients: false, fields: [], assignees: [{ name: 'Ada' }] } }).slice(
      0,
      2,
    ),
  ).toEqual(['1 subtask will move along.', 'Ada does not belong to that project’s team and will be unassigned.']);
});

it('the try-out board is kept in the browser and found again', () => {
  const board = firstBoard('2026-11-19');
  expect(restoredBoard(keptBoard(board))).toEqual(board);
});

it('the try-out board begins anew when what was kept is not a board', () => {
  for (const kept of [null, '', 'x', '{}', '[]', '[1,2,3,4,5]', '[[null],[],[],[],[]]'])
    expect(restoredBoard(kept)).toBeNull();
});

const project = (key: string, status: CreatableProject['status'], updated_at: string): CreatableProject => ({
  _id: `id-${key}`,
  key,
  name: key,
  tint: 'c1',
  status,
  updated_at,
});
const ALL = [
  project('APP', 'completed', '2026-11-20'),
  project('OLD', 'archived', '2026-11-21'),
  project('HOLD', 'on_hold', '2026-11-19'),
  project('SHOP', 'active', '2026-11-01'),
  project('WEB', 'active', '2026-11-10'),
];
const none = { page: null, lastUsed: null };

describe('the project of a new task', () => {
  test('is the page’s, whatever was used last', () => {
    expect(defaultProject(ALL, { page: 'SHOP', lastUsed: 'id-WEB' })?.key).toBe('SHOP');
    expect(defaultProject(ALL, { page: 'id-HOLD', lastUsed: 'id-WEB' })?.key).toBe('HOLD');
  });

  test('is the one used last where the page is about none', () =>
    expect(defaultProject(ALL, { ...none, lastUsed: 'id-SHOP' })?.key).toBe('SHOP'));

  test('is the active one that changed last where none was used', () =>
    expect(defaultProject(ALL, none)?.key).toBe('WEB'));

  test.each(['APP', 'OLD'])('is never a completed or archived one, such as %s', (key) => {
    expect(defaultProject(ALL, { page: key, lastUsed: null })?.key).toBe('WEB');
    expect(defaultProject(ALL, { page: null, lastUsed: `id-${key}` })?.key).toBe('WEB');
    expect(defaultProject(ALL.slice(0, 2), { page: key, lastUsed: `id-${key}` })).toBeNull();
  });

  test('can be a completed one on purpose, after the others; an archived one never', () => {
    const { open, completed } = projectGroups(ALL);
    expect(open.map(({ key }) => key)).toEqual(['HOLD', 'SHOP', 'WEB']);
    expect(completed.map(({ key }) => key)).toEqual(['APP']);
  });

  test.each([
    ['project=web&tab=board', 'WEB'],
    ['task=WEB-12', 'WEB'],
    ['view=list', null],
  ])('is read from the URL %s', (search, key) => expect(projectKeyIn(new URLSearchParams(search))).toBe(key));
});

// A Saturday.
const TODAY = '2026-11-21';
const named = (...names: string[]) => names.map((name) => ({ _id: name.toLowerCase().replace(/\W/g, ''), name }));
const reading = {
  formats: formatsFor({ locale: 'en-GB', timeZone: 'UTC' }),
  today: TODAY,
  memberId: 'ada',
  people: named('Anna Berg', 'Andreas Roth', 'Zoë Ann', 'Ada'),
  labels: named('Design', 'Needs review', 'Desk'),
};
const read = (text: string, kept: string[] = []) => {
  const { title, parts } = readQuick(text, { ...reading, kept: new Set(kept) });
  return { title, ...quickFields(parts) };
};

test.each([
  [
    'Draw the logo tomorrow @anna !high #design 2h',
    {
      title: 'Draw the logo',
      due_date: '2026-11-22',
      assignee_ids: ['annaberg'],
      priority: 'high',
      label_ids: ['design'],
      estimate_minutes: 120,
    },
  ],
  ['@zoe #needs-review Proofread', { title: 'Proofread', assignee_ids: ['zoann'], label_ids: ['needsreview'] }],
  ['Ask @annaberg, then @me', { title: 'Ask then', assignee_ids: ['annaberg', 'ada'] }],
  ['Ask @an', { title: 'Ask @an' }],
  ['Ask @nobody #des', { title: 'Ask @nobody #des' }],
  ['Call in 3 days @nobody !soon', { title: 'Call @nobody !soon', due_date: '2026-11-24' }],
  ['Call tomorrow #posters now', { title: 'Call tomorrow #posters now' }],
  ['Pay !u', { title: 'Pay', priority: 'urgent' }],
  ['Pay now!', { title: 'Pay now!' }],
  ['Stop !important things', { title: 'Stop !important things' }],
  ['Mail ada@acme.test', { title: 'Mail ada@acme.test' }],
  ['Call today', { title: 'Call', due_date: '2026-11-21' }],
  ['Call Friday', { title: 'Call', due_date: '2026-11-27' }],
  ['Call saturday', { title: 'Call', due_date: '2026-11-28' }],
  ['Call next week', { title: 'Call', due_date: '2026-11-23' }],
  ['Call next tuesday', { title: 'Call', due_date: '2026-11-24' }],
  ['Call in 3 days', { title: 'Call', due_date: '2026-11-24' }],
  ['Call in 2 weeks !low', { title: 'Call', due_date: '2026-12-05', priority: 'low' }],
  ['Call 3 Dec', { title: 'Call', due_date: '2026-12-03' }],
  ['Call 2026-12-03 30m', { title: 'Call', due_date: '2026-12-03', estimate_minutes: 30 }],
  ['Film 1h 30m', { title: 'Film', estimate_minutes: 90 }],
  ['Film 1.5h', { title: 'Film', estimate_minutes: 90 }],
  ['Prepare the today show', { title: 'Prepare the today show' }],
  ['Chapter 2', { title: 'Chapter 2' }],
  ['Part 1/2', { title: 'Part 1/2' }],
  ['today', { title: 'today' }],
  ['today tomorrow', { title: 'today', due_date: '2026-11-22' }],
  ['', { title: '' }],
])('a new task in one line “%s”', (text, task) => expect(read(text)).toEqual(task));

test.each([
  ['Call tomorrow', ['tomorrow'], { title: 'Call tomorrow' }],
  ['Call next week !low', ['next week'], { title: 'Call next week', priority: 'low' }],
  ['Draw tomorrow #design', ['#design'], { title: 'Draw #design', due_date: '2026-11-22' }],
  ['Draw #design @anna', ['#design'], { title: 'Draw #design', assignee_ids: ['annaberg'] }],
])('a new task in one line “%s” with %s kept as words', (text, kept, task) => expect(read(text, kept)).toEqual(task));
