import { beforeEach, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { SetupRequired, withOrg } from '@/lib/org';
import { verifyToken } from '@/lib/session-token';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ADDRESS, forgetSecondFactors, get, setUp } from '@/lib/test/second-factor-calls';
import { BETTER, freshWorld, owner, post, tokenOf } from '@/lib/test/sign-up-calls';
import { call as callOnWire } from '@/lib/test/wire';

/** What is due first shuts the door to everything but what settles it. */

freshWorld();
beforeEach(forgetSecondFactors);

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
    await owner.query(
      `update person set password_hash = (select password_hash from person where email = 'gone@acme.test') where email = $1`,
      [ADDRESS],
    );
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
