import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { processExists } from '../common/process-identity.mjs';
import {
  deletePostgres,
  postgresEnd,
  postgresPlace,
  releasePostgres,
  runningPostgres,
  startPostgres,
} from './embedded-postgres.mjs';

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

const pidFileOf = (server: string) => path.join(postgresPlace({ dir: server }), 'data', 'postmaster.pid');
const serverPid = () => Number(fs.readFileSync(pidFileOf(dir), 'utf8').split('\n')[0]);

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
    const startHere = () => startPostgres({ dir, unsafe: true });
    const answers = await Promise.all([startElsewhere(), startElsewhere(), startHere(), startHere()]);
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
    await vi.waitFor(async () => expect(await runningPostgres({ dir })).toBeNull(), 30_000);
    const again = await startPostgres({ dir, unsafe: true });
    expect(again.started).toBe(true);
    expect(serverPid()).not.toBe(killed);
    expect(await ask(again.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('a pid file that names another PostgreSQL neither keeps it from starting nor ends that one', async () => {
    const other = path.join(folder, 'other');
    const foreign = await startPostgres({ dir: other, unsafe: true });
    try {
      const { url } = await startPostgres({ dir, unsafe: true });
      const pidFile = pidFileOf(dir);
      await releasePostgres({ dir });
      fs.copyFileSync(pidFileOf(other), pidFile);
      expect(await runningPostgres({ dir })).toBeNull();
      expect((await startPostgres({ dir, unsafe: true })).url).toBe(url);
      expect(await runningPostgres({ dir: other })).toMatchObject({ url: foreign.url });
      await releasePostgres({ dir });
      fs.copyFileSync(pidFileOf(other), pidFile);
      expect(await releasePostgres({ dir })).toBe(true);
      expect(await runningPostgres({ dir: other })).toMatchObject({ url: foreign.url });
    } finally {
      await deletePostgres({ dir: other });
    }
  });

  test('a backend that outlives its killed server does not keep the next one from starting', async () => {
    const { url } = await startPostgres({ dir, unsafe: true });
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const backend = rows[0]?.pid ?? 0;
    // It stands still, as one does that waits for a disk: it does not notice that its server is gone.
    process.kill(backend, 'SIGSTOP');
    const ended = postgresEnd({ dir, signal: new AbortController().signal });
    process.kill(serverPid(), 'SIGKILL');
    expect(await ended).toBe('it was killed');
    const again = await startPostgres({ dir, unsafe: true });
    expect(again.started).toBe(true);
    expect(processExists(backend)).toBe(false);
    await client.end().catch(() => {});
  }, 30_000);

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
