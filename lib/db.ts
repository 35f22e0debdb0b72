import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import { type Prisma, PrismaClient } from '@/prisma/client/client';

/** What a query needs; lives no longer than its transaction. */
export type Db = Prisma.TransactionClient;

// Prisma writes the same text for the same shape of query, so its plan is worth keeping (bounded).
const names = new Map<string, string>();
function statementName({ sql }: { sql: string }): string {
  const known = names.get(sql);
  // BEGIN goes out as a simple query (below), which has no name.
  if (known !== undefined || names.size >= 2000 || sql === 'BEGIN') return known as string;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}

// Row security hides from the planner how many rows a board's column has. With the price of a random read on a solid-state
// disk it walks the column's index in order, instead of sorting the whole column (lib/task/queries.test.ts).
const BEGIN = 'begin; set local role auth; set local random_page_cost = 1.1';

/** Every transaction starts as `auth`, in the same round trip: nothing ever runs as the owner by forgetting. */
class AuthFirstClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads cannot be restated; the arguments pass through untouched.
  override query(config: any, ...rest: any[]): any {
    const begins = typeof config === 'object' && config?.text === 'BEGIN';
    return super.query(begins ? { ...config, text: BEGIN } : config, ...rest);
  }
}

const held = globalThis as { guildhallDatabase?: { prisma: PrismaClient; pool: pg.Pool } };

function database() {
  if (held.guildhallDatabase) return held.guildhallDatabase;
  const pool = new pg.Pool({
    connectionString: env.databaseUrl,
    Client: AuthFirstClient as typeof pg.Client & (new () => pg.ClientBase),
    max: 10,
    connectionTimeoutMillis: 2_000 * env.databasePatience,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000 * env.databasePatience,
    lock_timeout: 2_000 * env.databasePatience,
    idle_in_transaction_session_timeout: 10_000,
  });
  // A connection that dies while idle must not end the process; the next caller gets a new one.
  pool.on('error', () => {});
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementName }),
    transactionOptions: { maxWait: 2_000 * env.databasePatience, timeout: 5_000 * env.databasePatience },
  });
  held.guildhallDatabase = { prisma, pool };
  return held.guildhallDatabase;
}

/** One transaction as `auth`. The door (lib/org.ts) and lib/auth are the only importers: architecture.test.ts. */
export const asAuth = <T>(work: (db: Db) => Promise<T>): Promise<T> => database().prisma.$transaction(work);

/** One transaction as `worker`: outbox, limits, sweeps. */
export const asWorker = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  database().prisma.$transaction(async (db) => {
    await db.$executeRaw`select set_config('role', 'worker', true)`;
    return work(db);
  });

/**
 * A part of a transaction that is under way, as another role, and back. Work inside the door that opened a second
 * transaction would wait for a connection while it holds one: ten at once, and each waits for the others.
 */
export async function asRoleWithin<T>(db: Db, role: 'auth' | 'worker', work: (db: Db) => Promise<T>): Promise<T> {
  const [before] = await db.$queryRaw<{ role: string; set: string }[]>`
    select current_user::text as role, set_config('role', ${role}, true) as set`;
  const back = () => db.$executeRaw`select set_config('role', ${before?.role ?? 'auth'}, true)`;
  try {
    const result = await work(db);
    await back();
    return result;
  } catch (error) {
    // A refusal may be caught by the caller, who goes on; after an error of the database the transaction is over anyway.
    if (error instanceof DomainError) await back();
    throw error;
  }
}

/** Ends the pool, for a clean stop and for tests. */
export async function closeDatabase(): Promise<void> {
  const open = held.guildhallDatabase;
  held.guildhallDatabase = undefined;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
