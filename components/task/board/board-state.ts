import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import { newerOf, type TaskChanges, withChanges } from '../task-edit';

/** Where a card goes: a column, and the neighbour it is put beside; without one, to the column's end. */
export type Placement = { status: number; after?: string; before?: string };

/** A place in a column as shown, counted among the other cards of that column. */
export type Spot = { status: number; index: number };

/** A change that shows on screen and has not been confirmed yet: another place, other fields, or off to the bin. */
export type Pending = { token: string; id: string } & (
  | { kind: 'move'; placement: Placement }
  | { kind: 'edit'; changes: TaskChanges; people?: TaskCard['assignees'] }
  | { kind: 'removal' }
);

/**
 * A board: what the server last said, and the changes on top of it. Kept apart, so that a refused change disappears
 * without a trace and news from others can never undo what is on its way.
 */
export type BoardState = {
  columns: readonly BoardColumn[];
  pending: readonly Pending[];
  /** When a card was last moved or changed under the viewer's eyes (ms), by id: it lights up for a moment. */
  flashes: Readonly<Record<string, number>>;
};

export type BoardEvent =
  /** The columns, read again. */
  | { type: 'loaded'; columns: readonly BoardColumn[] }
  /** More of one column. */
  | { type: 'paged'; column: BoardColumn }
  /** One card as the server has it now. */
  | { type: 'patched'; card: TaskCard; at?: number }
  | { type: 'removed'; id: string }
  /** Changed here; the server has not heard of it yet. */
  | { type: 'changed'; change: Pending; at: number }
  /** The server has done it, and answered with the card; null: it is in the bin. */
  | { type: 'settled'; token: string; card: TaskCard | null }
  | { type: 'refused'; token: string };

export const boardOf = (columns: readonly BoardColumn[]): BoardState => ({ columns, pending: [], flashes: {} });

/** The board after an event. Pure. */
export function boardReducer(state: BoardState, event: BoardEvent): BoardState {
  switch (event.type) {
    case 'loaded':
      return { ...state, columns: keepingNewer(event.columns, state.columns) };
    case 'paged':
      return { ...state, columns: withPage(state.columns, event.column) };
    case 'patched': {
      if ((cardOf(state.columns, event.card._id)?.version ?? 0) > event.card.version) return state;
      const own = state.pending.some(({ id }) => id === event.card._id);
      return {
        ...state,
        columns: withCard(state.columns, event.card),
        flashes: event.at === undefined || own ? state.flashes : { ...state.flashes, [event.card._id]: event.at },
      };
    }
    case 'removed':
      return { ...state, columns: withoutCard(state.columns, event.id) };
    case 'changed':
      return {
        ...state,
        pending: [...state.pending, event.change],
        flashes: { ...state.flashes, [event.change.id]: event.at },
      };
    case 'settled': {
      const change = state.pending.find(({ token }) => token === event.token);
      const rest = { ...state, pending: state.pending.filter((one) => one !== change) };
      if (event.card) return boardReducer(rest, { type: 'patched', card: event.card });
      return change ? boardReducer(rest, { type: 'removed', id: change.id }) : rest;
    }
    case 'refused':
      return { ...state, pending: state.pending.filter(({ token }) => token !== event.token) };
  }
}

/** The columns as they are shown: the server's, with the changes that are on their way already made. */
export const shownColumns = ({ columns, pending }: BoardState): readonly BoardColumn[] =>
  pending.reduce(afterChange, columns);

function afterChange(columns: readonly BoardColumn[], change: Pending): readonly BoardColumn[] {
  switch (change.kind) {
    case 'move':
      return afterMove(columns, change.id, change.placement);
    case 'edit':
      return withFields(columns, change.id, (card) => withChanges(card, change.changes, change.people));
    case 'removal':
      return withoutCard(columns, change.id);
  }
}

/** The columns with one card drawn otherwise, in its place. */
export const withFields = (
  columns: readonly BoardColumn[],
  id: string,
  change: (card: TaskCard) => TaskCard,
): readonly BoardColumn[] =>
  columns.map((column) =>
    column.docs.some(({ _id }) => _id === id)
      ? { ...column, docs: column.docs.map((card) => (card._id === id ? change(card) : card)) }
      : column,
  );

/** How many tasks a column shows or can load: its total without what was completed long ago. */
export const shownIn = ({ total, hidden }: BoardColumn): number => total - hidden;

/** The columns once the card `id` is where `placement` says. A neighbour that is gone counts as none. */
export function afterMove(
  columns: readonly BoardColumn[],
  id: string,
  { status, after, before }: Placement,
): readonly BoardColumn[] {
  const card = cardOf(columns, id);
  if (!card) return columns;
  return withoutCard(columns, id).map((column) => {
    if (column.status !== status) return column;
    const { docs } = column;
    const above = after === undefined ? -1 : docs.findIndex(({ _id }) => _id === after);
    const below = before === undefined ? -1 : docs.findIndex(({ _id }) => _id === before);
    const index = above >= 0 ? above + 1 : below >= 0 ? below : docs.length;
    const moved = card.status === status ? card : { ...card, status, status_label: column.label };
    return { ...column, total: column.total + 1, docs: docs.toSpliced(index, 0, moved) };
  });
}

/** The card with this id, or undefined. */
export function cardOf(columns: readonly BoardColumn[], id: string): TaskCard | undefined {
  for (const { docs } of columns) {
    const card = docs.find(({ _id }) => _id === id);
    if (card) return card;
  }
  return undefined;
}

/** Where a card is, or null if it is not on the board. */
export function spotOf(columns: readonly BoardColumn[], id: string): Spot | null {
  for (const { status, docs } of columns) {
    const index = docs.findIndex(({ _id }) => _id === id);
    if (index >= 0) return { status, index };
  }
  return null;
}

/** How many cards a column has besides `id`, as far as they are loaded. */
export const othersIn = (columns: readonly BoardColumn[], status: number, id: string): number =>
  columns.find((column) => column.status === status)?.docs.filter(({ _id }) => _id !== id).length ?? 0;

/** The spot of `id` in words the server understands: its neighbours. */
export function placementAt(columns: readonly BoardColumn[], id: string, { status, index }: Spot): Placement {
  const column = columns.find((one) => one.status === status);
  const others = column?.docs.filter(({ _id }) => _id !== id) ?? [];
  return { status, after: others[index - 1]?._id, before: others[index]?._id };
}

/** The very end of a column, loaded or not. */
export const endOf = (status: number): Placement => ({ status });

const inOrder = (one: TaskCard, other: TaskCard) =>
  one.rank < other.rank || (one.rank === other.rank && one._id < other._id) ? -1 : 1;

/** Takes a card out, wherever it is. */
export function withoutCard(columns: readonly BoardColumn[], id: string): readonly BoardColumn[] {
  return columns.map((column) => {
    const docs = column.docs.filter(({ _id }) => _id !== id);
    return docs.length === column.docs.length ? column : { ...column, docs, total: Math.max(0, column.total - 1) };
  });
}

/** Puts a card into the column of its status, `index` cards down. */
export const withCardAt = (columns: readonly BoardColumn[], card: TaskCard, index: number): readonly BoardColumn[] =>
  columns.map((column) =>
    column.status === card.status
      ? { ...column, total: column.total + 1, docs: column.docs.toSpliced(index, 0, card) }
      : column,
  );

/** Puts a card where its status and rank say. Beyond the part that is loaded it only counts. */
function withCard(columns: readonly BoardColumn[], card: TaskCard): readonly BoardColumn[] {
  const before = cardOf(columns, card._id);
  if (before && before.status === card.status && before.rank === card.rank)
    return withFields(columns, card._id, () => card);
  return withoutCard(columns, card._id).map((column) => {
    if (column.status !== card.status) return column;
    const at = column.docs.findIndex((one) => inOrder(card, one) < 0);
    const total = column.total + 1;
    if (at < 0 && column.next_cursor) return { ...column, total };
    return { ...column, total, docs: column.docs.toSpliced(at < 0 ? column.docs.length : at, 0, card) };
  });
}

function withPage(columns: readonly BoardColumn[], page: BoardColumn): readonly BoardColumn[] {
  return columns.map((column) => {
    if (column.status !== page.status) return column;
    const known = new Set(columns.flatMap(({ docs }) => docs.map(({ _id }) => _id)));
    const docs = [...column.docs, ...page.docs.filter(({ _id }) => !known.has(_id))].sort(inOrder);
    return { ...column, docs, total: page.total, hidden: page.hidden, next_cursor: page.next_cursor };
  });
}

/** A fresh reading may be older than what a single card's answer told meanwhile, or say less. */
function keepingNewer(fresh: readonly BoardColumn[], known: readonly BoardColumn[]): readonly BoardColumn[] {
  const newer = known
    .flatMap(({ docs }) => docs)
    .flatMap((card) => {
      const now = cardOf(fresh, card._id);
      const kept = now && newerOf(now, card);
      return kept && kept !== now ? kept : [];
    });
  return newer.reduce<readonly BoardColumn[]>(withCard, fresh);
}
