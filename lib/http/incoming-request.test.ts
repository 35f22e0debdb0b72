import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { env } from '@/lib/env';
import { answerMalformed, prepareRequests, refusalOf } from '@/lib/http/incoming-request';

const status = (method: string, state?: string) =>
  refusalOf({
    method,
    url: '/api/x',
    headers: state === undefined ? {} : { 'next-router-state-tree': state },
  })?.status;
const to = (method: string, url: string, headers: Record<string, string> = {}) =>
  refusalOf({ method, url, headers: { host: HOST, ...headers } })?.status;
const { origin: HERE, host: HOST } = new URL(env.appUrl);

test('E14 methods that nothing here serves are refused', () => {
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'QUERY'])
    expect([method, status(method)]).toEqual([method, 405]);
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    expect(status(method)).toBeUndefined();
});

test('a router state that cannot be read is refused', () => {
  for (const state of ['garbage', '%E0%A4%A', '{}', `[${'"x",'.repeat(20_000)}"x"]`])
    expect(status('GET', state)).toBe(400);
  const sent = (state: unknown) => status('GET', encodeURIComponent(JSON.stringify(state)));
  for (const state of [
    [],
    [1],
    [''],
    [[]],
    [null, null],
    ['', {}, {}],
    ['', { children: 1 }],
    ['', {}, '/x', 'refetch'],
    ['', {}, null, 'evil'],
    ['', { children: [['orgKey', 'acme', 'x', null], {}] }],
  ])
    expect([state, sent(state)]).toEqual([state, 400]);
  for (const state of [
    ['', { children: ['acme', {}] }],
    ['', {}, ['/x', ''], 'refetch'],
    ['', { children: [['orgKey', 'acme', 'd', null], { children: ['task', {}, null, null, 0] }] }, null, null, 16],
  ])
    expect([state, sent(state)]).toEqual([state, undefined]);
});

test('whatever the path looks like, a form is sent from the application itself', () => {
  for (const path of [
    '/acme/login',
    '/healthz',
    '/healthzz/login',
    '/x.txt',
    '/logo.svg',
    '/_next/image',
    '/_next/static/x.js',
    '/api',
    '/api/../acme/login',
    '/api/%2e%2e/acme/login',
    '/api\\..\\acme/login',
    `${HERE}/acme/login`,
    '//api/acme/login',
    '/acme/login?/api/',
  ])
    for (const origin of [undefined, 'http://evil.test', 'null'])
      expect([path, origin, to('POST', path, origin === undefined ? {} : { origin })]).toEqual([path, origin, 403]);
  for (const path of ['/acme/login', '/healthzz/login', `${HERE}/acme/login`])
    expect([path, to('POST', path, { origin: HERE })]).toEqual([path, undefined]);
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(to(method, '/acme/login')).toBeUndefined();
  expect(to('POST', '/api/createTask')).toBeUndefined();
});

test('a form is never sent to a file', () => {
  for (const path of ['/logo.svg', '/favicon.ico', '/product-dark.png?x'])
    expect([path, to('POST', path, { origin: HERE }), to('GET', path)]).toEqual([path, 405, undefined]);
});

test('a request target that is no path is refused', () => {
  for (const url of ['*', '', 'x', 'http://[bad/', 'http:', '/logo/%.png', '/acme/%E0%A4%A'])
    expect([url, to('GET', url)]).toEqual([url, 400]);
  for (const url of ['/', '/acme/task?q=%', `${HERE}/acme/login`, '/api/%'])
    expect([url, to('GET', url)]).toEqual([url, undefined]);
});

test('what runs for a request can make its answer a 400, and nobody else’s', async () => {
  prepareRequests();
  const server = http.createServer((request, response) => {
    const sent = new Headers(request.headers as Record<string, string>);
    if (request.url === '/api/wrong') answerMalformed(sent);
    response.statusCode = 200;
    response.end(sent.get('x-guildhall-answer') ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const post = (path: string, name?: string) =>
    fetch(`http://localhost:${port}${path}`, { method: 'POST', headers: name ? { 'x-guildhall-answer': name } : {} });
  const fine = await post('/api/fine');
  expect(fine.status).toBe(200);
  // A name that the caller sends is never believed, and one that is over names nothing.
  const name = await fine.text();
  const wrong = await post('/api/wrong', name);
  expect([wrong.status, (await wrong.text()) === name]).toEqual([400, false]);
  answerMalformed(new Headers({ 'x-guildhall-answer': name }));
  answerMalformed(new Headers());
  expect((await post('/api/fine')).status).toBe(200);
  await new Promise((resolve) => server.close(resolve));
});
