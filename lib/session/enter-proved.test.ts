import { describe, expect, test } from 'vitest';
import { resetPassword } from '@/lib/account/reset-password';
import { DomainError } from '@/lib/errors';
import { openProvedSession } from '@/lib/session/sign-in';
import { verifyCode } from '@/lib/sign-up/verify';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ADDRESS, forgetSecondFactors, setUp } from '@/lib/test/second-factor-calls';
import { ask, BETTER, codeFor, found, freshWorld, GOOD, owner, post, rows } from '@/lib/test/sign-up-calls';

freshWorld();
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

  test('founding with a known address and another password confirms, but proves no password', async () => {
    await found('user@globex.test', 'newco', GOOD);
    const otp = await codeFor('user@globex.test');
    expect(await verifyCode({ sub_domain: 'newco', email: 'user@globex.test', otp }, client)).toMatchObject({
      knows: false,
    });
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
