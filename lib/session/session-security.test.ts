import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { env } from '@/lib/env';
import { signIn, signOut, switchOrganisation } from '@/lib/session/actions';
import { authOptions } from '@/lib/session/next-auth';
import { nextAuthRoute } from '@/lib/session/next-auth-route';
import { keyProblem } from '@/lib/session/organisation-keys';
import { sessionCookieName, sessionCookieOptions, verifyToken } from '@/lib/session-token';
import { isOrgKey, RESERVED_KEYS } from '@/lib/tenant/tenant';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { runAction } from '@/lib/test/next-request';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';
import nextConfig from '@/next.config.mjs';

vi.mock('next/headers', () => import('@/lib/test/next-request'));
afterAll(() => vi.doUnmock('next/headers'));

/** What a session is worth: where its rights come from, when it ends, and what carries it. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
beforeEach(() => owner.query('delete from rate_limit'));

/** Our own key signs these claims: the worst that could happen to a token's content. */
async function withClaims(token: string, changes: JWTPayload): Promise<string> {
  const plain = token.replace('Bearer ', '');
  const kid = JSON.parse(Buffer.from(plain.split('.')[0] as string, 'base64url').toString()).kid;
  return new SignJWT({ ...(await verifyToken(plain)), ...changes })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
    .sign(new TextEncoder().encode(env.authSecrets[0]));
}
const whoIs = async (token: string) => (await call('GET', 'loggedInUser', { token })).body.data;
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const logIn = (token: string | null, email: string, key = 'acme') =>
  runAction(token, () => signIn(key, { email }, formOf({ email, password: PASSWORD })));
const sessionOf = ({ cookies }: { cookies: Map<string, string> }) => cookies.get(sessionCookieName()) as string;

test('after signing in a due step comes before the page that was asked for, which is one of ours', async () => {
  const lands = async (email: string, next: string) =>
    (await runAction(null, () => signIn('acme', { email }, formOf({ email, password: PASSWORD, next })))).redirect;
  expect(await lands('pending@acme.test', '/acme/task')).toBe('/waiting');
  expect(await lands('user@acme.test', '/acme/task')).toBe('/acme/task');
  expect(await lands('user@acme.test', 'https://evil.test/acme/task')).toBe('/acme/dashboard');
  await owner.query('update person set must_change_password = true where id = $1', [fixtureId('user@acme.test')]);
  expect(await lands('user@acme.test', '/acme/task')).toBe('/acme/newpassword');
  await owner.query('update person set must_change_password = false where id = $1', [fixtureId('user@acme.test')]);
});

describe('S03 rights come from the database', () => {
  test('whatever a token says besides its session', async () => {
    const token = await bearer('acme.user');
    const before = await whoIs(token);
    const grand = await withClaims(token, {
      role: 'admin',
      approval: 1,
      org: fixtureId('globex'),
      key: 'globex',
      sub: fixtureId('admin@globex.test'),
      kind: 'browser',
    });
    expect(await whoIs(grand)).toEqual(before);
    expect((await call('POST', 'createCategory', { token: grand, body: { name: 'Mine', colour: 'c1' } })).status).toBe(
      403,
    );
  });
});

test('S05 nothing that a client sends along with its session reaches the token', async () => {
  const { jwt, session } = authOptions().callbacks ?? {};
  const claims = await verifyToken((await bearer('acme.user')).replace('Bearer ', ''));
  const sent = { email: 'admin@acme.test', sub: fixtureId('admin@acme.test'), role: 'admin', org: fixtureId('globex') };
  const token = await jwt?.({ token: { ...claims }, trigger: 'update', session: sent } as never);
  expect(token).toEqual(claims);
  const shown = await session?.({ session: { expires: 'then', user: sent }, token, newSession: sent } as never);
  expect(shown).toEqual({ expires: 'then', user: { name: null, id: claims.sub, organisation: 'acme' } });
});

describe('S06 the cookie', () => {
  test('is bound to host and scheme, out of reach of scripts, and of other sites’ requests', () => {
    process.env.APP_URL = 'https://hall.example';
    try {
      expect(sessionCookieName()).toMatch(/^__Host-/);
      expect(sessionCookieOptions()).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' });
      expect(authOptions().cookies?.sessionToken).toEqual({
        name: sessionCookieName(),
        options: sessionCookieOptions(),
      });
    } finally {
      process.env.APP_URL = 'http://localhost:3000';
    }
  });
});

describe('S09 a new session', () => {
  test('at each sign-in: the one that was there before ends, and is not taken over', async () => {
    const first = sessionOf(await logIn(null, 'user@acme.test'));
    const second = sessionOf(await logIn(first, 'user@acme.test'));
    const [one, other] = [await verifyToken(first), await verifyToken(second)];
    expect(other.sid).not.toBe(one.sid);
    expect((await call('GET', 'loggedInUser', { token: first })).status).toBe(401);
    expect((await call('GET', 'loggedInUser', { token: second })).status).toBe(200);
    const fixed = sessionOf(await logIn('planted-by-somebody-else', 'user@acme.test'));
    expect(fixed).not.toBe('planted-by-somebody-else');
  });

  test('when somebody goes over to another organisation, where they are somebody else', async () => {
    const here = sessionOf(await logIn(null, 'both@guild.test'));
    const there = sessionOf(await runAction(here, () => switchOrganisation('globex', null)));
    expect((await verifyToken(there)).sid).not.toBe((await verifyToken(here)).sid);
    expect((await call('GET', 'loggedInUser', { token: here })).status).toBe(401);
    expect(await whoIs(there)).toMatchObject({ role: 'client' });
  });

  test('not where the other organisation has a host, and with it a session, of its own', async () => {
    process.env.ROOT_DOMAIN = 'localhost';
    const here = sessionOf(await logIn(null, 'both@guild.test'));
    const outcome = await runAction(here, () => switchOrganisation('globex', null), 'acme.localhost:3000');
    expect(outcome.redirect).toBe('http://globex.localhost:3000/login');
    expect(sessionOf(outcome)).toBe(here);
    expect((await call('GET', 'loggedInUser', { token: here })).status).toBe(200);
    delete process.env.ROOT_DOMAIN;
  });
});

test('S04 logging out ends the session itself, and no other: the old cookie is worth nothing', async () => {
  const other = await bearer('acme.user');
  const token = sessionOf(await logIn(null, 'user@acme.test'));
  expect((await call('GET', 'loggedInUser', { token })).status).toBe(200);
  await owner.query('delete from outbox');
  const { cookies } = await runAction(token, () => signOut());
  expect(cookies.get(sessionCookieName())).toBe('');
  const { rows } = await owner.query(`select payload from outbox where kind = 'terminate'`);
  expect(rows).toEqual([{ payload: { member_id: fixtureId('acme.user') } }]);
  expect((await call('GET', 'loggedInUser', { token: other })).status).toBe(200);
  expect((await call('GET', 'loggedInUser', { token })).status).toBe(401);
  const cookie = { Cookie: `${sessionCookieName()}=${token}` };
  expect((await call('GET', 'loggedInUser', { headers: cookie })).status).toBe(401);
});

test('S07 a session ends by its row, after 24 idle hours and after its absolute end, whatever the token says', async () => {
  for (const [kind, change, status] of [
    ['browser', `last_seen_at = now() - interval '23 hours'`, 200],
    ['browser', `last_seen_at = now() - interval '25 hours'`, 401],
    ['browser', `expires_at = now() - interval '1 second'`, 401],
    ['bearer', `last_seen_at = now() - interval '25 hours'`, 200],
    ['bearer', `expires_at = now() - interval '1 second'`, 401],
  ] as const) {
    const body = { email: 'user2@acme.test', password: PASSWORD, sub_domain: 'acme' };
    const token =
      kind === 'browser'
        ? sessionOf(await logIn(null, body.email))
        : ((await call('POST', 'signinwithorgs', { body })).body.data as { token: string }).token;
    const { sid } = await verifyToken(token.replace('Bearer ', ''));
    await owner.query(`update session set ${change} where id = $1`, [sid]);
    expect([kind, change, (await call('GET', 'loggedInUser', { token })).status]).toEqual([kind, change, status]);
  }
});

describe('S10 the organisation of a call is its session’s', () => {
  const globex = fixtureId('globex');
  test('and no header’s', async () => {
    const token = await bearer('acme.admin');
    const headers = {
      ...{ 'x-org-key': 'globex', 'x-org-id': globex, 'x-organisation': 'globex', 'x-tenant-id': globex },
      ...{
        host: 'globex.localhost:3000',
        'x-forwarded-host': 'globex.localhost:3000',
        'x-guildhall-path': '/globex/dashboard',
      },
    };
    const answer = await call('GET', 'userList', { token, headers });
    const people = answer.body.docs as { email: string }[];
    expect(people.length).toBeGreaterThan(5);
    for (const { email } of people) expect(email).toMatch(/@acme[.]test$|both@guild/);
  });
});

test('S11 no page sends its address on to other sites', async () => {
  const [everywhere] = (await nextConfig.headers?.()) ?? [];
  expect(everywhere?.source).toBe('/:path*');
  expect(everywhere?.headers).toContainEqual({ key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' });
});

/** First segments of the URLs that `app` answers: folders in brackets are groups, or the key itself. */
function addressesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      name.startsWith('(')
        ? addressesIn(join(folder, name))
        : name.startsWith('[') || name.startsWith('_')
          ? []
          : [name],
    );
}

describe('the key of an organisation', () => {
  test.each(addressesIn(join(import.meta.dirname, '../../app')))('is not a URL of the application: %s', (name) => {
    expect(RESERVED_KEYS.has(name.replace(/^[.]/, '').split('.')[0] as string), name).toBe(true);
  });

  test('begins with a letter, and is not what will be a URL, or looks like it', () => {
    for (const key of 'index users tasks verify invite accept join health metrics new me constructor u5ers inv1te'.split(
      ' ',
    ))
      expect([key, keyProblem(key)]).toEqual([key, expect.stringMatching(/reserved for the application/)]);
    for (const key of ['12', '3m', '7-eleven', '2024']) expect(keyProblem(key)).toMatch(/start with a letter/);
  });

  test('that an organisation has already goes on counting', () => {
    for (const key of ['users', 'projects', '3m']) expect(isOrgKey(key)).toBe(true);
  });
});

/** What next-auth would throw at never reaches it. */

const askNextAuth = (path: string, init: RequestInit = {}) =>
  nextAuthRoute(new Request(`http://localhost:3000/api/auth/${path}`, init), {
    params: Promise.resolve({ nextauth: path.split(/[/?]/) }),
  });
const formInit = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

const UNREADABLE = [
  '/Ł',
  'http://[bad',
  'ht\ntp:/bad',
  'http://here\u001b[31m',
  '\r\n{"level":"info"}',
  'x'.repeat(3000),
];

test('a callback URL that cannot be read is refused in body, query and cookie', async () => {
  for (const callbackUrl of UNREADABLE) {
    expect((await askNextAuth('callback/credentials', formInit({ callbackUrl }))).status).toBe(400);
    expect((await askNextAuth('signout', formInit({ callbackUrl }))).status).toBe(400);
    expect((await askNextAuth(`csrf?callbackUrl=${encodeURIComponent(callbackUrl)}`)).status).toBe(400);
    const cookie = `next-auth.callback-url=${encodeURIComponent(callbackUrl)}`;
    const answer = await askNextAuth('session', { headers: { cookie } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('set-cookie')).toContain('next-auth.callback-url=; Max-Age=0');
  }
});

test('a callback URL that next-auth throws at is refused, wherever a cookie hides it', async () => {
  for (const callbackUrl of ['javascript:1', 'data:,x', 'somewhere', 'ftp://here.invalid/']) {
    expect((await askNextAuth('signout', formInit({ callbackUrl }))).status).toBe(400);
    expect((await askNextAuth(`csrf?callbackUrl=${encodeURIComponent(callbackUrl)}`)).status).toBe(400);
  }
  for (const cookie of [
    'next-auth.callback-url=javascript:1',
    'next-auth.callback-url=javascript%3A1',
    'next-auth.callback-url=/; next-auth.callback-url=javascript:1',
    '__Secure-next-auth.callback-url=/; next-auth.callback-url=javascript:1',
    'next-auth.callback-url',
  ])
    for (const path of ['session', 'csrf'])
      expect([cookie, path, (await askNextAuth(path, { headers: { cookie } })).status]).toEqual([cookie, path, 400]);
});

test('a body that is too large or no formInit is refused', async () => {
  expect((await askNextAuth('callback/credentials', formInit({ email: 'x'.repeat(70_000) }))).status).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 70; n++) controller.enqueue(new Uint8Array(1024));
      controller.close();
    },
  });
  const streamed = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit;
  expect((await askNextAuth('signout', streamed)).status).toBe(413);
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{', '[]', 'null'])
    expect((await askNextAuth('signout', { method: 'POST', headers, body })).status).toBe(400);
});
