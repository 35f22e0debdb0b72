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

const IN_USE = '55006';

/**
 * Drops a database, if there is one, whoever is in it. Not WITH (FORCE): that refuses, to whoever is no superuser, as soon as
 * a process is in it that it may not end, such as a worker of autovacuum. A plain DROP asks that one to leave and waits for
 * five seconds. Throws what PostgreSQL says when somebody stays for a minute.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let left = 12; ; left--) {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and backend_type = 'client backend' and usename = current_user`,
      [name],
    );
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE || !left) throw error;
    }
  }
}

/** Makes "due in so many days" true again in a copy that was filled on an earlier day; `client` is connected as the owner. */
export async function moveDueDatesToToday(client: pg.Client): Promise<void> {
  await client.query(`
    update task set due_date = due_date + (current_date - created_at::date)
     where due_date is not null and created_at::date <> current_date`);
}
