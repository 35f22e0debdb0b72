import type { BoardColumn } from '@/lib/task/schema';

/** What the keys can reach: a task by its id, or a button at a column's head or foot. */
export type Stop = string;

export const addStop = (status: number): Stop => `add-${status}`;
export const footStop = (status: number): Stop => `foot-${status}`;

export type Extras = {
  adds: boolean;
  feet: readonly number[];
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

function stopsOf({ status, docs }: BoardColumn, { adds, feet }: Extras): Stop[] {
  return [
    ...(adds ? [addStop(status)] : []),
    ...docs.map(({ _id }) => _id),
    ...(feet.includes(status) ? [footStop(status)] : []),
  ];
}

export const firstCard = (columns: readonly BoardColumn[]): Stop | undefined =>
  columns.find(({ docs }) => docs.length > 0)?.docs[0]?._id;

export function placeOf(columns: readonly BoardColumn[], stop: Stop, extras: Extras) {
  for (const [column, one] of columns.entries()) {
    const index = stopsOf(one, extras).indexOf(stop);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

/** Up/down stay in the column, left/right go to the nearest non-empty one, J/K skip buttons. Undefined: no further. */
export function nextStop(columns: readonly BoardColumn[], from: Stop, step: Step, extras: Extras): Stop | undefined {
  const place = placeOf(columns, from, extras);
  const column = place && columns[place.column];
  if (!column) return undefined;
  const stops = stopsOf(column, extras);
  const cards = column.docs.map(({ _id }) => _id);
  const at = cards.indexOf(from);
  switch (step) {
    case 'up':
      return stops[place.index - 1];
    case 'down':
      return stops[place.index + 1];
    case 'next':
      return at < 0 ? (from === addStop(column.status) ? cards[0] : undefined) : cards[at + 1];
    case 'previous':
      return at < 0 ? (from === addStop(column.status) ? undefined : cards.at(-1)) : cards[at - 1];
    case 'first':
      return cards[0] ?? stops[0];
    case 'last':
      return cards.at(-1) ?? stops.at(-1);
    default: {
      const aside = step === 'left' ? columns.slice(0, place.column).reverse() : columns.slice(place.column + 1);
      if (from === addStop(column.status)) return aside[0] && addStop(aside[0].status);
      const other = aside.find(({ docs }) => docs.length > 0);
      const index = at < 0 ? column.docs.length : at;
      return other?.docs[Math.min(index, other.docs.length - 1)]?._id;
    }
  }
}

/** The stop nearest to one that is gone: the task now in its place, else the one above, else the first. */
export function nearestStop(columns: readonly BoardColumn[], gone: { column: number; index: number }, extras: Extras) {
  const column = columns[gone.column];
  const cards = column?.docs ?? [];
  const index = gone.index - (extras.adds ? 1 : 0);
  return cards[Math.max(0, Math.min(index, cards.length - 1))]?._id ?? firstCard(columns);
}

/** Tab stops, one per column: the last focused, else the first task. Inside the board Tab passes the others over. */
export function tabStops(columns: readonly BoardColumn[], current: Stop | undefined, extras: Extras): Set<Stop> {
  const stops = new Set<Stop>();
  for (const column of columns) {
    const all = stopsOf(column, extras);
    const stop = current !== undefined && all.includes(current) ? current : (column.docs[0]?._id ?? all[0]);
    if (stop !== undefined) stops.add(stop);
    // A column's head does not scroll with its tasks, so the box of tasks keeps a tab stop.
    if (stop === addStop(column.status) && column.docs[0]) stops.add(column.docs[0]._id);
  }
  return stops;
}
