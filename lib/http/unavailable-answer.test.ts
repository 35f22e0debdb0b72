import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asWorker, closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { answerOrSayUnavailable } from '@/lib/http/unavailable-answer';
import { type Relay, relayTo } from '@/lib/test/relay';
import { UNSURE } from '@/lib/unavailable/note';

/** A server whose handler answers 500 when its transaction fails, as Next does for a page. */
let relay: Relay;
let server: http.Server;
let url: string;

const handler = async (request: http.IncomingMessage, response: http.ServerResponse) => {
  try {
    if (request.url === '/broken') return void response.writeHead(500, { 'X-Own': '1' }).end('broken');
    await asWorker((db) => db.$queryRaw`select 1`);
    response.setHeader('Content-Type', 'text/html');
    response.end('<p>The page</p>');
  } catch {
    response.statusCode = 500;
    response.setHeader('Content-Encoding', 'gzip');
    response.write('half of ');
    response.end('an error page');
  }
};

beforeAll(async () => {
  relay = await relayTo(env.databaseUrl);
  Object.assign(process.env, { DATABASE_URL: relay.url, DATABASE_PATIENCE: '0.2' });
  server = http.createServer((request, response) =>
    answerOrSayUnavailable(request, response, () => handler(request, response)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await closeDatabase();
  await relay.close();
});
beforeEach(async () => {
  relay.pass();
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
});

const page = { headers: { Accept: 'text/html,*/*;q=0.8' } };

describe('an answer while the database is away', () => {
  test('is, for a page, one that tries again by itself, with 503', async () => {
    relay.swallow();
    const answer = await fetch(url, page);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('refresh')).toBe(answer.headers.get('retry-after'));
    expect(Number(answer.headers.get('refresh'))).toBeGreaterThan(1);
    expect(answer.headers.get('content-encoding')).toBeNull();
    const text = await answer.text();
    expect(text).toContain('tries again by itself');
    expect(text).not.toContain('error page');
  });

  test('keeps what was written in a form: it does not open itself anew', async () => {
    relay.swallow();
    const answer = await fetch(url, { ...page, method: 'POST', body: 'a=b' });
    expect([answer.status, answer.headers.get('refresh')]).toEqual([503, null]);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answer.text()).toContain('still in the form');
  });

  test.each([
    ['a form', '/', 'what you wrote is still in the form'],
    ['an address of the API', '/api/auth/callback', '"code":"unavailable"'],
  ])('says to %s whose commit was not answered that it may have been saved', async (_, path, also) => {
    // On a new connection it is sent by its text.
    await closeDatabase();
    relay.swallowAnswerTo('COMMIT');
    const answer = await fetch(url + path, { ...page, method: 'POST', body: 'a=b' });
    expect([answer.status, answer.headers.get('refresh')]).toEqual([503, null]);
    const text = await answer.text();
    expect(text).toContain(UNSURE);
    expect(text).toContain(also);
    expect(text).not.toContain('could not be saved');
  });

  test('is JSON for an address of the API, and left as it is for a script of the page', async () => {
    relay.swallow();
    const call = await fetch(`${url}/api/auth/session`);
    expect([call.status, call.headers.has('retry-after')]).toEqual([503, true]);
    expect(await call.json()).toMatchObject({ status: 503, code: 'unavailable', request_id: expect.any(String) });
    const sent = await new Promise<http.IncomingMessage>((resolve) =>
      http.get(url, { headers: { rsc: '1' } }, resolve),
    );
    expect([sent.statusCode, sent.headers['retry-after']]).toEqual([503, expect.any(String)]);
    let text = '';
    for await (const part of sent) text += part;
    expect(text).toBe('half of an error page');
  });

  test('stays 500 where the database has nothing to do with it', async () => {
    const answer = await new Promise<http.IncomingMessage>((resolve) => http.get(`${url}/broken`, resolve));
    expect([answer.statusCode, answer.headers['retry-after'], answer.headers['x-own']]).toEqual([500, undefined, '1']);
    answer.resume();
  });
});
