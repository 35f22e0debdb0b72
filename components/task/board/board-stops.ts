import type { TaskCard } from '@/lib/task/schema';
import type { BoardColumn } from './board-columns';

/** What the keys can reach: a task by its id, or a button at a column's head or foot. */
export type Stop = string;

export const addStop = (column: string): Stop => `add-${column}`;
export const foldStop = (column: string): Stop => `fold-${column}`;
export const footStop = (column: string): Stop => `foot-${column}`;

export type Extras = {
  adds: boolean;
  feet: readonly string[];
  /** Those that are closed to a strip; absent where columns do not fold. */
  folded?: ReadonlySet<string>;
};

export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last' | 'next' | 'previous';

export const STOP_STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
  j: 'next',
  k: 'previous',
};

function stopsOf({ id, docs }: BoardColumn, { adds, feet, folded }: Extras): Stop[] {
  if (folded?.has(id)) return [foldStop(id)];
  return [
    ...(folded ? [foldStop(id)] : []),
    ...(adds ? [addStop(id)] : []),
    ...docs.map(({ _id }) => _id),
    ...(feet.includes(id) ? [footStop(id)] : []),
  ];
}

/** Cards that can be reached. */
const cardsOf = ({ id, docs }: BoardColumn, { folded }: Extras): Stop[] =>
  folded?.has(id) ? [] : docs.map(({ _id }) => _id);

export const firstCard = (columns: readonly BoardColumn[], extras: Extras): Stop | undefined =>
  columns.map((column) => cardsOf(column, extras)[0]).find((card) => card !== undefined);

export function placeOf(columns: readonly BoardColumn[], stop: Stop, extras: Extras) {
  for (const [column, one] of columns.entries()) {
    const index = stopsOf(one, extras).indexOf(stop);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

/**
 * Up/down stay in the column and go on in the next lane's, left/right go to the nearest non-empty one of the lane, J/K
 * skip buttons. Undefined: no further.
 */
export function nextStop(columns: readonly BoardColumn[], from: Stop, step: Step, extras: Extras): Stop | undefined {
  const place = placeOf(columns, from, extras);
  const column = place && columns[place.column];
  if (!column) return undefined;
  const stops = stopsOf(column, extras);
  const cards = cardsOf(column, extras);
  const at = cards.indexOf(from);
  const same = columns.filter(({ name, lane }) => lane !== undefined && name === column.name);
  const beyond = (by: 1 | -1) => {
    const other = same[same.indexOf(column) + by];
    return other && stopsOf(other, extras).at(by === 1 ? 0 : -1);
  };
  switch (step) {
    case 'up':
      return stops[place.index - 1] ?? beyond(-1);
    case 'down':
      return stops[place.index + 1] ?? beyond(1);
    case 'next':
      return at < 0 ? (place.index < stops.indexOf(cards[0] ?? '') ? cards[0] : undefined) : cards[at + 1];
    case 'previous':
      return at < 0 ? (place.index > stops.indexOf(cards.at(-1) ?? '') ? cards.at(-1) : undefined) : cards[at - 1];
    case 'first':
      return cards[0] ?? stops[0];
    case 'last':
      return cards.at(-1) ?? stops.at(-1);
    default: {
      const lane = columns.filter((one) => one.lane === column.lane);
      const here = lane.indexOf(column);
      const aside = step === 'left' ? lane.slice(0, here).reverse() : lane.slice(here + 1);
      const head = [addStop, foldStop].find((stop) => from === stop(column.id));
      if (head && aside[0])
        return stopsOf(aside[0], extras).includes(head(aside[0].id)) ? head(aside[0].id) : foldStop(aside[0].id);
      if (head) return undefined;
      const other = aside.map((one) => cardsOf(one, extras)).find((some) => some.length > 0);
      return other?.[Math.min(at < 0 ? cards.length : at, other.length - 1)];
    }
  }
}

/**
 * The card after (1) or before (−1) the one of that key, over all columns. A task of several people or labels has several
 * cards; `current` is the one where it goes on.
 */
export function cardBeside(
  columns: readonly BoardColumn[],
  key: string,
  current: Stop | undefined,
  by: 1 | -1,
  { folded }: Extras,
): TaskCard | undefined {
  const cards = columns.flatMap(({ id, docs }) => (folded?.has(id) ? [] : docs));
  const copy = cards.findIndex((card) => card._id === current && card.key === key);
  return cards[(copy < 0 ? cards.findIndex((card) => card.key === key) : copy) + by];
}

/** The stop nearest to one that is gone: the task now in its place, else the one above, else the first. */
export function nearestStop(columns: readonly BoardColumn[], gone: { column: number; index: number }, extras: Extras) {
  const column = columns[gone.column];
  const cards = column ? cardsOf(column, extras) : [];
  const index = gone.index - (extras.adds ? 1 : 0) - (extras.folded ? 1 : 0);
  return cards[Math.max(0, Math.min(index, cards.length - 1))] ?? firstCard(columns, extras);
}

/** Tab stops, one per column: the last focused, else the first task. Inside the board Tab passes the others over. */
export function tabStops(columns: readonly BoardColumn[], current: Stop | undefined, extras: Extras): Set<Stop> {
  const stops = new Set<Stop>();
  for (const column of columns) {
    const all = stopsOf(column, extras);
    const [first] = cardsOf(column, extras);
    const stop =
      current !== undefined && all.includes(current)
        ? current
        : (first ?? all.find((one) => one === addStop(column.id)) ?? all[0]);
    if (stop !== undefined) stops.add(stop);
    // A column's head does not scroll with its tasks, so the box of tasks keeps a tab stop.
    if ((stop === addStop(column.id) || stop === foldStop(column.id)) && first) stops.add(first);
  }
  return stops;
}
