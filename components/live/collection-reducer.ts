import {
  type Collection,
  type CollectionEvent,
  type List,
  listed,
  type Page,
  type Pending,
  type Reading,
  type Row,
  rowOf,
  type Shape,
  shifted,
  versionGone,
  versionOf,
} from './collection';

/** Pure; in whatever order messages and answers come, it ends as the server has it. */
export function collectionReducer<R extends Row, P extends Pending>(
  state: Collection<R, P>,
  event: CollectionEvent<R, P>,
  shape: Shape<R>,
): Collection<R, P> {
  // Taking a row away from under the pointer would end the drag.
  if (state.held && (event.type === 'loaded' || idOf(event) === state.held.id))
    return { ...state, held: { ...state.held, later: [...state.held.later, event] } };
  switch (event.type) {
    case 'loaded':
      return afterReading(state, event.reading, event.since, shape);
    case 'paged':
      if (event.after !== undefined && state.lists[event.list]?.cursor !== event.after) return state;
      return withPage(state, event.list, event.page, shape);
    case 'patched':
      return taken(state, event.row, shape, event);
    case 'removed':
      return without(state, event.id, event.version ?? versionAfter(state, event.id), shape);
    case 'changed': {
      const { change, at } = event;
      return { ...state, pending: [...state.pending, change], flashes: { ...state.flashes, [change.id]: at } };
    }
    case 'settled': {
      const change = state.pending.find(({ token }) => token === event.token);
      const rest = { ...state, pending: state.pending.filter((one) => one !== change) };
      if (event.row) return taken(rest, event.row, shape, { own: true });
      return change ? without(rest, change.id, versionAfter(rest, change.id), shape) : rest;
    }
    case 'refused':
      return { ...state, pending: state.pending.filter(({ token }) => token !== event.token) };
    case 'held': {
      const free: Collection<R, P> = { ...state, held: event.id === null ? null : { id: event.id, later: [] } };
      return (state.held?.later ?? []).reduce((now, later) => collectionReducer(now, later, shape), free);
    }
  }
}

const idOf = <R extends Row, P extends Pending>(event: CollectionEvent<R, P>): string | undefined =>
  event.type === 'removed' ? event.id : 'row' in event ? event.row?._id : undefined;

const versionAfter = <R extends Row, P extends Pending>(state: Collection<R, P>, id: string) =>
  (versionOf(state, id) ?? 0) + 1;

/** What was heard of a row during a reading may be newer than what was read; then it counts. */
function afterReading<R extends Row, P extends Pending>(
  state: Collection<R, P>,
  reading: Reading<R>,
  since: number,
  shape: Shape<R>,
): Collection<R, P> {
  const lists = listed(reading);
  // An answer sent before the deletion may still arrive.
  const heard = new Map([...state.heard].filter(([, { moment, gone, made }]) => gone || made || moment > since));
  const read = new Map(rowsIn(lists).map((row) => [row._id, row]));
  let next: Collection<R, P> = { ...state, lists, beyond: new Map(), counts: reading.counts ?? null, heard };
  for (const [id, { gone, version }] of state.heard)
    if (gone && (read.get(id)?.version ?? version) < version) next = without(next, id, version, shape);
  for (const row of [...rowsIn(state.lists), ...state.beyond.values()]) {
    const fresh = read.get(row._id);
    const meanwhile = (heard.get(row._id)?.moment ?? 0) > since;
    const same = meanwhile && row.version === fresh?.version;
    const kept = fresh && !same ? newerOf(fresh, row, shape) : row;
    if (fresh ? kept !== fresh : meanwhile) next = placed(next, kept, shape);
  }
  for (const row of rowsIn(state.lists)) if (heard.get(row._id)?.made) next = inSight(next, row, shape);
  return next;
}

/** A row that was shown where only the server knows the order, beyond what was read again: it is counted already. */
function inSight<R extends Row, P extends Pending>(state: Collection<R, P>, row: R, shape: Shape<R>): Collection<R, P> {
  const name = shape.list(row);
  const list = state.lists[name];
  // Where all was read it would be there.
  if (!list || list.cursor === null || shape.compare || rowOf(state, row._id)) return state;
  const docs = shape.arrives === 'first' ? [row, ...list.docs] : [...list.docs, row];
  return { ...state, lists: { ...state.lists, [name]: { ...list, docs } } };
}

const newerOf = <R extends Row>(fresh: R, known: R, { newer }: Shape<R>): R =>
  newer ? newer(fresh, known) : known.version > fresh.version ? known : fresh;

const rowsIn = <R>(lists: Readonly<Record<string, List<R>>>): R[] => Object.values(lists).flatMap(({ docs }) => docs);

function withPage<R extends Row, P extends Pending>(
  state: Collection<R, P>,
  name: string,
  { docs, total, cursor, hidden = 0 }: Page<R>,
  shape: Shape<R>,
): Collection<R, P> {
  if (!state.lists[name]) return state;
  let next = state;
  const fresh: R[] = [];
  // Looking for each among thousands of rows would take as long as drawing them.
  const rows = new Map([...state.beyond.values(), ...rowsIn(state.lists)].map((row) => [row._id, row]));
  for (const row of docs) {
    const known = rows.get(row._id);
    const version = known?.version ?? versionGone(state, row._id);
    if ((version ?? 0) > row.version && !(known && shape.list(known) === name)) continue;
    const newest = known ? newerOf(row, known, shape) : row;
    if (known && !next.beyond.has(row._id)) next = placed(next, newest, shape);
    else fresh.push(newest);
  }
  const beyond = new Map(next.beyond);
  for (const { _id } of fresh) beyond.delete(_id);
  const all = [...(next.lists[name]?.docs ?? []), ...fresh];
  if (shape.compare) all.sort(shape.compare);
  return { ...next, beyond, lists: { ...next.lists, [name]: { docs: all, total, cursor, hidden } } };
}

function taken<R extends Row, P extends Pending>(
  state: Collection<R, P>,
  row: R,
  shape: Shape<R>,
  { at, own = false }: { at?: number; own?: boolean },
): Collection<R, P> {
  const { _id: id, version } = row;
  const known = versionOf(state, id);
  if ((known ?? 0) > version) return state;
  if (!own && !shape.includes(row)) return without(state, id, version, shape);
  const moment = state.moment + 1;
  const made = (own && version === 1) || state.heard.get(id)?.made;
  const heard = new Map(state.heard).set(id, { moment, version, gone: false, ...(made && { made }) });
  const lit = at !== undefined && !state.pending.some((change) => change.id === id);
  const flashes = lit ? { ...state.flashes, [id]: at } : state.flashes;
  const next = { ...state, moment, heard, flashes };
  // In a list without `compare` only the server knows the place of a row that was not loaded.
  if (!own && !shape.compare && version > 1 && !rowOf(state, id)) return next;
  return placed(next, row, shape);
}

function placed<R extends Row, P extends Pending>(state: Collection<R, P>, row: R, shape: Shape<R>): Collection<R, P> {
  const { _id: id } = row;
  const before = rowOf(state, id);
  const counts = shifted(state.counts, before && shape.tally?.(before), shape.tally?.(row));
  const name = shape.list(row);
  if (before && shape.list(before) === name && (shape.compare?.(before, row) ?? 0) === 0)
    return { ...replaced(state, name, row), counts };
  const next = before ? takenOut(state, before, shape) : state;
  const list = next.lists[name];
  if (!list) return { ...next, counts };
  const at = placeIn(list, row, shape);
  const total = list.total + 1;
  if (at === null)
    return {
      ...next,
      counts,
      beyond: new Map(next.beyond).set(id, row),
      lists: { ...next.lists, [name]: { ...list, total } },
    };
  return {
    ...next,
    counts,
    lists: { ...next.lists, [name]: { ...list, total, docs: list.docs.toSpliced(at, 0, row) } },
  };
}

function replaced<R extends Row, P extends Pending>(state: Collection<R, P>, name: string, row: R): Collection<R, P> {
  if (state.beyond.has(row._id)) return { ...state, beyond: new Map(state.beyond).set(row._id, row) };
  const list = state.lists[name] as List<R>;
  const docs = list.docs.with(
    list.docs.findIndex(({ _id }) => _id === row._id),
    row,
  );
  return { ...state, lists: { ...state.lists, [name]: { ...list, docs } } };
}

function placeIn<R extends Row>({ docs, cursor }: List<R>, row: R, { compare, arrives }: Shape<R>): number | null {
  if (!compare) return arrives === 'first' ? 0 : docs.length;
  const at = docs.findIndex((other) => compare(row, other) < 0);
  if (at >= 0) return at;
  return cursor === null ? docs.length : null;
}

function without<R extends Row, P extends Pending>(
  state: Collection<R, P>,
  id: string,
  version: number,
  shape: Shape<R>,
): Collection<R, P> {
  if ((versionOf(state, id) ?? 0) > version) return state;
  const moment = state.moment + 1;
  const next = { ...state, moment, heard: new Map(state.heard).set(id, { moment, version, gone: true }) };
  const before = rowOf(state, id);
  if (!before) return next;
  return { ...takenOut(next, before, shape), counts: shifted(state.counts, shape.tally?.(before), undefined) };
}

function takenOut<R extends Row, P extends Pending>(
  state: Collection<R, P>,
  row: R,
  shape: Shape<R>,
): Collection<R, P> {
  const name = shape.list(row);
  const list = state.lists[name];
  if (!list) return state;
  const beyond = new Map(state.beyond);
  beyond.delete(row._id);
  const docs = list.docs.filter(({ _id }) => _id !== row._id);
  return { ...state, beyond, lists: { ...state.lists, [name]: { ...list, docs, total: Math.max(0, list.total - 1) } } };
}
