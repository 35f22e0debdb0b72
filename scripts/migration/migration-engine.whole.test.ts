import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { dropDatabase, onServer, withDatabaseName } from '../../lib/test/test-database';
import { applyMigrations, forgetFailedMigration } from './migration-engine';
import { pendingMigrations } from './pending-migrations.mjs';

const serverUrl = inject('serverUrl');
const name = `guildhall_migrations_${process.env.VITEST_POOL_ID ?? '1'}`;
const url = withDatabaseName(serverUrl, name);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-migrations-'));
const foundation = /_foundation$/;

const sql = async (text: string) =>
  onServer(url, async (client: pg.Client) => (await client.query(text)).rows as Record<string, unknown>[]);

beforeEach(async () => {
  await onServer(serverUrl, async (client) => {
    await dropDatabase(client, name);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  });
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(path.resolve(import.meta.dirname, '../../prisma'), folder, {
    recursive: true,
    filter: (file) => !file.includes(`${path.sep}client`),
  });
});

afterAll(async () => {
  await onServer(serverUrl, (client) => dropDatabase(client, name));
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

  test('are applied by one of two instances that start together; the other waits', async () => {
    const both = await Promise.all([applyMigrations(url), applyMigrations(url)]);
    expect(both.map((applied) => applied.length > 0).sort()).toEqual([false, true]);
  });
});

describe('a migration', () => {
  const own = path.join(folder, 'own');
  const fileOf = (migration: string) => path.join(own, 'migrations', migration, 'migration.sql');
  const write = (migration: string, text: string) => {
    fs.mkdirSync(path.dirname(fileOf(migration)), { recursive: true });
    fs.writeFileSync(fileOf(migration), text);
  };
  const FIRST = '20260101000000_first';
  const SECOND = '20260102000000_second';
  const present = async (table: string) => (await sql(`select to_regclass('${table}') is not null as there`))[0]?.there;

  beforeEach(() => write(FIRST, 'create table note (id int primary key);'));

  test('is kept as Prisma keeps it: the hash of its file, when it began and ended, one step', async () => {
    await applyMigrations(url, own);
    const [row] = await sql('select *, started_at <= finished_at as in_order from _prisma_migrations');
    expect(row).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: createHash('sha256')
        .update(fs.readFileSync(fileOf(FIRST)))
        .digest('hex'),
      migration_name: FIRST,
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      in_order: true,
    });
  });

  test('that fails is told with its line and what to do, keeps nothing, and stops the next ones until it is corrected', async () => {
    write(SECOND, 'create table half (id int);\n\nselect nowhere;');
    write('20260103000000_third', 'create table later (id int);');
    const told = `${SECOND} failed, line 3: column "nowhere" does not exist\nNothing of it stays; correct its text, then \`npm run migrate -- retry ${SECOND}\`.`;
    await expect(applyMigrations(url, own)).rejects.toThrow(told);
    expect([await present('note'), await present('half'), await present('later')]).toEqual([true, false, false]);
    await expect(applyMigrations(url, own)).rejects.toThrow(/second failed before: .* retry .*\n.*"nowhere"/);
    write(SECOND, 'create table half (id int);');
    await expect(forgetFailedMigration(url, FIRST)).rejects.toThrow(`Failed ones: ${SECOND}`);
    await forgetFailedMigration(url, SECOND);
    expect(await applyMigrations(url, own)).toEqual([SECOND, '20260103000000_third']);
  });

  test('whose process ended half way is applied again by itself', async () => {
    await applyMigrations(url, own);
    write(SECOND, 'create table other (id int);');
    await sql(`insert into _prisma_migrations (id, checksum, migration_name) values ('1', 'x', '${SECOND}')`);
    expect(await applyMigrations(url, own)).toEqual([SECOND]);
  });

  test('that cannot run in a transaction says so in its first line', async () => {
    write(SECOND, 'create index concurrently note_id on note (id);');
    await expect(applyMigrations(url, own)).rejects.toThrow('cannot run inside a transaction block');
    await forgetFailedMigration(url, SECOND);
    write(SECOND, '-- without transaction\ncreate index concurrently note_id on note (nowhere);');
    await expect(applyMigrations(url, own)).rejects.toThrow('It runs without a transaction: see what stays of it');
    await expect(applyMigrations(url, own)).rejects.toThrow('undo what stays of it');
    await forgetFailedMigration(url, SECOND);
    write(SECOND, '-- without transaction\ncreate index concurrently note_id on note (id);');
    expect(await applyMigrations(url, own)).toEqual([SECOND]);
  });

  test('waits for whoever migrates with a command of Prisma’s', async () => {
    await onServer(url, async (other) => {
      await other.query('select pg_advisory_lock(72707369)');
      let waits = () => {};
      const waiting = new Promise<void>((resolve) => {
        waits = resolve;
      });
      const applied = applyMigrations(url, own, () => waits());
      await waiting;
      expect(await present('note')).toBe(false);
      await other.query('select pg_advisory_unlock(72707369)');
      expect(await applied).toEqual([FIRST]);
    });
  });
});

test('through a pooler, which gives process numbers of its own, migrations are refused with what to set', async () => {
  const { hostname, port } = new URL(url);
  const pooler = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    client.pipe(server);
    server.on('data', (bytes) => {
      // BackendKeyData: its letter, its length, the process and its key.
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5);
      client.write(bytes);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  const pooled = new URL(url);
  Object.assign(pooled, { hostname: '127.0.0.1', port: String((pooler.address() as net.AddressInfo).port) });
  await expect(applyMigrations(pooled.href)).rejects.toThrow('set DIRECT_DATABASE_URL');
  expect(await pendingMigrations(url)).toContainEqual(expect.stringMatching(foundation));
  pooler.close();
});

const old = spawn(process.execPath, [path.join(import.meta.dirname, 'old-server.fixture.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(() => old.kill());
const lines = createInterface({ input: old.stdout });
const queries: string[] = [];
const port = new Promise<string>((resolve) => {
  lines.once('line', (line) => {
    resolve(line);
    lines.on('line', (query) => queries.push(query));
  });
});

test('every command refuses a server that is too old, before it changes anything', async () => {
  const DATABASE_URL = `postgresql://owner@127.0.0.1:${await port}/guildhall`;
  const { PATH = '', DATA_DIR = '' } = process.env;
  for (const command of [[], ['status'], ['retry', 'one']]) {
    const args = ['--import', 'tsx', path.join(import.meta.dirname, '../migrate.ts'), ...command];
    const failure = await promisify(execFile)(process.execPath, args, {
      env: { PATH, DATA_DIR, NODE_ENV: 'test', DATABASE_URL },
    }).catch((error: { code: number; stderr: string }) => error);
    expect(failure).toMatchObject({ code: 3, stderr: expect.stringContaining('PostgreSQL 16 or newer') });
  }
  expect(queries.every((query) => query.startsWith('select current_setting'))).toBe(true);
});
