import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { totpCode } from '@/lib/account/endpoints.examples';
import { resetPassword } from '@/lib/account/reset-password';
import type { OwnSession } from '@/lib/account/schema.security';
import { table } from '@/lib/api/table';
import { DomainError } from '@/lib/errors';
import { deviceInWords } from '@/lib/http/device';
import { SetupRequired, withOrg } from '@/lib/org';
import { plainRecoveryCode, stepOf } from '@/lib/person/totp';
import { signIn as signInByForm } from '@/lib/session/actions';
import { signMfaToken, verifyMfaToken } from '@/lib/session/mfa-challenge';
import { authOptions } from '@/lib/session/next-auth';
import { finishSignIn, openProvedSession, renewSession, signInWithPassword } from '@/lib/session/sign-in';
import { sessionCookieName, signFor, verifyToken } from '@/lib/session-token';
import { verifyCode } from '@/lib/sign-up/verify';
import { failureOf } from '@/lib/test/attempt';
import { restorePasswords } from '@/lib/test/example';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { runAction } from '@/lib/test/next-request';
import { ADDRESS, forgetSecondFactors, get, setUp, signInWith, signInWithout } from '@/lib/test/second-factor-calls';
import {
  ask,
  BETTER,
  call,
  codeFor,
  freshWorld,
  GOOD,
  mailsTo,
  owner,
  post,
  rows,
  signIn,
  tokenOf,
  wrongOf,
} from '@/lib/test/sign-up-calls';
import { call as callOnWire } from '@/lib/test/wire';

vi.mock('next/headers', () => import('@/lib/test/next-request'));
afterAll(() => vi.doUnmock('next/headers'));

/** Second factors, codes, passwords, sessions and emails of one's own: what opens a door, and what shuts it. */

freshWorld();
beforeEach(forgetSecondFactors);
beforeEach(() => restorePasswords(owner));

const BOTH = 'both@guild.test';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const browserOf = (email = ADDRESS, sub_domain = 'acme') =>
  signInWithPassword({ email, password: PASSWORD, sub_domain }, 'browser', { ip: '192.0.2.7', userAgent: IPHONE });
const list = async (token: string) =>
  (await get('ownSessions', token)).body as unknown as { docs: OwnSession[]; totalDocs: number };
const holds = async (token: string) => (await get('loggedInUser', `Bearer ${token.replace('Bearer ', '')}`)).status;
const end = (id: string, token: string) => call('DELETE', `session/${id}`, undefined, token);
const terminated = async () =>
  (await rows(`select payload->>'member_id' as member from outbox where kind = 'terminate'`)).map(
    ({ member }) => member,
  );
const sessions = async () => Number((await rows('select count(*) from session'))[0].count);
const browser = () => signInWithPassword({ email: ADDRESS, password: PASSWORD, sub_domain: 'acme' }, 'browser', {});
const mfaToken = async () => {
  const failure = (await failureOf(browser())) as unknown as { challenge: Parameters<typeof signMfaToken>[0] };
  return signMfaToken(failure.challenge);
};

describe('an authenticator', () => {
  test('agrees with the examples of RFC 6238', () => {
    // "12345678901234567890" in base32; the last six digits of the document's eight.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1234567890, '005924'],
      [20000000000, '353130'],
    ] as const)
      expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    const at = 1111111109_000;
    // It may be one step off, and not two.
    for (const [off, counts] of [
      [-30_000, true],
      [30_000, true],
      [-60_000, false],
      [60_000, false],
    ] as const)
      expect([off, stepOf(secret, '081804', at + off) !== null]).toEqual([off, counts]);
  });
});

describe('setting it up', () => {
  test('A04 takes the password; nothing counts before the first code, and a wrong code changes nothing', async () => {
    const { token } = await tokenOf(ADDRESS);
    const wrong = await post('totp', { current_password: 'not my password, never was' }, token);
    expect([wrong.status, wrong.body.errors]).toEqual([422, { current_password: [expect.any(String)] }]);
    const { secret } = (await post('totp', { current_password: PASSWORD }, token)).body.data as { secret: string };
    expect((await signInWithout()).status).toBe(200);
    expect((await post('confirmTotp', { code: totpCode(secret, 5) }, token)).status).toBe(422);
    expect((await signInWithout()).status).toBe(200);
    const done = await post('confirmTotp', { code: totpCode(secret) }, token);
    expect(done.status).toBe(200);
    expect((await signInWithout()).status).toBe(401);
    expect((await get('ownSecurity', token)).body.data).toMatchObject({
      second_factor: { enabled_at: expect.any(String), recovery_codes_left: 10, required_by: [] },
    });
    expect((await mailsTo(ADDRESS)).map(({ subject }) => subject)).toContain('Your second factor is on');
    expect((await rows(`select from audit where action = 'second_factor.enabled'`)).length).toBe(1);
  });

  test('A12 secret and recovery codes lie nowhere in clear, and no other answer holds them', async () => {
    const { secret, codes, token } = await setUp();
    const everything = JSON.stringify([await rows('select * from person'), await rows('select * from recovery_code')]);
    for (const canary of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(everything).not.toContain(canary);
    for (const path of ['ownSecurity', 'loggedInUser', 'ownSessions'])
      expect(JSON.stringify((await get(path, token)).body)).not.toContain(secret);
  });

  test('begins only where there is none: 409', async () => {
    const { token } = await setUp();
    expect((await post('totp', { current_password: PASSWORD }, token)).status).toBe(409);
    expect((await post('confirmTotp', { code: '000000' }, token)).status).toBe(409);
  });

  test('gives ten recovery codes that can be told apart on paper', async () => {
    const { codes } = await setUp();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
    expect(plainRecoveryCode(` ${codes[0]?.toLowerCase().replace('-', ' ')}`)).toBe(codes[0]?.replace('-', ''));
  });
});

describe('signing in', () => {
  test('A16 asks for a code with 401 and a field that says so; the code opens the session', async () => {
    const { secret } = await setUp();
    const before = await sessions();
    const { status, body } = await signInWithout();
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([401, 'unauthenticated', ['code']]);
    expect(body.message).toMatch(/^Unauthorized! The password is right/);
    expect(await sessions()).toBe(before);
    const opened = await signInWith(totpCode(secret));
    expect(opened.status).toBe(200);
    expect((await get('loggedInUser', (opened.body.data as { token: string }).token)).status).toBe(200);
  });

  test('A16 a wrong password says nothing about a second factor', async () => {
    const { secret } = await setUp();
    const ask = async (email: string, code?: string) => {
      const body = { email, password: 'wrong horse battery staple', sub_domain: 'acme', ...(code && { code }) };
      const answer = await post('signinwithorgs', body);
      return { status: answer.status, body: { ...answer.body, request_id: '' } };
    };
    const plain = await ask('leader@acme.test');
    expect(plain).toEqual(await ask(ADDRESS));
    expect(plain).toEqual(await ask(ADDRESS, totpCode(secret)));
    expect(plain.body).not.toHaveProperty('errors');
  });

  test('A16 the half-done sign-in is no session: pages, calls and next-auth refuse it', async () => {
    await setUp();
    const lacking = await mfaToken();
    expect((await get('loggedInUser', `Bearer ${lacking}`)).status).toBe(401);
    await expect(verifyToken(lacking)).rejects.toThrow('invalid token');
    expect(await authOptions().jwt?.decode?.({ token: lacking, secret: '' })).toBeNull();
  });

  test('A16 S01 an MFA token is taken for its own organisation, purpose, account and password alone', async () => {
    const { secret } = await setUp();
    const lacking = await mfaToken();
    const code = () => totpCode(secret);
    const claims = { sub: fixtureId('acme.user'), key: 'acme', pwd: 0 };
    const soon = Math.floor(Date.now() / 1000) + 60;
    const { token } = await signInWithPassword(
      { email: 'leader@acme.test', password: PASSWORD, sub_domain: 'acme' },
      'browser',
      {},
    );
    for (const [given, key] of [
      [undefined, 'acme'],
      ['nonsense', 'acme'],
      [lacking, 'globex'],
      [token, 'acme'],
      [await signFor('guildhall:session', claims, soon), 'acme'],
      [await signFor('guildhall:second-step', claims, soon), 'acme'],
      [await signFor('guildhall:second-step', claims, soon - 120), 'acme'],
    ] as const)
      expect((await failureOf(finishSignIn(given, key, code(), {}))).code, String(given)).toBe('unauthenticated');
    await owner.query(`update person set password_changed_at = now() where email = $1`, [ADDRESS]);
    expect((await failureOf(finishSignIn(lacking, 'acme', code(), {}))).code).toBe('unauthenticated');
    const anew = await mfaToken();
    expect(await verifyMfaToken(anew, 'acme')).toMatchObject({ sub: fixtureId('acme.user') });
    expect((await finishSignIn(anew, 'acme', code(), {})).user.email).toBe(ADDRESS);
  });

  test('A16 the form asks anew after a wrong code, begins again once the first step is over, and takes a recovery code', async () => {
    const { secret, codes } = await setUp();
    const lacking = await mfaToken();
    const send = (code: string, mfa_token = lacking) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ mfa_token, code, next: '/acme/chat' })) form.set(name, value);
      return runAction(null, () => signInByForm('acme', {}, form));
    };
    expect((await send(' ')).value).toEqual({ mfaToken: lacking, error: 'Enter a code.' });
    expect((await send(totpCode(secret, 9))).value).toEqual({
      mfaToken: lacking,
      error: expect.stringMatching(/^This code/),
    });
    expect((await send(totpCode(secret), 'over')).value).toEqual({
      error: expect.stringMatching(/^That took too long/),
    });
    const { redirect, cookies } = await send(codes[0] ?? '');
    expect([redirect, await holds(cookies.get(sessionCookieName()) ?? '')]).toEqual(['/acme/chat', 200]);
  });

  test('A16 next-auth’s own form takes the code too, and opens nothing without', async () => {
    const { secret } = await setUp();
    const provider = authOptions().providers[0] as unknown as {
      options: { authorize: (given: object, request: object) => Promise<unknown> };
    };
    const given = { sub_domain: 'acme', email: ADDRESS, password: PASSWORD };
    const before = await sessions();
    expect(await provider.options.authorize(given, { headers: {} })).toBeNull();
    expect(await sessions()).toBe(before);
    expect(await provider.options.authorize({ ...given, code: totpCode(secret) }, { headers: {} })).toMatchObject({
      email: ADDRESS,
    });
  });

  test('A11 a code counts once: of five at the same moment one, and none afterwards', async () => {
    const { secret } = await setUp();
    const code = totpCode(secret);
    const all = await Promise.all(Array.from({ length: 5 }, () => signInWith(code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    await owner.query('delete from rate_limit');
    expect((await signInWith(code)).status).toBe(401);
    expect((await signInWith(totpCode(secret, -1))).status, 'a step before the last').toBe(401);
    expect((await signInWith(totpCode(secret, 1))).status).toBe(200);
  });

  test('A11 so does a recovery code, and its owner is told how many are left', async () => {
    const { codes } = await setUp();
    const [code = '', next = ''] = codes;
    const all = await Promise.all(Array.from({ length: 4 }, () => signInWith(code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await signInWith(next.toLowerCase().replace('-', ' '))).status).toBe(200);
    const mails = (await mailsTo(ADDRESS)).filter(({ subject }) => subject === 'A recovery code was used');
    expect(mails.map(({ text }) => /You have (\d) left/.exec(text)?.[1]).sort()).toEqual(['8', '9']);
    expect((await signInWith('ZZZZZ-ZZZZZ')).status).toBe(401);
  });

  test('A08 five wrong codes, then 429 with Retry-After, also for the right one, by either way in', async () => {
    const { secret, codes } = await setUp();
    const lacking = await mfaToken();
    const failed = async () => (await rows(`select from audit where action = 'sign_in.code_failed'`)).length;
    const before = await failed();
    const answers: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { body } = await signInWith(totpCode(secret, 10 + n));
      answers.push(JSON.stringify({ ...body, request_id: '' }));
    }
    expect(new Set(answers).size).toBe(1);
    const blocked = await signInWith(totpCode(secret));
    expect([blocked.status, blocked.body.code]).toEqual([429, 'rate_limited']);
    expect((await signInWith(codes[0] ?? '')).status).toBe(429);
    const failure = await failureOf(finishSignIn(lacking, 'acme', totpCode(secret), {}));
    expect([failure.code, failure.details.retryAfter]).toEqual(['rate_limited', expect.any(Number)]);
    expect((await signInWithout('leader@acme.test')).status).toBe(200);
    expect((await failed()) - before).toBe(5);
  });
});

describe('afterwards', () => {
  test('A04 switching off takes password and code; a recovery code will do', async () => {
    const { secret, codes, token } = await setUp();
    const off = (current_password: string, code: string) => post('disableTotp', { current_password, code }, token);
    expect((await off('not my password, never was', totpCode(secret))).status).toBe(422);
    expect((await off(PASSWORD, totpCode(secret, 9))).body.errors).toHaveProperty('code');
    expect((await signInWithout()).status).toBe(401);
    expect((await off(PASSWORD, codes[3] ?? '')).status).toBe(200);
    expect((await signInWithout()).status).toBe(200);
    expect(await rows('select from recovery_code')).toEqual([]);
    expect((await mailsTo(ADDRESS)).map(({ subject }) => subject)).toContain('Your second factor is off');
  });

  test('A04 new recovery codes take the password and end the old ones', async () => {
    const { codes, token } = await setUp();
    expect((await post('recoveryCodes', { current_password: 'not my password, ever' }, token)).status).toBe(422);
    const fresh = (await post('recoveryCodes', { current_password: PASSWORD }, token)).body.data as {
      recovery_codes: string[];
    };
    expect((await signInWith(codes[0] ?? '')).status).toBe(401);
    expect((await signInWith(fresh.recovery_codes[0] ?? '')).status).toBe(200);
    expect((await mailsTo(ADDRESS)).map(({ subject }) => subject)).toContain('You have new recovery codes');
  });
});

describe('another email', () => {
  const NEW = 'alex@moved.test';
  const ask = (token: string, email = NEW, current_password = PASSWORD) =>
    post('changeAddress', { email, current_password }, token);
  const enter = (token: string, otp: string) => post('confirmAddress', { otp }, token);
  const plain = ({ status, body }: { status: number; body: object }) => ({ status, body: { ...body, request_id: '' } });
  beforeEach(async () => {
    for (const email of [BOTH, 'user@acme.test', 'leader@acme.test']) {
      await owner.query('update person set email = $2 where id = $1', [fixtureId(email), email]);
      await owner.query('update member set email = $2 where person_id = $1', [fixtureId(email), email]);
    }
  });

  test('A04 needs the password; a code goes to the new one, a notice to the old one, and nothing changes before the code', async () => {
    const { token } = await tokenOf(BOTH);
    expect((await ask(token, NEW, 'not my password, never was')).body.errors).toHaveProperty('current_password');
    const own = await post('changeAddress', { email: BOTH, current_password: PASSWORD }, token);
    expect(own.body.errors).toHaveProperty('email');
    expect((await ask(token)).body.data).toEqual({ pending_email: NEW });
    expect((await mailsTo(BOTH)).map(({ subject }) => subject)).toEqual(['Your email is about to change']);
    expect((await mailsTo(NEW)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^\d{6} confirms/)]);
    expect((await get('ownSecurity', token)).body.data).toMatchObject({ email: BOTH, pending_email: NEW });
    expect((await signIn(NEW, PASSWORD, 'acme')).status).toBe(401);
    expect((await signIn(BOTH, PASSWORD, 'acme')).status).toBe(200);
  });

  test('A04 with the code: other sessions and reset codes end, the old email is told, every organisation’s book follows', async () => {
    const { token } = await tokenOf(BOTH);
    const other = await signInWithPassword({ email: BOTH, password: PASSWORD, sub_domain: 'globex' }, 'browser', {});
    await post('forgetPassword', { email: BOTH, sub_domain: 'acme' });
    await ask(token);
    const otp = await codeFor(NEW);
    expect((await enter(token, wrongOf(otp))).status).toBe(422);
    expect((await enter(token, otp)).body.data).toEqual({ email: NEW });
    expect((await get('loggedInUser', `Bearer ${other.token}`)).status).toBe(401);
    expect((await get('loggedInUser', token)).body.data).toMatchObject({ email: NEW });
    expect(await rows(`select from one_time_code where used_at is null`)).toEqual([]);
    expect((await mailsTo(BOTH)).map(({ subject }) => subject)).toContain('Your email was changed');
    expect(await rows('select email from member where person_id = $1 order by email', fixtureId(BOTH))).toEqual([
      { email: NEW },
      { email: NEW },
    ]);
    expect((await signIn(BOTH, PASSWORD, 'acme')).status).toBe(401);
    expect((await signIn(NEW, PASSWORD, 'acme')).status).toBe(200);
    expect((await enter(token, otp)).status, 'once').toBe(409);
    expect(
      await rows(`select target from audit where action = 'email.changed' order by created_at desc limit 1`),
    ).toEqual([{ target: BOTH }]);
  });

  test('A06 an email that has an account answers the same, gets a notice and no code, and stays whose it is', async () => {
    const { token } = await tokenOf(BOTH);
    const taken = plain(await ask(token, 'leader@acme.test'));
    const free = plain(await ask(token, NEW));
    expect({ ...taken.body, data: null }).toEqual({ ...free.body, data: null });
    const [mail] = await mailsTo('leader@acme.test');
    expect(mail?.subject).toBe('Somebody tried to use your email');
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
    await ask(token, 'leader@acme.test');
    expect((await enter(token, '123456')).status).toBe(422);
    expect((await signIn('leader@acme.test', PASSWORD, 'acme')).status).toBe(200);
  });

  test('A13 of two accounts that want one email, the first to enter its code has it', async () => {
    const tokens = [(await tokenOf(BOTH)).token, (await tokenOf('user@acme.test')).token];
    const codes: string[] = [];
    for (const token of tokens) {
      await ask(token);
      codes.push(await codeFor(NEW));
    }
    const both = await Promise.all(tokens.map((token, at) => enter(token, codes[at] as string)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows('select count(*)::int from person where email = $1', NEW)).toEqual([{ count: 1 }]);
    const lost = both.find(({ status }) => status === 409);
    expect(lost?.body.message).toMatch(/another account/);
  });

  test('A11 one code at the same moment counts once, and somebody else’s not at all', async () => {
    const { token } = await tokenOf(BOTH);
    const other = await tokenOf('user@acme.test');
    await ask(token);
    const otp = await codeFor(NEW);
    await ask(other.token, 'elsewhere@moved.test');
    expect((await enter(other.token, otp)).status).toBe(422);
    const all = await Promise.all([enter(token, otp), enter(token, otp), enter(token, otp)]);
    expect(all.filter(({ status }) => status === 200).length).toBe(1);
  });

  test('A08 after five wrong tries the right code counts no more; a new request ends the old one; it can be taken back', async () => {
    const { token } = await tokenOf(BOTH);
    await ask(token);
    const otp = await codeFor(NEW);
    for (let n = 0; n < 5; n++) expect((await enter(token, wrongOf(otp))).status).toBe(422);
    expect((await enter(token, otp)).status).toBe(422);
    await owner.query('delete from rate_limit');
    await ask(token);
    const old = await codeFor(NEW);
    await ask(token, 'second@moved.test');
    expect((await enter(token, old)).status).toBe(422);
    const fresh = await codeFor('second@moved.test');
    expect((await post('cancelAddress', {}, token)).status).toBe(200);
    expect((await enter(token, fresh)).status).toBe(409);
    expect((await get('ownSecurity', token)).body.data).toMatchObject({ email: BOTH, pending_email: null });
  });

  test('A08 emails to an address that somebody typed are limited: 429', async () => {
    const { token } = await tokenOf(BOTH);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask(token, `n${n}@moved.test`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('one’s own sessions', () => {
  test('S08 are listed with device, IP address and organisation, the one that asks first, nobody else’s among them', async () => {
    const { token } = await tokenOf(BOTH);
    await browserOf(BOTH, 'globex');
    await browserOf('leader@acme.test');
    const { docs, totalDocs } = await list(token);
    expect(totalDocs).toBe(2);
    expect(docs).toMatchObject([
      { current: true, kind: 'bearer', sub_domain: 'acme', organisation_name: 'Acme Studio' },
      { current: false, kind: 'browser', sub_domain: 'globex', device: 'Safari on iPhone', ip: '192.0.2.7' },
    ]);
    await owner.query(`update session set last_seen_at = now() - interval '25 hours' where kind = 'browser'`);
    expect((await list(token)).totalDocs).toBe(1);
  });

  test('S08 one is ended at once, and its open pages leave; others stay', async () => {
    const { token } = await tokenOf(BOTH);
    const [elsewhere, third] = [await browserOf(BOTH, 'globex'), await browserOf(BOTH)];
    expect(await holds(elsewhere.token)).toBe(200);
    expect((await end(elsewhere.sid, token)).status).toBe(200);
    expect(await holds(elsewhere.token)).toBe(401);
    expect([await holds(third.token), await holds(token)]).toEqual([200, 200]);
    expect(await terminated()).toEqual([fixtureId('globex.both')]);
    expect((await end(elsewhere.sid, token)).status, 'again').toBe(404);
    expect((await rows(`select from audit where action = 'session.ended'`)).length).toBeGreaterThan(0);
  });

  test('S08 all others end together, in every organisation of the person; S04 their tokens are over', async () => {
    const { token } = await tokenOf(BOTH);
    const others = [await browserOf(BOTH), await browserOf(BOTH, 'globex')];
    const stranger = await browserOf('leader@acme.test');
    const done = await post('endOtherSessions', {}, token);
    expect(done.body.data).toEqual({ ended: 2 });
    for (const { token: over } of others) expect(await holds(over)).toBe(401);
    expect([await holds(token), await holds(stranger.token)]).toEqual([200, 200]);
    expect((await terminated()).sort()).toEqual([fixtureId('acme.both'), fixtureId('globex.both')].sort());
    expect((await post('endOtherSessions', {}, token)).body.data).toEqual({ ended: 0 });
  });

  test('S09 a session that goes on under a new id keeps its age and its end; the old id counts for seconds and is not listed', async () => {
    const before = await browserOf();
    await owner.query(
      `update session set created_at = now() - interval '2 days', expires_at = now() + interval '3 days' where id = $1`,
      [before.sid],
    );
    const token = (await renewSession(before.sid)) as string;
    const [claims, old] = [await verifyToken(token), await verifyToken(before.token)];
    expect(claims.sid).not.toBe(old.sid);
    expect(claims.abs * 1000).toBeLessThan(Date.now() + 3 * 86_400_000);
    expect([await holds(token), await holds(before.token)]).toEqual([200, 200]);
    const own = (await list(`Bearer ${token}`)).docs;
    expect(own.map(({ _id, created_at }) => [_id, Date.parse(created_at) < Date.now() - 86_400_000])).toEqual([
      [claims.sid, true],
    ]);
    const [row] = await rows(
      'select extract(epoch from expires_at - now())::int as left from session where id = $1',
      old.sid,
    );
    expect(row.left).toBeLessThanOrEqual(10);
    const { token: bearer } = await tokenOf(ADDRESS);
    expect(await renewSession((await verifyToken(bearer.replace('Bearer ', ''))).sid)).toBeNull();
  });
});

describe('another password', () => {
  test('A04 needs the current one, ends every other session in every organisation and every reset code, and is told by email', async () => {
    const { token } = await tokenOf(BOTH);
    const others = [await browserOf(BOTH), await browserOf(BOTH, 'globex')];
    await post('forgetPassword', { email: BOTH, sub_domain: 'acme' });
    await post('changeAddress', { email: 'both@moved.test', current_password: PASSWORD }, token);
    const change = (current_password: string) =>
      post('changePassword', { current_password, new_password: BETTER }, token);
    expect((await change('not my password, never was')).body.errors).toHaveProperty('current_password');
    const same = await post('changePassword', { current_password: PASSWORD, new_password: PASSWORD }, token);
    expect(same.body.errors).toHaveProperty('new_password');
    for (const { token: open } of others) expect(await holds(open)).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    for (const { token: over } of others) expect(await holds(over)).toBe(401);
    expect(await holds(token)).toBe(200);
    expect(await rows(`select from one_time_code where used_at is null`)).toEqual([]);
    expect(await rows(`select from person where pending_email is not null`)).toEqual([]);
    expect((await mailsTo(BOTH)).map(({ subject }) => subject)).toContain('Your password was changed');
    expect((await rows(`select ip from audit where action = 'password.changed'`)).length).toBeGreaterThan(0);
  });

  test('A04 of two changes at once one stands', async () => {
    const { token } = await tokenOf(ADDRESS);
    const change = (new_password: string) =>
      post('changePassword', { current_password: PASSWORD, new_password }, token);
    const both = await Promise.all([change(BETTER), change('velvet orchid anchor pillow')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test.each([
  [IPHONE, 'Safari on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Windows'],
  ['curl/8.5.0', 'curl'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (agent, words) => {
  expect(deviceInWords(agent)).toBe(words);
});

describe('codes', () => {
  const verify = (otp: string) => post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });

  test('A08 guessing goes on nowhere: codes of an email are limited, 429 with Retry-After', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify('000000')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), 429, 429]);
  });

  test('A11 a code counts once, also for two at once', async () => {
    await ask('nora@new.test');
    const otp = await codeFor('nora@new.test');
    const both = await Promise.all([verify(otp), verify(otp)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await verify(otp)).status).toBe(422);
  });

  test('A11 a new code ends the old one, and an old one ends after ten minutes', async () => {
    await ask('nora@new.test');
    const old = await codeFor('nora@new.test');
    expect((await post('resendcode', { sub_domain: 'acme', email: 'nora@new.test' })).status).toBe(200);
    const fresh = await codeFor('nora@new.test');
    expect((await verify(old)).status).toBe(422);
    await owner.query(`update one_time_code set expires_at = now() - interval '1 second'`);
    expect((await verify(fresh)).status).toBe(422);
    expect((await post('resendcode', { sub_domain: 'acme', email: 'nora@new.test' })).status).toBe(200);
    expect((await verify(await codeFor('nora@new.test'))).status).toBe(200);
  });

  test('A06 asking for another code says the same for every email', async () => {
    await ask('nora@new.test');
    const one = await post('resendcode', { sub_domain: 'acme', email: 'nora@new.test' });
    const other = await post('resendcode', { sub_domain: 'acme', email: 'nobody@new.test' });
    expect(one).toEqual(other);
  });
});

describe('forgotten and changed passwords', () => {
  const forget = (email: string, more = {}) => post('forgetPassword', { email, sub_domain: 'acme', ...more });
  test('A11 the code sets a new password once, and ends every session everywhere', async () => {
    const { token } = await tokenOf('user@acme.test');
    await forget('user@acme.test');
    const old = await codeFor('user@acme.test');
    await forget('user@acme.test');
    const otp = await codeFor('user@acme.test');
    expect((await forget('user@acme.test', { otp: old, new_password: BETTER })).status).toBe(422);
    const both = await Promise.all([
      forget('user@acme.test', { otp, new_password: BETTER }),
      forget('user@acme.test', { otp, new_password: GOOD }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await call('GET', 'loggedInUser', undefined, token)).status).toBe(401);
    const worked = await Promise.all([
      signIn('user@acme.test', BETTER, 'acme'),
      signIn('user@acme.test', GOOD, 'acme'),
    ]);
    expect(worked.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await signIn('user@acme.test', PASSWORD, 'acme')).status).toBe(401);
    expect((await mailsTo('user@acme.test'))[0]?.subject).toBe('Your password was changed');
  });

  test('A06 a member, a stranger and another organisation’s member get one answer, no sooner; one email goes out', async () => {
    const start = performance.now();
    const answers = await Promise.all(
      ['user@acme.test', 'nobody@new.test', 'user@globex.test'].map((one) => forget(one)),
    );
    expect(performance.now() - start).toBeGreaterThan(248);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await mailsTo('nobody@new.test')).toEqual([]);
    expect(await mailsTo('user@globex.test')).toEqual([]);
    expect(await mailsTo('user@acme.test')).toHaveLength(1);
  });

  test('A06 whoever was deactivated gets the same answer and no code', async () => {
    const set = (value: string) =>
      owner.query(`update member set deactivated_at = ${value} where id = $1`, [fixtureId('acme.user')]);
    await set('now()');
    try {
      expect(await forget('user@acme.test')).toEqual(await forget('nobody@new.test'));
      expect(await mailsTo('user@acme.test')).toEqual([]);
    } finally {
      await set('null');
    }
  });

  test('A07 requests for codes are limited by email, known or not', async () => {
    for (const email of ['user@acme.test', 'nobody@new.test']) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => forget(email)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
    }
    expect(await mailsTo('user@acme.test')).toHaveLength(5);
  });

  test('A02 a common password is refused with the reason, and costs no try of the code', async () => {
    await forget('user@acme.test');
    const otp = await codeFor('user@acme.test');
    const common = () => forget('user@acme.test', { otp, new_password: 'passwordpassword' });
    for (const answer of await Promise.all(Array.from({ length: 6 }, common)))
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { new_password: [expect.stringMatching(/common/)] } },
      });
    expect((await forget('user@acme.test', { otp, new_password: BETTER })).status).toBe(200);
  });
});

const client = { ip: '192.0.2.7', userAgent: 'Test' };
const sessionsOf = async (memberId: string) =>
  (await rows(`select count(*)::int as n from session where member_id = '${memberId}'`))[0] as { n: number };

describe('after a code', () => {
  test('somebody who asked to join is signed in as pending', async () => {
    const { body } = await ask('jo@new.test');
    const otp = await codeFor('jo@new.test');
    const done = await verifyCode({ sub_domain: 'acme', email: 'jo@new.test', otp }, client);
    expect(done).toMatchObject({ knows: true, requestId: (body.data as { _id: string })._id });
    expect(await openProvedSession(done.memberId, client)).toMatchObject({ approval: 2 });
    await owner.query(`update member set approval = 0, approval_note = 'Not yet' where id = $1`, [done.memberId]);
    const refused = await failureOf(openProvedSession(done.memberId, client));
    expect([refused.code, refused.message]).toEqual(['forbidden', expect.stringContaining('Not yet')]);
  });
});

describe('after a new password', () => {
  const reset = async (email: string) => {
    await post('forgetPassword', { email, sub_domain: 'acme' });
    const otp = await codeFor(email);
    return resetPassword({ email, sub_domain: 'acme', otp, new_password: BETTER }, client);
  };

  test('a second factor is still asked for, and no session exists before its code', async () => {
    await setUp();
    const memberId = await reset(ADDRESS);
    const refused = await failureOf(openProvedSession(memberId, client));
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused.details.errors).toHaveProperty('code');
    expect(await sessionsOf(memberId)).toEqual({ n: 0 });
    await forgetSecondFactors();
  });
});

const requireSecondFactor = () => owner.query(`update organisation set requires_totp = true where key = 'acme'`);
const requirePassword = () => owner.query('update person set must_change_password = true where email = $1', [ADDRESS]);
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const lines = table.filter(({ permission }) => permission !== 'anonymous' && permission !== 'session');

describe('a second factor that the organisation requires', () => {
  test('S09 is asked for by every call but those of the own account, with words that say what to do', async () => {
    const { token } = await tokenOf(ADDRESS);
    await requireSecondFactor();
    const open: string[] = [];
    for (const line of lines) {
      const path = line.path.replace(/\{\w+\}/, fixtureId('acme.WEB-1'));
      const sent = line.multipart ? { body: new FormData() } : {};
      const { status, body } = await callOnWire(line.method, path, {
        token,
        body: line.method === 'GET' || line.method === 'DELETE' ? undefined : {},
        ...sent,
      });
      if (status === 403 && body.message.startsWith('Acme Studio requires a second factor')) continue;
      open.push(nameOf(line));
    }
    expect(open.sort()).toEqual(
      [
        ...['DELETE session/{id}', 'GET loggedInUser', 'GET ownSecurity', 'GET ownSessions'],
        ...['POST cancelAddress', 'POST changeAddress', 'POST changePassword', 'POST confirmAddress'],
        ...['POST confirmTotp', 'POST disableTotp', 'POST endOtherSessions', 'POST recoveryCodes', 'POST totp'],
      ].sort(),
    );
  });

  test('is lifted at once by setting one up, and comes back when it is switched off', async () => {
    await requireSecondFactor();
    const { token: before } = await tokenOf('leader@acme.test');
    expect((await get('taskList', before)).status).toBe(403);
    const { token, codes } = await setUp();
    expect((await get('taskList', token)).status).toBe(200);
    expect((await get('ownSecurity', token)).body.data).toMatchObject({
      second_factor: { required_by: ['Acme Studio'] },
    });
    expect((await post('disableTotp', { current_password: PASSWORD, code: codes[0] }, token)).status).toBe(200);
    expect((await get('taskList', token)).status).toBe(403);
    await owner.query('update organisation set requires_totp = false');
    expect((await get('taskList', before)).status).toBe(200);
  });

  test('of one organisation says nothing about another', async () => {
    await requireSecondFactor();
    const { token } = await tokenOf('both@guild.test', 'globex');
    expect((await get('taskList', token)).status).toBe(200);
    const { sid } = await verifyToken((await tokenOf('both@guild.test')).token.replace('Bearer ', ''));
    expect(await failureOf(withOrg({ sid }, 'acme', async () => {}))).toBeInstanceOf(SetupRequired);
  });
});

describe('a password that somebody else made', () => {
  test('A04 shuts everything but changing it; then everything is open', async () => {
    const { token } = await tokenOf(ADDRESS);
    await requirePassword();
    for (const path of ['taskList', 'ownSessions', 'ownSecurity', 'notificationList'])
      expect((await get(path, token)).status, path).toBe(403);
    expect((await post('totp', { current_password: PASSWORD }, token)).status).toBe(403);
    expect((await get('loggedInUser', token)).status).toBe(200);
    const given = { current_password: PASSWORD, new_password: BETTER };
    expect((await post('changePassword', given, token)).status).toBe(200);
    expect((await get('taskList', token)).status).toBe(200);
  });

  test('comes before the second factor, which is asked for next', async () => {
    await requireSecondFactor();
    await requirePassword();
    const { token } = await tokenOf(ADDRESS);
    expect((await get('taskList', token)).body.message).toMatch(/password/);
    await post('changePassword', { current_password: PASSWORD, new_password: BETTER }, token);
    expect((await get('taskList', token)).body.message).toMatch(/requires a second factor/);
  });
});
