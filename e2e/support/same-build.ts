import fs from 'node:fs';
import path from 'node:path';
import { runningPostgres } from '../../scripts/postgres/embedded-postgres.mjs';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** What the same build needs to run once more at `url`, on the database of the server under test. */
export async function settingsFor(url: string): Promise<NodeJS.ProcessEnv> {
  const dir = process.env.E2E_DATA_DIR ?? path.join(ROOT, '.data');
  const database = await runningPostgres({ dir: path.join(dir, 'postgres') });
  return {
    ...process.env,
    NODE_ENV: 'production',
    APP_MODE: 'demo',
    STARTED_BY: 'npm run demo',
    APP_URL: url,
    AUTH_SECRET: fs.readFileSync(path.join(dir, 'secret'), 'utf8').trim(),
    DATABASE_URL: database?.url,
    DATA_DIR: dir,
  };
}
