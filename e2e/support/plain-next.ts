import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { nextFreePort } from '../../scripts/common/ports.mjs';
import { runningPostgres } from '../../scripts/postgres/embedded-postgres.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;

/** The same build under plain `next start`, on the database of the server under test. */
export async function startPlainNext(offset: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = process.env.E2E_DATA_DIR ?? path.join(ROOT, '.data');
  const port = await nextFreePort(Number(new URL(process.env.E2E_BASE_URL ?? 'http://localhost:3000').port) + offset);
  const url = `http://localhost:${port}`;
  const database = await runningPostgres({ dir: path.join(dir, 'postgres') });
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', 'localhost'],
    {
      cwd: ROOT,
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        APP_MODE: 'demo',
        STARTED_BY: 'npm run demo',
        APP_URL: url,
        AUTH_SECRET: fs.readFileSync(path.join(dir, 'secret'), 'utf8').trim(),
        DATABASE_URL: database?.url,
        DATA_DIR: dir,
      },
    },
  );
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const giveUp = Date.now() + START_TIMEOUT_MS; !(await answers()); ) {
    if (child.exitCode !== null || Date.now() > giveUp) throw new Error('next start did not get ready');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
