import { beforeEach, describe, expect, test } from 'vitest';
import type { OwnSession } from '@/lib/account/schema.security';
import { deviceInWords } from '@/lib/http/device';
import { endSession, renewSession, signInWithPassword, switchSession } from '@/lib/session/sign-in';
import { verifyToken } from '@/lib/session-token';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ADDRESS, forgetSecondFactors, get, signInWithout } from '@/lib/test/second-factor-calls';
import { BETTER, call, freshWorld, mailsTo, owner, post, rows, tokenOf } from '@/lib/test/sign-up-calls';

freshWorld();
beforeEach(forgetSecondFactors);

const BOTH = 'both@guild.test';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const browser = (email = ADDRESS, sub_domain = 'acme') =>
  signInWithPassword({ email, password: PASSWORD, sub_domain }, 'browser', { ip: '192.0.2.7', userAgent: IPHONE });
const list = async (token: string) =>
  (await get('ownSessions', token)).body as unknown as { docs: OwnSession[]; totalDocs: number };
const holds = async (token: string) => (await get('loggedInUser', `Bearer ${token.replace('Bearer ', '')}`)).status;
const end = (id: string, token: string) => call('DELETE', `session/${id}`, undefined, token);
const terminated = async () =>
  (await rows(`select payload->>'member_id' as member from outbox where kind = 'terminate'`)).map(
    ({ member }) => member,
  );

describe('one’s own sessions', () => {
  test('S08 are listed with device, IP address and organisation, the one that asks first, nobody else’s among them', async () => {
    const { token } = await tokenOf(BOTH);
    await browser(BOTH, 'globex');
    await browser('leader@acme.test');
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
    const [elsewhere, third] = [await browser(BOTH, 'globex'), await browser(BOTH)];
    expect(await holds(elsewhere.token)).toBe(200);
    expect((await end(elsewhere.sid, token)).status).toBe(200);
    expect(await holds(elsewhere.token)).toBe(401);
    expect([await holds(third.token), await holds(token)]).toEqual([200, 200]);
    expect(await terminated()).toEqual([fixtureId('globex.both')]);
    expect((await end(elsewhere.sid, token)).status, 'again').toBe(404);
    expect((await rows(`select from audit where action = 'session.ended'`)).length).toBeGreaterThan(0);
  });

  test('S08 somebody else’s is as absent as one that never was, and stays', async () => {
    const { token } = await tokenOf('admin@acme.test');
    const other = await browser('leader@acme.test');
    const plain = async (id: string) => {
      const { status, body } = await end(id, token);
      return { status, body: { ...body, request_id: '' } };
    };
    expect(await plain(other.sid)).toEqual(await plain(fixtureId('never')));
    expect((await plain(other.sid)).status).toBe(404);
    expect(await holds(other.token)).toBe(200);
  });

  test('S08 all others end together, in every organisation of the person; S04 their tokens are over', async () => {
    const { token } = await tokenOf(BOTH);
    const others = [await browser(BOTH), await browser(BOTH, 'globex')];
    const stranger = await browser('leader@acme.test');
    const done = await post('endOtherSessions', {}, token);
    expect(done.body.data).toEqual({ ended: 2 });
    for (const { token: over } of others) expect(await holds(over)).toBe(401);
    expect([await holds(token), await holds(stranger.token)]).toEqual([200, 200]);
    expect((await terminated()).sort()).toEqual([fixtureId('acme.both'), fixtureId('globex.both')].sort());
    expect((await post('endOtherSessions', {}, token)).body.data).toEqual({ ended: 0 });
  });

  test('S09 every way in opens a session of a new id; what was there before is not used again', async () => {
    const first = await browser(BOTH);
    const second = await browser(BOTH);
    const switched = await switchSession(second.sid, 'globex', {});
    expect(new Set([first.sid, second.sid, switched.sid]).size).toBe(3);
    expect(await holds(second.token), 'after the switch').toBe(401);
    await endSession(first.sid);
    expect(await holds(first.token), 'after logging out').toBe(401);
  });

  test('S09 a session that goes on under a new id keeps its age and its end; the old id counts for seconds and is not listed', async () => {
    const before = await browser();
    await owner.query(`update session set expires_at = now() + interval '3 days' where id = $1`, [before.sid]);
    const token = (await renewSession(before.sid)) as string;
    const [claims, old] = [await verifyToken(token), await verifyToken(before.token)];
    expect(claims.sid).not.toBe(old.sid);
    expect(claims.abs * 1000).toBeLessThan(Date.now() + 3 * 86_400_000);
    expect([await holds(token), await holds(before.token)]).toEqual([200, 200]);
    expect((await list(`Bearer ${token}`)).docs.map(({ _id }) => _id)).toEqual([claims.sid]);
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
    const others = [await browser(BOTH), await browser(BOTH, 'globex')];
    await post('forgetPassword', { email: BOTH, sub_domain: 'acme' });
    await post('changeAddress', { email: 'both@moved.test', current_password: PASSWORD }, token);
    const change = (current_password: string) =>
      post('changePassword', { current_password, new_password: BETTER }, token);
    expect((await change('not my password, never was')).body.errors).toHaveProperty('current_password');
    for (const { token: open } of others) expect(await holds(open)).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    for (const { token: over } of others) expect(await holds(over)).toBe(401);
    expect(await holds(token)).toBe(200);
    expect(await rows(`select from one_time_code where used_at is null`)).toEqual([]);
    expect(await rows(`select from person where pending_email is not null`)).toEqual([]);
    expect((await mailsTo(BOTH)).map(({ subject }) => subject)).toContain('Your password was changed');
    expect((await rows(`select ip from audit where action = 'password.changed'`)).length).toBeGreaterThan(0);
    await owner.query(
      `update person set password_hash = (select password_hash from person where email = 'gone@acme.test') where email = $1`,
      [BOTH],
    );
  });

  test('A04 of two changes at once one stands', async () => {
    const { token } = await tokenOf(ADDRESS);
    const change = (new_password: string) =>
      post('changePassword', { current_password: PASSWORD, new_password }, token);
    const both = await Promise.all([change(BETTER), change('velvet orchid anchor pillow')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await owner.query(
      `update person set password_hash = (select password_hash from person where email = 'gone@acme.test') where email = $1`,
      [ADDRESS],
    );
    expect((await signInWithout()).status).toBe(200);
  });
});

test.each([
  [IPHONE, 'Safari on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0',
    'Edge on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (agent, words) => {
  expect(deviceInWords(agent)).toBe(words);
});
