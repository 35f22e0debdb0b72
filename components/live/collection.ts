/** A record that open pages follow; its version grows with each change. */
export type Row = { _id: string; version: number };

/** A change that shows already and has not been confirmed. */
export type Pending = { token: string; id: string };

/** A list, or the next page of one, as the server answered it. `hidden`: of the total, what is not listed at all. */
export type Page<R> = { docs: readonly R[]; total: number; cursor: string | null; hidden?: number };

/** A list read in pages: the rows that are loaded, how many there are in all, and where the next page begins. */
export type List<R> = Required<Page<R>>;

/** Everything, read anew. `counts`: rows by `tally`, where the server counted them. */
export type Reading<R> = { lists: Readonly<Record<string, Page<R>>>; counts?: Counts };
export type Counts = Readonly<Record<string, number>> | null;

/** What a view is made of: which rows, in which list, where. */
export type Shape<R> = {
  /** Whether a row that somebody changed belongs here; one's own stay until everything is read anew. */
  includes: (row: R) => boolean;
  list: (row: R) => string;
  /** The order of a list; without it rows stay where the server had them. */
  compare?: (one: R, other: R) => number;
  /** Where a new row comes without an order. */
  arrives?: 'first' | 'last';
  tally?: (row: R) => string | number;
  /** Of two readings of one row the one to keep, where a list may say less than was known; else the higher version. */
  newer?: (fresh: R, known: R) => R;
};

/** The last that was heard of one row. `moment` counts what was heard. */
type Heard = { moment: number; version: number; gone: boolean };

/**
 * Rows that are shown, and changes on their way on top of them. What the server said and what was changed here are kept
 * apart, so that a refused change disappears without a trace and no message can undo what is on its way.
 */
export type Collection<R extends Row, P extends Pending> = {
  /** As the server last said. */
  lists: Readonly<Record<string, List<R>>>;
  /** Rows that are known and only count, because they lie beyond what is loaded. */
  beyond: ReadonlyMap<string, R>;
  counts: Counts;
  pending: readonly P[];
  /** When a row was last changed under the viewer's eyes (ms), by id. */
  flashes: Readonly<Record<string, number>>;
  moment: number;
  heard: ReadonlyMap<string, Heard>;
  /** A row in the hand: what concerns it waits until it is put down. */
  held: { id: string; later: readonly CollectionEvent<R, P>[] } | null;
};

export type CollectionEvent<R extends Row, P extends Pending> =
  /** Read anew; `since` is the moment at which the reading began. */
  | { type: 'loaded'; reading: Reading<R>; since: number }
  | { type: 'paged'; list: string; page: Page<R> }
  /** One row as the server has it now. */
  | { type: 'patched'; row: R; at?: number; own?: boolean }
  /** Deleted by that version, or no longer the viewer's to see. */
  | { type: 'removed'; id: string; version?: number }
  | { type: 'changed'; change: P; at: number }
  /** The server has done it, and answered with the row; null: it is gone by it. */
  | { type: 'settled'; token: string; row: R | null }
  | { type: 'refused'; token: string }
  | { type: 'held'; id: string | null };

export function collectionOf<R extends Row, P extends Pending>(reading: Reading<R>): Collection<R, P> {
  const { counts = null } = reading;
  const beyond = new Map<string, R>();
  return { lists: listed(reading), beyond, counts, pending: [], flashes: {}, moment: 0, heard: new Map(), held: null };
}

/** The row with this id, as the server last said. */
export function rowOf<R extends Row>({ lists, beyond }: Pick<Collection<R, Pending>, 'lists' | 'beyond'>, id: string) {
  for (const { docs } of Object.values(lists)) {
    const row = docs.find(({ _id }) => _id === id);
    if (row) return row;
  }
  return beyond.get(id);
}

/** The version that is known of a row, or by which it went; undefined if nothing was heard of it. */
export function versionOf<R extends Row, P extends Pending>(state: Collection<R, P>, id: string) {
  const last = state.heard.get(id);
  return rowOf(state, id)?.version ?? (last?.gone ? last.version : undefined);
}

/** Whether some rows are counted only: what changes there is known to the server alone. */
export const isPartial = ({ lists }: Collection<Row, Pending>): boolean =>
  Object.values(lists).some(({ cursor, hidden }) => cursor !== null || hidden > 0);

/** A row with the changes on their way. */
export const shownRow = <R extends Row, P extends Pending>(
  state: Collection<R, P>,
  id: string,
  draw: (row: R, change: P) => R | null,
): R | null =>
  state.pending.reduce<R | null>(
    (row, change) => (row && change.id === id ? draw(row, change) : row),
    rowOf(state, id) ?? null,
  );

/** The loaded rows of a list, with the changes on their way as `draw` makes them (null: it is gone), and all counted. */
export function shownRows<R extends Row, P extends Pending>(
  state: Collection<R, P>,
  list: string,
  draw: (row: R, change: P) => R | null,
  { tally }: Pick<Shape<R>, 'tally'> = {},
): { docs: readonly R[]; counts: Counts } {
  const changed = new Map(state.pending.map(({ id }) => [id, shownRow(state, id, draw)]));
  let { counts } = state;
  for (const [id, after] of changed) {
    const before = rowOf(state, id);
    if (before) counts = shifted(counts, tally?.(before), after ? tally?.(after) : undefined);
  }
  const docs = state.lists[list]?.docs ?? [];
  if (changed.size === 0) return { docs, counts };
  return { docs: docs.flatMap((row) => (changed.has(row._id) ? (changed.get(row._id) ?? []) : row)), counts };
}

/** The lists of what was read. */
export const listed = <R extends Row>({ lists }: Reading<R>): Readonly<Record<string, List<R>>> =>
  Object.fromEntries(Object.entries(lists).map(([name, page]): [string, List<R>] => [name, { hidden: 0, ...page }]));

/** The counts once a row is counted under `to` instead of `from`. */
export function shifted(counts: Counts, from: string | number | undefined, to: string | number | undefined): Counts {
  if (!counts || from === to) return counts;
  const next = { ...counts };
  if (from !== undefined) next[from] = Math.max(0, (next[from] ?? 0) - 1);
  if (to !== undefined) next[to] = (next[to] ?? 0) + 1;
  return next;
}
