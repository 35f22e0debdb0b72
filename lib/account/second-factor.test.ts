import { beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '@/lib/account/endpoints.examples';
import { plainRecoveryCode, qrPath, stepOf } from '@/lib/person/totp';
import { signMfaToken, verifyMfaToken } from '@/lib/session/mfa-challenge';
import { authOptions } from '@/lib/session/next-auth';
import { finishSignIn, signInWithPassword } from '@/lib/session/sign-in';
import { signFor, verifyToken } from '@/lib/session-token';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ADDRESS, forgetSecondFactors, get, setUp, signInWith, signInWithout } from '@/lib/test/second-factor-calls';
import { BETTER, call, freshWorld, mailsTo, owner, post, rows, tokenOf } from '@/lib/test/sign-up-calls';

freshWorld();
beforeEach(forgetSecondFactors);

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
  });

  test('may be one step off, and not two', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const [code, at] = ['081804', 1111111109_000];
    const step = Math.floor(1111111109 / 30);
    for (const off of [-30_000, 0, 30_000]) expect(stepOf(secret, code, at + off)).toBe(step);
    for (const off of [-60_000, 60_000]) expect(stepOf(secret, code, at + off)).toBeNull();
  });

  test('is told its secret by a picture of squares, and by the same text', async () => {
    const { token } = await tokenOf(ADDRESS);
    const { body } = await post('totp', { current_password: PASSWORD }, token);
    const { secret, address, qr } = body.data as { secret: string; address: string; qr: ReturnType<typeof qrPath> };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(address).toContain(`secret=${secret}`);
    expect(address).toMatch(/^otpauth:\/\/totp\/Guildhall:user%40acme\.test\?/);
    expect(qr).toEqual(qrPath(address));
    expect(qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
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

  test('rejected and deactivated people hear so after the first step, and need no code for it', async () => {
    await owner.query(
      `update person set totp_enabled_at = now() where email in ('gone@acme.test', 'pending@acme.test')`,
    );
    expect((await signInWithout('gone@acme.test')).status).toBe(403);
    expect((await signInWithout('pending@acme.test')).status).toBe(403);
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
  });

  test('A09 everything that asks for the password again shares one throttle', async () => {
    const { token } = await setUp('admin@acme.test');
    const current_password = 'not my password, never was';
    const asks: [method: string, path: string, body: object][] = [
      ['POST', 'totp', { current_password }],
      ['POST', 'disableTotp', { current_password, code: '123456' }],
      ['POST', 'recoveryCodes', { current_password }],
      ['POST', 'changeAddress', { current_password, email: 'moved@new.test' }],
      ['POST', 'changePassword', { current_password, new_password: BETTER }],
      ['POST', 'changeOrganisationKey', { current_password, sub_domain: 'acme-two' }],
      ['PUT', 'securityRules', { current_password, requires_second_factor: true }],
      ['POST', 'deleteOrganisation', { current_password, name: 'Acme Studio' }],
    ];
    for (let n = 0; n < 10; n++) {
      const [method, path, body] = asks[n % asks.length] as (typeof asks)[number];
      expect((await call(method, path, body, token)).status, path).toBe(422);
    }
    for (const [method, path, body] of asks) {
      const right = await call(method, path, { ...body, current_password: PASSWORD }, token);
      expect([right.status, right.body.code], path).toEqual([429, 'rate_limited']);
    }
    const other = await tokenOf('leader@acme.test');
    expect((await post('totp', { current_password: PASSWORD }, other.token)).status).toBe(200);
  });
});
