import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asAuth, asWorker, closeDatabase } from '@/lib/db';
import { deadline, withinDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { toFailure } from '@/lib/errors';
import type { Db } from '@/lib/sql';
import { type Relay, relayTo } from '@/lib/test/relay';
import { wholeTest } from '@/lib/test/whole';
import { UNSURE } from '@/lib/unavailable/note';

/** What becomes of work whose connection is lost without a word. */

const direct = env.databaseUrl;
const owner = new pg.Client({ connectionString: direct });
let relay: Relay;

beforeAll(async () => {
  await owner.connect();
  relay = await relayTo(direct);
  // Short deadlines: what is waited for here is their end.
  Object.assign(process.env, { DATABASE_URL: relay.url, DATABASE_PATIENCE: '0.4' });
});
afterAll(async () => {
  await closeDatabase();
  await relay.close();
  await owner.end();
});
beforeEach(async () => {
  relay.pass();
  await owner.query('delete from rate_limit');
});

const note = (bucket: string) =>
  asWorker(
    (db) =>
      db.$executeRaw`insert into rate_limit (bucket, count, expires_at) values (${bucket}, 1, now() + interval '1 h')`,
  );
const stored = async () =>
  (await owner.query<{ bucket: string }>('select bucket from rate_limit')).rows.map((row) => row.bucket);
const told = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => toFailure(error),
  );
/** Who is told that the database is busy comes again, as a client does. */
async function patiently(work: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 20; ; tries -= 1) {
    const outcome = await told(work());
    if (outcome === 'done' || tries === 0) return outcome;
  }
}
const UNAVAILABLE = { code: 'unavailable', retryAfter: expect.any(Number) };

describe('a network that swallows packets', () => {
  test('every caller is told, in time, and the pool heals by itself', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, at) => patiently(() => note(`before ${at}`))));
    relay.swallow();
    const during = await Promise.all(Array.from({ length: 30 }, (_, at) => told(note(`during ${at}`))));
    expect(during).toEqual(during.map(() => expect.objectContaining(UNAVAILABLE)));
    relay.pass();
    const after = await Promise.all(Array.from({ length: 30 }, (_, at) => patiently(() => note(`after ${at}`))));
    expect(after).toEqual(after.map(() => 'done'));
    expect((await stored()).filter((bucket) => bucket.startsWith('during'))).toEqual([]);
  });

  test('a change that waited for its turn has no longer time for that: the database is away, not busy', async () => {
    relay.swallow();
    const look = () => told(asAuth((db) => db.$queryRaw`select 1`));
    await look();
    const calls = Array.from({ length: 30 }, () => deadline('write'));
    const given = calls.map(({ endsAt }) => endsAt);
    await Promise.all(calls.map((call) => withinDeadline(call, look)));
    expect(calls.map(({ endsAt }) => endsAt)).toEqual(given);
  });

  wholeTest(
    'one lost connection casts doubt on those that lie idle; its caller and the next ones get new ones',
    async () => {
      await Promise.all(Array.from({ length: 10 }, (_, at) => patiently(() => note(`before ${at}`))));
      relay.swallow();
      relay.pass();
      // Its connection never answered BEGIN: nothing was asked yet, so it tries another one.
      expect(await told(note('first'))).toBe('done');
      // Ten such connections would keep ten callers waiting.
      await expect.poll(relay.held).toBe(1);
      expect(await told(note('next'))).toBe('done');
    },
  );

  test('work that is inside a transaction ends with it, and leaves nothing', async () => {
    const work = asWorker(async (db) => {
      await db.$executeRaw`insert into rate_limit (bucket, count, expires_at) values ('inside', 1, now())`;
      relay.swallow();
      await db.$executeRaw`insert into rate_limit (bucket, count, expires_at) values ('inside too', 1, now())`;
    });
    expect(await told(work)).toMatchObject(UNAVAILABLE);
    expect(await stored()).toEqual([]);
  });

  test('a commit without an answer is told as what it is: perhaps saved', async () => {
    // On a new connection it is sent by its text.
    await closeDatabase();
    relay.swallowAnswerTo('COMMIT');
    const failure = await told(note('unsure'));
    expect(failure).toMatchObject({ ...UNAVAILABLE, message: UNSURE });
    // Here it was; a commit that the network lost on its way there is told alike.
    await expect.poll(stored).toContain('unsure');
  });

  test('so is a call whose first part was saved before the network was lost', async () => {
    const reset = (db: Db) => db.$queryRaw`select pg_current_xact_id()`;
    const two = (kind: 'read' | 'write', first: (db: Db) => Promise<unknown>) =>
      told(
        withinDeadline(deadline(kind), async () => {
          relay.pass();
          await asAuth(first);
          relay.swallow();
          await note('the rest');
        }),
      );
    expect(await two('write', reset)).toMatchObject({ ...UNAVAILABLE, message: UNSURE });
    const looked = await two('write', (db) => db.$queryRaw`select 1`);
    expect(looked).toMatchObject({ ...UNAVAILABLE, message: expect.not.stringContaining(UNSURE) });
    // What only counts tries is nothing that was asked for.
    relay.pass();
    const counted = told(
      withinDeadline(deadline('write'), async () => {
        await note('a try');
        relay.swallow();
        await asAuth((db) => db.$queryRaw`select 1`);
      }),
    );
    expect(await counted).toMatchObject({ ...UNAVAILABLE, message: expect.not.stringContaining(UNSURE) });
  });

  test('a commit that the server turned into a rollback is no success', async () => {
    const work = asWorker(async (db) => {
      await db.$executeRaw`insert into rate_limit (bucket, count, expires_at) values ('aborted', 1, now())`;
      await db.$executeRaw`select 1 / 0`.catch(() => {});
    });
    expect(await told(work)).toMatchObject({ code: 'unexpected' });
    expect(await stored()).toEqual([]);
  });
});

test('work that takes too long is over: what it still asks for is not done outside its transaction', async () => {
  await patiently(() => note('before'));
  let work: Promise<unknown> = Promise.resolve();
  const late = async (db: Db) => {
    for (const _ of [1, 2]) await db.$queryRaw`select pg_sleep(1.4)`;
    await db.$executeRaw`insert into rate_limit (bucket, count, expires_at) values ('late', 1, now() + interval '1 h')`;
  };
  const outcome = await told(
    asWorker((db) => {
      work = late(db);
      return work;
    }),
  );
  expect(outcome).toMatchObject(UNAVAILABLE);
  expect(await told(work)).not.toBe('done');
  expect(await stored()).toEqual(['before']);
});
