/**
 * `npm run bench:sign-in`: whether a wrong password, an unknown address and another organisation's member can be told apart
 * by the clock. They take turns, so that the machine's other work meets all of them; what counts is the ratio of medians.
 */
import { join, resolve } from 'node:path';
import pg from 'pg';
import { applyMigrations } from '../scripts/migration/migration-engine';
import { startPostgres, stopPostgres } from '../scripts/postgres/embedded-postgres.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);
const DATABASE = 'guildhall_even_time';
const dir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '../.data'), 'bench-sign-in');

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;

async function measure(databaseUrl: string): Promise<void> {
  Object.assign(process.env, {
    APP_MODE: 'development',
    AUTH_SECRET: 'a-secret-for-measuring-that-is-long-enough-to-be-one',
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: '1000000',
  });
  const { insertFixtures } = await import('../lib/test/fixtures');
  const { signInWithPassword } = await import('../lib/session/sign-in');
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await insertFixtures(owner);
  const cases = {
    'wrong password': 'user@acme.test',
    'unknown address': 'nobody@acme.test',
    'member of another organisation': 'user@globex.test',
  };
  const input = (email: string) => ({ email, password: 'wrong horse battery staple', sub_domain: 'acme' });
  const empty = () => Object.fromEntries(Object.keys(cases).map((name) => [name, [] as number[]]));
  const [wall, processor] = [empty(), empty()];
  for (let round = -10; round < ROUNDS; round++) {
    await owner.query('delete from rate_limit');
    const order = Object.entries(cases).sort(() => Math.random() - 0.5);
    for (const [name, email] of order) {
      const [start, before] = [performance.now(), process.cpuUsage()];
      const failure = await signInWithPassword(input(email), 'bearer', { ip: '127.0.0.1' }).catch((error) => error);
      const [took, used] = [performance.now() - start, process.cpuUsage(before)];
      if (failure.code !== 'unauthenticated') throw failure;
      if (round < 0) continue;
      wall[name]?.push(took);
      processor[name]?.push((used.user + used.system) / 1000);
    }
  }
  const first = 'unknown address';
  const base = { wall: median(wall[first] as number[]), processor: median(processor[first] as number[]) };
  for (const name of Object.keys(cases)) {
    const [ms, cpu] = [median(wall[name] as number[]), median(processor[name] as number[])];
    console.log(
      `${name.padEnd(32)} median ${ms.toFixed(1)} ms (ratio ${(ms / base.wall).toFixed(3)}), processor ${cpu.toFixed(1)} ms (ratio ${(cpu / base.processor).toFixed(3)}), n=${ROUNDS}`,
    );
  }
  await owner.end();
}

const { url } = await startPostgres({ dir, unsafe: true });
const databaseUrl = Object.assign(new URL(url), { pathname: `/${DATABASE}` }).href;
const server = new pg.Client({ connectionString: url });
await server.connect();
try {
  await server.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0`);
  await applyMigrations(databaseUrl);
  await measure(databaseUrl);
} finally {
  await server.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await server.end();
  await stopPostgres({ dir });
}
// The pool of the measured code would keep the process for a while.
process.exit();
