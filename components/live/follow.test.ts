import { describe, expect, it } from 'vitest';
import { randomness } from '@/lib/test/random';
import { type CollectionEvent, collectionOf, type Reading, shownRows } from './collection';
import { byRank, type Card, type Change, COLUMNS, card, draw, type State, shape } from './collection-fixture';
import { collectionReducer } from './collection-reducer';
import { follow, type Nudge } from './follow';

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

describe('whatever the order of messages and answers', () => {
  it.each([
    ['everything loaded and every message heard', 1000, 0],
    ['everything loaded and messages lost', 1000, 0.1],
    ['the first three of each list loaded', 3, 0.1],
    ['every third reading of a row refused', 1000, 0, 0.3],
  ])('it ends as the server has it, with %s', async (_what, loaded, lost, failing = 0) => {
    for (let seed = 1; seed <= 300; seed++) {
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
  });

  it('reads nothing whose answer is on its way', async () => {
    const { own, arrive, busy, readsOf } = world(7, 1000, 0);
    for (let step = 0; step < 20; step++) own();
    while (busy()) await arrive();
    expect(readsOf()).toBe(0);
  });

  it('reads everything once, and once more, when very many rows are announced at once', async () => {
    const { make, announce, arrive, busy, readsOf, readingsOf, shown: now, expected } = world(3, 1000, 0);
    for (let count = 0; count < 300; count++) announce(make());
    while (busy()) await arrive();
    expect(now()).toEqual(expected());
    expect(readingsOf()).toBeLessThanOrEqual(30);
    expect(readsOf() + readingsOf()).toBeLessThan(250);
  });
});
