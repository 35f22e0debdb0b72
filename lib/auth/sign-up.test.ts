import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { signInWithPassword } from '@/lib/auth/sign-in';
import { env } from '@/lib/env';
import { listMails } from '@/lib/mail/sink';
import { deliverMailsOnce } from '@/lib/outbox';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';

/** Founding, joining, codes and passwords by their endpoints, as a program that knows nothing but the contract. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
const GOOD = 'kettle violet harbor otter';
const BETTER = 'lantern meadow pistachio dune';

beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '100';
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  await owner.query('delete from outbox; delete from rate_limit; delete from one_time_code; delete from session');
  await owner.query(`delete from notification where kind = 'member.requested'`);
  await owner.query(`delete from organisation where key not in ('acme', 'globex')`);
  await owner.query(`delete from person where email like '%@new.test'`);
  await owner.query(`update organisation set join_rule = 'approval', join_domains = '{}', verified_at = now()`);
  await rm(join(env.dataDir, 'mail'), { recursive: true, force: true });
});

type Answered = {
  status: number;
  body: { message: string; data: never; errors?: Record<string, string[]>; code?: string };
};

async function call(method: string, path: string, input?: unknown, token?: string): Promise<Answered> {
  const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const request = new Request(`http://localhost:3000/api/${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    ...(method !== 'GET' && { body: JSON.stringify(input ?? {}) }),
  });
  const answer = await callApi(table, request, path);
  return { status: answer.status, body: await answer.json() };
}

const post = (path: string, input: unknown, token?: string) => call('POST', path, input, token);
const found = (email: string, sub_domain = 'newco', password = GOOD) =>
  post('signupwithorgs', { name: 'Nora Newman', email, password, organisation_name: 'New Company', sub_domain });
const ask = (email: string, password = GOOD, sub_domain = 'acme') =>
  post('signupwithorgs', { name: 'Nora Newman', email, password, sub_domain });
const rows = async (sql: string, ...values: unknown[]) => (await owner.query(sql, values)).rows;
const people = (email: string) => rows('select * from person where email = $1', email);

/** Mails to an address once nothing waits: the kick after each commit delivers too. */
async function mailsTo(email: string) {
  await vi.waitFor(async () => {
    await deliverMailsOnce();
    expect(await rows(`select from outbox where kind = 'mail' and delivered_at is null`)).toEqual([]);
  }, 10_000);
  return listMails(email);
}
async function codeFor(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? 'no code';
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const signIn = (email: string, password: string, sub_domain: string) =>
  post('signinwithorgs', { email, password, sub_domain });
const tokenOf = async (email: string, password = PASSWORD, key = 'acme') =>
  (await signIn(email, password, key)).body.data as { token: string };
const without = ({ status, body }: Answered) => ({
  status,
  message: body.message,
  keys: Object.keys(body.data ?? {}).sort(),
});

describe('founding', () => {
  test('makes organisation, person and admin, and opens with the mailed code', async () => {
    const { status, body } = await found('nora@new.test');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ approval_status: 1, verification_required: true });
    expect(await signIn('nora@new.test', GOOD, 'newco')).toMatchObject({ status: 403 });
    expect(await call('GET', 'getOrganisationList', { q: 'newco' })).toMatchObject({ body: { data: [] } });

    const otp = await codeFor('nora@new.test');
    const verified = await post('verifyorganisation', { sub_domain: 'newco', email: 'nora@new.test', otp });
    expect(verified).toMatchObject({ status: 200, body: { data: { sub_domain: 'newco', verified: true } } });
    const signedIn = await signIn('nora@new.test', GOOD, 'newco');
    expect(signedIn).toMatchObject({ status: 200, body: { data: { user: { role: 'admin' } } } });
    expect(
      await rows(`select action from audit where org_id = (select id from organisation where key = 'newco')`),
    ).toEqual(expect.arrayContaining([{ action: 'organisation.founded' }, { action: 'organisation.verified' }]));
  });

  test('A13 of 20 at once with one key one wins, 19 get 409, and nobody is left without a seat', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => found(`n${at}@new.test`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await rows(`select count(*)::int as n from organisation where key = 'newco'`)).toEqual([{ n: 1 }]);
    expect(await rows(`select count(*)::int as n from person where email like '%@new.test'`)).toEqual([{ n: 1 }]);
    expect(
      await rows(
        `select count(*)::int as n from person p where not exists (select from member m where m.person_id = p.id)`,
      ),
    ).toEqual([{ n: 0 }]);
    expect(await rows(`select count(*)::int as n from outbox where kind = 'mail'`)).toEqual([{ n: 1 }]);
  });

  test.each([
    ['acme', 'taken', 409],
    ['acrne', 'looks too much like', 422],
    ['g1obex', 'looks too much like', 422],
    ['login', 'address of the application', 422],
    ['l0gin', 'looks like an address of the application', 422],
    ['a', 'at least 2', 422],
    ['-ab', 'hyphen', 422],
    ['a--b', 'two hyphens', 422],
    ['аcme', 'letters from a to z', 422],
    ['a'.repeat(33), '32 characters', 422],
  ])('the key %j is refused while typing and when sent', async (key, words, status) => {
    const typed = await call('GET', 'organisationKey', { key });
    expect(typed.body.data).toMatchObject({ free: false, reason: expect.stringContaining(words) });
    const sent = await found('nora@new.test', key);
    expect(sent.status).toBe(status);
    expect(sent.body.errors?.sub_domain?.[0]).toContain(words);
    expect(await people('nora@new.test')).toEqual([]);
  });

  test('a free key is free', async () => {
    expect((await call('GET', 'organisationKey', { key: 'NewCo' })).body.data).toEqual({
      key: 'newco',
      free: true,
      reason: null,
    });
  });

  test('I03 an account that exists keeps its password, and its owner alone can confirm', async () => {
    const [before] = await people('user@acme.test');
    expect((await found('user@acme.test', 'newco', BETTER)).status).toBe(201);
    expect((await people('user@acme.test'))[0]).toEqual(before);
    const otp = await codeFor('user@acme.test');
    expect((await post('verifyorganisation', { sub_domain: 'newco', email: 'user@acme.test', otp })).status).toBe(200);
    expect((await people('user@acme.test'))[0].password_hash).toBe(before.password_hash);
    expect((await signIn('user@acme.test', BETTER, 'newco')).status).toBe(401);
    expect((await signIn('user@acme.test', PASSWORD, 'newco')).status).toBe(200);
  });

  test('an account that nobody proved belongs to whoever proves the mailbox', async () => {
    await found('nora@new.test', 'newco', 'squatter harbor violet kettle');
    expect((await ask('nora@new.test', BETTER)).status).toBe(201);
    const otp = await codeFor('nora@new.test');
    const joined = await post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });
    expect(joined.body.data).toMatchObject({ approval_status: 2 });
    await owner.query(`update member set approval = 1 where email = 'nora@new.test' and org_id = $1`, [
      fixtureId('acme'),
    ]);
    expect((await signIn('nora@new.test', 'squatter harbor violet kettle', 'acme')).status).toBe(401);
    expect((await signIn('nora@new.test', BETTER, 'acme')).status).toBe(200);
  });

  test('a further organisation is open at once and has its founder as admin; the same Idempotency-Key is one founding', async () => {
    const { token } = await tokenOf('user@acme.test');
    const input = { organisation_name: 'Second Hall', sub_domain: 'second-hall' };
    const made = await post('createOrganisation', input, token);
    expect(made).toMatchObject({ status: 201, body: { data: { sub_domain: 'second-hall', verified: true } } });
    expect((await post('createOrganisation', input, token)).status).toBe(409);
    expect(await signIn('user@acme.test', PASSWORD, 'second-hall')).toMatchObject({
      body: { data: { user: { role: 'admin' } } },
    });
    expect((await post('createOrganisation', input)).status).toBe(401);
  });
});

describe('asking to join', () => {
  test('A14 nothing is there before the code; then one waits, and approvers hear of it', async () => {
    expect((await ask('nora@new.test')).status).toBe(201);
    expect(await people('nora@new.test')).toEqual([]);
    const otp = await codeFor('nora@new.test');
    const verified = await post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });
    expect(verified.body.data).toMatchObject({ verified: true, approval_status: 2 });
    expect(await signIn('nora@new.test', GOOD, 'acme')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/waiting/) },
    });
    const told = await rows(`select member_id from notification where kind = 'member.requested'`);
    expect(told.map(({ member_id }) => member_id).sort()).toEqual(
      [fixtureId('acme.admin'), fixtureId('acme.subadmin')].sort(),
    );
  });

  test('A14 a verified domain lets in at once, after the code and not before', async () => {
    await owner.query(`update organisation set join_rule = 'domains', join_domains = '{new.test}' where key = 'acme'`);
    await ask('nora@new.test');
    expect((await signIn('nora@new.test', GOOD, 'acme')).status).toBe(401);
    const otp = await codeFor('nora@new.test');
    const verified = await post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });
    expect(verified.body.data).toMatchObject({ approval_status: 1 });
    expect((await signIn('nora@new.test', GOOD, 'acme')).status).toBe(200);
  });

  test('an organisation that is closed says so; one that is not there is not found', async () => {
    await owner.query(`update organisation set join_rule = 'closed' where key = 'acme'`);
    expect(await ask('nora@new.test')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/Acme Studio takes nobody/) },
    });
    expect((await ask('nora@new.test', GOOD, 'nowhere')).status).toBe(404);
  });

  test('A06 a stranger, a member and another organisation’s member get one answer; the mailbox alone hears more', async () => {
    const answers = [
      await ask('nora@new.test'),
      await ask('user@acme.test', PASSWORD),
      await ask('user@acme.test'),
      await ask('user@globex.test'),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(without(answer)))).size).toBe(1);
    expect((await mailsTo('user@acme.test')).map(({ subject }) => subject)).toEqual(
      Array(2).fill('You already have an account at Acme Studio'),
    );
    expect((await mailsTo('user@globex.test'))[0]?.subject).toBe('Use your own password for Acme Studio');
    expect(await rows(`select count(*)::int as n from one_time_code`)).toEqual([{ n: 1 }]);
  });

  test('I03 an account elsewhere joins with its own password, which stays', async () => {
    const [before] = await people('user@globex.test');
    await ask('user@globex.test', PASSWORD);
    const otp = await codeFor('user@globex.test');
    expect(
      (await post('verifyorganisation', { sub_domain: 'acme', email: 'user@globex.test', otp })).body.data,
    ).toMatchObject({ approval_status: 2 });
    expect((await people('user@globex.test'))[0]).toEqual(before);
    await owner.query(`delete from notification where kind = 'member.requested'`);
    await owner.query(`delete from member where email = 'user@globex.test' and org_id = $1`, [fixtureId('acme')]);
  });
});

describe('codes', () => {
  const verify = (otp: string) => post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });

  test('A08 after five wrong tries the right one counts no more', async () => {
    await ask('nora@new.test');
    const otp = await codeFor('nora@new.test');
    for (let n = 0; n < 5; n++) expect((await verify(wrongOf(otp))).status).toBe(422);
    expect((await verify(otp)).status).toBe(422);
  });

  test('A08 guessing goes on nowhere: codes of an address are limited, 429 with Retry-After', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 12; n++) answers.push((await verify('000000')).status);
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(answers.slice(10)).toEqual([429, 429]);
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

  test('A12 neither code nor password lies anywhere in clear', async () => {
    await ask('nora@new.test');
    const kept = JSON.stringify([await rows('select * from one_time_code'), await rows('select * from outbox')]);
    const otp = await codeFor('nora@new.test');
    expect(otp).toMatch(/^\d{6}$/);
    expect(kept).not.toContain(`"${otp}"`);
    expect(kept).not.toContain(GOOD);
    expect(kept).not.toContain('$argon2id');
  });

  test('A06 asking for another code says the same for every address', async () => {
    await ask('nora@new.test');
    const one = await post('resendcode', { sub_domain: 'acme', email: 'nora@new.test' });
    const other = await post('resendcode', { sub_domain: 'acme', email: 'nobody@new.test' });
    expect(one).toEqual(other);
  });
});

describe('forgotten and changed passwords', () => {
  const forget = (email: string, more = {}) => post('forgetPassword', { email, sub_domain: 'acme', ...more });
  const restore = () =>
    owner.query(
      `update person set password_hash = (select password_hash from person where email = 'admin@acme.test') where email = 'user@acme.test'`,
    );

  test('A11 the code sets a new password once, and ends every session everywhere', async () => {
    const { token } = await tokenOf('user@acme.test');
    await forget('user@acme.test');
    const otp = await codeFor('user@acme.test');
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
    await restore();
  });

  test('A06 a member, a stranger and another organisation’s member get one answer; one mail goes out', async () => {
    const answers = [await forget('user@acme.test'), await forget('nobody@new.test'), await forget('user@globex.test')];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await mailsTo('nobody@new.test')).toEqual([]);
    expect(await mailsTo('user@globex.test')).toEqual([]);
    expect(await mailsTo('user@acme.test')).toHaveLength(1);
  });

  test('A06 and takes the same time: medians within a tenth', async () => {
    const spans: Record<string, number[]> = { 'user@acme.test': [], 'nobody@new.test': [] };
    for (let n = 0; n < 7; n++)
      for (const [email, times] of Object.entries(spans)) {
        await owner.query('delete from rate_limit');
        const start = performance.now();
        await forget(email);
        times.push(performance.now() - start);
      }
    const [known = 0, unknown = 0] = Object.values(spans).map((times) => times.sort((a, b) => a - b)[3] as number);
    expect(Math.abs(known - unknown) / known).toBeLessThan(0.1);
  });

  test('A07 requests for codes are limited by address, known or not', async () => {
    for (const email of ['user@acme.test', 'nobody@new.test']) {
      const answers: number[] = [];
      for (let n = 0; n < 6; n++) answers.push((await forget(email)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    }
    expect(await mailsTo('user@acme.test')).toHaveLength(5);
  });

  test('A02 a common password is refused with the reason, and costs no try of the code', async () => {
    await forget('user@acme.test');
    const otp = await codeFor('user@acme.test');
    for (let n = 0; n < 6; n++)
      expect(await forget('user@acme.test', { otp, new_password: 'passwordpassword' })).toMatchObject({
        status: 422,
        body: { errors: { new_password: [expect.stringMatching(/common/)] } },
      });
    expect((await forget('user@acme.test', { otp, new_password: BETTER })).status).toBe(200);
    await restore();
  });

  test('A04 a change needs the current password, ends the other sessions and old codes, and a mail says so', async () => {
    const [here, other] = [await tokenOf('user@acme.test'), await tokenOf('user@acme.test')];
    await forget('user@acme.test');
    const otp = await codeFor('user@acme.test');
    const wrong = await post('changePassword', { current_password: GOOD, new_password: BETTER }, here.token);
    expect(wrong).toMatchObject({ status: 422, body: { errors: { current_password: [expect.any(String)] } } });
    expect(
      (await post('changePassword', { current_password: PASSWORD, new_password: BETTER }, here.token)).status,
    ).toBe(200);
    expect((await call('GET', 'loggedInUser', undefined, here.token)).status).toBe(200);
    expect((await call('GET', 'loggedInUser', undefined, other.token)).status).toBe(401);
    expect((await forget('user@acme.test', { otp, new_password: GOOD })).status).toBe(422);
    expect((await mailsTo('user@acme.test'))[0]?.subject).toBe('Your password was changed');
    expect((await signIn('user@acme.test', BETTER, 'acme')).status).toBe(200);
    await restore();
  });

  test('A09 the current password can be guessed ten times in a quarter of an hour, whatever asks for it', async () => {
    const { token } = await tokenOf('user@acme.test');
    const answers: number[] = [];
    for (let n = 0; n < 11; n++)
      answers.push((await post('changePassword', { current_password: GOOD, new_password: BETTER }, token)).status);
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(answers[10]).toBe(429);
  });

  test('A05 R10 somebody who waits has no API; a pending person’s token opens nothing', async () => {
    const opened = await signInWithPassword(
      { email: 'pending@acme.test', password: PASSWORD, sub_domain: 'acme' },
      'browser',
      {},
    );
    const bearer = `Bearer ${opened.token}`;
    for (const [path, input] of [
      ['changePassword', { current_password: PASSWORD, new_password: BETTER }],
      ['createOrganisation', { organisation_name: 'Mine', sub_domain: 'mine-mine' }],
    ] as const)
      expect((await post(path, input, bearer)).status).toBe(403);
    expect(await rows(`select from organisation where key = 'mine-mine'`)).toEqual([]);
  });
});

test('A14 an organisation that nobody confirmed is in nobody’s switcher', async () => {
  await found('user@acme.test', 'newco', PASSWORD);
  const { organisationsOf } = await import('@/lib/auth/sign-in');
  expect(await organisationsOf(fixtureId('user@acme.test'))).toEqual([{ key: 'acme', name: 'Acme Studio' }]);
});
