import { createDecipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workOnce } from '@/lib/delivery/work';
import { subscribe } from '@/lib/notification/commands.push';
import { subscriptionsOf } from '@/lib/notification/queries.push';
import { queueNotifications } from '@/lib/notification/queries.send';
import { readSettings } from '@/lib/notification/queries.settings';
import { NewPushSubscription } from '@/lib/notification/schema.push';
import { isPublicIp, isPushEndpoint } from '@/lib/push/endpoint';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { newId } from '@/lib/validation';

/** Pushed to a real endpoint on this machine, which opens what it gets with the browser's own key. */

const acme = (name: string) => fixtureId(`acme.${name}`);
const owner = ownerClient();
const browser = createECDH('prime256v1');
browser.generateKeys();
const secret = randomBytes(16);

/** As a browser opens it (RFC 8188 and 8291). */
function opened(body: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const [sender, sealed] = [body.subarray(21, 21 + length), body.subarray(21 + length)];
  const derive = (from: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const shared = derive(browser.computeSecret(sender), secret, info, 32);
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derive(shared, salt, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

type Got = { headers: http.IncomingHttpHeaders; message: Record<string, unknown> };
const got: Got[] = [];
let status = 201;
const service = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    got.push({ headers: request.headers, message: JSON.parse(opened(Buffer.concat(parts))) });
    response.writeHead(status).end();
  });
});
const endpoint = (name: string) => `http://127.0.0.1:${(service.address() as AddressInfo).port}/${name}`;
const given = (name = 'one') => ({
  endpoint: endpoint(name),
  expirationTime: null,
  keys: { p256dh: browser.getPublicKey('base64url'), auth: secret.toString('base64url') },
});

beforeAll(async () => {
  process.env.PUSH_LOOPBACK = '1';
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  delete process.env.PUSH_LOOPBACK;
  await new Promise((resolve) => service.close(resolve));
});
beforeEach(async () => {
  for (const table of ['notification', 'notification_setting', 'push_subscription', 'job', 'session'])
    await owner.query(`delete from ${table}`);
  await owner.query('update task set deleted_at = null');
  got.length = 0;
  status = 201;
});

const sessionOf = async (name: string) => {
  const id = newId();
  await owner.query(
    `insert into session (id, org_id, member_id, kind, expires_at) values ($1, $2, $3, 'browser', now() + interval '1 day')`,
    [id, fixtureId(name.split('.')[0] as string), fixtureId(name)],
  );
  return id;
};
const take = async (name: string, body: object = given()) => {
  const sessionId = await sessionOf(name);
  await asMemberCommitted(name, (ctx) => subscribe({ ...ctx, sessionId }, NewPushSubscription.parse(body)));
  return sessionId;
};
const mention = (seat = 'user') =>
  owner.query(
    `insert into notification (org_id, id, member_id, actor_id, task_id, kind, topic, data, created_at)
     values ($1, $2, $3, $4, $5, 'comment.mentioned', 'mentioned', $6, now() - interval '1 second')`,
    [fixtureId('acme'), newId(), acme(seat), acme('leader'), acme('WEB-1'), { comment_id: newId() }],
  );
const push = async () => {
  // Not now: rounded up to a millisecond it may still be to come.
  await owner.query(`update notification set deliver_at = now() - interval '1 second' where deliver_at is not null`);
  await queueNotifications();
  while (await workOnce(() => true));
};
const kept = async () => (await owner.query('select endpoint from push_subscription')).rows.length;

describe('a browser that gives itself another address', () => {
  test('is reached there in place of the old one, of whoever had that', async () => {
    const [old, fresh] = [given('old'), given('fresh')];
    await take('acme.user', old);
    await take('acme.user', { ...fresh, replaces: old.endpoint });
    const { rows } = await owner.query('select endpoint from push_subscription');
    expect(rows).toEqual([{ endpoint: fresh.endpoint }]);
  });

  test('is told nothing where the session has ended that asked for it, or it was another person’s', async () => {
    const old = given('old');
    const renewed = () => ({ ...given('fresh'), replaces: old.endpoint });
    expect(await failureOf(take('acme.user', renewed()))).toMatchObject({ code: 'not_found' });
    await take('acme.leader', old);
    expect(await failureOf(take('acme.user', renewed()))).toMatchObject({ code: 'not_found' });
    expect((await owner.query('select member_id from push_subscription')).rows).toEqual([
      { member_id: acme('leader') },
    ]);
  });

  test('is known in one’s choices by a name that does not reach it', async () => {
    const one = given();
    await take('acme.user', one);
    const name = createHash('sha256').update(one.endpoint).digest('hex');
    await asMember('acme.user', async (ctx) => expect((await readSettings(ctx)).push_browsers).toEqual([name]));
    await asMember('acme.leader', async (ctx) => expect((await readSettings(ctx)).push_browsers).toEqual([]));
  });
});

describe('a push', () => {
  test('says in short words what happened, sealed for the browser and signed, once', async () => {
    await take('acme.user');
    await mention();
    await mention();
    await push();
    await push();
    expect(got).toHaveLength(1);
    expect(got[0]?.message).toMatchObject({
      title: 'WEB-1 Collect brand assets',
      body: expect.stringMatching(/mentioned you on this task \(1 more\)$/),
      url: expect.stringMatching(/^\/acme\/taskpage\?task=WEB-1&comment=[\da-f-]{36}$/),
      tag: acme('WEB-1'),
    });
    expect(got[0]?.headers).toMatchObject({ ttl: '86400', authorization: expect.stringMatching(/^vapid t=.+, k=.+/) });
  });

  test('R11 says nothing of what its reader no longer sees', async () => {
    await take('acme.user');
    await mention();
    await owner.query('update task set deleted_at = now() where id = $1', [acme('WEB-1')]);
    await push();
    expect(got).toEqual([]);
  });

  test('that is answered by 410 is the last one', async () => {
    await take('acme.user');
    await mention();
    status = 410;
    await push();
    expect([got.length, await kept()]).toEqual([1, 0]);
  });

  test('that fails is tried again', async () => {
    await take('acme.user');
    await mention();
    status = 503;
    await push();
    status = 201;
    await push();
    await push();
    expect([got.length, await kept()]).toEqual([2, 1]);
  });
});

describe('a browser', () => {
  test('is named again with its keys of now, and taken from whoever named it before', async () => {
    await take('acme.user');
    await take('acme.user');
    expect(await kept()).toBe(1);
    await take('acme.leader');
    expect(await kept()).toBe(1);
    await mention();
    await push();
    expect(got).toEqual([]);
    await asMemberCommitted('acme.leader', async (ctx) => expect(await subscriptionsOf(ctx)).toHaveLength(1));
  });

  test('is told nothing more once its session was ended; one that only ran out still is', async () => {
    await owner.query('delete from session where id = $1', [await take('acme.user')]);
    expect(await kept()).toBe(0);
    const session = await take('acme.user');
    await owner.query(`update session set expires_at = now() - interval '1 minute' where id = $1`, [session]);
    await owner.query('delete from session where id = $1', [session]);
    expect(await kept()).toBe(1);
  });
});

describe('an endpoint', () => {
  test('is a public address of the web', async () => {
    for (const text of [
      ...['http://push.example.org/a', 'https://localhost/a', 'https://127.0.0.1/a', 'https://[::1]/a'],
      ...['https://[::ffff:127.0.0.1]/a', 'https://10.1.2.3/a', 'https://169.254.169.254/latest'],
      ...['https://192.168.1.1/a', 'https://0x7f000001/a', 'https://2130706433/a', 'https://[fd00::1]/a'],
      ...['https://[64:ff9b::7f00:1]/a', 'https://push.example.org:8443/a', 'https://user:secret@push.example.org/a'],
      ...['https://intranet/a', 'https://db.internal/a', 'ftp://push.example.org/a', 'nonsense'],
    ])
      expect([text, isPushEndpoint(text)]).toEqual([text, false]);
    for (const text of [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
    ])
      expect([text, isPushEndpoint(text)]).toEqual([text, true]);
    const refused = take('acme.user', { ...given(), endpoint: 'https://10.1.2.3/a' });
    expect(await failureOf(refused)).toMatchObject({ code: 'invalid' });
    for (const ip of '127.0.0.1 10.0.0.1 ::1 fe80::1 ::ffff:10.0.0.1 100.64.0.1 0.0.0.0 2002:7f00:1::'.split(' '))
      expect([ip, isPublicIp(ip)]).toEqual([ip, false]);
    for (const ip of ['8.8.8.8', '2606:4700::1111']) expect([ip, isPublicIp(ip)]).toEqual([ip, true]);
    // On this machine it is one for tests alone.
    delete process.env.PUSH_LOOPBACK;
    expect(isPushEndpoint(endpoint('one'))).toBe(false);
    process.env.PUSH_LOOPBACK = '1';
  });
});

test('nothing is taken where the installation has no keys', async () => {
  const before = process.env.VAPID_PRIVATE_KEY;
  delete process.env.VAPID_PRIVATE_KEY;
  expect(await failureOf(take('acme.user'))).toMatchObject({ code: 'unavailable' });
  process.env.VAPID_PRIVATE_KEY = before;
});
