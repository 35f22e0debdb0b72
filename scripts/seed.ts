/**
 * `npm run seed -- --demo`                                     the demo organisations; nothing when they are there
 * `npm run seed -- --orgs 50 --users 40 --tasks 100000`        generated data: people in each organisation, tasks in all
 * `… --seed 7`                                                 other generated data (default 1)
 *
 * Writes as the owner of the database: DATABASE_URL's, or the embedded one. Migrations must have been applied.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { storageAt } from '../lib/storage/storage';
import { dataDir, prepareProcess } from './bootstrap.mjs';
import { withDatabase } from './postgres/database-url.mjs';
import { loadDemo } from './seed/demo';
import { generate, type Size } from './seed/generated';

const USAGE = `Use: npm run seed -- --demo
     npm run seed -- --orgs 50 --users 40 --tasks 100000 [--seed 1]`;
const REPORT_EVERY_MS = 2_000;

function readArguments(): { demo: boolean; size: Size | null } | null {
  const text = { type: 'string' } as const;
  const options = { demo: { type: 'boolean' }, orgs: text, users: text, tasks: text, seed: text } as const;
  const { values } = parseArgs({ options });
  const number = (value: string | undefined, fallback: number) => (value === undefined ? fallback : Number(value));
  const asked = values.orgs ?? values.users ?? values.tasks;
  const size = {
    orgs: number(values.orgs, 1),
    users: number(values.users, 40),
    tasks: number(values.tasks, 1_000),
    seed: number(values.seed, 1),
  };
  if (Object.values(size).some((value) => !Number.isInteger(value) || value < 0) || size.orgs > 9_999) return null;
  if (size.users < 1 || (!values.demo && asked === undefined)) return null;
  return { demo: Boolean(values.demo), size: asked === undefined ? null : size };
}

async function addGenerated(client: pg.Client, size: Size) {
  const started = performance.now();
  let reported = 0;
  const seconds = () => (performance.now() - started) / 1_000;
  const done = await generate(client, size, ({ orgs, tasks, skipped }) => {
    if (performance.now() - reported < REPORT_EVERY_MS) return;
    reported = performance.now();
    const rate = Math.round(tasks / Math.max(seconds(), 0.001));
    console.log(`  ${orgs + skipped} of ${size.orgs} organisations, ${tasks} tasks, ${rate} tasks a second`);
  });
  const rate = Math.round(done.tasks / Math.max(seconds(), 0.001));
  const skipped = done.skipped ? `, ${done.skipped} organisations were there already` : '';
  console.log(
    `${done.orgs} organisations, ${done.tasks} tasks, ${done.rows} rows in ${seconds().toFixed(1)} s (${rate} tasks a second)${skipped}`,
  );
}

async function run(url: string, { demo, size }: { demo: boolean; size: Size | null }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (demo) {
      const storage = storageAt({ token: process.env.UPLOADTHING_TOKEN, dataDir: dataDir() });
      const tasks = await loadDemo(client, storage);
      console.log(
        tasks ? `Demo organisations acme and globex: ${tasks} tasks` : 'The demo organisations are there already',
      );
    }
    if (size) await addGenerated(client, size);
  } finally {
    await client.end();
  }
}

prepareProcess();
const asked = readArguments();
if (!asked) {
  console.error(USAGE);
  process.exit(1);
}
try {
  await withDatabase((url: string) => run(url, asked));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    /relation .* does not exist/.test(message) ? 'The database is empty: run `npm run migrate` first.' : message,
  );
  process.exit(1);
}
