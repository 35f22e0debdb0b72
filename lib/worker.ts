import 'server-only';
import { asAuthCounting, asRoleWithin, asWorker, goOnAs } from '@/lib/db';
import type { Db } from '@/lib/sql';

/** The door for work of no member: outbox, limits, sweeps. One transaction as `worker`, or a part of `within`. */
export const withWorker = <T>(work: (db: Db) => Promise<T>, within?: { readonly db: Db }): Promise<T> =>
  within ? asRoleWithin(within.db, 'worker', work) : asWorker(work);

/** The same for `work` that needs what `look` finds as `auth` before, in one transaction. */
export const withLookup = <L, T>(look: (db: Db) => Promise<L>, work: (db: Db, found: L) => Promise<T>): Promise<T> =>
  asAuthCounting(async (db) => {
    const found = await look(db);
    await goOnAs(db, 'worker');
    return work(db, found);
  });
