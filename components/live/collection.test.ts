import { describe, expect, it } from 'vitest';
import { type CollectionEvent, collectionOf, type Reading, shownRows, withPages } from '@/components/live/collection';
import { collectionReducer } from '@/components/live/collection-reducer';
import { connectionWords } from '@/components/live/connection-words';
import { follow, type Nudge } from '@/components/live/follow';
import { readDown } from '@/components/live/read-down';
import { randomness } from '@/lib/test/random';
import { manyOr } from '@/lib/test/whole';
import type { Collection, Shape } from './collection';

type Card = { _id: string; version: number; column: string; rank: number; mine: boolean; text: string };
type Change = { token: string; id: string; fields: Partial<Card> };
type State = Collection<Card, Change>;

const COLUMNS = ['a', 'b'];
const byRank = (one: Card, other: Card) => one.rank - other.rank || (one._id < other._id ? -1 : 1);
const shape: Shape<Card> = {
  includes: ({ mine }) => mine,
  list: ({ column }) => column,
  compare: byRank,
  tally: ({ text }) => text,
};
const card = (id: string, column: string, rank: number, version = 1, part: Partial<Card> = {}): Card => ({
  _id: id,
  version,
  column,
  rank,
  mine: true,
  text: '',
  ...part,
});
const draw = (row: Card, { fields }: Change) => ({ ...row, ...fields });

const page = (docs: Card[], more = 0) => ({ docs, total: docs.length + more, cursor: more ? 'next' : null });
const start = () =>
  collectionOf<Card, Change>({
    lists: { a: page([card('1', 'a', 1), card('2', 'a', 2)]), b: page([card('3', 'b', 1)]) },
    counts: { '': 3 },
  });
const following = (state: State, ...events: CollectionEvent<Card, Change>[]) =>
  events.reduce((now, event) => collectionReducer(now, event, shape), state);
const shown = (state: State) =>
  COLUMNS.map((list) =>
    shownRows(state, list, draw)
      .docs.map(({ _id }) => _id)
      .join(''),
  );
const totals = ({ lists }: State) => COLUMNS.map((list) => lists[list]?.total);
const edit = (id: string, fields: Partial<Card>): CollectionEvent<Card, Change> => ({
  type: 'changed',
  change: { token: `t${id}`, id, fields },
  at: 1,
});

describe('a collection', () => {
  it('shows a change at once, counts it, and forgets it without a trace when it is refused', () => {
    const changed = following(start(), edit('1', { text: 'new' }));
    expect(shownRows(changed, 'a', draw, shape)).toMatchObject({
      docs: [{ text: 'new' }, {}],
      counts: { '': 2, new: 1 },
    });
    const refused = following(changed, { type: 'refused', token: 't1' });
    expect(shownRows(refused, 'a', draw, shape)).toEqual(shownRows(start(), 'a', draw, shape));
  });

  it('shows and counts the same before and after the server has confirmed', () => {
    const changed = following(start(), edit('1', { text: 'new' }));
    const settled = following(changed, { type: 'settled', token: 't1', row: card('1', 'a', 1, 2, { text: 'new' }) });
    expect(settled.pending).toEqual([]);
    expect(settled.counts).toEqual(shownRows(changed, 'a', draw, shape).counts);
  });

  it('keeps what was heard while everything was read', () => {
    const before = start();
    const heard = following(
      before,
      { type: 'patched', row: card('4', 'b', 2) },
      { type: 'removed', id: '2', version: 2 },
    );
    const state = following(heard, { type: 'loaded', reading: reading(before), since: before.moment });
    expect([shown(state), totals(state)]).toEqual([
      ['1', '34'],
      [1, 2],
    ]);
    expect(shown(following(heard, { type: 'loaded', reading: reading(before), since: heard.moment }))).toEqual([
      '1',
      '3',
    ]);
  });

  it('only counts a row that lies beyond what is loaded, once, and takes it in with its page', () => {
    const partial = collectionOf<Card, Change>({ lists: { a: page([card('1', 'a', 1)], 9), b: page([]) } });
    const heard = following(
      partial,
      { type: 'patched', row: card('z', 'a', 99) },
      { type: 'patched', row: card('z', 'a', 99) },
    );
    expect([shown(heard), totals(heard)]).toEqual([
      ['1', ''],
      [11, 0],
    ]);
    const next = page([card('2', 'a', 2), card('z', 'a', 99)]);
    const paged = following(heard, { type: 'paged', list: 'a', page: { ...next, total: 3 } });
    expect([shown(paged), totals(paged)]).toEqual([
      ['12z', ''],
      [3, 0],
    ]);
  });

  it('takes no page that would leave a gap, because everything was read again meanwhile', () => {
    const loaded = (cursor: string, ...docs: Card[]) => ({ lists: { a: { docs, total: 4, cursor }, b: page([]) } });
    const [one, two, three] = [card('1', 'a', 1), card('2', 'a', 2), card('3', 'a', 3)];
    const before = collectionOf<Card, Change>(loaded('after 2', one, two));
    const late = {
      type: 'paged',
      list: 'a',
      page: { docs: [three], total: 4, cursor: null },
      after: 'after 2',
    } as const;
    expect(shown(following(before, late))).toEqual(['123', '']);
    const reread = following(before, { type: 'loaded', reading: loaded('after 1', one), since: before.moment });
    const state = following(reread, late);
    expect([shown(state), state.lists.a?.cursor]).toEqual([['1', ''], 'after 1']);
  });

  it('goes on with pages that came while it was read, if what was read reaches down to them', () => {
    const [one, two, three] = [card('1', 'a', 1), card('2', 'a', 2), card('3', 'a', 3)];
    const reading = { lists: { a: page([one, two], 2) }, counts: null };
    const next = { docs: [two, three], total: 4, cursor: 'last' };
    const joined = (last: Card | undefined) => withPages(reading, [{ list: 'a', page: next, last }]);
    expect(joined(one)?.lists.a).toEqual({ docs: [one, two, three], total: 4, cursor: 'last' });
    expect(joined({ ...one, version: 2 })).toBeNull();
    expect(joined(card('4', 'a', 1))).toBeNull();
    expect(withPages(reading, [])).toEqual(reading);
    // It reaches beyond the page.
    expect(withPages(reading, [{ list: 'a', page: { ...next, docs: [two] }, last: one }])).toEqual(reading);
  });

  it('takes no removal that is older than the row it has', () => {
    const restored = following(start(), { type: 'patched', row: card('1', 'a', 1, 5) });
    expect(following(restored, { type: 'removed', id: '1', version: 4 })).toBe(restored);
  });

  it('lets go what belongs here no more, but not what one changed oneself', () => {
    const other = card('1', 'a', 1, 2, { mine: false });
    expect(shown(following(start(), { type: 'patched', row: other }))).toEqual(['2', '3']);
    expect(shown(following(start(), edit('1', { mine: false }), { type: 'settled', token: 't1', row: other }))).toEqual(
      ['12', '3'],
    );
  });

  it('leaves a row alone that is in the hand, and everything read meanwhile, until it is put down', () => {
    const held = following(
      start(),
      { type: 'held', id: '1' },
      { type: 'removed', id: '1', version: 2 },
      { type: 'patched', row: card('2', 'b', 9, 2) },
    );
    expect(shown(held)).toEqual(['1', '32']);
    expect(shown(following(held, { type: 'held', id: null }))).toEqual(['', '32']);
  });

  it('takes a row off at once that goes by a change, and lights up what others change, not what one does', () => {
    const off = (state: State) => shownRows(state, 'a', () => null).docs.map(({ _id }) => _id);
    const changed = following(start(), edit('1', {}));
    expect(off(changed)).toEqual(['2']);
    expect(shown(following(changed, { type: 'settled', token: 't1', row: null }))).toEqual(['2', '3']);
    const heard = following(changed, { type: 'patched', row: card('1', 'a', 1, 2), at: 9 });
    expect(heard.flashes['1']).toBe(1);
    expect(following(changed, { type: 'patched', row: card('2', 'a', 2, 2), at: 9 }).flashes['2']).toBe(9);
  });

  it('puts what is new first or last where the server alone knows the order', () => {
    const plain = { includes: () => true, list: () => 'a' };
    const arrived = (arrives: 'first' | 'last') =>
      collectionReducer(start(), { type: 'patched', row: card('n', 'a', 0) }, { ...plain, arrives }).lists.a?.docs.map(
        ({ _id }) => _id,
      );
    expect([arrived('first'), arrived('last')]).toEqual([
      ['n', '1', '2'],
      ['1', '2', 'n'],
    ]);
    const changed = collectionReducer(start(), { type: 'patched', row: card('n', 'a', 0, 2) }, plain);
    expect(changed.lists.a?.docs.map(({ _id }) => _id)).toEqual(['1', '2']);
  });

  it('keeps what one made in sight when the first rows are read again, until it is gone', () => {
    const plain = { includes: () => true, list: () => 'a' };
    const first = () => ({ lists: { a: { docs: [card('1', 'a', 1)], total: 3, cursor: 'next' as string | null } } });
    const listAfter = (...events: CollectionEvent<Card, Change>[]) => {
      const { a } = events.reduce((now, event) => collectionReducer(now, event, plain), collectionOf(first())).lists;
      return [a?.docs.map(({ _id }) => _id).join(''), a?.total];
    };
    const created: CollectionEvent<Card, Change> = { type: 'patched', row: card('n', 'a', 0) };
    const own = { ...created, own: true };
    const again = (reading = first()): CollectionEvent<Card, Change> => ({ type: 'loaded', reading, since: 9 });
    expect(listAfter(created, again())).toEqual(['1', 3]);
    expect(listAfter(own, again())).toEqual(['1n', 3]);
    expect(listAfter(own, { type: 'patched', row: card('n', 'a', 0, 2) }, again(), again())).toEqual(['1n', 3]);
    expect(listAfter(own, { type: 'removed', id: 'n', version: 2 }, again())).toEqual(['1', 3]);
    expect(listAfter(own, again({ lists: { a: { docs: [card('1', 'a', 1)], total: 1, cursor: null } } }))).toEqual([
      '1',
      1,
    ]);
  });
});

const reading = ({ lists, counts }: State): Reading<Card> => ({ lists, counts });

/** A server with cards that several people change, and one browser; whatever travels arrives in any order. */
function world(seed: number, loaded: number, lost: number, failing = 0) {
  const { below, chance, oneOf } = randomness(seed);
  const stored = new Map<string, Card & { gone: boolean }>();
  const travelling: (() => unknown)[] = [];
  let made = 0;
  const make = () => {
    const id = String(made++);
    stored.set(id, { ...card(id, oneOf(COLUMNS), below(30)), mine: chance(0.7), gone: false });
    return id;
  };
  for (let count = 0; count < 8; count++) make();

  const live = (column: string) =>
    [...stored.values()].filter((one) => !one.gone && one.mine && one.column === column).sort(byRank);
  const read = (depth: (column: string) => number): Reading<Card> => ({
    lists: Object.fromEntries(
      COLUMNS.map((column) => {
        const all = live(column).map(({ gone: _, ...row }) => row);
        const docs = all.slice(0, depth(column));
        return [column, { docs, total: all.length, cursor: docs.length < all.length ? 'next' : null }];
      }),
    ),
  });

  let state: State = collectionOf(read(() => loaded));
  const dispatch = (event: CollectionEvent<Card, Change>) => {
    state = collectionReducer(state, event, shape);
    follower.recheck();
  };
  let reads = 0;
  const travel = (arrive: () => unknown) => travelling.push(arrive);
  let readings = 0;
  const reread = () =>
    new Promise<void>((resolve) => {
      const since = state.moment;
      readings++;
      const reading = readings;
      const depth = (column: string) => Math.max(loaded, state.lists[column]?.docs.length ?? 0);
      travel(() => {
        const answer = read(depth);
        // One that is asked for again before it came is given up.
        travel(() => {
          if (reading === readings) dispatch({ type: 'loaded', reading: answer, since });
          resolve();
        });
      });
    });
  const follower = follow<Card, Change>({
    now: () => state,
    dispatch,
    shape: () => shape,
    reread,
    expects: (id) => state.pending.some((change) => change.id === id),
    clock: () => 0,
    later: travel,
    fetchOne: (id) =>
      new Promise((resolve, reject) => {
        reads++;
        travel(() => {
          const { gone, ...row } = stored.get(id) as Card & { gone: boolean };
          const fails = chance(failing);
          travel(() => (fails ? reject(new Error('busy')) : resolve(gone ? null : row)));
        });
      }),
  });
  const announce = (id: string) => {
    const { version, gone } = stored.get(id) as Card & { gone: boolean };
    const nudge: Nudge = gone ? { id, version, gone: true } : { id, version };
    // Some are lost, some come twice.
    for (const likely of [1 - lost, 0.2]) if (chance(likely)) travel(() => follower.heard(nudge));
  };
  const write = (id: string, fields: Partial<Card & { gone: boolean }>) => {
    const before = stored.get(id) as Card & { gone: boolean };
    stored.set(id, { ...before, ...fields, version: before.version + 1 });
    announce(id);
  };
  const others = () => {
    if (chance(0.15)) return announce(make());
    const id = String(below(made));
    const what = below(5);
    if (what === 0) write(id, { gone: !(stored.get(id) as { gone: boolean }).gone });
    else if (what === 1) write(id, { mine: chance(0.6) });
    else write(id, { column: oneOf(COLUMNS), rank: below(30), text: oneOf(['x', 'y']) });
  };
  let tokens = 0;
  const own = () => {
    const id = oneOf(COLUMNS.flatMap((column) => state.lists[column]?.docs.map(({ _id }) => _id) ?? []));
    if (id === undefined) return;
    const token = String(tokens++);
    const fields = { column: oneOf(COLUMNS), rank: below(30) };
    dispatch({ type: 'changed', change: { token, id, fields }, at: 0 });
    travel(() => {
      const { gone, mine } = stored.get(id) as Card & { gone: boolean };
      if (gone || !mine || chance(0.3)) return travel(() => dispatch({ type: 'refused', token }));
      write(id, fields);
      const { gone: _, ...row } = stored.get(id) as Card & { gone: boolean };
      travel(() => dispatch({ type: 'settled', token, row }));
    });
  };
  const arrive = async () => {
    const [next] = travelling.splice(below(travelling.length), 1);
    next?.();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    others,
    own,
    arrive,
    reread,
    oneOf,
    chance,
    announce,
    make,
    readsOf: () => reads,
    readingsOf: () => readings,
    busy: () => travelling.length > 0,
    shown: () => [
      COLUMNS.map((column) => shownRows(state, column, draw).docs),
      COLUMNS.map((column) => state.lists[column]?.total),
    ],
    expected: () => {
      const depth = (column: string) => state.lists[column]?.docs.length ?? 0;
      const { lists } = read(depth);
      return [COLUMNS.map((column) => lists[column]?.docs), COLUMNS.map((column) => lists[column]?.total)];
    },
  };
}

it.each([
  ['everything loaded and every message heard', 1000, 0],
  ['everything loaded and messages lost', 1000, 0.1],
  ['the first three of each list loaded', 3, 0.1],
  ['every third reading of a row refused', 1000, 0, 0.3],
])(
  'P10 whatever the order of messages and answers, it ends as the server has it, with %s',
  async (_what, loaded, lost, failing = 0) => {
    for (let seed = 1; seed <= manyOr(300, 80); seed++) {
      const { others, own, arrive, reread, chance, busy, shown: now, expected } = world(seed, loaded, lost, failing);
      for (let step = 0; step < 60; step++) {
        if (chance(0.35)) others();
        if (chance(0.15)) own();
        if (chance(0.03)) void reread();
        while (chance(0.6) && busy()) await arrive();
      }
      while (busy()) await arrive();
      // The connection was away: everything is read once more.
      if (lost > 0) void reread();
      while (busy()) await arrive();
      expect(now(), `seed ${seed}`).toEqual(expected());
    }
  },
);

it('a page that follows reads nothing whose answer is on its way', async () => {
  const { own, arrive, busy, readsOf } = world(7, 1000, 0);
  for (let step = 0; step < 20; step++) own();
  while (busy()) await arrive();
  expect(readsOf()).toBe(0);
});

it('a page that follows reads everything once, and once more, when very many rows are announced at once', async () => {
  const { make, announce, arrive, busy, readsOf, readingsOf, shown: now, expected } = world(3, 1000, 0);
  for (let count = 0; count < 300; count++) announce(make());
  while (busy()) await arrive();
  expect(now()).toEqual(expected());
  expect(readingsOf()).toBeLessThanOrEqual(30);
  expect(readsOf() + readingsOf()).toBeLessThan(250);
});

const numbers = Array.from({ length: 10 }, (_, at) => at);
const from = (start: number, count: number) => ({
  docs: numbers.slice(start, start + count),
  total: numbers.length,
  cursor: start + count < numbers.length ? String(start + count) : null,
});

it('readDown goes on until as many rows are there as were known, and asks for those that miss', async () => {
  const asked: [string, number][] = [];
  const page = await readDown(from(0, 3), 8, async (cursor, missing) => {
    asked.push([cursor, missing]);
    return from(Number(cursor), Math.min(missing, 3));
  });
  expect(page).toEqual(from(0, 8));
  expect(asked).toEqual([
    ['3', 5],
    ['6', 2],
  ]);
});

it('readDown ends where no rows follow', async () =>
  expect(await readDown(from(0, 6), 90, async (cursor) => from(Number(cursor), 6))).toEqual(from(0, 10)));

const WELL = { connected: true, network: true, live: 'live', waiting: 0 } as const;

describe('What the top bar says of the connection', () => {
  it('is nothing while all is well', () => {
    expect(connectionWords(WELL)).toBeNull();
    expect(connectionWords({ ...WELL, live: 'connecting' })).toBeNull();
  });

  it('tells the browser’s network from the server, and counts what waits', () => {
    const offline = { ...WELL, connected: false, network: false };
    expect(connectionWords(offline)).toMatchObject({ short: 'Offline', line: 'You are offline.' });
    expect(connectionWords({ ...offline, waiting: 1 })).toMatchObject({
      short: 'Offline · 1',
      line: 'You are offline. 1 change waits.',
    });
    expect(connectionWords({ ...offline, network: true, waiting: 2 })?.line).toBe(
      'The server cannot be reached. 2 changes wait.',
    );
  });

  it('says that what waited is being sent, before it speaks of live updates', () => {
    expect(connectionWords({ ...WELL, live: 'paused', waiting: 3 })?.line).toBe('Sending 3 changes.');
    expect(connectionWords({ ...WELL, live: 'paused' })?.line).toBe('Live updates paused.');
  });
});
