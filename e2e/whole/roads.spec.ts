import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { nextFreePort } from '../../scripts/common/ports.mjs';
import { Program } from '../support/program';
import { ROOT, settingsFor } from '../support/same-build';

type Sent = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer };
type Got = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer };

/** As a program sends it: fetch would resolve the path and choose headers. */
const send = (base: string, target: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<Got>((resolve, reject) => {
    const { port, host } = new URL(base);
    const given = { host, ...headers };
    const request = http.request({ host: 'localhost', port, path: target, method, headers: given }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject).end(body);
  });

/** Said of the connection or the moment, or in another order. */
const PASSING = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'vary', 'etag']);
const lasting = (headers: http.IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.has(name)));
const textOf = ({ headers, bytes }: Got) =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)
    .toString()
    .replaceAll(/"request_id":"[^"]+"/g, '"request_id":"…"');

const json = { 'content-type': 'application/json' };
const post = (headers: Sent['headers'], body: Sent['body']): Sent => ({ method: 'POST', headers, body });
const large = Buffer.alloc(2 ** 20 + 1, 32);
const CALLS: [
  name: string,
  status: number,
  target: string,
  sent?: Sent & { bearer?: false; first?: string; cookies?: number; apart?: true },
][] = [
  ['a list', 200, '/api/taskList?limit=3'],
  ['a list, packed', 200, '/api/taskList?limit=50', { headers: { 'accept-encoding': 'br, gzip' } }],
  ['nobody', 401, '/api/loggedInUser', { bearer: false }],
  ['a cookie', 200, '/api/loggedInUser', { bearer: false, cookies: 1 }],
  ['a cookie given twice', 401, '/api/loggedInUser', { bearer: false, cookies: 2 }],
  ['a cookie in two headers', 401, '/api/loggedInUser', { bearer: false, cookies: 2, apart: true }],
  ['a wrong bearer before the right one', 401, '/api/loggedInUser', { first: 'Bearer none' }],
  ['a type given twice', 415, '/api/Task', post({ 'content-type': ['text/plain', 'application/json'] }, '{}')],
  [
    'a change by cookie from elsewhere',
    403,
    '/api/Task',
    { method: 'POST', bearer: false, cookies: 1, body: '{}', headers: { ...json, origin: 'http://evil.test' } },
  ],
  ['HEAD', 405, '/api/loggedInUser', { method: 'HEAD' }],
  ['OPTIONS', 405, '/api/loggedInUser', { method: 'OPTIONS' }],
  ['another method', 405, '/api/loggedInUser', { method: 'POST' }],
  ['another host', 421, '/api/loggedInUser', { headers: { host: 'elsewhere.example' } }],
  ['another host, forwarded', 421, '/api/loggedInUser', { headers: { 'x-forwarded-host': 'elsewhere.example' } }],
  ['no such endpoint', 404, '/api/nothing'],
  ['an escape that cannot be read', 404, '/api/%'],
  ['an escaped slash', 404, '/api/task%2f..%2floggedInUser'],
  ['half of a body', 400, '/api/Task', post(json, '{"project_id":1')],
  ['another type', 415, '/api/Task', post({ 'content-type': 'text/plain' }, 'x')],
  ['a packed body', 415, '/api/Task', post({ ...json, 'content-encoding': 'gzip' }, 'x')],
  ['a body that is too large', 413, '/api/Task', post(json, large)],
  ['one in chunks', 413, '/api/Task', post({ ...json, 'transfer-encoding': 'chunked' }, large)],
  ['a field given twice', 422, '/api/taskList?limit=1&limit=2'],
  ['a number out of bounds', 422, '/api/taskList?limit=100000'],
  ['a probe by IP address', 200, '/readyz', { headers: { host: '192.0.2.7' } }],
];

test('a call gets the same answer on each road', async ({ baseURL }) => {
  const shared = baseURL ?? '';
  const plain = await startPlainNext(70);
  try {
    const program = await Program.signIn(shared, 'leader', 'acme');
    for (const [name, status, target, { bearer, first, cookies = 0, apart, ...sent } = {}] of CALLS) {
      const all = Array.from({ length: cookies }, () => program.cookie);
      const headers = {
        ...(bearer !== false && { authorization: first ? [first, program.bearer] : program.bearer }),
        ...(cookies && { cookie: apart ? all : all.join('; ') }),
        ...sent.headers,
      };
      const [own, next] = await Promise.all(
        [shared, plain.url].map((base) => send(base, target, { ...sent, headers })),
      );
      if (!own || !next) return;
      expect([name, own.status], name).toEqual([name, status]);
      expect([name, next.status]).toEqual([name, status]);
      // The other one runs without a realtime server.
      if (target === '/readyz') continue;
      expect([name, textOf(own)]).toEqual([name, textOf(next)]);
      // The edge, whose policy has a nonce, looks at what is no plain path.
      if (!name.includes('escape')) expect([name, lasting(own.headers)]).toEqual([name, lasting(next.headers)]);
    }
    const file = new FormData();
    file.set('file', new Blob(['0123456789']), 'plan.txt');
    file.set('project_id', await program.projectId('WEB'));
    const made = await fetch(`${plain.url}/api/upload`, {
      method: 'POST',
      headers: { authorization: program.bearer },
      body: file,
    });
    const { data } = (await made.json()) as { data: { _id: string } };
    for (const [status, range, method] of [
      [200, undefined, 'GET'],
      [200, undefined, 'HEAD'],
      [206, 'bytes=2-4', 'GET'],
      [206, 'bytes=-3', 'GET'],
      [200, 'bytes=0-1,4-5', 'GET'],
      [200, 'bytes=five', 'GET'],
      [416, 'bytes=10-', 'GET'],
    ] as const) {
      const headers = { authorization: program.bearer, ...(range && { range }) };
      const [own, next] = await Promise.all(
        [shared, plain.url].map((base) => send(base, `/api/fileContent/${data._id}`, { method, headers })),
      );
      if (!own || !next) return;
      expect([status, own.status, next.status]).toEqual([status, status, status]);
      expect(textOf(own)).toBe(textOf(next));
      expect(lasting(own.headers)).toEqual(lasting(next.headers));
    }
  } finally {
    await plain.stop();
  }
});

test('a target in absolute form is served for our host and refused for others', async ({ baseURL }) => {
  const shared = baseURL ?? '';
  for (const path of ['/acme/login', '/api/loggedInUser', '/']) {
    expect([path, (await send(shared, `http://evil.test${path}`)).status]).toEqual([path, 421]);
    const own = await send(shared, `${shared}${path}`, { headers: { host: 'evil.test' } });
    expect([path, own.status]).toEqual([path, path.startsWith('/api') ? 401 : 200]);
  }
});

const START_TIMEOUT_MS = 120_000;

/** The same build under plain `next start`, on the database of the server under test. */
async function startPlainNext(offset: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await nextFreePort(Number(new URL(process.env.E2E_BASE_URL ?? 'http://localhost:3000').port) + offset);
  const url = `http://localhost:${port}`;
  const command = ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', 'localhost'];
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'ignore', env: await settingsFor(url) });
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const giveUp = Date.now() + START_TIMEOUT_MS; !(await answers()); ) {
    if (child.exitCode !== null || Date.now() > giveUp) throw new Error('next start did not get ready');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
