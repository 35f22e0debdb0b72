import { join, resolve } from 'node:path';
import pg from 'pg';
import { applyMigrations } from '../scripts/migration/migration-engine';
import { startPostgres, stopPostgres } from '../scripts/postgres/embedded-postgres.mjs';

/** What lies in such a database: one organisation, with words as frequent as in a language. */
export const ORG = '00000000-0000-7000-8000-000000000001';
const WORDS = 30_000;
export const idOf = (kind: number, at: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${at}), 12, '0'))::uuid`;
/** The k-th word appears about 1/k as often as the first. */
export const word = `translate(to_hex(((floor(exp(random() * ln(${WORDS})))::bigint * 2654435761) % 4294967296)), '0123456789abcdef', 'bakedosirutnelmp')`;

/** Does one step of filling, and says how long it took. */
export async function fillStep(owner: pg.Client, what: string, sql: string): Promise<void> {
  const began = performance.now();
  await owner.query(sql);
  console.log(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/**
 * Measures this process's own code on an embedded server that is fast and forgets, then ends the process. The database
 * `name` is migrated and filled where it is not there yet, and dropped at the end unless `BENCH_KEEP` is set.
 */
export async function onOwnDatabase(
  name: string,
  fill: (owner: pg.Client) => Promise<void>,
  measure: (owner: pg.Client) => Promise<void>,
): Promise<never> {
  const folder = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '../.data'));
  const dir = join(folder, `bench-${name}`);
  const { url } = await startPostgres({ dir, unsafe: true });
  const databaseUrl = Object.assign(new URL(url), { pathname: `/guildhall_${name}` }).href;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    const { rowCount } = await server.query('select from pg_database where datname = $1', [`guildhall_${name}`]);
    if (!rowCount) {
      await server.query(`CREATE DATABASE guildhall_${name} TEMPLATE template0`);
      await applyMigrations(databaseUrl);
    }
    Object.assign(process.env, {
      APP_MODE: 'development',
      AUTH_SECRET: 'a-secret-for-measuring-that-is-long-enough-to-be-one',
      DATABASE_URL: databaseUrl,
    });
    const owner = new pg.Client({ connectionString: databaseUrl }).on('error', () => undefined);
    await owner.connect();
    if (!rowCount) await fill(owner);
    await measure(owner);
    await owner.end();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    if (!process.env.BENCH_KEEP) await server.query(`DROP DATABASE IF EXISTS guildhall_${name} WITH (FORCE)`);
    await server.end();
    await stopPostgres({ dir });
  }
  // The pool of the measured code would keep the process for a while.
  process.exit();
}
