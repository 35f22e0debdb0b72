import { describe, expect, it } from 'vitest';
import { type CollectionEvent, collectionOf } from '@/components/live/collection';
import { collectionReducer } from '@/components/live/collection-reducer';
import {
  afterMove,
  type BoardColumn,
  columnOf,
  columnsOf,
  inOrder,
  othersIn,
  readingOf,
  shownIn,
  spotOf,
  targetAt,
} from '@/components/task/board/board-columns';
import {
  addStop,
  cardBeside,
  type Extras,
  firstCard,
  foldStop,
  footStop,
  nearestStop,
  nextStop,
  placeOf,
  type Step,
  tabStops,
} from '@/components/task/board/board-stops';
import { type CardCommand, mayRun, otherAudience } from '@/components/task/board/card-commands';
import { changeWords } from '@/components/task/board/change-words';
import { crossed, type Lift, stepped, unmoved } from '@/components/task/board/lift';
import type { TaskChange } from '@/components/task/task-edit';
import { NO_RIGHTS, taskCard } from '@/components/test/gallery/task';
import type { BoardColumn as StatusColumn, TaskCard, TaskRights } from '@/lib/task/schema';

const card = (_id: string, status: number, rank: string, version = 1) => taskCard(1, { _id, status, rank, version });
const statusColumn = (status: number, docs: TaskCard[], more = 0): StatusColumn => ({
  status,
  label: `C${status}`,
  total: docs.length + more,
  hidden: 0,
  docs,
  next_cursor: more ? 'next' : null,
});
const column = (...given: Parameters<typeof statusColumn>) => columnOf(statusColumn(...given));
const ids = (columns: readonly BoardColumn[]) => columns.map(({ docs }) => docs.map(({ _id }) => _id).join(''));
const totals = (columns: readonly BoardColumn[]) => columns.map(({ total }) => total);

const shape = { includes: () => true, list: ({ status }: TaskCard) => String(status), compare: inOrder };
const boardOf = (columns: StatusColumn[]) => collectionOf<TaskCard, TaskChange>(readingOf(columns));
type State = ReturnType<typeof boardOf>;
const board = (state: State, event: CollectionEvent<TaskCard, TaskChange>) => collectionReducer(state, event, shape);

const given = () => [
  statusColumn(1, [card('a', 1, 'a1'), card('b', 1, 'a2'), card('c', 1, 'a3')]),
  statusColumn(2, [card('d', 2, 'a1')]),
  statusColumn(3, []),
];
const start = (): BoardColumn[] => given().map(columnOf);

describe('placing a card', () => {
  it('goes below the card named, above the card named, or to the end', () => {
    expect(ids(afterMove(start(), 'd', { column: '1', after: 'a' }))).toEqual(['adbc', '', '']);
    expect(ids(afterMove(start(), 'd', { column: '1', before: 'a' }))).toEqual(['dabc', '', '']);
    expect(ids(afterMove(start(), 'a', { column: '1' }))).toEqual(['bca', 'd', '']);
  });

  it('moves the counts along, and takes the new status on', () => {
    const moved = afterMove(start(), 'a', { column: '3' });
    expect(totals(moved)).toEqual([2, 1, 1]);
    expect(moved[2]?.docs[0]?.status).toBe(3);
  });

  it('names the neighbours among the other cards, and finds the same spot again', () => {
    const columns = start();
    expect(targetAt(columns, 'b', { column: '1', index: 1 })).toEqual({ column: '1', after: 'a', before: 'c' });
    for (const index of [0, 1, 2]) {
      const moved = afterMove(columns, 'b', targetAt(columns, 'b', { column: '1', index }));
      expect(spotOf(moved, 'b')).toEqual({ column: '1', index });
    }
    expect(targetAt(columns, 'b', { column: '3', index: 0 })).toEqual({
      column: '3',
      after: undefined,
      before: undefined,
    });
  });

  it('goes to the top, or behind those of a lower rank where an undo puts it back', () => {
    expect(ids(afterMove(start(), 'd', { column: '1', top: true }))).toEqual(['dabc', '', '']);
    expect(ids(afterMove(start(), 'd', { column: '1', rank: 'a2' }))).toEqual(['abdc', '', '']);
    expect(ids(afterMove(start(), 'd', { column: '1', rank: 'a9' }))).toEqual(['abcd', '', '']);
    expect(afterMove(start(), 'gone', { column: '1' })).toEqual(start());
    expect(othersIn(start(), '1', 'b')).toBe(2);
    expect(othersIn(start(), '1', 'd')).toBe(3);
  });

  it('at the first and last place goes to the column’s own ends where cards are left out, unless more of them follow', () => {
    const at = (index: number, columns = start(), filtered = true) =>
      targetAt(columns, 'd', { column: '1', index }, filtered);
    expect([at(0), at(1), at(3)]).toEqual([
      { column: '1', top: true },
      { column: '1', after: 'a', before: 'b' },
      { column: '1' },
    ]);
    expect(at(3, start(), false)).toEqual({ column: '1', after: 'c', before: undefined });
    const paged = start().map((one) => ({ ...one, next_cursor: 'on' }));
    expect(at(3, paged)).toEqual({ column: '1', after: 'c', before: undefined });
    const hidden = start().map((one) => ({ ...one, hidden: 1 }));
    expect(at(0, hidden, false)).toEqual({ column: '1', top: true });
  });

  it('goes to the end when the neighbour has left the column meanwhile', () =>
    expect(ids(afterMove(start(), 'a', { column: '2', after: 'gone' }))).toEqual(['bc', 'da', '']));
});

describe('a board that hears news', () => {
  it('orders by rank, then id', () => {
    const state = board(boardOf(given()), { type: 'patched', row: card('bb', 1, 'a2', 1) });
    expect(columnsOf(state)[0]?.docs.map(({ _id }) => _id)).toEqual(['a', 'b', 'bb', 'c']);
  });

  it('counts what was completed long ago, and says positions among what is shown', () => {
    const old = { ...column(4, [card('x', 4, 'a1')]), total: 5, hidden: 4 };
    const [shown] = afterMove([old, column(1, [card('y', 1, 'a1')])], 'y', { column: '4' });
    expect(shown).toMatchObject({ total: 6, hidden: 4 });
    expect(shown && shownIn(shown)).toBe(2);
  });
});

describe('the stops of the keys', () => {
  const column = (status: number, ids: string): BoardColumn => ({
    id: `${status}`,
    status,
    label: `C${status}`,
    total: ids.length,
    hidden: 0,
    docs: [...ids].map((_id) => ({ _id }) as TaskCard),
    next_cursor: null,
  });
  const columns = [column(1, 'abc'), column(2, ''), column(3, 'd'), column(4, 'ef')];
  const plain: Extras = { adds: false, feet: [] };
  const full: Extras = { adds: true, feet: ['4'] };
  const walk = (from: string, steps: Step[], extras = plain) =>
    steps.reduce((at, step) => nextStop(columns, at, step, extras) ?? at, from);

  describe('walking over the board by keys', () => {
    it('goes on from the card in hand where a task has several, and over closed columns', () => {
      const cards = (id: string, keys: string): BoardColumn => ({
        ...column(Number(id), keys),
        docs: [...keys].map((key) => ({ _id: `${key}~${id}`, key }) as TaskCard),
      });
      const people = [cards('1', 'AB'), cards('2', 'AC'), cards('3', 'D')];
      const from = (key: string, current?: string, by: 1 | -1 = 1, extras = plain) =>
        cardBeside(people, key, current, by, extras)?._id;
      expect(from('A', 'A~1')).toBe('B~1');
      expect(from('B', 'B~1')).toBe('A~2');
      expect(from('A', 'A~2')).toBe('C~2');
      expect(from('A', 'A~2', -1)).toBe('B~1');
      // Another task has the focus, or none: its first card.
      expect(from('A', 'D~3')).toBe('B~1');
      expect(from('C')).toBe('D~3');
      expect(from('D', 'D~3')).toBeUndefined();
      expect(from('A', 'A~1', -1)).toBeUndefined();
      expect(from('B', 'B~1', 1, { ...plain, folded: new Set(['2']) })).toBe('D~3');
    });

    it('reaches what a column offers at its head and its foot, also where there is no task', () => {
      expect(walk('a', ['up'], full)).toBe(addStop('1'));
      expect(walk('a', ['up', 'right'], full)).toBe(addStop('2'));
      expect(walk('f', ['down'], full)).toBe(footStop('4'));
      expect(walk(footStop('4'), ['left'], full)).toBe('d');
      expect(nextStop(columns, addStop('2'), 'down', full)).toBeUndefined();
    });

    it('by J and K goes over tasks alone, from a button to the nearest of its column, and by Home and End to the ends', () => {
      expect(walk(addStop('1'), ['next'], full)).toBe('a');
      expect(nextStop(columns, addStop('1'), 'previous', full)).toBeUndefined();
      expect(walk(footStop('4'), ['previous'], full)).toBe('f');
      expect(nextStop(columns, footStop('4'), 'next', full)).toBeUndefined();
      expect([nextStop(columns, 'c', 'next', full), nextStop(columns, 'a', 'previous', full)]).toEqual([
        undefined,
        undefined,
      ]);
      expect([walk('b', ['first'], full), walk('b', ['last'], full), walk(addStop('2'), ['last'], full)]).toEqual([
        'a',
        'c',
        addStop('2'),
      ]);
      expect(nextStop(columns, addStop('4'), 'right', full)).toBeUndefined();
      // As far down as the shorter column goes.
      expect(walk('c', ['right'])).toBe('d');
      expect(walk('c', ['right', 'right'])).toBe('e');
      expect(walk('f', ['left', 'left'])).toBe('a');
    });

    it('begins with the first task there is, and knows when a stop has gone', () => {
      expect(firstCard([column(1, ''), column(2, 'x')], plain)).toBe('x');
      expect(firstCard([column(1, '')], plain)).toBeUndefined();
      expect(placeOf(columns, 'gone', plain)).toBeUndefined();
      expect(nextStop(columns, 'gone', 'down', plain)).toBeUndefined();
    });

    it('goes to the task that took the place of one that has gone', () => {
      expect(nearestStop(columns, { column: 0, index: 1 }, plain)).toBe('b');
      expect(nearestStop(columns, { column: 0, index: 2 }, full)).toBe('b');
      expect(nearestStop(columns, { column: 3, index: 9 }, plain)).toBe('f');
      expect(nearestStop(columns, { column: 1, index: 0 }, plain)).toBe('a');
      // Where columns fold, the button for it is the first stop of each.
      expect(nearestStop(columns, { column: 0, index: 3 }, { ...full, folded: new Set() })).toBe('b');
      expect(nearestStop(columns, { column: 0, index: 3 }, { ...full, folded: new Set(['1']) })).toBe('d');
    });

    it('offers Tab one stop a column, the one with the focus last', () => {
      expect([...tabStops(columns, 'b', plain)]).toEqual(['b', 'd', 'e']);
      expect([...tabStops(columns, addStop('1'), full)]).toEqual([addStop('1'), 'a', addStop('2'), 'd', 'e']);
      expect([...tabStops(columns, undefined, full)]).toEqual(['a', addStop('2'), 'd', 'e']);
    });

    it('meets a closed column at its button alone, and walks past its tasks', () => {
      const closed: Extras = { ...full, folded: new Set(['3']) };
      expect(walk('a', ['right'], closed)).toBe('e');
      expect(walk('a', ['up', 'up'], closed)).toBe(foldStop('1'));
      expect(walk(foldStop('1'), ['right', 'right'], closed)).toBe(foldStop('3'));
      expect(walk(addStop('2'), ['right'], closed)).toBe(foldStop('3'));
      expect([...tabStops(columns, undefined, closed)]).toEqual(['a', addStop('2'), foldStop('3'), 'e']);
    });

    it('goes on in the lane below and above at the ends of a cell, and stays in its lane sideways', () => {
      const cell = (lane: string, name: string, ids: string) => ({
        ...column(1, ids),
        id: `${lane}/${name}`,
        lane,
        name,
      });
      const lanes = [cell('x', 'A', 'ab'), cell('x', 'B', ''), cell('y', 'A', 'c'), cell('y', 'B', 'd')];
      const go = (from: string, step: Step) => nextStop(lanes, from, step, plain);
      expect([go('b', 'down'), go('c', 'up'), go('c', 'right'), go('b', 'right')]).toEqual(['c', 'b', 'd', undefined]);
    });
  });
});

describe('in the hand', () => {
  const lift = (column: number, index: number): Lift => ({
    id: 'a',
    from: { column: '1', index: 0 },
    at: { column: `${column}`, index },
  });
  const others = (column: string) => ({ '1': 2, '2': 0, '3': 5 })[column] ?? 0;
  const ids = ['1', '2', '3'];
  describe('a lifted card', () => {
    it('goes step by step within its column and no further than its ends, and into a shorter one as far as that goes', () => {
      const at = (from: Lift, step: Parameters<typeof stepped>[1]) => stepped(from, step, ids, others).at;
      expect(at(lift(1, 1), 'up')).toEqual({ column: '1', index: 0 });
      expect(at(lift(1, 1), 'down')).toEqual({ column: '1', index: 2 });
      expect(stepped(lift(1, 2), 'down', ids, others).at).toEqual({ column: '1', index: 2 });
      expect(at(lift(3, 4), 'first')).toEqual({ column: '3', index: 0 });
      expect(at(lift(3, 1), 'last')).toEqual({ column: '3', index: 5 });
      expect(at(lift(3, 4), 'left')).toEqual({ column: '2', index: 0 });
      expect(at(lift(1, 1), 'right')).toEqual({ column: '2', index: 0 });
      expect(unmoved(lift(1, 0))).toBe(true);
      expect([unmoved(lift(1, 1)), unmoved(lift(2, 0))]).toEqual([false, false]);
    });

    it('stays the same object at an edge, so that nothing is said twice', () => {
      const left = lift(1, 0);
      expect(stepped(left, 'left', ids, others)).toBe(left);
      const right = lift(3, 0);
      expect(stepped(right, 'right', ids, others)).toBe(right);
    });

    it('in lanes moves left and right between columns, up and down between lanes, and comes back to its place', () => {
      const cell = (lane: string, name: string) => ({ id: `${lane}/${name}`, lane, name }) as BoardColumn;
      const cells = ['x', 'y'].flatMap((lane) => ['A', 'B'].map((name) => cell(lane, name)));
      const from = { column: 'x/A', index: 3 };
      const begun: Lift = { id: 'a', from, at: from };
      const walk = (...steps: Parameters<typeof crossed>[1][]) =>
        steps.reduce((now, one) => crossed(now, one, cells), begun).at;
      expect(walk('right')).toEqual({ column: 'x/B', index: 0 });
      expect(walk('right', 'right', 'down')).toEqual({ column: 'y/B', index: 0 });
      expect(walk('down', 'up')).toEqual(from);
      expect(crossed(begun, 'left', cells)).toBe(begun);
      expect(crossed(begun, 'last', cells)).toBe(begun);
    });
  });
});

const offered = (rights: Partial<TaskRights>) =>
  (['menu', 'status', 'assignees', 'due', 'priority', 'audience', 'move', 'remove'] as CardCommand[]).filter(
    (command) => mayRun(command, { ...NO_RIGHTS, ...rights }),
  );

it('what can be done with a task on the board is offered only to those who may', () => {
  expect(offered({})).toEqual(['menu']);
  expect((['labels', 'title'] as const).map((one) => mayRun(one, { ...NO_RIGHTS, edit: true }))).toEqual([true, true]);
  expect((['labels', 'title'] as const).map((one) => mayRun(one, { ...NO_RIGHTS, move: true }))).toEqual([
    false,
    false,
  ]);
  expect(offered({ assign: true })).toEqual(['menu', 'assignees']);
  expect([otherAudience({ audience: 'client' }), otherAudience({ audience: 'internal' })]).toEqual([
    'internal',
    'client',
  ]);
  expect(offered({ move: true })).toEqual(['menu', 'status', 'move']);
  expect(offered({ edit: true })).toEqual(['menu', 'due', 'priority']);
  expect(offered({ assign_self: true })).toEqual(['menu', 'assignees']);
  expect(offered({ audience: true, delete: true })).toEqual(['menu', 'audience', 'remove']);
});

it('what can be done with a task on the board is told in one sentence', () => {
  const card = { key: 'WEB-1' };
  expect(changeWords(card, { due_date: null })).toBe('WEB-1 has no due date now.');
  expect(changeWords(card, { due_date: '2026-11-27' })).toMatch(/^WEB-1 is due .*2026.*\.$/);
  expect(changeWords(card, { priority: 'high' })).toBe('Priority of WEB-1: High.');
  expect(changeWords(card, { assignee_ids: ['a'] }, { people: [{ name: 'Anna' }] })).toBe('WEB-1 is assigned to Anna.');
  expect(changeWords(card, { assignee_ids: [] })).toBe('WEB-1 is assigned to nobody.');
  expect(changeWords(card, { label_ids: ['a'] }, { labels: [{ name: 'Garden' }] })).toBe('Labels of WEB-1: Garden.');
  expect(changeWords(card, { title: 'Mow' })).toBe('WEB-1 is called “Mow” now.');
  expect(changeWords(card, { label_ids: [] })).toBe('WEB-1 has no labels now.');
  expect(changeWords(card, { milestone_id: 'm' }, { milestone: { name: 'Launch' } })).toBe(
    'Milestone of WEB-1: Launch.',
  );
  expect(changeWords(card, { milestone_id: null })).toBe('WEB-1 has no milestone now.');
  expect(changeWords(card, { audience: 'internal' })).toBe('WEB-1 is hidden from the project’s clients now.');
  expect(changeWords(card, { estimate_minutes: 5 })).toBe('WEB-1 was changed.');
  expect(changeWords(card, { audience: 'client' })).toBe('WEB-1 is visible to the project’s clients now.');
});
