import { describe, expect, test } from 'vitest';
import { type Asked, HistoryReader } from '@/components/chat/history-reader';
import {
  goesOn,
  type HistoryPage,
  historyReducer,
  MOST_SHOWN,
  UNOPENED,
  windowOf,
  withChanged,
  withNewer,
  withOlder,
} from '@/components/chat/history-window';
import type { MessageRecord } from '@/lib/message/schema';
import { randomness } from '@/lib/test/random';
import { manyOr } from '@/lib/test/whole';

const message = (at: number, rest: Partial<MessageRecord> = {}) =>
  ({
    ...{ _id: `m${at}`, body: `Message ${at}`, version: 1, reply_to: null, deleted_at: null },
    author: { _id: 'maya', name: 'Maya', pic: null },
    created_at: new Date(at * 1000).toISOString(),
    ...rest,
  }) as MessageRecord;
const page = (from: number, to: number, { older = true, newer = true } = {}): HistoryPage => ({
  docs: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  prev_cursor: older ? `m${from}` : null,
  next_cursor: newer ? `m${to}` : null,
});
const ids = ({ docs }: { docs: readonly MessageRecord[] }) => [docs[0]?._id, docs.at(-1)?._id, docs.length];

describe('the shown part of a history', () => {
  test('grows at both ends, without a message twice', () => {
    const now = withNewer(
      withOlder(windowOf(page(50, 99)), page(1, 51, { older: false })),
      page(99, 149, { newer: false }),
    );
    expect(ids(now)).toEqual(['m1', 'm149', 149]);
    expect([now.prev, now.next]).toEqual([null, null]);
  });

  test('lets go at the other end, and knows where to go on from there', () => {
    let now = windowOf(page(901, 950, { newer: false }));
    for (let from = 851; from > 550; from -= 50) now = withOlder(now, page(from, from + 49));
    expect(ids(now)).toEqual(['m551', 'm850', MOST_SHOWN]);
    expect([now.prev, now.next]).toEqual(['m551', 'm850']);
    now = withNewer(now, page(851, 900));
    expect(ids(now)).toEqual(['m601', 'm900', MOST_SHOWN]);
    expect([now.prev, now.next]).toEqual(['m601', 'm900']);
  });

  test('takes changes in, but none that came late', () => {
    const now = withChanged(windowOf(page(1, 2)), [message(2, { body: 'Edited', version: 3 }), message(9)]);
    expect(withChanged(now, [message(2, { body: 'Before', version: 2 })]).docs.map(({ body }) => body)).toEqual([
      'Message 1',
      'Edited',
    ]);
  });

  test('quotes nothing of a message that was deleted', () => {
    const quoted = { _id: 'm1', author: null, body: 'Message 1' };
    const window = windowOf({ ...page(1, 1), docs: [message(1), message(2, { reply_to: 'm1', quoted })] });
    const edited = withChanged(window, [message(1, { body: 'Edited', version: 2 })]);
    expect(edited.docs[1]?.quoted?.body).toBe('Message 1');
    const gone = withChanged(edited, [message(1, { body: '', version: 3, deleted_at: new Date(0).toISOString() })]);
    expect(gone.docs[1]).toMatchObject({ body: 'Message 2', quoted: { _id: 'm1', body: '' } });
  });
});

test('an answer that comes after the history was opened elsewhere leaves no gap', () => {
  const at = (window: HistoryPage) => historyReducer(UNOPENED, { type: 'opened', page: window });
  const elsewhere = at(page(1, 50));
  const late = { page: page(181, 181, { newer: false }), from: 'm180' };
  expect(historyReducer(elsewhere, { type: 'newer', ...late })).toBe(elsewhere);
  expect(historyReducer(elsewhere, { type: 'older', page: page(120, 129), from: 'm130' })).toBe(elsewhere);
  const end = at(page(131, 180, { newer: false }));
  expect(historyReducer(end, { type: 'newer', ...late }).window?.docs.at(-1)?._id).toBe('m181');
});

test('of two openings the later one stays, whichever answer comes last', async () => {
  const { reader, travelling, step, settle } = world(900);
  void reader.open({ around: 'm200' });
  void reader.open({ around: 'm700' });
  await step();
  await step();
  // Both are on their way back, the first of them behind.
  expect(travelling).toHaveLength(2);
  await step(1);
  const shown = reader.state.window?.docs.map(({ _id }) => _id);
  expect(shown).toContain('m700');
  await step();
  await settle();
  expect(reader.state.window?.docs.map(({ _id }) => _id)).toEqual(shown);
});

test('that an earlier opening was refused is not said once another one has come', async () => {
  const { reader, page, waits, step, settle } = world(900);
  void reader.open({ around: 'm200' });
  void reader.open({ around: 'm700' });
  page.refuses = () => true;
  await step();
  page.refuses = () => false;
  await step();
  await step(1);
  await step();
  await settle();
  expect(reader.state.failed).toBe(false);
  expect(waits).toHaveLength(0);
  expect(reader.state.window?.docs.map(({ _id }) => _id)).toContain('m700');
});

test('a message goes on from the one before within five minutes, by the same person', () => {
  expect(goesOn(message(200), message(1))).toBe(true);
  expect(goesOn(message(302), message(1))).toBe(false);
  expect(goesOn(message(2), message(1, { author: null }))).toBe(false);
  expect(goesOn(message(2, { author: { _id: 'tom', name: 'Tom', pic: null } }), message(1))).toBe(false);
  expect(goesOn(message(2, { reply_to: 'm0' }), message(1))).toBe(false);
  expect(goesOn(message(2), undefined)).toBe(false);
});

const recordOf = (at: number, version: number) =>
  ({ _id: `m${at}`, version, body: `${at} at ${version}` }) as MessageRecord;
const lost = Symbol('the room is lost');

/** A room of `count` messages on a server, and a page that reads it; whatever travels arrives when the test says so. */
function world(count: number) {
  const versions = Array.from({ length: count }, () => 1);
  const travelling: (() => unknown)[] = [];
  const waits: { work: () => void; ms: number }[] = [];
  const asked: Asked[] = [];
  const page = { atEnd: true, connected: true, refuses: () => false as boolean | symbol, shown: 0 };
  const all = () => versions.map((version, at) => recordOf(at, version));

  function cut({ before, after, around, limit }: Asked): HistoryPage {
    const at = Number((before ?? after ?? around ?? '').slice(1));
    const [from, to] = after
      ? [at + 1, at + 1 + limit]
      : before
        ? [at - limit, at]
        : around
          ? [at - limit / 2, at + limit / 2]
          : [versions.length - limit, versions.length];
    const docs = all().slice(Math.max(0, from), to);
    return {
      docs,
      prev_cursor: from > 0 ? (docs[0]?._id ?? after ?? null) : null,
      next_cursor: to < versions.length ? (docs.at(-1)?._id ?? before ?? null) : null,
    };
  }
  /** On its way there, then on its way back. */
  const travel = <T>(answer: () => T) =>
    new Promise<T>((resolve, reject) => {
      travelling.push(() => {
        const refused = page.refuses();
        const value = answer();
        travelling.push(() => (refused ? reject(refused) : resolve(value)));
      });
    });
  const reader = new HistoryReader({
    read: (what) => {
      asked.push(what);
      return travel(() => cut(what));
    },
    readOne: (id) => travel(() => recordOf(Number(id.slice(1)), versions[Number(id.slice(1))] ?? 0)),
    isGone: (error) => error === lost,
    connected: () => page.connected,
    atEnd: () => page.atEnd,
    show: ({ window }) => {
      page.shown++;
      const places = window?.docs.map(({ _id }) => Number(_id.slice(1))) ?? [];
      // Never a gap, never one twice.
      expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
      expect(places.length).toBeLessThanOrEqual(MOST_SHOWN);
    },
    later: (work, ms) => {
      const wait = { work, ms };
      waits.push(wait);
      return () => void (waits.includes(wait) && waits.splice(waits.indexOf(wait), 1));
    },
  });
  const settle = async () => {
    for (let at = 0; at < 12; at++) await Promise.resolve();
  };
  return {
    ...{ reader, page, versions, travelling, waits, asked, settle, all },
    say(heard = true) {
      versions.push(1);
      if (heard) void reader.follow();
    },
    change(at: number, heard = true) {
      versions[at] = (versions[at] ?? 0) + 1;
      if (heard) reader.changed(`m${at}`);
    },
    /** Something that travels gets one step further. */
    async step(at = 0) {
      travelling.splice(at, 1)[0]?.();
      await settle();
    },
    async arrive() {
      await settle();
      while (travelling.length) await this.step();
    },
    pass() {
      waits.splice(0, 1)[0]?.work();
    },
    last: () => reader.state.window?.docs.at(-1)?._id,
  };
}

async function opened(count: number) {
  const one = world(count);
  void one.reader.open({});
  await one.arrive();
  expect(one.last()).toBe(`m${count - 1}`);
  return one;
}

test('a gap knows of what is said while its last page is under way', async () => {
  const one = await opened(30);
  for (let at = 0; at < 150; at++) one.say(false);
  one.reader.catchUp(true);
  await one.settle();
  await one.step();
  await one.arrive();
  one.say(false);
  void one.reader.follow();
  await one.settle();
  // Read by the server, not answered yet.
  await one.step();
  one.say();
  await one.arrive();
  expect(one.last()).toBe('m181');
});

test('while the server cannot be reached nothing is asked, however much is said; then at once', async () => {
  const one = await opened(30);
  one.page.refuses = () => true;
  one.say();
  await one.arrive();
  expect(one.reader.state.failed).toBe(true);
  one.page.connected = false;
  const { length } = one.asked;
  for (let at = 0; at < 40; at++) one.say();
  await one.arrive();
  one.pass();
  for (let at = 0; at < 40; at++) one.say();
  one.reader.newer();
  one.reader.catchUp(false);
  await one.arrive();
  expect(one.asked).toHaveLength(length);
  expect(one.waits).toHaveLength(0);
  one.page.refuses = () => false;
  one.page.connected = true;
  one.reader.resume();
  await one.arrive();
  expect(one.last()).toBe('m110');
  expect(one.reader.state.failed).toBe(false);
});

test('a server that refuses is asked after doubling waits, up to half a minute, and from the beginning after a success', async () => {
  const one = await opened(30);
  one.page.refuses = () => true;
  one.say();
  await one.arrive();
  const waited: number[] = [];
  for (let at = 0; at < 7; at++) {
    waited.push(...one.waits.map(({ ms }) => ms));
    one.pass();
    await one.arrive();
  }
  expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  one.page.refuses = () => false;
  one.pass();
  await one.arrive();
  expect(one.last()).toBe('m30');
  one.page.refuses = () => true;
  one.say();
  await one.arrive();
  expect(one.waits.map(({ ms }) => ms)).toEqual([1_000]);
});

test('who sent something waits until it is shown, not until nothing more is said', async () => {
  const one = await opened(30);
  for (let at = 0; at < 150; at++) one.say(false);
  one.say(false);
  let shown: string | undefined;
  void one.reader.follow().then(() => {
    shown = one.last();
  });
  for (let at = 0; at < 40 && !shown; at++) {
    one.say();
    await one.settle();
    await one.step();
  }
  expect(Number(shown?.slice(1))).toBeGreaterThanOrEqual(180);
});

test.each(Array.from({ length: manyOr(24, 8) }, (_, seed) => seed))(
  'whatever is cut, refused and said meanwhile: as the server has it (%i)',
  async (seed) => {
    const { below, chance } = randomness(seed);
    const one = world(below(120));
    let hears = true;
    void one.reader.open(chance(0.5) ? {} : { around: 'm0' });
    for (let at = 0; at < 300; at++) {
      const what = below(12);
      if (what < 3) for (let said = below(hears ? 3 : 60); said > 0; said--) one.say(hears && chance(0.9));
      if (what === 3) one.change(below(one.versions.length), hears);
      if (what === 4) hears = false;
      if (what === 5) {
        hears = true;
        one.reader.catchUp(true);
      }
      if (what === 6) one.page.refuses = () => chance(0.4);
      if (what === 7) one.pass();
      if (what === 8) one.page.atEnd = chance(0.5) && one.reader.state.window?.next === null;
      if (what === 9) void one.reader.older();
      if (what === 10) one.reader.newer();
      if (what === 11 && chance(0.1))
        void one.reader.open(chance(0.5) ? {} : { around: `m${below(one.versions.length)}` });
      await one.settle();
      if (one.travelling.length) await one.step(below(one.travelling.length));
    }
    one.page.refuses = () => false;
    one.reader.catchUp(true);
    await one.arrive();
    while (one.waits.length) {
      one.pass();
      await one.arrive();
    }
    one.page.atEnd = true;
    one.reader.newer();
    void one.reader.follow();
    await one.arrive();
    const { window, failed } = one.reader.state;
    expect(failed).toBe(false);
    expect(window?.next).toBeNull();
    const stored = one.all();
    expect(window?.docs).toEqual(stored.slice(stored.length - (window?.docs.length ?? 0)));
  },
);
