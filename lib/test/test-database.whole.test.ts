import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { dropDatabase, onServer, withDatabaseName } from './test-database';

/** `TEST_DATABASE_URL` names a server whose superuser nobody here knows. */
const own = !process.env.TEST_DATABASE_URL;

test.runIf(own)('a test database is dropped also while a process of a superuser is in it', async () => {
  const serverUrl = inject('serverUrl');
  const name = `guildhall_test_dropped_${process.env.VITEST_POOL_ID ?? '1'}`;
  const { superuser } = JSON.parse(
    readFileSync(path.resolve(process.env.DATA_DIR ?? '', '../../credentials.json'), 'utf8'),
  );
  await onServer(serverUrl, async (owner) => {
    await dropDatabase(owner, name);
    await owner.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    // What autovacuum's worker is to the owner: nobody's it may end.
    const address = Object.assign(new URL(withDatabaseName(serverUrl, name)), {
      username: 'postgres',
      password: superuser,
    });
    const other = new pg.Client({ connectionString: address.href });
    await other.connect();
    const refused = await owner.query(`DROP DATABASE ${name} WITH (FORCE)`).catch((error: Error) => error.message);
    expect(refused).toBe('permission denied to terminate process');
    const dropping = dropDatabase(owner, name);
    await other.end();
    await dropping;
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [name]);
    expect(rowCount).toBe(0);
  });
});
