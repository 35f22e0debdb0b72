import { describe, expect, test } from 'vitest';
import type { BoardCard, GroupedBoard } from '@/lib/task-board/schema';
import { boardOf, type Facets, isCut, layoutOf, partsOf, tallyOf } from './cells';
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

  test('find a place for labels, milestones and parents that came since, and for none of them', () => {
    const label = { ...red, _id: 'new', name: 'New' };
    const milestone = { _id: 'm', name: 'Launch' };
    const parent = { _id: 'p', key: 'WEB-9', title: 'Above' };
    const of = (group: Facets['group'], part: Partial<BoardCard>) => {
      const empty = layoutOf({ columns: [], lanes: [], more_lanes: 0, cells: [] });
      const facets: Facets = { group, lane: undefined };
      const docs = [card('1', part), card('2')];
      return boardOf(docs, {}, empty, facets).columns.map(({ label: name, colour, total }) => [name, colour, total]);
    };
    expect(of('label', { labels: [label] })).toEqual([
      ['New', 'c1', 1],
      ['No label', undefined, 1],
    ]);
    expect(of('milestone', { milestone })[0]).toEqual(['Launch', undefined, 1]);
    expect(of('parent', { parent })[0]).toEqual(['WEB-9 Above', undefined, 1]);
  });

  test('by status are called as the project’s workflow calls them', () => {
    const all = layoutOf({
      columns: [{ _id: '1', name: 'Pending' }],
      lanes: [],
      more_lanes: 0,
      cells: [],
    });
    const facets: Facets = { group: 'status', lane: undefined };
    const { columns } = boardOf([card('1')], {}, all, facets, (status) => `Step ${status}`);
    expect(columns).toMatchObject([{ id: '1', label: 'Step 1', status: 1, total: 1 }]);
  });

  test('are cut where cards are hidden or more follow', () => {
    const with_ = (hidden: number, next_cursor: string | null) =>
      isCut(
        layoutOf({
          columns: [],
          lanes: [],
          more_lanes: 0,
          cells: [{ column: 'a', lane: 'b', hidden, ids: [], next_cursor }],
        }),
      );
    expect([with_(0, null), with_(1, null), with_(0, 'on')]).toEqual([false, true, true]);
    expect([partsOf('anna'), partsOf('high/anna')]).toEqual([
      { column: 'anna', lane: null },
      { column: 'anna', lane: 'high' },
    ]);
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

  test('to a milestone or parent gives it, and to none takes it away', () => {
    const by = (group: Facets['group']): Facets => ({ group, lane: undefined });
    const launch = { _id: 'm', name: 'Launch' };
    const move = (group: Facets['group'], from: string, to: string) =>
      changeBetween(card('1'), from, to, by(group), [launch, { _id: 'p', name: 'WEB-9 The one above' }]);
    expect(move('milestone', 'none', 'm')).toEqual({ changes: { milestone_id: 'm' }, milestone: launch });
    expect(move('milestone', 'm', 'none')).toEqual({ changes: { milestone_id: null }, milestone: null });
    expect(move('parent', 'p', 'none')).toEqual({ changes: { parent_id: null }, parent: null });
    expect(move('priority', 'low', 'high')).toEqual({ changes: { priority: 'high' } });
    expect(changeBetween(card('1'), 'a', 'a', by('assignee'), [])).toEqual({ changes: {} });
  });

  test('changes the organisation’s own field, in columns and lanes at once', () => {
    const [size, owner] = [
      'choice.018f0000-0000-7000-8000-00000000000a',
      'person.018f0000-0000-7000-8000-00000000000b',
    ];
    const facets = { group: size, lane: owner } as Facets;
    const ids = { size: '018f0000-0000-7000-8000-00000000000a', owner: '018f0000-0000-7000-8000-00000000000b' };
    expect(changeBetween(card('1'), 'none/s', 'anna/l', facets, [anna])).toEqual({
      changes: { custom: { [ids.size]: 'l', [ids.owner]: 'anna' } },
      people: [anna],
    });
    expect(changeBetween(card('1'), 'none/s', 'none/none', facets, [])).toEqual({
      changes: { custom: { [ids.size]: null } },
    });
    expect(fieldsIn('anna/l', facets)).toEqual({ custom: { [ids.size]: 'l', [ids.owner]: 'anna' } });
  });

  test('is written into a new task as the column has it; a column of none gives nothing', () => {
    const given = (group: Facets['group'], id: string) => fieldsIn(id, { group, lane: undefined });
    expect([
      given('priority', 'high'),
      given('milestone', 'm'),
      given('label', 'red'),
      given('assignee', 'ben'),
    ]).toEqual([{ priority: 'high' }, { milestone_id: 'm' }, { label_ids: ['red'] }, { assignee_ids: ['ben'] }]);
    for (const group of ['parent', 'milestone', 'label', 'assignee'] as const) expect(given(group, 'none')).toEqual({});
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
    expect(mayChange(card('1'), { changes: { status: 2 } }, { ...all, move: false }, 'ben')).toBe(false);
    expect(mayChange(card('1'), { changes: { status: 2 } }, { ...all, edit: false }, 'ben')).toBe(true);
    const bens = card('1', { assignees: [ben] });
    expect(mayChange(bens, between('ben', 'none', bens), { ...own, assign_self: false }, 'ben')).toBe(false);
    expect(mayChange(bens, between('ben', 'none', bens), own, 'ben')).toBe(true);
    const annas = card('1', { assignees: [anna] });
    expect(mayChange(annas, between('anna', 'ben', annas), own, 'ben')).toBe(false);
    expect(mayChange(card('1'), { changes: { priority: 'high' } }, own, 'ben')).toBe(false);
  });
});
