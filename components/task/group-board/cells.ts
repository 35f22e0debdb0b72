import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import type { BoardCard, GroupedBoard } from '@/lib/task-board/schema';
import {
  boardOrder,
  type Count,
  countKey,
  type Facet,
  fixedPlaces,
  nameOfNone,
  placesOf,
} from '@/lib/task-board/vocabulary';
import { HIDDEN, NONE } from '@/lib/task-group/vocabulary';
import { type BoardColumn, idIn } from '../board/board-columns';
import type { BoardLane } from '../board/board-store';

export type Place = GroupedBoard['columns'][number];
export type Facets = { group: Facet; lane: Facet | undefined };

/** What a reading said besides the cards and their numbers. */
export type Layout = Pick<GroupedBoard, 'columns' | 'lanes' | 'more_lanes'> & {
  cells: ReadonlyMap<string, { hidden: number; cursor: string | null }>;
};

/** The id of a column, or of its part in a lane. */
export const cellId = (column: string, lane: string | null): string => (lane === null ? column : `${lane}/${column}`);
export function partsOf(cell: string): { column: string; lane: string | null } {
  const [first = '', second] = cell.split('/');
  return second === undefined ? { column: first, lane: null } : { column: second, lane: first };
}

export const layoutOf = ({ columns, lanes, more_lanes, cells }: Omit<GroupedBoard, 'docs' | 'counts'>): Layout => ({
  columns,
  lanes,
  more_lanes,
  cells: new Map(
    cells.map(({ column, lane, hidden, next_cursor }) => [cellId(column, lane), { hidden, cursor: next_cursor }]),
  ),
});

/** Not everything is loaded, or even listed. */
export const isCut = ({ cells }: Layout): boolean =>
  [...cells.values()].some(({ hidden, cursor }) => hidden > 0 || cursor !== null);

export const countsOf = (counts: readonly Count[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ columns, lanes, total }) => [countKey(columns, lanes), total]));

export const tallyOf = (card: BoardCard, { group, lane }: Facets): string =>
  countKey(placesOf(card, group), lane ? placesOf(card, lane) : []);

export const cellsOf = (card: BoardCard, { group, lane }: Facets): string[] =>
  placesOf(card, group).flatMap((column) => (lane ? placesOf(card, lane) : [null]).map((one) => cellId(column, one)));

/** The cells of a board from its cards, which know where they stand; `counts` by `tallyOf`. */
export function boardOf(
  docs: readonly BoardCard[],
  counts: Readonly<Record<string, number>>,
  layout: Layout,
  facets: Facets,
  statusName?: (status: number) => string,
): { columns: BoardColumn[]; lanes: BoardLane[] | undefined } {
  const { group, lane } = facets;
  const within = new Map<string, TaskCard[]>();
  for (const card of docs.toSorted(boardOrder))
    for (const cell of cellsOf(card, facets)) {
      const cards = within.get(cell);
      const drawn = drawnIn(card, cell);
      if (cards) cards.push(drawn);
      else within.set(cell, [drawn]);
    }
  const totals = totalsOf(counts);
  const across = placed(layout.columns, group, docs);
  const along = lane && placed(layout.lanes, lane, docs);
  const cell = (column: Place, of: Place | null): BoardColumn => {
    const id = cellId(column._id, of?._id ?? null);
    const name = (group === 'status' && statusName?.(Number(column._id))) || column.name;
    const { hidden = 0, cursor = null } = layout.cells.get(id) ?? {};
    const cards = within.get(id) ?? [];
    return {
      id,
      label: of ? bidi`${name}, ${of.name}` : name,
      ...(group === 'status' && { status: Number(column._id) }),
      ...(of && { name, lane: of._id }),
      ...(group === 'assignee' &&
        ![NONE, HIDDEN].includes(column._id) && {
          person: column._id,
          pic: column.pic ?? null,
        }),
      ...(column.colour && { colour: column.colour }),
      total: Math.max(totals.get(id) ?? 0, cards.length),
      hidden,
      docs: cards,
      next_cursor: cursor,
    };
  };
  if (!along) return { columns: across.map((column) => cell(column, null)), lanes: undefined };
  return {
    columns: along.flatMap((one) => across.map((column) => cell(column, one))),
    lanes: along.map(({ _id, name }) => ({ id: _id, label: name, total: totals.get(`${_id}/`) ?? 0 })),
  };
}

/** Of each cell, and of each lane (`lane/`). */
function totalsOf(counts: Readonly<Record<string, number>>): Map<string, number> {
  const totals = new Map<string, number>();
  const add = (id: string, total: number) => totals.set(id, (totals.get(id) ?? 0) + total);
  for (const [key, total] of Object.entries(counts)) {
    const [columns = '', lanes = ''] = key.split('|');
    for (const lane of lanes ? lanes.split(',') : [null]) {
      if (lane !== null) add(`${lane}/`, total);
      for (const column of columns.split(',')) add(cellId(column, lane), total);
    }
  }
  return totals;
}

/** Also people and labels that came since the board was read, and what only cards on their way have. */
function placed(known: readonly Place[], facet: Facet, docs: readonly BoardCard[]): readonly Place[] {
  const fixed = fixedPlaces(facet);
  if (fixed) {
    const here = new Set([...known.map(({ _id }) => _id), ...docs.flatMap((card) => placesOf(card, facet))]);
    return fixed.filter(({ _id }) => here.has(_id));
  }
  const names = new Map(known.map((place) => [place._id, place]));
  const fresh: Place[] = [];
  for (const card of docs)
    for (const id of placesOf(card, facet)) {
      if (names.has(id)) continue;
      const place = placeIn(card, facet, id);
      names.set(id, place);
      fresh.push(place);
    }
  if (!fresh.length) return known;
  const isLast = ({ _id }: Place) => _id === NONE || _id === HIDDEN;
  const all = [...known, ...fresh];
  return [...all.filter((place) => !isLast(place)), ...all.filter(isLast)];
}

function placeIn(card: BoardCard, facet: Facet, id: string): Place {
  if (id === NONE) return { _id: id, name: nameOfNone(facet) };
  const person = facet === 'assignee' ? card.assignees.find(({ _id }) => _id === id) : undefined;
  if (person) return { _id: id, name: person.name, pic: person.pic };
  const label = facet === 'label' ? card.labels?.find(({ _id }) => _id === id) : undefined;
  if (label) return { _id: id, name: label.name, colour: label.colour };
  if (facet === 'milestone' && card.milestone) return { _id: id, name: card.milestone.name };
  const parent = facet === 'parent' ? card.parent : null;
  return { _id: id, name: parent ? bidi`${parent.key} ${parent.title}` : 'Another' };
}

const drawn = new WeakMap<BoardCard, Map<string, TaskCard>>();

/** The same object for the same card in the same cell: cards are drawn anew for another one. */
function drawnIn(card: BoardCard, cell: string): TaskCard {
  const known = drawn.get(card) ?? new Map<string, TaskCard>();
  drawn.set(card, known);
  const one = known.get(cell) ?? { ...card, _id: idIn(card._id, cell) };
  known.set(cell, one);
  return one;
}
