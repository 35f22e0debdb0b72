import 'server-only';
import { asRoleWithin, asWorker } from '@/lib/db';
import type { Db } from '@/lib/sql';

/** The door for work of no member: outbox, limits, sweeps. One transaction as `worker`, or a part of `within`. */
export const withWorker = <T>(work: (db: Db) => Promise<T>, within?: { readonly db: Db }): Promise<T> =>
  within ? asRoleWithin(within.db, 'worker', work) : asWorker(work);

/** A part of a worker's transaction that looks something up as `auth`. */
export const asAuthWithin = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => asRoleWithin(db, 'auth', work);
