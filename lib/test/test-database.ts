import path from 'node:path';
import pg from 'pg';
import { dataDir } from '../../scripts/bootstrap.mjs';

/** The migrated database that every test file's own is copied from. */
export const TEMPLATE = 'guildhall_template';
/** PostgreSQL copies a database only while nobody else is at it, so copying takes turns. */
export const CLONE_LOCK = 4_711_351;

/** Folder of the tests' own server and files. */
export const testPostgresDir = () => path.join(dataDir(), 'test-postgres');

/** The same server and login, another database. */
export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs statements one by one on a connection of its own. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
