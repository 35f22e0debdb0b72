import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { counted } from '@/lib/counted';
import { DomainError } from '@/lib/errors';
import type { Db } from '@/lib/sql';
import { withLookup, withWorker } from '@/lib/worker';

/** At most `max` attempts in `seconds` for `key` (hashed: the table holds no address). */
export type Limit = { key: string; max: number; seconds: number };

const bucketOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** `45 seconds`, `12 minutes`, `24 hours`; rounded up, so that nobody comes back too early. */
const inWords = (seconds: number) =>
  seconds < 90
    ? counted(seconds, 'second')
    : seconds <= 5400
      ? counted(Math.ceil(seconds / 60), 'minute')
      : counted(Math.ceil(seconds / 3600), 'hour');

/**
 * In PostgreSQL, for restarts and second servers. Throws `rate_limited` with the seconds to wait; refused attempts do
 * not count. `within` a transaction it counts only if that commits.
 */
export const countAttempt = (limits: Limit[], within?: { db: Db }): Promise<void> =>
  withWorker(async (db) => {
    const wait = await waitFor(db, limits);
    if (wait > 0) throw tooMany(wait);
  }, within);

/** The same in the transaction that looks up what the limits are of (lib/worker.ts); it counts even for nothing found. */
export const countAttemptAt = <T>(look: (auth: { db: Db }) => Promise<{ limits: Limit[]; found: T }>): Promise<T> =>
  withLookup(
    (db) => look({ db }),
    async (db, { limits, found }) => {
      const wait = await waitFor(db, limits);
      if (wait > 0) throw tooMany(wait);
      return found;
    },
  );

/** The same within a transaction, without an error: false if a limit is used up. */
export const countQuietly = (limits: Limit[], within: { db: Db }): Promise<boolean> =>
  withWorker(async (db) => (await waitFor(db, limits)) === 0, within);

async function waitFor(db: Db, limits: Limit[]): Promise<number> {
  // One order for everybody, so that two attempts cannot deadlock.
  const ordered = limits
    .map((limit) => ({ ...limit, bucket: bucketOf(limit.key) }))
    .sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
  const [counted] = await db.$queryRaw<{ wait: number }[]>`
    select count_attempt(${ordered.map(({ bucket }) => bucket)}::text[], ${ordered.map(({ max }) => max)}::int[],
                         ${ordered.map(({ seconds }) => seconds)}::int[]) as wait`;
  return counted?.wait ?? 0;
}

const tooMany = (wait: number) =>
  new DomainError('rate_limited', `Too many attempts. Try again in ${inWords(wait)}.`, { retryAfter: wait });

export const forgetAttempts = (keys: string[]) => withWorker(forgettingAttempts(keys));

/** The same at the beginning of a transaction that goes on as `auth`. */
export const forgettingAttempts = (keys: string[]) => (db: Db) =>
  db.$executeRaw`delete from rate_limit where bucket = any(${keys.map(bucketOf)})`;

/** A row without meaning, gone with the next sweep: not refusing costs the same write as refusing. */
export const recordDummyAttempt = () =>
  withWorker(
    (db) =>
      db.$executeRaw`insert into rate_limit (bucket, count, expires_at) values (${bucketOf(randomUUID())}, 1, now())`,
  );

export const forgetCounts = (db: Db) => db.$executeRaw`delete from rate_limit where expires_at < now()`;
