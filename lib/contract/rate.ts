import 'server-only';
import { afterAnswer } from '@/lib/after-answer';
import { takeShare } from '@/lib/attempts/shares';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';

/** For a person, an organisation, an address without a session, a person's pictures, error reports of an address. */
const PER_MINUTE = { member: 300, organisation: 3000, anonymous: 60, picture: 1500, report: 20 } as const;
const WINDOW_S = 60;
const MAX_BUCKETS = 20_000;
/** All processes together take a tenth of the limit at a time, and let the first tenth pass before they ask for any. */
const SHARES = 10;
/** Counting must not delay calls: a slower database counts as away. In ms. */
const PATIENCE_MS = 1_000;

type Bucket = {
  /** End of the window; ms since the epoch. */
  until: number;
  left: number;
  /** The first share, not yet in the shared count; then 0. */
  untold: number;
  passed: number;
  last: boolean;
  asking?: Promise<void>;
};
const buckets = new Map<string, Bucket>();

/**
 * Throws `rate_limited`. Processes share the count in PostgreSQL, a tenth at a time and ahead of need, so calls do not
 * wait. Together they may exceed the limit by a tenth; without the database each counts alone.
 */
export async function withinRate(kind: keyof typeof PER_MINUTE, key: string): Promise<void> {
  const most = PER_MINUTE[kind] * env.rateLimitFactor;
  const share = Math.max(1, Math.floor(most / SHARES / env.processes));
  const name = `${kind}:${key}`;
  const bucket = bucketFor(name, share);
  while (bucket.left <= 0) {
    if (bucket.last) throw tooMany(bucket.until);
    await ask(bucket, name, share, most);
  }
  bucket.left--;
  bucket.passed++;
  if (bucket.left <= share / 2 && !bucket.last) afterAnswer(ask(bucket, name, share, most));
}

function bucketFor(name: string, share: number): Bucket {
  const now = Date.now();
  const known = buckets.get(name);
  if (known && now < known.until) return known;
  if (buckets.size >= MAX_BUCKETS)
    for (const [old, { until }] of buckets) if (now >= until || buckets.size >= MAX_BUCKETS) buckets.delete(old);
  const fresh = { until: now + WINDOW_S * 1_000, left: share, untold: share, passed: 0, last: false };
  buckets.set(name, fresh);
  return fresh;
}

function ask(bucket: Bucket, name: string, share: number, most: number): Promise<void> {
  bucket.asking ??= take(bucket, name, share, most).finally(() => {
    bucket.asking = undefined;
  });
  return bucket.asking;
}

async function take(bucket: Bucket, name: string, share: number, most: number): Promise<void> {
  const { untold } = bucket;
  const wanted = share + untold;
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    late = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const taken = await Promise.race([takeShare(name, wanted, most, WINDOW_S).catch(() => null), patience]);
  clearTimeout(late);
  if (!taken) {
    const alone = Math.min(share, most - bucket.passed - bucket.left);
    bucket.left += Math.max(0, alone);
    bucket.last = alone <= 0;
    return;
  }
  bucket.untold = 0;
  bucket.left += taken.granted - untold;
  bucket.last = taken.granted < wanted;
  bucket.until = Date.now() + taken.endsInMs;
}

function tooMany(until: number): DomainError {
  const retryAfter = Math.max(1, Math.ceil((until - Date.now()) / 1000));
  return new DomainError('rate_limited', `Too many calls. Try again in ${retryAfter} seconds.`, { retryAfter });
}
