import 'server-only';
import { asAuthCounting, asRoleWithin, asWorker } from '@/lib/db';
import { type Db, sql } from '@/lib/sql';

/** The door for work of no member: outbox, limits, sweeps. One transaction as `worker`, or a part of `within`. */
export const withWorker = <T>(work: (db: Db) => Promise<T>, within?: { readonly db: Db }): Promise<T> =>
  within ? asRoleWithin(within.db, 'worker', work) : asWorker(work);

/** The same, beginning as `auth` with a statement that selects AS_WORKER: what follows it runs as `worker`. */
export const withLookup = <T>(work: (db: Db) => Promise<T>): Promise<T> => asAuthCounting(work);

/** Selected by a statement, for those that follow it. */
export const AS_WORKER = sql`set_config('role', 'worker', true)`;
export const AS_AUTH = sql`set_config('role', 'auth', true)`;
