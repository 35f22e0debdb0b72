/** Runs before each test file: gives it a fresh copy of the migrated database, and an environment of its own. */
import path from 'node:path';
import { beforeAll, inject } from 'vitest';
import { CLONE_LOCK, dropDatabase, onServer, TEMPLATE, testPostgresDir, withDatabaseName } from './test-database';

const serverUrl = inject('serverUrl');
const name = `guildhall_test_${process.env.VITEST_POOL_ID ?? '1'}`;

for (const variable of Object.keys(process.env)) {
  if (/^(PUSHER_|REALTIME_|SMTP_|UPLOADTHING_|NEXTAUTH_|AUTH_|NEXT_PUBLIC_)/.test(variable))
    delete process.env[variable];
}
Object.assign(process.env, {
  APP_MODE: 'development',
  APP_URL: 'http://localhost:3000',
  AUTH_SECRET: 'a-secret-that-only-the-tests-know-and-that-is-long-enough',
  AUTH_TRUST_HOST: 'true',
  CRON_SECRET: 'a-cron-secret-that-only-the-tests-know',
  // A busy machine is no reason to fail.
  DATABASE_PATIENCE: '6',
  DATABASE_URL: withDatabaseName(serverUrl, name),
  DATA_DIR: path.join(testPostgresDir(), 'files', name),
});
delete process.env.DATABASE_APP_URL;
delete process.env.ROOT_DOMAIN;

beforeAll(async () => {
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [CLONE_LOCK]);
    await dropDatabase(client, name);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  });
});
