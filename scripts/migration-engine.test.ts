import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { onServer, withDatabaseName } from '../lib/test/test-database';
import {
  applyMigrations,
  createMigration,
  findDrift,
  forgetFailedMigration,
  pendingMigrations,
} from './migration-engine';

const serverUrl = inject('serverUrl');
const name = `guildhall_migrations_${process.env.VITEST_POOL_ID ?? '1'}`;
const url = withDatabaseName(serverUrl, name);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-migrations-'));
const foundation = /_foundation$/;

const sql = async (text: string) =>
  onServer(url, async (client: pg.Client) => (await client.query(text)).rows as Record<string, unknown>[]);

beforeEach(async () => {
  await onServer(serverUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  });
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(path.resolve(import.meta.dirname, '../prisma'), folder, {
    recursive: true,
    filter: (file) => !file.includes(`${path.sep}client`),
  });
});

afterAll(async () => {
  await onServer(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the migrations', () => {
  test('are applied once; the second time there is nothing to do', async () => {
    const pending = await pendingMigrations(url);
    expect(pending[0]).toMatch(foundation);
    expect(await applyMigrations(url)).toEqual(pending);
    expect(await applyMigrations(url)).toEqual([]);
    expect(await pendingMigrations(url)).toEqual([]);
  });

  test('build what the schema file says', async () => {
    expect(await findDrift(url)).toBeNull();
  });

  test('are recorded in the table that prisma migrate deploy knows', async () => {
    const applied = await applyMigrations(url);
    const rows = await sql('select migration_name, applied_steps_count, logs from _prisma_migrations order by 1');
    expect(rows).toEqual(applied.map((migration_name) => ({ migration_name, applied_steps_count: 1, logs: null })));
  });

  test('are applied by one of two instances that start together; the other waits', async () => {
    const both = await Promise.all([applyMigrations(url), applyMigrations(url)]);
    expect(both.map((applied) => applied.length > 0).sort()).toEqual([false, true]);
  });
});

describe('a change of the schema file', () => {
  const addModel = () =>
    fs.appendFileSync(path.join(folder, 'schema.prisma'), '\nmodel Thing {\n  id Int @id\n  name String\n}\n');

  test('is told by the drift check and becomes a migration', { timeout: 60_000 }, async () => {
    await applyMigrations(url, folder);
    addModel();
    expect(await findDrift(url, folder)).toContain('CREATE TABLE "Thing"');
    const created = await createMigration(url, 'add_thing', folder);
    expect(await applyMigrations(url, folder)).toEqual([created]);
    expect(await findDrift(url, folder)).toBeNull();
    expect(await createMigration(url, 'nothing', folder)).toBeNull();
  });

  test('that fails leaves nothing behind and can be tried again', async () => {
    await applyMigrations(url, folder);
    addModel();
    const created = (await createMigration(url, 'add_thing', folder)) as string;
    const file = path.join(folder, 'migrations', created, 'migration.sql');
    const right = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, `${right}\nDO $$ BEGIN RAISE EXCEPTION 'stop; here'; END $$;\n`);
    await expect(applyMigrations(url, folder)).rejects.toThrow('stop; here');
    expect(await sql(`select to_regclass('"Thing"') as present`)).toEqual([{ present: null }]);
    fs.writeFileSync(file, right);
    await forgetFailedMigration(url, created, folder);
    expect(await applyMigrations(url, folder)).toEqual([created]);
  });
});
