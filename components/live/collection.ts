/** The version grows with each change. */
export type Row = { _id: string; version: number };

/** A change that shows already and is not confirmed. */
export type Pending = { token: string; id: string };

/** A list, or its next page, as the server answered it. `hidden`: part of the total that is not listed at all. */
export type Page<R> = { docs: readonly R[]; total: number; cursor: string | null; hidden?: number };

export type List<R> = Required<Page<R>>;

/** Everything, read again. `counts`: rows by `tally`, where the server counted them. */
export type Reading<R> = { lists: Readonly<Record<string, Page<R>>>; counts?: Counts };
export type Counts = Readonly<Record<string, number>> | null;

export type Shape<R> = {
  /** Whether a row changed by somebody else belongs here; the viewer's own stay until the next reading. */
  includes: (row: R) => boolean;
  list: (row: R) => string;
  /** Without it rows stay where the server had them. */
  compare?: (one: R, other: R) => number;
  /** Where a new row goes without `compare`. */
  arrives?: 'first' | 'last';
  tally?: (row: R) => string | number;
  /** Which of two readings of a row to keep; the higher version by default. For lists that leave out fields. */
  newer?: (fresh: R, known: R) => R;
};

/** The last thing heard of a row. `moment` counts messages. `made`: here, by the viewer, who is looking at it. */
type Heard = { moment: number; version: number; gone: boolean; made?: true };

/**
 * Rows, and pending changes on top of them. Both are kept apart, so that a refused change leaves no trace
 * and no message can undo a pending one.
 */
export type Collection<R extends Row, P extends Pending> = {
  lists: Readonly<Record<string, List<R>>>;
  /** Rows that are known but only counted, because they lie beyond what is loaded. */
  beyond: ReadonlyMap<string, R>;
  counts: Counts;
  pending: readonly P[];
  /** When a row was last changed on screen (ms), by id. */
  flashes: Readonly<Record<string, number>>;
  moment: number;
  heard: ReadonlyMap<string, Heard>;
  /** A row being dragged: events about it wait until it is dropped. */
  held: { id: string; later: readonly CollectionEvent<R, P>[] } | null;
};

export type CollectionEvent<R extends Row, P extends Pending> =
  /** `since` is the moment at which the reading began. */
  | { type: 'loaded'; reading: Reading<R>; since: number }
  /** `after`: the cursor it was asked for; a page that no longer follows what is loaded would leave a gap. */
  | { type: 'paged'; list: string; page: Page<R>; after?: string }
  | { type: 'patched'; row: R; at?: number; own?: boolean }
  /** Deleted by that version, or no longer visible to the viewer. */
  | { type: 'removed'; id: string; version?: number }
  | { type: 'changed'; change: P; at: number }
  /** The server's answer to a change; null: the row is gone by it. */
  | { type: 'settled'; token: string; row: R | null }
  | { type: 'refused'; token: string }
  | { type: 'held'; id: string | null };

export function collectionOf<R extends Row, P extends Pending>(reading: Reading<R>): Collection<R, P> {
  const { counts = null } = reading;
  const beyond = new Map<string, R>();
  return { lists: listed(reading), beyond, counts, pending: [], flashes: {}, moment: 0, heard: new Map(), held: null };
}

export function rowOf<R extends Row>({ lists, beyond }: Pick<Collection<R, Pending>, 'lists' | 'beyond'>, id: string) {
  for (const { docs } of Object.values(lists)) {
    const row = docs.find(({ _id }) => _id === id);
    if (row) return row;
  }
  return beyond.get(id);
}

/** The known version of a row, or the one that deleted it; undefined if nothing was heard of it. */
export function versionOf<R extends Row, P extends Pending>(state: Collection<R, P>, id: string) {
  return rowOf(state, id)?.version ?? versionGone(state, id);
}

/** The version that deleted it; undefined if nothing was heard of that. */
export function versionGone<R extends Row, P extends Pending>({ heard }: Collection<R, P>, id: string) {
  const last = heard.get(id);
  return last?.gone ? last.version : undefined;
}

export const isPartial = ({ lists }: Collection<Row, Pending>): boolean =>
  Object.values(lists).some(({ cursor, hidden }) => cursor !== null || hidden > 0);

export const shownRow = <R extends Row, P extends Pending>(
  state: Collection<R, P>,
  id: string,
  draw: (row: R, change: P) => R | null,
): R | null =>
  state.pending.reduce<R | null>(
    (row, change) => (row && change.id === id ? draw(row, change) : row),
    rowOf(state, id) ?? null,
  );

/** A list's loaded rows with pending changes as `draw` makes them (null: gone), and the total. */
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

/** `last`: the row that it followed. */
export type PageAfter<R> = { list: string; page: Page<R>; last: R | undefined };

/**
 * What was read, and the pages that came during the reading; null: it does not reach down to one of them, and there would
 * be a gap. A row of which there is another version may have moved.
 */
export function withPages<R extends Row>(reading: Reading<R>, pages: readonly PageAfter<R>[]): Reading<R> | null {
  const lists = { ...reading.lists };
  for (const { list, page, last } of pages) {
    const read = lists[list];
    const known = new Map(read?.docs.map((row) => [row._id, row.version]));
    if (!read || !last || known.get(last._id) !== last.version) return null;
    const fresh = page.docs.filter(({ _id }) => !known.has(_id));
    if (fresh.at(-1) === page.docs.at(-1)) lists[list] = { ...page, docs: [...read.docs, ...fresh] };
  }
  return { ...reading, lists };
}

export const listed = <R extends Row>({ lists }: Reading<R>): Readonly<Record<string, List<R>>> =>
  Object.fromEntries(Object.entries(lists).map(([name, page]): [string, List<R>] => [name, { hidden: 0, ...page }]));

/** The counts after a row moves from `from` to `to`. */
export function shifted(counts: Counts, from: string | number | undefined, to: string | number | undefined): Counts {
  if (!counts || from === to) return counts;
  const next = { ...counts };
  if (from !== undefined) next[from] = Math.max(0, (next[from] ?? 0) - 1);
  if (to !== undefined) next[to] = (next[to] ?? 0) + 1;
  return next;
}
