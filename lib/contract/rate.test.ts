import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { asWorker, closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import type { DomainError } from '@/lib/errors';
import { statementsOf } from '@/lib/test/attempt';
import { type Relay, relayTo } from '@/lib/test/relay';
import { wholeTest } from '@/lib/test/whole';

/** Limits of calls, counted by several processes: each instance of the module counts as one of them would. */
const LIMIT = 300;

type Rate = typeof import('@/lib/contract/rate');
async function anotherProcess(): Promise<Rate> {
  vi.resetModules();
  return import('@/lib/contract/rate');
}
const passes = ({ withinRate }: Rate, key: string) =>
  withinRate('member', key).then(
    () => true,
    (error) => {
      // Not `instanceof`: each instance of the module has a class of its own.
      if ((error as DomainError).code === 'rate_limited') return false;
      throw error;
    },
  );

/** A database that is slow for a second counts as away, which is not the subject, and a busy machine's may be. */
function neverTooSlow() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

let relay: Relay;
beforeAll(async () => {
  relay = await relayTo(env.databaseUrl);
  Object.assign(process.env, { DATABASE_URL: relay.url });
});
afterAll(async () => {
  await closeDatabase();
  await relay.close();
});
beforeEach(() => asWorker((db) => db.$executeRaw`delete from rate_limit`));

describe('limits of calls', () => {
  test('D01 two processes share one, but for the tenth that each lets pass before it asks', async () => {
    neverTooSlow();
    const processes = [await anotherProcess(), await anotherProcess()];
    let passed = 0;
    for (let call = 0; call < 2 * LIMIT; call++) if (await passes(processes[call % 2] as Rate, 'two')) passed++;
    expect(passed).toBeGreaterThanOrEqual(LIMIT);
    expect(passed).toBeLessThanOrEqual(LIMIT * 1.1);
  });

  test('D01 one process alone lets its limit pass, no more and no less, also all at once', async () => {
    const alone = await anotherProcess();
    const outcomes = await Promise.all(Array.from({ length: 2 * LIMIT }, () => passes(alone, 'alone')));
    expect(outcomes.filter(Boolean)).toHaveLength(LIMIT);
  });

  test('few calls cost no statement, many a tenth of one each', async () => {
    neverTooSlow();
    const process = await anotherProcess();
    const calls = async (times: number) => {
      for (let call = 0; call < times; call++) await passes(process, 'cheap');
    };
    expect(await statementsOf(() => calls(14))).toBe(0);
    // Ten shares; a transaction of four statements for each.
    expect(await statementsOf(() => calls(LIMIT))).toBeLessThanOrEqual(44);
  });

  wholeTest('while the database is away each process counts by itself, and nobody is refused for it', async () => {
    relay.swallow();
    const alone = await anotherProcess();
    let passed = 0;
    for (let call = 0; call < 2 * LIMIT; call++) if (await passes(alone, 'away')) passed++;
    relay.pass();
    expect(passed).toBe(LIMIT);
  });
});
