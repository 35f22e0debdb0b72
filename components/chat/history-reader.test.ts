import { describe, expect, test } from 'vitest';
import type { MessageRecord } from '@/lib/message/schema';
import { randomness } from '@/lib/test/random';
import { type Asked, HistoryReader } from './history-reader';
import { type HistoryPage, MOST_SHOWN } from './history-window';

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

describe('a gap', () => {
  test('of many pages is read to its end by whoever is at the end', async () => {
    const one = await opened(30);
    for (let at = 0; at < 504; at++) one.say(false);
    one.reader.catchUp(true);
    await one.arrive();
    expect(one.last()).toBe('m533');
    expect(one.reader.state.window?.next).toBeNull();
  });

  test('is read by whoever is further up as far as there is room for, and there is more', async () => {
    const one = await opened(30);
    one.page.atEnd = false;
    for (let at = 0; at < 504; at++) one.say(false);
    one.reader.catchUp(true);
    await one.arrive();
    const docs = one.reader.state.window?.docs ?? [];
    expect(docs[0]?._id).toBe('m0');
    expect(docs.length).toBeGreaterThan(100);
    expect(one.reader.state.window?.next).not.toBeNull();
    // Scrolling leads to the end.
    for (let at = 0; at < 20; at++) {
      one.reader.newer();
      await one.arrive();
      if (one.reader.state.window?.next === null) break;
    }
    expect(one.last()).toBe('m533');
  });

  test('knows of what is said while its last page is under way', async () => {
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

test('who lost the room asks no more', async () => {
  const one = await opened(30);
  one.page.refuses = () => lost;
  one.say();
  await one.arrive();
  expect(one.reader.state.gone).toBe(true);
  expect(one.waits).toEqual([]);
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

test.each(Array.from({ length: 24 }, (_, seed) => seed))(
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
