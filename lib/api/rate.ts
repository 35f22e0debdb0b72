import 'server-only';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';

/**
 * Calls a minute: for one person, for one organisation, for one address without a session; one person's pictures; and
 * the errors that one address reports.
 */
const PER_MINUTE = { member: 300, organisation: 3000, anonymous: 60, picture: 1500, report: 20 } as const;
const WINDOW = 60_000;
const MAX_BUCKETS = 20_000;

type Bucket = { from: number; count: number };
const buckets = new Map<string, Bucket>();

/**
 * Counts a call; throws `rate_limited` past the limit. In this process's memory: a write per call to count calls would
 * cost more than most calls. (Sign-in, where guessing matters, is counted in PostgreSQL.)
 */
export function withinRate(kind: keyof typeof PER_MINUTE, key: string, now = Date.now()): void {
  const name = `${kind}:${key}`;
  let bucket = buckets.get(name);
  if (!bucket || now - bucket.from >= WINDOW) {
    if (buckets.size >= MAX_BUCKETS)
      for (const [old, { from }] of buckets)
        if (now - from >= WINDOW || buckets.size >= MAX_BUCKETS) buckets.delete(old);
    bucket = { from: now, count: 0 };
    buckets.set(name, bucket);
  }
  bucket.count++;
  if (bucket.count > PER_MINUTE[kind] * env.rateLimitFactor) {
    const retryAfter = Math.max(1, Math.ceil((bucket.from + WINDOW - now) / 1000));
    throw new DomainError('rate_limited', `Too many calls. Try again in ${retryAfter} seconds.`, { retryAfter });
  }
}
