import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { asRoleWithin, asWorker, type Db } from '@/lib/db';
import { DomainError } from '@/lib/errors';

/** At most `max` attempts in `seconds` for what `key` names (hashed: the table holds no address). */
export type Limit = { key: string; max: number; seconds: number };

const bucketOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** `45 seconds`, `12 minutes`, `24 hours`; rounded up, so that nobody comes back too early. */
const inWords = (seconds: number) =>
  seconds < 90
    ? `${seconds} seconds`
    : seconds <= 5400
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3600)} hours`;

/**
 * Counts one attempt against each limit, in PostgreSQL so that a restart forgets nothing and two servers agree.
 * Throws `rate_limited` with the seconds to wait when one is used up.
 * `within` a transaction, it counts if that does: for what is limited only where it succeeds.
 */
export async function countAttempt(limits: Limit[], within?: Db): Promise<void> {
  const count = async (db: Db) => {
    let longest = 0;
    // One order for everybody: two attempts at once cannot lock each other out.
    for (const { key, max, seconds } of [...limits].sort((a, b) => (bucketOf(a.key) < bucketOf(b.key) ? -1 : 1))) {
      const [row] = await db.$queryRaw<{ count: number; wait: number }[]>`
        insert into rate_limit (bucket, count, expires_at) values (${bucketOf(key)}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (bucket) do update set
          count = case when rate_limit.expires_at <= now() then 1 else rate_limit.count + 1 end,
          expires_at = case when rate_limit.expires_at <= now() then excluded.expires_at else rate_limit.expires_at end
        returning count, ceil(extract(epoch from expires_at - now()))::int as wait`;
      if (row && row.count > max) longest = Math.max(longest, row.wait);
    }
    return longest;
  };
  const wait = await (within ? asRoleWithin(within, 'worker', count) : asWorker(count));
  if (wait > 0)
    throw new DomainError('rate_limited', `Too many attempts. Try again in ${inWords(wait)}.`, {
      retryAfter: wait,
    });
}

/** Forgets the attempts: the right password was given. */
export async function forgetAttempts(keys: string[]): Promise<void> {
  const buckets = keys.map(bucketOf);
  await asWorker((db) => db.$executeRaw`delete from rate_limit where bucket = any(${buckets})`);
}

/** A row that means nothing and goes with the next sweep, so that refusing nobody costs the write that refusing somebody does. */
export const noteNobody = () =>
  asWorker(
    (db) =>
      db.$executeRaw`insert into rate_limit (bucket, count, expires_at) values (${bucketOf(randomUUID())}, 1, now())`,
  );
