import { describe, expect, test } from 'vitest';
import type { BoardCard, GroupedBoard } from '@/lib/task-board/schema';
import { boardOf, type Facets, layoutOf, tallyOf } from './cells';
import { changeBetween, fieldsIn, mayChange } from './field-changes';

const anna = { _id: 'anna', name: 'Anna', pic: null };
const ben = { _id: 'ben', name: 'Ben', pic: null };
const red = { _id: 'red', name: 'Red', colour: 'c1' };
const card = (id: string, part: Partial<BoardCard> = {}) =>
  ({ _id: id, key: id, status: 1, rank: id, priority: 'none', assignees: [], parent: null, ...part }) as BoardCard;
const layout = layoutOf({
  columns: [anna, ben, { _id: 'none', name: 'Nobody' }],
  lanes: [],
  more_lanes: 0,
  cells: [{ column: 'anna', lane: null, hidden: 2, ids: [], next_cursor: 'on' }],
} as Omit<GroupedBoard, 'docs' | 'counts'>);
const byPerson: Facets = { group: 'assignee', lane: undefined };
const drawn = (docs: BoardCard[], facets = byPerson) => {
  const counts: Record<string, number> = {};
  for (const one of docs) counts[tallyOf(one, facets)] = (counts[tallyOf(one, facets)] ?? 0) + 1;
  return boardOf(docs, counts, layout, facets);
};
const all = { edit: true, move: true, assign: true, assign_self: true, delete: true, audience: true, comment: true };

describe('the cells of a board by fields', () => {
  test('show a task with each of its people, counted there, in the order of the board by status', () => {
    const { columns } = drawn([
      card('2', { assignees: [anna, ben] }),
      card('1', { assignees: [ben], status: 4 }),
      card('3'),
    ]);
    expect(columns.map(({ label, total, docs }) => [label, total, docs.map(({ _id }) => _id).join()])).toEqual([
      ['Anna', 1, '2~anna'],
      ['Ben', 2, '2~ben,1~ben'],
      ['Nobody', 1, '3~none'],
    ]);
    expect(columns[0]).toMatchObject({ hidden: 2, next_cursor: 'on', pic: null });
  });

  test('find a column for somebody whom nobody knew when the board was read, before “Nobody”', () => {
    const { columns } = drawn([card('1', { assignees: [{ _id: 'cleo', name: 'Cleo', pic: null }] })]);
    expect(columns.map(({ label }) => label)).toEqual(['Anna', 'Ben', 'Cleo', 'Nobody']);
  });

  test('stand in lanes, each named with its column and counted once a lane', () => {
    const facets: Facets = { group: 'assignee', lane: 'priority' };
    const { columns, lanes } = drawn([card('1', { assignees: [anna, ben], priority: 'high' })], facets);
    expect(lanes).toEqual([{ id: 'high', label: 'High', total: 1 }]);
    expect(columns[0]).toMatchObject({ id: 'high/anna', lane: 'high', name: 'Anna', label: 'Anna, High', total: 1 });
  });
});

describe('a move between columns of fields', () => {
  const places = [anna, ben, red];
  const between = (from: string, to: string, one: BoardCard, facets = byPerson) =>
    changeBetween(one, from, to, facets, places);

  test('replaces the person or label it came from, and leaves the others', () => {
    const shared = card('1', { assignees: [anna, { _id: 'cleo', name: 'Cleo', pic: null }], labels: [red] });
    expect(between('anna', 'ben', shared)).toEqual({ changes: { assignee_ids: ['cleo', 'ben'] }, people: [ben] });
    expect(between('none', 'red', card('2'), { group: 'label', lane: undefined })).toEqual({
      changes: { label_ids: ['red'] },
      labels: [red],
    });
    expect(between('anna', 'none', shared)).toEqual({ changes: { assignee_ids: [] } });
  });

  test('changes column and lane at once', () => {
    const facets: Facets = { group: 'status', lane: 'parent' };
    const moved = changeBetween(card('1'), 'none/1', 'up/3', facets, [{ _id: 'up', name: 'WEB-1 The parent' }]);
    expect(moved).toEqual({
      changes: { status: 3, parent_id: 'up' },
      parent: { _id: 'up', key: 'WEB-1', title: 'The parent' },
    });
    expect(fieldsIn('up/3', facets)).toEqual({ status: 3, parent_id: 'up' });
  });

  test('is allowed as the fields are: oneself may be put on by whoever may not assign others', () => {
    const own = { ...all, assign: false, edit: false };
    expect(mayChange(card('1'), between('none', 'ben', card('1')), own, 'ben')).toBe(true);
    expect(mayChange(card('1'), between('none', 'anna', card('1')), own, 'ben')).toBe(false);
    const annas = card('1', { assignees: [anna] });
    expect(mayChange(annas, between('anna', 'ben', annas), own, 'ben')).toBe(false);
    expect(mayChange(card('1'), { changes: { priority: 'high' } }, own, 'ben')).toBe(false);
  });
});
