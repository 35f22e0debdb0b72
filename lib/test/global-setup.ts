import type { TestProject } from 'vitest/node';
import { applyMigrations } from '../../scripts/migration/migration-engine';
import { releasePostgres, startPostgres } from '../../scripts/postgres/embedded-postgres.mjs';
import { insertFixtures } from './fixtures';
import { dropDatabase, onServer, TEMPLATE, testPostgresDir, withDatabaseName } from './test-database';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server, as the owner of its databases, who is no superuser. */
    serverUrl: string;
  }
}

/**
 * Starts the tests' own PostgreSQL and builds the template database with the real migrations and the
 * fixtures.
 * TEST_DATABASE_URL names another server: a login that may create databases and roles, at a database it does not mind.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = testPostgresDir();
  const given = process.env.TEST_DATABASE_URL;
  const serverUrl = given ?? (await startPostgres({ dir, unsafe: true })).url;
  await onServer(serverUrl, async (client) => {
    await dropDatabase(client, TEMPLATE);
    await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0`);
    await applyMigrations(withDatabaseName(serverUrl, TEMPLATE));
    await onServer(withDatabaseName(serverUrl, TEMPLATE), insertFixtures);
    await client.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false`);
    // A connection that is still closing would make every copy wait five seconds and fail. Autovacuum's is not ours to end,
    // and leaves by itself when somebody copies.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [TEMPLATE],
    );
  });
  project.provide('serverUrl', serverUrl);
  return async () => {
    if (!given) await releasePostgres({ dir });
  };
}
