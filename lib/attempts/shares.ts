import 'server-only';
import { createHash } from 'node:crypto';
import type { Db } from '@/lib/sql';
import { withWorker } from '@/lib/worker';

/** `endsInMs`: until the count begins anew. */
export type Share = { granted: number; endsInMs: number };

/** `most` in `seconds` for `key` (hashed). What cannot be granted is counted too: nothing is left then anyway. */
export async function takeShare(
  key: string,
  wanted: number,
  most: number,
  seconds: number,
  within?: { db: Db },
): Promise<Share> {
  const bucket = `share:${createHash('sha256').update(key).digest('base64url')}`;
  const [taken] = await withWorker(
    (db) => db.$queryRaw<{ count: number; ends_in: number }[]>`
      insert into rate_limit as r (bucket, count, expires_at)
      values (${bucket}, ${wanted}::int, now() + make_interval(secs => ${seconds}))
      on conflict (bucket) do update set
        count = case when r.expires_at <= now() then excluded.count else least(r.count, ${most}::int) + excluded.count end,
        expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
      returning r.count, (extract(epoch from r.expires_at - now()) * 1000)::float8 as ends_in`,
    within,
  );
  const { count, ends_in: endsInMs } = taken as { count: number; ends_in: number };
  return { granted: Math.max(0, Math.min(wanted, most - (count - wanted))), endsInMs };
}
