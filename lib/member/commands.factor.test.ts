import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ADDRESS, forgetSecondFactors, get, setUp, signInWith, signInWithout } from '@/lib/test/second-factor-calls';
import { freshWorld, mailsTo, owner, post, rows, signIn, tokenOf } from '@/lib/test/sign-up-calls';

/** Somebody who lost authenticator and recovery codes is let in again by those who look after people. */

freshWorld();
afterAll(closeDatabase);
beforeEach(forgetSecondFactors);
beforeEach(() => owner.query('update member set second_factor_reset_at = null'));

const acme = (seat: string) => fixtureId(`acme.${seat}`);
const tokenFor = async (email: string, key = 'acme') => (await tokenOf(email, PASSWORD, key)).token;
const reset = async (seat: string, by = 'admin@acme.test') =>
  post('resetSecondFactor', { user_id: acme(seat) }, await tokenFor(by));
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

describe('a second factor that was lost', () => {
  test('is reset by an admin: the password is enough again, every session is over, the person is told', async () => {
    const { token, codes } = await setUp();
    expect((await signInWithout()).status).toBe(401);
    const { status, body } = await reset('user');
    expect([status, body.data]).toEqual([200, { done: true }]);
    expect((await get('ownSecurity', token)).status).toBe(401);
    expect((await signInWithout()).status).toBe(200);
    expect((await signInWith(codes[0] as string)).status).toBe(200);
    expect(await rows('select from recovery_code')).toEqual([]);
    expect(await rows(`select actor_id, target from audit where action = 'second_factor.reset'`)).toEqual([
      { actor_id: acme('admin'), target: acme('user') },
    ]);
    expect(await subjects(ADDRESS)).toContain('Your second factor was reset');
    expect((await reset('user')).status).toBe(409);
  });

  test.each([
    ['admin@acme.test', 'admin', 403],
    ['subadmin@acme.test', 'user', 200],
    ['subadmin@acme.test', 'admin', 403],
    ['subadmin@acme.test', 'subadmin', 403],
    ['leader@acme.test', 'client', 403],
    ['observer@acme.test', 'user', 403],
  ])('R05 %s for %s: %i', async (by, whose, status) => {
    const { token } = await tokenOf(by);
    await owner.query(
      `update person set totp_secret = 'sealed', totp_enabled_at = now() where id = (select person_id from member where id = $1)`,
      [acme(whose)],
    );
    const answer = await post('resetSecondFactor', { user_id: acme(whose) }, token);
    expect(answer.status).toBe(status);
    const [{ n }] = await rows('select count(*)::int as n from person where totp_enabled_at is not null');
    expect(n).toBe(status === 200 ? 0 : 1);
  });

  test('T09 is nothing another organisation can touch', async () => {
    await setUp();
    const token = await tokenFor('admin@globex.test', 'globex');
    expect((await post('resetSecondFactor', { user_id: acme('user') }, token)).status).toBe(404);
    expect((await signInWithout()).status).toBe(401);
  });

  test('of an account of several organisations falls when each of them has reset it', async () => {
    const both = 'both@guild.test';
    await setUp(both);
    expect((await reset('both')).body.data).toEqual({ done: false });
    expect((await signIn(both, PASSWORD, 'acme')).status).toBe(401);
    expect(await subjects(both)).toContain('A reset of your second factor was requested');
    // A week later the first one counts no more.
    await owner.query(`update member set second_factor_reset_at = now() - interval '8 days' where id = $1`, [
      acme('both'),
    ]);
    const elsewhere = { user_id: fixtureId('globex.both') };
    const token = await tokenFor('admin@globex.test', 'globex');
    expect((await post('resetSecondFactor', elsewhere, token)).body.data).toEqual({ done: false });
    expect((await reset('both')).body.data).toEqual({ done: true });
    for (const key of ['acme', 'globex']) expect((await signIn(both, PASSWORD, key)).status).toBe(200);
  });

  test('shows with the person, to those who may reset it', async () => {
    await setUp();
    const seen = async (by: string) =>
      (await get('memberDetail', await tokenFor(by), { user_id: acme('user') })).body.data as {
        second_factor: unknown;
      };
    expect((await seen('admin@acme.test')).second_factor).toBe(true);
    expect((await seen('leader@acme.test')).second_factor).toBeNull();
  });
});

test('A09 a wrong password where it is asked again is a line of the log, and says nothing of what was typed', async () => {
  const { token } = await tokenOf(ADDRESS);
  await post('totp', { current_password: 'not my password, never was' }, token);
  await post('changePassword', { current_password: 'nor is this one of mine', new_password: 'x'.repeat(20) }, token);
  const lines = await rows(`select * from audit where action = 'password.wrong'`);
  expect(lines).toMatchObject([{ actor_id: acme('user') }, { actor_id: acme('user') }]);
  expect(JSON.stringify(lines)).not.toMatch(/not my|nor is/);
  await post('totp', { current_password: PASSWORD }, token);
  expect(await rows(`select from audit where action = 'password.wrong'`)).toHaveLength(2);
});
