import { describe, expect, test } from 'vitest';
import { resetPassword } from '@/lib/account/reset-password';
import { DomainError } from '@/lib/errors';
import { openProvedSession } from '@/lib/session/sign-in';
import { verifyCode } from '@/lib/sign-up/verify';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ADDRESS, forgetSecondFactors, setUp } from '@/lib/test/second-factor-calls';
import {
  ask,
  BETTER,
  call,
  codeFor,
  found,
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

freshWorld();

describe('codes', () => {
  const verify = (otp: string) => post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });

  test('A08 after five wrong tries the right one counts no more', async () => {
    await ask('nora@new.test');
    const otp = await codeFor('nora@new.test');
    for (let n = 0; n < 5; n++) expect((await verify(wrongOf(otp))).status).toBe(422);
    expect((await verify(otp)).status).toBe(422);
  });

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

  test('A12 neither code nor password lies anywhere in clear', async () => {
    await ask('nora@new.test');
    const kept = JSON.stringify([await rows('select * from one_time_code'), await rows('select * from job')]);
    const otp = await codeFor('nora@new.test');
    expect(otp).toMatch(/^\d{6}$/);
    expect(kept).not.toContain(`"${otp}"`);
    expect(kept).not.toContain(GOOD);
    expect(kept).not.toContain('$argon2id');
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
    await restore();
  });
});

const client = { ip: '192.0.2.7', userAgent: 'Test' };
const sessionsOf = async (memberId: string) =>
  (await rows(`select count(*)::int as n from session where member_id = '${memberId}'`))[0] as { n: number };

describe('after a code', () => {
  test('a first admin is signed in without a second sign-in', async () => {
    await found('nora@new.test');
    const otp = await codeFor('nora@new.test');
    const done = await verifyCode({ sub_domain: 'newco', email: 'nora@new.test', otp }, client);
    expect(done).toMatchObject({ knows: true, requestId: done.memberId, verified: { approval_status: 1 } });
    const opened = await openProvedSession(done.memberId, client);
    expect(opened).toMatchObject({ approval: 1, mustChangePassword: false, organisation: { sub_domain: 'newco' } });
    expect(await sessionsOf(done.memberId)).toEqual({ n: 1 });
  });

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

  test('whoever gave the code is signed in, and every session from before has ended', async () => {
    const before = await openProvedSession(fixtureId('acme.client'), client);
    const memberId = await reset('client@acme.test');
    expect(memberId).toBe(fixtureId('acme.client'));
    expect(await rows(`select id from session where id = '${before.sid}'`)).toEqual([]);
    await openProvedSession(memberId, client);
    expect(await sessionsOf(memberId)).toEqual({ n: 1 });
  });

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
