import { describe, expect, it } from 'vitest';
import { type CollectionEvent, collectionOf } from '@/components/live/collection';
import { collectionReducer } from '@/components/live/collection-reducer';
import type { BoardColumn as StatusColumn, TaskCard } from '@/lib/task/schema';
import type { TaskChange } from '../task-edit';
import {
  afterMove,
  type BoardColumn,
  columnOf,
  columnsOf,
  inOrder,
  readingOf,
  shownIn,
  spotOf,
  targetAt,
} from './board-columns';

const card = (id: string, status: number, rank: string, version = 1): TaskCard => ({
  _id: id,
  key: `WEB-${id}`,
  project_id: 'p',
  number: 1,
  title: `Task ${id}`,
  status,
  status_label: '',
  priority: 'none',
  rank,
  audience: 'internal',
  assignees: [],
  category_id: null,
  start_date: null,
  estimate_minutes: null,
  due_date: null,
  hidden_assignees: false,
  parent: null,
  completed_at: null,
  comment_count: 0,
  created_by_id: null,
  version,
  created_at: '',
  updated_at: '',
});
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

  it('goes to the end when the neighbour has left the column meanwhile', () => {
    expect(ids(afterMove(start(), 'a', { column: '2', after: 'gone' }))).toEqual(['bc', 'da', '']);
  });
});

describe('a board that hears news', () => {
  it('shows a move at once and forgets it without a trace when it is refused', () => {
    const before = boardOf(given());
    const moved = board(before, {
      type: 'changed',
      change: { kind: 'move', token: 't', id: 'a', placement: { status: 2, after: 'd' } },
      at: 1,
    });
    expect(ids(columnsOf(moved))).toEqual(['bc', 'da', '']);
    const refused = board(moved, { type: 'refused', token: 't' });
    expect(columnsOf(refused)).toEqual(columnsOf(before));
  });

  it('shows the same before and after the server has confirmed', () => {
    const moved = board(boardOf(given()), {
      type: 'changed',
      change: { kind: 'move', token: 't', id: 'a', placement: { status: 2, after: 'd' } },
      at: 1,
    });
    const settled = board(moved, { type: 'settled', token: 't', row: card('a', 2, 'a2', 2) });
    expect(ids(columnsOf(settled))).toEqual(ids(columnsOf(moved)));
    expect(settled.pending).toEqual([]);
  });

  it('orders by rank, then id', () => {
    const state = board(boardOf(given()), { type: 'patched', row: card('bb', 1, 'a2', 1) });
    expect(columnsOf(state)[0]?.docs.map(({ _id }) => _id)).toEqual(['a', 'b', 'bb', 'c']);
  });

  it('shows other fields at once, keeps them over news, and forgets them when refused', () => {
    const before = boardOf(given());
    const changed = board(before, {
      type: 'changed',
      change: { kind: 'edit', token: 't', id: 'a', changes: { priority: 'high', due_date: '2026-12-01' } },
      at: 1,
    });
    const shown = (state: typeof before) => columnsOf(state)[0]?.docs[0];
    expect(shown(changed)).toMatchObject({ _id: 'a', priority: 'high', due_date: '2026-12-01' });
    const heard = board(changed, { type: 'patched', row: { ...card('a', 1, 'a1', 2), title: 'Renamed' } });
    expect(shown(heard)).toMatchObject({ title: 'Renamed', priority: 'high' });
    expect(shown(board(heard, { type: 'refused', token: 't' }))).toMatchObject({ priority: 'none' });
    const settled = board(heard, {
      type: 'settled',
      token: 't',
      row: { ...card('a', 1, 'a1', 3), priority: 'high' },
    });
    expect(shown(settled)).toMatchObject({ priority: 'high', version: 3 });
  });

  it('takes a task off at once that goes to the bin, and puts it back when that is refused', () => {
    const before = boardOf(given());
    const gone = board(before, {
      type: 'changed',
      change: { kind: 'removal', token: 't', id: 'b' },
      at: 1,
    });
    expect(ids(columnsOf(gone))).toEqual(['ac', 'd', '']);
    expect(totals(columnsOf(gone))).toEqual([2, 1, 0]);
    expect(columnsOf(board(gone, { type: 'refused', token: 't' }))).toEqual(columnsOf(before));
    const settled = board(gone, { type: 'settled', token: 't', row: null });
    expect([ids(columnsOf(settled)), settled.pending]).toEqual([['ac', 'd', ''], []]);
  });

  it('counts what was completed long ago, and says positions among what is shown', () => {
    const old = { ...column(4, [card('x', 4, 'a1')]), total: 5, hidden: 4 };
    const [shown] = afterMove([old, column(1, [card('y', 1, 'a1')])], 'y', { column: '4' });
    expect(shown).toMatchObject({ total: 6, hidden: 4 });
    expect(shown && shownIn(shown)).toBe(2);
  });
});
