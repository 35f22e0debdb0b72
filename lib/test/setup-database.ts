/** Runs before each test file that reaches the database: a copy of the migrated one, of its own. */
import { beforeAll, inject } from 'vitest';
import { CLONE_LOCK, dropDatabase, moveDueDatesToToday, onServer, TEMPLATE, withDatabaseName } from './test-database';

const serverUrl = inject('serverUrl');
const name = `guildhall_test_${process.env.VITEST_POOL_ID ?? '1'}`;
process.env.DATABASE_URL = withDatabaseName(serverUrl, name);

beforeAll(async () => {
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [CLONE_LOCK]);
    await dropDatabase(client, name);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  });
  // A run that goes over midnight copies what was filled the day before.
  await onServer(process.env.DATABASE_URL as string, moveDueDatesToToday);
});
