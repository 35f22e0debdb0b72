import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { deletePostgres, releasePostgres, runningPostgres, startPostgres } from './embedded-postgres.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-postgres-'));
const dir = path.join(folder, 'postgres');

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // The server's end ends the connection; the query in flight tells.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function place(): string {
  const memo = path.join(dir, 'place');
  return fs.existsSync(memo) ? fs.readFileSync(memo, 'utf8') : dir;
}

const serverPid = () => Number(fs.readFileSync(path.join(place(), 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Another process that starts the server and says where. */
async function startElsewhere(): Promise<{ url: string; started: boolean }> {
  const child = fork(path.join(import.meta.dirname, 'embedded-postgres.fixture.mjs'), [dir]);
  const [answer] = await once(child, 'message');
  await once(child, 'exit');
  return answer as { url: string; started: boolean };
}

afterAll(async () => {
  await deletePostgres({ dir });
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the embedded server', () => {
  test('several starters at once end up with the same server', async () => {
    const answers = await Promise.all([startElsewhere(), startElsewhere(), startPostgres({ dir, unsafe: true })]);
    expect(new Set(answers.map((answer) => answer.url)).size).toBe(1);
    expect(answers.filter((answer) => answer.started)).toHaveLength(1);
  });

  test('its owner may create roles and databases but is neither superuser nor above row-level security', async () => {
    const { url } = await startPostgres({ dir, unsafe: true });
    const rights = await ask(
      url,
      'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
    );
    expect(rights).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: true, rolcreatedb: true }]);
  });

  test('its passwords can be read by the person who started it alone', async () => {
    expect(fs.statSync(path.join(dir, 'credentials.json')).mode & 0o077).toBe(0);
  });

  test('after kill -9 it starts again with what was committed', async () => {
    await releasePostgres({ dir });
    const { url, started } = await startPostgres({ dir });
    expect(started).toBe(true);
    await ask(url, 'create table kept as select 42 as answer');
    const killed = serverPid();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(async () => expect(await runningPostgres({ dir })).toBeNull(), 10_000);
    const again = await startPostgres({ dir, unsafe: true });
    expect(again.started).toBe(true);
    expect(serverPid()).not.toBe(killed);
    expect(await ask(again.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('a pid file that names another program does not keep it from starting', async () => {
    const { url } = await startPostgres({ dir, unsafe: true });
    const pidFile = path.join(place(), 'data', 'postmaster.pid');
    const lines = fs.readFileSync(pidFile, 'utf8').split('\n');
    await releasePostgres({ dir });
    expect(await runningPostgres({ dir })).toBeNull();
    fs.writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
    const again = await startPostgres({ dir, unsafe: true });
    expect(again.url).toBe(url);
    expect(await ask(again.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('it stays while another process uses it, and stops with the last', async () => {
    await startPostgres({ dir, unsafe: true });
    const other = fork(path.join(import.meta.dirname, 'embedded-postgres.fixture.mjs'), [dir, 'stay']);
    await once(other, 'message');
    expect(await releasePostgres({ dir })).toBe(false);
    expect(await runningPostgres({ dir })).not.toBeNull();
    other.disconnect();
    await once(other, 'exit');
    expect(await runningPostgres({ dir })).toBeNull();
  });
});
