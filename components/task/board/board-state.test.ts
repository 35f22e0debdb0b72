import { describe, expect, it } from 'vitest';
import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import { afterMove, boardOf, boardReducer, placementAt, shownColumns, shownIn, spotOf } from './board-state';

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
const column = (status: number, docs: TaskCard[], more = 0): BoardColumn => ({
  status,
  label: `C${status}`,
  total: docs.length + more,
  hidden: 0,
  docs,
  next_cursor: more ? 'next' : null,
});
const ids = (columns: readonly BoardColumn[]) => columns.map(({ docs }) => docs.map(({ _id }) => _id).join(''));
const totals = (columns: readonly BoardColumn[]) => columns.map(({ total }) => total);

const start = () => [
  column(1, [card('a', 1, 'a1'), card('b', 1, 'a2'), card('c', 1, 'a3')]),
  column(2, [card('d', 2, 'a1')]),
  column(3, []),
];

describe('placing a card', () => {
  it('goes below the card named, above the card named, or to the end', () => {
    expect(ids(afterMove(start(), 'd', { status: 1, after: 'a' }))).toEqual(['adbc', '', '']);
    expect(ids(afterMove(start(), 'd', { status: 1, before: 'a' }))).toEqual(['dabc', '', '']);
    expect(ids(afterMove(start(), 'a', { status: 1 }))).toEqual(['bca', 'd', '']);
  });

  it('moves the counts along, and takes the new status on', () => {
    const moved = afterMove(start(), 'a', { status: 3 });
    expect(totals(moved)).toEqual([2, 1, 1]);
    expect(moved[2]?.docs[0]?.status).toBe(3);
  });

  it('names the neighbours among the other cards, and finds the same spot again', () => {
    const columns = start();
    expect(placementAt(columns, 'b', { status: 1, index: 1 })).toEqual({ status: 1, after: 'a', before: 'c' });
    for (const index of [0, 1, 2]) {
      const moved = afterMove(columns, 'b', placementAt(columns, 'b', { status: 1, index }));
      expect(spotOf(moved, 'b')).toEqual({ status: 1, index });
    }
    expect(placementAt(columns, 'b', { status: 3, index: 0 })).toEqual({
      status: 3,
      after: undefined,
      before: undefined,
    });
  });

  it('goes to the end when the neighbour has left the column meanwhile', () => {
    expect(ids(afterMove(start(), 'a', { status: 2, after: 'gone' }))).toEqual(['bc', 'da', '']);
  });
});

describe('a board that hears news', () => {
  it('shows a move at once and forgets it without a trace when it is refused', () => {
    const before = boardOf(start());
    const moved = boardReducer(before, {
      type: 'changed',
      change: { kind: 'move', token: 't', id: 'a', placement: { status: 2, after: 'd' } },
      at: 1,
    });
    expect(ids(shownColumns(moved))).toEqual(['bc', 'da', '']);
    const refused = boardReducer(moved, { type: 'refused', token: 't' });
    expect(shownColumns(refused)).toEqual(before.columns);
  });

  it('shows the same before and after the server has confirmed', () => {
    const moved = boardReducer(boardOf(start()), {
      type: 'changed',
      change: { kind: 'move', token: 't', id: 'a', placement: { status: 2, after: 'd' } },
      at: 1,
    });
    const settled = boardReducer(moved, { type: 'settled', token: 't', card: card('a', 2, 'a2', 2) });
    expect(ids(shownColumns(settled))).toEqual(ids(shownColumns(moved)));
    expect(settled.pending).toEqual([]);
  });

  it('never takes an older version over a newer one', () => {
    const state = boardReducer(boardOf(start()), { type: 'patched', card: card('a', 2, 'a2', 5) });
    expect(ids(state.columns)).toEqual(['bc', 'da', '']);
    expect(boardReducer(state, { type: 'patched', card: card('a', 1, 'a1', 4) })).toBe(state);
    expect(ids(boardReducer(state, { type: 'loaded', columns: start() }).columns)).toEqual(['bc', 'da', '']);
    const person = { _id: 'p', name: 'P', pic: null };
    const whole = boardReducer(boardOf(start()), {
      type: 'patched',
      card: { ...card('a', 1, 'a1'), assignees: [person] },
    });
    const partial = start().map((column) => ({
      ...column,
      docs: column.docs.map((one) => ({ ...one, more_assignees: 1 })),
    }));
    expect(boardReducer(whole, { type: 'loaded', columns: partial }).columns[0]?.docs[0]?.assignees).toEqual([person]);
    const later = boardReducer(state, { type: 'patched', card: card('a', 3, 'a1', 6) });
    expect(ids(later.columns)).toEqual(['bc', 'd', 'a']);
  });

  it('keeps a move of one’s own on top of news about the same task, without lighting up twice', () => {
    const moved = boardReducer(boardOf(start()), {
      type: 'changed',
      change: { kind: 'move', token: 't', id: 'a', placement: { status: 2 } },
      at: 1,
    });
    const heard = boardReducer(moved, { type: 'patched', card: card('a', 3, 'a1', 2), at: 9 });
    expect(ids(shownColumns(heard))).toEqual(['bc', 'da', '']);
    expect(heard.flashes.a).toBe(1);
    expect(boardReducer(moved, { type: 'patched', card: card('b', 1, 'a2', 2), at: 9 }).flashes.b).toBe(9);
  });

  it('orders by rank, then id', () => {
    const state = boardReducer(boardOf(start()), { type: 'patched', card: card('bb', 1, 'a2', 1) });
    expect(state.columns[0]?.docs.map(({ _id }) => _id)).toEqual(['a', 'b', 'bb', 'c']);
  });

  it('only counts a card that belongs beyond the loaded part', () => {
    const state = boardOf([column(1, [card('a', 1, 'a1')], 10), column(2, [])]);
    const after = boardReducer(state, { type: 'patched', card: card('z', 1, 'z9') });
    expect(ids(after.columns)).toEqual(['a', '']);
    expect(totals(after.columns)).toEqual([12, 0]);
  });

  it('adds a page without doubling what a move has brought there already', () => {
    const state = boardOf([column(1, [card('a', 1, 'a1'), card('x', 1, 'a9')], 2), column(2, [])]);
    const page = { ...column(1, [card('b', 1, 'a2'), card('x', 1, 'a9')]), total: 3 };
    const after = boardReducer(state, { type: 'paged', column: page });
    expect(ids(after.columns)).toEqual(['abx', '']);
    expect(after.columns[0]).toMatchObject({ total: 3, next_cursor: null });
  });

  it('shows other fields at once, keeps them over news, and forgets them when refused', () => {
    const before = boardOf(start());
    const changed = boardReducer(before, {
      type: 'changed',
      change: { kind: 'edit', token: 't', id: 'a', changes: { priority: 'high', due_date: '2026-12-01' } },
      at: 1,
    });
    const shown = (state: typeof before) => shownColumns(state)[0]?.docs[0];
    expect(shown(changed)).toMatchObject({ _id: 'a', priority: 'high', due_date: '2026-12-01' });
    const heard = boardReducer(changed, { type: 'patched', card: { ...card('a', 1, 'a1', 2), title: 'Renamed' } });
    expect(shown(heard)).toMatchObject({ title: 'Renamed', priority: 'high' });
    expect(shown(boardReducer(heard, { type: 'refused', token: 't' }))).toMatchObject({ priority: 'none' });
    const settled = boardReducer(heard, {
      type: 'settled',
      token: 't',
      card: { ...card('a', 1, 'a1', 3), priority: 'high' },
    });
    expect(shown(settled)).toMatchObject({ priority: 'high', version: 3 });
  });

  it('takes a task off at once that goes to the bin, and puts it back when that is refused', () => {
    const before = boardOf(start());
    const gone = boardReducer(before, {
      type: 'changed',
      change: { kind: 'removal', token: 't', id: 'b' },
      at: 1,
    });
    expect(ids(shownColumns(gone))).toEqual(['ac', 'd', '']);
    expect(totals(shownColumns(gone))).toEqual([2, 1, 0]);
    expect(shownColumns(boardReducer(gone, { type: 'refused', token: 't' }))).toEqual(before.columns);
    const settled = boardReducer(gone, { type: 'settled', token: 't', card: null });
    expect([ids(settled.columns), settled.pending]).toEqual([['ac', 'd', ''], []]);
  });

  it('counts what was completed long ago, and says positions among what is shown', () => {
    const old = { ...column(4, [card('x', 4, 'a1')]), total: 5, hidden: 4 };
    const [shown] = afterMove([old, column(1, [card('y', 1, 'a1')])], 'y', { status: 4 });
    expect(shown).toMatchObject({ total: 6, hidden: 4 });
    expect(shown && shownIn(shown)).toBe(2);
  });

  it('takes a task that is gone off the board', () => {
    const after = boardReducer(boardOf(start()), { type: 'removed', id: 'b' });
    expect(ids(after.columns)).toEqual(['ac', 'd', '']);
    expect(totals(after.columns)).toEqual([2, 1, 0]);
  });
});
