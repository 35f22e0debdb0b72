/**
 * Applies SQL migrations in the order of their names, recorded as `prisma migrate deploy` does, so either can go on.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrationHash } from './migration-hashes';
import { pendingIn, prismaFolder, recorded, withClient } from './pending-migrations.mjs';

/** The lock of Prisma's own commands: migrations by either take turns. */
const MIGRATION_LOCK = 72_707_369;
/** First line of a migration that cannot run in a transaction (CREATE INDEX CONCURRENTLY): one statement, alone. */
const WITHOUT_TRANSACTION = /^-- without transaction\b/;
const TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

const takeBack = (client: pg.Client, name: string) =>
  client.query(
    `update _prisma_migrations set rolled_back_at = now()
      where migration_name = $1 and finished_at is null and rolled_back_at is null`,
    [name],
  );

const sqlOf = (folder: string, name: string) =>
  fs.readFileSync(path.join(folder, 'migrations', name, 'migration.sql'), 'utf8');

const retryAdvice = (name: string) => `correct its text, then \`npm run migrate -- retry ${name}\``;

/** A failed migration stops all others until somebody has looked at it. */
async function refuseAfterFailure(client: pg.Client, folder: string): Promise<void> {
  for (const { migration_name: name, finished, logs } of await recorded(client)) {
    if (finished) continue;
    const file = path.join(folder, 'migrations', name, 'migration.sql');
    const whole = fs.existsSync(file) && !WITHOUT_TRANSACTION.test(fs.readFileSync(file, 'utf8'));
    // Its process ended half way (we hold the lock), and its transaction with it.
    if (whole && !logs) await takeBack(client, name);
    else if (whole) throw new Error(`${name} failed before: ${retryAdvice(name)}. It said:\n${logs}`);
    else
      throw new Error(
        `${name} stopped half way, and it runs without a transaction: undo what stays of it, then \`npm run migrate -- retry ${name}\`${logs ? `. It said:\n${logs}` : ''}`,
      );
  }
}

function report(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const line = error.position ? `line ${sql.slice(0, Number(error.position)).split('\n').length}: ` : '';
  return [`${line}${error.message}`, error.detail, error.hint, error.where].filter(Boolean).join('\n');
}

async function apply(client: pg.Client, name: string, sql: string): Promise<void> {
  const id = randomUUID();
  await client.query('insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)', [
    id,
    migrationHash(sql),
    name,
  ]);
  const inTransaction = !WITHOUT_TRANSACTION.test(sql);
  try {
    if (inTransaction) await client.query('begin');
    await client.query(sql);
    // A migration's session settings, such as a search path, must not affect the record.
    await client.query('reset all; reset role');
    await client.query(
      'update _prisma_migrations set finished_at = clock_timestamp(), applied_steps_count = 1 where id = $1',
      [id],
    );
    if (inTransaction) await client.query('commit');
  } catch (error) {
    const said = report(error, sql);
    if (inTransaction) await client.query('rollback');
    await client.query('update _prisma_migrations set logs = $2 where id = $1', [id, said]);
    const stays = inTransaction ? 'Nothing of it stays' : 'It runs without a transaction: see what stays of it';
    throw new Error(`${name} failed, ${said}\n${stays}; ${retryAdvice(name)}.`);
  }
}

/**
 * A pooler gives each client a process number of its own making. Through one that pools by transaction the lock would stay
 * on a connection that others use next, and the migration after this one would wait for ever.
 */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (process.env.DIRECT_DATABASE_URL || rows[0]?.pid === (client as pg.Client & { processID: number }).processID)
    return;
  throw new Error(
    'DATABASE_URL leads through a connection pooler (such as PgBouncer), and migrations need PostgreSQL itself: set DIRECT_DATABASE_URL to its own address.',
  );
}

/**
 * Each in one transaction. A second caller waits for the first.
 * @param url the owner of the database
 * @param onWait called when somebody else is migrating
 * @returns the names of those applied, oldest first
 * @throws with what PostgreSQL said when one fails; that one is then recorded as failed, and nothing of it stays
 */
export async function applyMigrations(url: string, folder = prismaFolder, onWait?: () => void): Promise<string[]> {
  return withClient(url, async (client) => {
    await refusePooler(client);
    const free = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [MIGRATION_LOCK]);
    if (!free.rows[0]?.free) {
      onWait?.();
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    await client.query(TABLE);
    await refuseAfterFailure(client, folder);
    const pending = await pendingIn(client, folder);
    // Each with its own connection: session settings of one must not reach the next.
    for (const name of pending) await withClient(url, (own) => apply(own, name, sqlOf(folder, name)));
    return pending;
  });
}

/**
 * Lets the next `applyMigrations` apply its corrected text.
 * @throws when the database holds no failed migration of that name
 */
export async function forgetFailedMigration(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const failed = (await recorded(client)).filter(({ finished }) => !finished).map((row) => row.migration_name);
    if (!failed.includes(name))
      throw new Error(`No migration "${name}" has failed. Failed ones: ${failed.join(', ') || 'none'}`);
    await takeBack(client, name);
  });
}
