import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { answerApi, offerApi } from '@/lib/api/before-next';
import { isCall, serveApi } from '@/lib/api/serve';
import { table } from '@/lib/api/table';
import { defineEndpoints, type Endpoint, endpointsOf, query } from '@/lib/contract/endpoint';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { SECURITY_HEADERS } from '@/lib/http/security-headers.mjs';
import { sessionCookieName, signToken, verifyToken } from '@/lib/session-token';
import { fixtureId } from '@/lib/test/fixtures';
import { openBearer } from '@/lib/test/session';
import { call } from '@/lib/test/wire';

const LEFT = 'left to Next';
let server: http.Server;
let token: string;
const { host } = new URL(env.appUrl);

const unwritable = endpointsOf(
  defineEndpoints({
    'GET unwritable': query(z.object({}), z.unknown(), 'task.view', async () => ({ large: 1n }), 'For tests.'),
  }),
);

beforeAll(async () => {
  (table as Endpoint[]).push(...unwritable);
  offerApi({ isCall, serve: serveApi });
  server = http.createServer((request, response) => answerApi(request, response) ?? response.end(LEFT));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  token = await openBearer(fixtureId('acme.leader'));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await closeDatabase();
});

type Sent = { method?: string; headers?: Record<string, string | undefined>; body?: string | Buffer };
type Got = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer; text: string };

/** As a program sends it: fetch would resolve the path and choose headers. */
const send = (path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<Got>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const all = { host, authorization: `Bearer ${token}`, ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const request = http.request({ host: 'localhost', port, path, method, headers: given }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
      });
    });
    request.on('error', reject).end(body);
  });

const json = { 'content-type': 'application/json' };

test('a call gets the answer of its route, with every header of safety', async () => {
  const direct = await send('/api/taskList?limit=2');
  const { body } = await call('GET', 'taskList', { token, query: { limit: '2' } });
  expect([direct.status, JSON.parse(direct.text)]).toEqual([200, body]);
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    expect([name, direct.headers[name.toLowerCase()]]).toEqual([name, value]);
  expect(direct.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'content-type': 'application/json',
  });
});

test('answers are packed for whoever reads that', async () => {
  const plain = await send('/api/taskList');
  const packed = await send('/api/taskList', { headers: { 'accept-encoding': 'br, gzip' } });
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
  expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual(JSON.parse(plain.text));
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  for (const [accepted, coding] of [
    ...['gzip', 'br;q=1, gzip;q=0.5', 'GZIP', 'x-gzip', 'gzip, br'].map((one) => [one, 'gzip']),
    ...['', 'br', 'gzip;q=0', 'gzip; q=0.000, br', 'notgzip'].map((one) => [one, undefined]),
  ] as const) {
    const { headers } = await send('/api/taskList', { headers: { 'accept-encoding': accepted } });
    expect([accepted, headers['content-encoding']]).toEqual([accepted, coding]);
  }
});

test('a query that is not UTF-8 is refused in words, and one with a sign of its own is not', async () => {
  for (const [query, status] of [
    ['%FF', 400],
    ['Gr%FCn', 400],
    ['%C3', 400],
    ['Gr%C3%BCn+100%25', 200],
    ['100%', 200],
    ['%EF%BF%BD', 200],
  ] as const) {
    const { text, ...got } = await send(`/api/search?q=${query}`);
    expect([query, got.status]).toEqual([query, status]);
    if (status === 400) expect(JSON.parse(text).message).toBe('The query is not valid UTF-8.');
  }
});

test('an answer that JSON cannot hold is a failure with a reference, not a call without an end', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  const { status, text } = await send('/api/unwritable');
  vi.mocked(console.error).mockRestore();
  expect([status, JSON.parse(text).code]).toEqual([500, 'unexpected']);
  expect(lines.join()).toContain(JSON.parse(text).request_id);
});

test('a body is read as its endpoint wants it, and one that is too large is refused', async () => {
  const wrong = await send('/api/Task', { method: 'POST', headers: json, body: '{"project_id":1' });
  expect([wrong.status, JSON.parse(wrong.text).code]).toEqual([400, 'malformed']);
  const large = await send('/api/Task', { method: 'POST', headers: json, body: Buffer.alloc(2 ** 20 + 1, 32) });
  expect([large.status, JSON.parse(large.text).code]).toEqual([413, 'too_large']);
  const chunked = await send('/api/Task', {
    method: 'POST',
    headers: { ...json, 'transfer-encoding': 'chunked' },
    body: Buffer.alloc(2 ** 20 + 1, 32),
  });
  expect([chunked.status, JSON.parse(chunked.text).code]).toEqual([413, 'too_large']);
  const packed = await send('/api/Task', {
    method: 'POST',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: '{}',
  });
  expect([packed.status, JSON.parse(packed.text).code]).toEqual([415, 'type']);
  const latin = Buffer.from('{"title":"\xe9"}', 'latin1');
  const unread = await send('/api/Task', { method: 'POST', headers: json, body: latin });
  expect([unread.status, JSON.parse(unread.text)]).toMatchObject([400, { message: 'The body is not valid UTF-8.' }]);
});

test('a form that was sent without scripts leads back to its page, or says in words why not', async () => {
  const referer = `${env.appUrl}/acme/dashboard`;
  const sent = (headers: object, body = '{}') =>
    send('/api/markNotifications', { method: 'POST', headers: { ...json, ...headers }, body });
  const page = { 'sec-fetch-mode': 'navigate', referer };
  const done = await sent(page);
  expect([done.status, done.headers.location, done.text]).toEqual([303, referer, '']);
  const refused = await sent(page, '{"surprise":1}');
  expect([refused.status, refused.headers['content-type']]).toEqual([422, 'text/plain; charset=utf-8']);
  expect(refused.text).toMatch(/^[A-Z][^{]+\.\n\nGo back and try again\.$/);
  for (const headers of [{ referer }, { 'sec-fetch-mode': 'cors', referer }, { 'sec-fetch-mode': 'navigate' }])
    expect(JSON.parse((await sent(headers)).text)).toMatchObject({ status: 200 });
});

test('F04 a file is sent with its length, whole, in part and for HEAD, and keeps its own headers', async () => {
  const file = new File(['0123456789'], 'plan.txt');
  const made = await call('POST', 'upload', { token, body: { file, project_id: fixtureId('acme.WEB') } });
  const path = `/api/fileContent/${(made.body.data as { _id: string })._id}`;
  const whole = await send(path, { headers: { 'accept-encoding': 'gzip' } });
  expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, '0123456789', '10']);
  expect(whole.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-cache, no-transform',
    'x-content-type-options': 'nosniff',
    'referrer-policy': SECURITY_HEADERS['Referrer-Policy'],
  });
  const head = await send(path, { method: 'HEAD' });
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10']);
  const part = await send(path, { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.text, part.headers['content-length']]).toEqual([206, '234', '3']);
  const { etag } = whole.headers;
  expect((await send(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await send(path, { headers: { range: 'bytes=10-' } })).status).toBe(416);
  const refused = await send(path, { headers: { authorization: undefined } });
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([401, 'unauthenticated']);
});

test('by cookie: a change only from our own pages, and an old one slides as with pages', async () => {
  const { iat: _, exp, ...claims } = await verifyToken(token);
  const end = exp + 10 * 24 * 3600;
  const sign = () => signToken({ ...claims, kind: 'browser', abs: end }, end);
  const withCookie = (value: string) => ({ authorization: undefined, cookie: `${sessionCookieName()}=${value}` });
  const fresh = withCookie(await sign());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3600 * 1000 });
  const old = withCookie(await sign());
  vi.useRealTimers();
  expect((await send('/api/loggedInUser', { headers: fresh })).headers['set-cookie']).toBeUndefined();
  const [line = ''] = (await send('/api/loggedInUser', { headers: old })).headers['set-cookie'] ?? [];
  expect(line).toMatch(/^guildhall\.session=[\w.-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
  expect((await verifyToken(line.slice(line.indexOf('=') + 1, line.indexOf(';')))).sid).toBe(claims.sid);
  const change = { method: 'POST', body: '{}' };
  const foreign = await send('/api/Task', { ...change, headers: { ...fresh, ...json, origin: 'http://evil.test' } });
  const own = await send('/api/Task', {
    ...change,
    headers: { ...fresh, ...json, origin: new URL(env.appUrl).origin },
  });
  expect([foreign.status, own.status]).toEqual([403, 422]);
});

test('hosts, methods and cookies given twice are refused as by the route', async () => {
  const cookie = `${sessionCookieName()}=${token}`;
  const cases: [number, Sent][] = [
    [405, { method: 'HEAD' }],
    [405, { method: 'OPTIONS' }],
    [405, { method: 'POST' }],
    [421, { headers: { host: 'elsewhere.example' } }],
    [421, { headers: { 'x-forwarded-host': 'elsewhere.example' } }],
    [401, { headers: { authorization: undefined, cookie: `${cookie}; ${cookie}` } }],
  ];
  for (const [status, sent] of cases)
    expect([sent, (await send('/api/loggedInUser', sent)).status]).toEqual([sent, status]);
});

test('whatever is not plain is left to Next', async () => {
  for (const path of [
    '/api/nothing',
    '/api/loggedInUser/',
    '/api//loggedInUser',
    '/api/../api/loggedInUser',
    '/api/logged%49nUser',
    '/api/auth/session',
    '/acme/task',
  ])
    expect([path, (await send(path)).text]).toEqual([path, LEFT]);
});
