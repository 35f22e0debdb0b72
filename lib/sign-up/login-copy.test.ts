import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { THEME_COOKIE } from '@/lib/session/vocabulary';
import { sessionCookieName } from '@/lib/session-token';
import { loginCopies } from '@/lib/sign-up/login-copy';
import { freshWorld, owner } from '@/lib/test/sign-up-calls';

freshWorld();

/** A server whose pages count how often they were rendered, and carry a nonce as Next writes it. */
let rendered: IncomingMessage['headers'][] = [];
let answer = { status: 200, headers: {} as Record<string, string> };
const server = http.createServer((request, response) => {
  const pass = () => {
    rendered.push({ ...request.headers });
    const nonce = btoa(crypto.randomUUID());
    response.statusCode = answer.status;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `script-src 'nonce-${nonce}'`,
      link: `</a.css>; nonce="${nonce}"`,
      ...answer.headers,
    };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.write(`<script nonce="${nonce}">1</script><p>é</p>`);
    response.end(`<script nonce="${nonce}">2</script>`);
  };
  if (loginCopies.picks(request)) loginCopies.answer(request, response, pass);
  else pass();
});
let base: string;
let host = 0;

type Read = { status: number; headers: IncomingMessage['headers']; body: string; nonces: Set<string> };

/** Each test has a host of its own, so that no copy of another one is found. */
function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Read> {
  return new Promise((resolve, reject) => {
    const own = { host: `h${host}.test`, ...headers };
    const sent = http.request(`${base}${path}`, { method, headers: own }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        const all = `${response.headers['content-security-policy']} ${response.headers.link} ${body}`;
        const nonces = new Set([...all.matchAll(/nonce[-=]"?([\w+/=]+)/g)].map(([, nonce]) => nonce as string));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, nonces });
      });
    });
    sent.on('error', reject).end();
  });
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  rendered = [];
  answer = { status: 200, headers: {} };
  host++;
});
afterAll(() => server.close());

test('the login page is rendered once, and each copy has one nonce of its own', async () => {
  const [first, second, third] = [await read('/acme/login'), await read('/acme/login'), await read('/acme/login')];
  expect(rendered).toHaveLength(1);
  for (const page of [first, second, third]) {
    expect(page.status).toBe(200);
    expect([...page.nonces]).toHaveLength(1);
    expect(page.body).toContain('<p>é</p>');
  }
  expect(new Set([first, second, third].flatMap(({ nonces }) => [...nonces])).size).toBe(3);
  expect(second.body.replaceAll([...second.nonces][0] as string, '')).toBe(
    first.body.replaceAll([...first.nonces][0] as string, ''),
  );
});

test('a copy is packed for whoever can unpack it', async () => {
  await read('/acme/login', { 'accept-encoding': 'gzip' });
  const packed = await read('/acme/login', { 'accept-encoding': 'br, gzip' });
  const plain = await read('/acme/login', { 'accept-encoding': 'gzip;q=0' });
  expect(rendered).toHaveLength(1);
  expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
  expect(packed.body).toContain('<p>é</p>');
});

test('other organisations, hosts and themes have a page of their own, and a new name is shown at once', async () => {
  await read('/acme/login');
  await read('/globex/login');
  await read('/acme/login', { cookie: `${THEME_COOKIE}=dark` });
  await read('/acme/login', { host: `other${host}.test` });
  expect(rendered).toHaveLength(4);
  await owner.query(`update organisation set name = 'Acme Renamed' where key = 'acme'`);
  await read('/acme/login');
  expect(rendered).toHaveLength(5);
});

test('only what the copy depends on reaches its page', async () => {
  await read('/acme/login', { cookie: `company=x; ${THEME_COOKIE}=dark`, 'x-evil': '1', 'accept-language': 'de' });
  expect(rendered).toEqual([{ host: `h${host}.test`, cookie: `${THEME_COOKIE}=dark`, connection: expect.any(String) }]);
});

test.each([
  ['with a session', '/acme/login', { cookie: `${sessionCookieName()}=x` }],
  ['that leads on', '/acme/login?next=%2Facme%2Ftask', {}],
  ['of data for a navigation', '/acme/login', { rsc: '1' }],
  ['of a form', '/acme/login', {}, 'POST'],
  ['by a crawler', '/acme/login', { 'user-agent': 'Googlebot/2.1' }],
  ['of an organisation that is none', '/nobody-here/login', {}],
  ['of another page', '/acme/signup', {}],
])('a request %s is always rendered', async (_name, path, headers: Record<string, string>, method = 'GET') => {
  for (let time = 0; time < 2; time++) await read(path, headers, method);
  expect(rendered).toHaveLength(2);
});

test.each([
  ['an error', { status: 500, headers: {} }],
  ['a cookie', { status: 200, headers: { 'set-cookie': 'a=b' } }],
  ['no policy', { status: 200, headers: { 'content-security-policy': '' } }],
])('an answer with %s is not kept', async (_name, given) => {
  answer = given;
  for (let time = 0; time < 2; time++) await read('/acme/login');
  expect(rendered).toHaveLength(2);
});
