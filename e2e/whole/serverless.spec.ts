import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { sessionCookieName } from '../../lib/session-token';
import { test } from '../fixtures';
import { startFunctions } from '../support/functions';
import { Organisation } from '../support/organisation';

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
  return { published, port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

// Two at once would deliver each other's messages.
test.describe.configure({ mode: 'default' });

for (const context of ['early', 'late'] as const)
  test(`as functions that are frozen after each answer, with the host’s context ${context}`, async ({ browser }) => {
    const service = await startService();
    const functions = await startFunctions(context, {
      PUSHER_APP_ID: '1',
      PUSHER_KEY: 'key',
      PUSHER_SECRET: 'secret',
      PUSHER_HOST: '127.0.0.1',
      PUSHER_PORT: String(service.port),
      PUSHER_USE_TLS: 'false',
      REALTIME_LOCAL: '1',
    });
    try {
      const org = await Organisation.make(functions.url, async (token, options) => {
        const opened = await browser.newContext({ baseURL: functions.url, ...options });
        if (token)
          await opened.addCookies([{ name: sessionCookieName(), value: token, url: functions.url, httpOnly: true }]);
        return opened.newPage();
      });
      const leader = await org.program('leader');
      const project = await leader.newProject('Posters');
      const before = service.published.length;
      for (let at = 1; at <= 10; at++)
        expect((await leader.call('POST', 'Task', { project_id: project._id, title: `Poster ${at}` })).status).toBe(
          201,
        );
      // The process stands still: nothing of it waits for the next request. The server under test has the same queue, and
      // its timer may take a message or two away.
      await expect
        .poll(() => service.published.slice(before).filter((name) => name === 'task.created').length)
        .toBeGreaterThanOrEqual(8);

      const page = await org.as('leader');
      await page.goto(org.url(`task?project=${project.key}`));
      await expect(page.getByText('Poster 10')).toBeVisible();
      expect((await fetch(`${functions.url}/readyz`)).status).toBe(503);
      const cron = await fetch(`${functions.url}/api/cron/outbox`);
      expect(cron.status).toBe(401);
      await page.context().close();
    } finally {
      await functions.stop();
      service.stop();
    }
  });
