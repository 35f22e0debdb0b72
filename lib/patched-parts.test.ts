/**
 * Where the product reaches into what others keep to themselves, and may change without a word. Each has its version here,
 * so that an upgrade stops at this list; and what it leans on, which is tried out here.
 */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { asAuth, closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';

const ROOT = resolve(import.meta.dirname, '..');

const LEANS_ON: [name: string, version: string, file: string, what: string][] = [
  [
    '@prisma/adapter-pg',
    '7.10.0',
    'lib/database/handle.ts',
    'it takes its connections from a pool’s connect and query, and begins and ends by the texts BEGIN, COMMIT and ROLLBACK',
  ],
  [
    'pg',
    '8.23.1',
    'lib/db.connection.ts',
    'all statements pass Client.query, several of one text answer as a list, and connection.stream is the socket',
  ],
];

test.each(LEANS_ON)('%s is the version %s that %s was written against', (name, version, file, what) => {
  const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
  const advice = `${name} is ${installed} now. ${file} leans on this, which may have changed: ${what}. Look at it, run its tests, then write the new version here.`;
  expect(installed, advice).toBe(version);
});

describe('a transaction of Prisma’s', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    await closeDatabase();
  });

  /** The texts that reach PostgreSQL while `work` runs. */
  async function statements(work: () => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await work().catch(() => undefined);
    return query.mock.calls.map(([config]: unknown[]) => (config as { text?: string }).text ?? String(config));
  }

  test('begins as the role auth: its BEGIN was recognised and replaced', async () => {
    const role = () => asAuth((db) => db.$queryRaw`select current_user::text as role`);
    expect(await role(), 'Prisma begins in other words now, and statements run as the owner').toEqual([
      { role: 'auth' },
    ]);
    const [begin] = await statements(role);
    expect(begin).toMatch(/^begin; set local role auth/);
  });

  test('ends with COMMIT or ROLLBACK: by these words lib/db.connection.ts stops its clock', async () => {
    expect((await statements(() => asAuth((db) => db.$queryRaw`select 1`))).at(-1)).toMatch(/COMMIT$/);
    expect((await statements(() => asAuth((db) => db.$queryRaw`select nowhere`))).at(-1)).toBe('ROLLBACK');
  });

  test('runs on a socket that can be destroyed', async () => {
    const client = new pg.Client({ connectionString: env.databaseUrl });
    await client.connect();
    expect((client as unknown as { connection: { stream: unknown } }).connection.stream).toBeInstanceOf(Socket);
    await client.end();
  });
});
