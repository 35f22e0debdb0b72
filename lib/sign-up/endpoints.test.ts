import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { signInWithPassword } from '@/lib/session/sign-in';
import { sessionCookieName } from '@/lib/session-token';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { call } from '@/lib/test/wire';

/** Signing in, out and over, as another program does it. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(() => owner.query('delete from rate_limit'));

const signIn = (email: string, sub_domain = 'acme', password = PASSWORD) =>
  call('POST', 'signinwithorgs', { body: { email, password, sub_domain } });
const tokenOf = async (email: string) => ((await signIn(email)).body.data as { token: string }).token;

describe('signinwithorgs', () => {
  test('gives a bearer that counts, and says who signed in where', async () => {
    const { status, body } = await signIn('Leader@Acme.test ');
    expect([status, body.status]).toEqual([200, 200]);
    expect(body.data).toEqual({
      token: expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/),
      expires_at: expect.any(String),
      user: {
        _id: fixtureId('acme.leader'),
        name: 'leader of acme',
        email: 'leader@acme.test',
        role: 'team_leader',
        role_label: 'Team Leader',
        pic: null,
      },
      organisation: { organisation_name: 'Acme Studio', sub_domain: 'acme' },
    });
    const { token, expires_at } = body.data as { token: string; expires_at: string };
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)).toBe(12);
    expect((await call('GET', 'loggedInUser', { token })).body.data).toMatchObject({ _id: fixtureId('acme.leader') });
  });

  test('A06 answers the same to a wrong password, an unknown email and another organisation’s member', async () => {
    const answers = [
      await signIn('user@acme.test', 'acme', 'wrong horse battery staple'),
      await signIn('nobody@acme.test'),
      await signIn('user@globex.test'),
      await signIn('user@acme.test', 'nowhere'),
      await signIn('pending@acme.test', 'acme', 'wrong horse battery staple'),
    ];
    const plain = answers.map(({ status, body: { request_id: _id, ...body } }) => ({ status, body }));
    for (const answer of plain) expect(answer).toEqual(plain[0]);
    expect(plain[0]).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: expect.stringMatching(/^Unauthorized!/) },
    });
  });

  test.each([
    ['pending@acme.test', /waiting for approval/],
    ['rejected@acme.test', /declined/],
    ['gone@acme.test', /deactivated/],
  ])('tells %s with the right password why not: 403', async (email, why) => {
    const { status, body } = await signIn(email);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.message).toMatch(why);
  });

  test('opens each organisation of a person for itself', async () => {
    const roles = [];
    for (const org of ['acme', 'globex'])
      roles.push(((await signIn('both@guild.test', org)).body.data as { user: { role: string } }).user.role);
    expect(roles).toEqual(['team_leader', 'client']);
  });

  test('A08 stops guessing: 429 with the seconds to wait, also for the right password, and for nobody else', async () => {
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await signIn('user@acme.test', 'acme', `guess number ${attempt}`)).status).toBe(401);
    const { status, headers, body } = await signIn('user@acme.test');
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn('leader@acme.test')).status).toBe(200);
  });
});

describe('signout', () => {
  test('S04 ends the token at once, and no other', async () => {
    const [token, other] = [await tokenOf('user@acme.test'), await tokenOf('user@acme.test')];
    expect((await call('POST', 'signout', { token, body: {} })).body).toMatchObject({ status: 200, data: null });
    expect((await call('GET', 'loggedInUser', { token })).status).toBe(401);
    expect((await call('POST', 'signout', { token, body: {} })).status).toBe(401);
    expect((await call('GET', 'loggedInUser', { token: other })).status).toBe(200);
  });

  test('is open to somebody who waits for approval, and nothing else is', async () => {
    const { token } = await signInWithPassword(
      { email: 'pending@acme.test', password: PASSWORD, sub_domain: 'acme' },
      'browser',
      {},
    );
    expect((await call('GET', 'loggedInUser', { token })).status).toBe(403);
    expect((await call('POST', 'signout', { token, body: {} })).status).toBe(200);
  });
});

describe('a browser’s cookie', () => {
  const cookieOf = async () => {
    const { token } = await signInWithPassword(
      { email: 'leader@acme.test', password: PASSWORD, sub_domain: 'acme' },
      'browser',
      {},
    );
    return `${sessionCookieName()}=${token}`;
  };

  test('E12 reads, and writes only for a page of this host', async () => {
    const Cookie = await cookieOf();
    const create = (headers: Record<string, string>) =>
      call('POST', 'createCategory', {
        body: { name: `By cookie ${Object.values(headers).join()}` },
        headers: { Cookie, Host: 'localhost:3000', ...headers },
      });
    expect((await call('GET', 'loggedInUser', { headers: { Cookie } })).status).toBe(200);
    for (const headers of [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.test' },
      { Origin: 'http://localhost:3001' },
    ])
      expect((await create(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(403);
    expect((await create({ Origin: 'http://localhost:3000' })).status).toBe(201);
  });
});

describe('organisations', () => {
  test('are listed by name and key alone, if verified and not hidden', async () => {
    const list = async (q?: string) =>
      (await call('GET', 'getOrganisationList', { query: q === undefined ? {} : { q } })).body.data;
    const both = [
      { organisation_name: 'Acme Studio', sub_domain: 'acme' },
      { organisation_name: 'Globex', sub_domain: 'globex' },
    ];
    expect(await list()).toEqual(both);
    expect(await list('STUDIO')).toEqual([both[0]]);
    expect(await list('%')).toEqual([]);
    await owner.query(`update organisation set listed = false where key = 'globex'`);
    expect(await list()).toEqual([both[0]]);
    await owner.query(`update organisation set listed = true, verified_at = null where key = 'globex'`);
    expect(await list()).toEqual([both[0]]);
    await owner.query(`update organisation set verified_at = now() where key = 'globex'`);
    expect(await list()).toEqual(both);
  });

  test('are looked up by key', async () => {
    const lookUp = (body: object) => call('POST', 'verifyorganisation', { body });
    expect((await lookUp({ sub_domain: 'ACME' })).body).toMatchObject({
      status: 200,
      data: { organisation_name: 'Acme Studio', sub_domain: 'acme', verified: true },
    });
    expect((await lookUp({ sub_domain: 'nowhere' })).status).toBe(404);
    expect((await lookUp({ sub_domain: 'acme', otp: '123456' })).body.errors).toHaveProperty('otp');
  });
});
