import { describe, expect, it } from 'vitest';
import { type CollectionEvent, collectionOf, type Reading, shownRows, withPages } from './collection';
import { type Card, type Change, COLUMNS, card, draw, type State, shape } from './collection-fixture';
import { collectionReducer } from './collection-reducer';

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

  it('never takes an older version over a newer one, nor brings back what is gone', () => {
    const moved = following(start(), { type: 'patched', row: card('1', 'b', 9, 5) });
    expect(shown(moved)).toEqual(['2', '31']);
    expect(following(moved, { type: 'patched', row: card('1', 'a', 1, 4) })).toBe(moved);
    expect(shown(following(moved, { type: 'loaded', reading: reading(start()), since: moved.moment }))).toEqual([
      '2',
      '31',
    ]);
    const gone = following(moved, { type: 'removed', id: '1', version: 6 });
    expect(following(gone, { type: 'patched', row: card('1', 'b', 9, 5) })).toBe(gone);
    expect(shown(following(gone, { type: 'loaded', reading: reading(moved), since: gone.moment }))).toEqual(['2', '3']);
    expect(shown(following(gone, { type: 'patched', row: card('1', 'b', 9, 7) }))).toEqual(['2', '31']);
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
