import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

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
