import { describe, expect, test } from 'vitest';
import { signInWithPassword } from '@/lib/session/sign-in';
import { PASSWORD } from '@/lib/test/fixtures';
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

  test('A06 a member, a stranger and another organisation’s member get one answer; one email goes out', async () => {
    const answers = [await forget('user@acme.test'), await forget('nobody@new.test'), await forget('user@globex.test')];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await mailsTo('nobody@new.test')).toEqual([]);
    expect(await mailsTo('user@globex.test')).toEqual([]);
    expect(await mailsTo('user@acme.test')).toHaveLength(1);
  });

  test('A06 and takes its time, whoever is asked about', async () => {
    for (const email of ['user@acme.test', 'nobody@new.test', 'user@globex.test']) {
      const start = performance.now();
      await forget(email);
      expect(performance.now() - start).toBeGreaterThan(248);
    }
  });

  test('A07 requests for codes are limited by email, known or not', async () => {
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

  test('A04 a change needs the current password, ends the other sessions and old codes, and an email says so', async () => {
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
