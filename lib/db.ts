import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { isCollision } from '@/lib/database-errors';
import { openPool, type Span, spans } from '@/lib/db.connection';
import { currentDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, toFailure } from '@/lib/errors';
import type { Db } from '@/lib/sql';
import { noteAvailable, noteUnavailable, UNSURE } from '@/lib/unavailable/note';
import { PrismaClient } from '@/prisma/client/client';

// Prisma writes the same text for the same query shape, so its plan is worth keeping (bounded).
const names = new Map<string, string>();
function statementName({ sql }: { sql: string }): string {
  const known = names.get(sql);
  // BEGIN goes out as a simple query (below), which has no name.
  if (known !== undefined || names.size >= 2000 || sql === 'BEGIN') return known as string;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}

const held = globalThis as { guildhallDatabase?: { prisma: PrismaClient; pool: pg.Pool } };

function database() {
  if (held.guildhallDatabase) return held.guildhallDatabase;
  const pool = openPool();
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementName }),
  });
  held.guildhallDatabase = { prisma, pool };
  return held.guildhallDatabase;
}

/** In ms from the start: to get a connection, to work, and until the connection is given up. */
const WAIT_MS = 8_000;
const WORK_MS = 5_000;
const TRANSACTION_MS = 9_000;
const AGAIN_MS = 1_000;
const COLLISIONS = 5;
const COLLISION_MS = 50;

/**
 * A connection that falls silent before the work began is replaced once. After a collision, which PostgreSQL rolls
 * back, all is retried, `work` included. `counts`: it only counts or tidies, which the caller did not ask for.
 */
async function transact<T>(work: (db: Db) => Promise<T>, counts = false): Promise<T> {
  const call = currentDeadline();
  const now = Date.now();
  const endsAt = Math.min(now + TRANSACTION_MS * env.databasePatience, call?.endsAt ?? Infinity);
  for (let first = true, again = 0; ; first = false) {
    const span: Span = { endsAt };
    let began = false;
    try {
      const result = await open(span, (db) => {
        began = true;
        return work(db);
      });
      noteAvailable();
      if (call && span.wrote && !counts) call.saved = true;
      return result;
    } catch (error) {
      if (isCollision(error) && again++ < COLLISIONS && endsAt - Date.now() > AGAIN_MS) {
        await sleep(COLLISION_MS * again * Math.random());
        continue;
      }
      const away = toFailure(error).code === 'unavailable';
      const unsure = call?.kind !== 'read' && Boolean(span.unconfirmed || (away && call?.saved));
      if (!away && !unsure) throw error;
      const failure = unsure ? unconfirmed() : error;
      if (began || !first || endsAt - Date.now() < AGAIN_MS) throw noteUnavailable(failure, unsure);
    }
  }
}

function open<T>(span: Span, work: (db: Db) => Promise<T>): Promise<T> {
  const left = span.endsAt - Date.now();
  if (left <= 0)
    throw new DomainError('unavailable', 'The database is busy. Try again in a moment.', { retryAfter: 2 });
  const options = {
    maxWait: Math.min(WAIT_MS * env.databasePatience, left),
    timeout: Math.min(WORK_MS * env.databasePatience, left),
  };
  return spans.run(span, () => database().prisma.$transaction(work, options));
}

/** Saved or not: unknown. A repetition with its key or version takes effect only once. */
const unconfirmed = () => new DomainError('unavailable', UNSURE, { retryAfter: 5 });

/** Only the doors import this file: lib/org.ts, lib/auth.ts and lib/worker.ts. */
export const asAuth = <T>(work: (db: Db) => Promise<T>): Promise<T> => transact(work);

/** Outbox, limits, sweeps. */
export const asWorker = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  transact(async (db) => {
    await db.$executeRaw`select set_config('role', 'worker', true)`;
    return work(db);
  }, true);

/** A second transaction inside the door would wait for a connection while holding one: ten would deadlock. */
export async function asRoleWithin<T>(db: Db, role: 'auth' | 'worker', work: (db: Db) => Promise<T>): Promise<T> {
  const [before] = await db.$queryRaw<{ role: string; set: string }[]>`
    select current_user::text as role, set_config('role', ${role}, true) as set`;
  const back = () => db.$executeRaw`select set_config('role', ${before?.role ?? 'auth'}, true)`;
  try {
    const result = await work(db);
    await back();
    return result;
  } catch (error) {
    // The caller may catch a refusal and go on; after a database error the transaction is over anyway.
    if (error instanceof DomainError) await back();
    throw error;
  }
}

export async function closeDatabase(): Promise<void> {
  const open = held.guildhallDatabase;
  held.guildhallDatabase = undefined;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
