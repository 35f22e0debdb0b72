import { createDecipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GET, POST } from '@/app/api/unsubscribe/[token]/route';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { workOnce } from '@/lib/delivery/work';
import { env } from '@/lib/env';
import { listUnsentMails } from '@/lib/mail/queries';
import { listMails } from '@/lib/mail/sink';
import { subscribe } from '@/lib/notification/commands.push';
import { changeSettings } from '@/lib/notification/commands.settings';
import { listNotifications } from '@/lib/notification/queries';
import { subscriptionsOf } from '@/lib/notification/queries.push';
import { noticeDueTasks, queueNotifications } from '@/lib/notification/queries.send';
import { readSettings } from '@/lib/notification/queries.settings';
import { ListNotifications } from '@/lib/notification/schema';
import { NewPushSubscription } from '@/lib/notification/schema.push';
import { ChangeNotificationSettings } from '@/lib/notification/schema.settings';
import type { Ctx } from '@/lib/org';
import { isPublicIp, isPushEndpoint } from '@/lib/push/endpoint';
import { readRoom } from '@/lib/room/commands';
import { ReadRoom } from '@/lib/room/schema';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** What leaves the house: by whose choice, when, and only what its reader may still see. */

const acme = (name: string) => fixtureId(`acme.${name}`);
withChatRooms();
beforeEach(async () => {
  for (const table of ['notification', 'notification_setting', 'push_subscription', 'session', 'job', 'outbox'])
    await owner.query(`delete from ${table}`);
  await owner.query(`update task set due_date = null, deleted_at = null; update person set time_zone = 'UTC';
    update member set deactivated_at = null`);
  const member = [fixtureId('acme'), acme('WEB'), acme('user')];
  await owner.query(
    `insert into project_member (org_id, project_id, member_id) values ($1, $2, $3) on conflict do nothing`,
    member,
  );
  await rm(join(env.dataDir, 'mail'), { recursive: true, force: true, maxRetries: 10 });
  got.length = 0;
  status = 201;
});

const SEEN_LATE = 60;
const event = (seat: string, kind: string, topic: string, { data = {}, task = 'WEB-1', ago = SEEN_LATE } = {}) =>
  owner.query(
    `insert into notification (org_id, id, member_id, actor_id, task_id, kind, topic, data, created_at, deliver_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() - make_interval(secs => $9), now() - interval '1 second')`,
    [
      ...[fixtureId('acme'), newId(), acme(seat), acme('leader'), acme(task), kind, topic],
      ...[kind.startsWith('comment.') ? { comment_id: newId(), ...data } : data, ago],
    ],
  );
const choose = (seat: string, input: object) =>
  asMemberCommitted(`acme.${seat}`, (ctx) => changeSettings(ctx, ChangeNotificationSettings.parse(input)));
const queue = async () => {
  await queueNotifications();
  while (await workOnce(() => true));
};
const sent = async (seat = 'user') => {
  await queue();
  while (await deliverMailsOnce());
  return listMails(`${seat}@acme.test`);
};
const inbox = (ctx: Ctx) => listNotifications(ctx, ListNotifications.parse({}));
const shown = async (seat = 'user') => (await asMemberCommitted(`acme.${seat}`, inbox)).total;

describe('an email', () => {
  test('says at once what several mentions on one task are, in one thread, and can be ended by one click', async () => {
    await event('user', 'comment.mentioned', 'mentioned', { ago: 90 });
    await event('user', 'comment.mentioned', 'mentioned');
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'WEB-1 Collect brand assets' });
    expect(mail?.text).toContain('mentioned you on this task.');
    expect(mail?.text).toContain('You were mentioned, in ');
    expect(mail?.headers).toMatchObject({
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      References: `<task-${acme('WEB-1')}@localhost>`,
    });
    expect(mail?.links.filter((link) => link.includes('taskpage?task=WEB-1'))).toHaveLength(1);
    expect(await sent()).toHaveLength(1);
  });

  test('waits for the digest, or leaves not at all, as somebody chose', async () => {
    await event('user', 'task.assigned', 'assigned');
    await event('user', 'comment.added', 'commented', { task: 'WEB-2' });
    expect(await sent()).toEqual([]);
    await owner.query(
      `update notification set created_at = now() - interval '25 hours', deliver_at = now() - interval '1 second' where topic = 'assigned'`,
    );
    await choose('user', { events: { commented: { email: true } } });
    await event('user', 'comment.added', 'commented');
    const subjects = (await sent()).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(['WEB-1 Collect brand assets', 'Your day at Acme Studio: 1 notification']);
  });

  test('does not leave for what is said in an archived project, but where it calls somebody by name', async () => {
    await choose('user', { events: { commented: { email: true } } });
    await owner.query(`update project set status = 'archived' where id = $1`, [acme('WEB')]);
    try {
      await event('user', 'comment.added', 'commented');
      expect(await sent()).toEqual([]);
      await event('user', 'comment.mentioned', 'mentioned', { task: 'WEB-2' });
      expect(await sent()).toHaveLength(1);
    } finally {
      await owner.query(`update project set status = 'active' where id = $1`, [acme('WEB')]);
    }
  });

  test.each([
    ['the task is in the bin', 'update task set deleted_at = now() where id = $1', acme('WEB-1')],
    ['the person left the project', 'delete from project_member where member_id = $1', acme('user')],
    ['the person left', 'update member set deactivated_at = now() where id = $1', acme('user')],
    ['it was read', 'update notification set read_at = now() where member_id = $1', acme('user')],
  ])('R11 that waits says nothing once %s', async (_what, change, id) => {
    await event('user', 'comment.mentioned', 'mentioned');
    await queue();
    await owner.query(change, [id]);
    while (await deliverMailsOnce());
    expect(await listMails('user@acme.test')).toEqual([]);
    expect((await owner.query(`select state from job where kind = 'mail'`)).rows).toEqual([{ state: 'done' }]);
  });
});

test('an email that waited goes to the address of then, by the clock of then, and is shown with it', async () => {
  await event('user', 'comment.mentioned', 'mentioned');
  await queue();
  try {
    await owner.query(`update member set email = 'moved@acme.test' where id = $1`, [acme('user')]);
    await owner.query(`update job set created_at = now() - interval '2 minutes'`);
    await asMember('acme.admin', async (ctx) =>
      expect((await listUnsentMails(ctx, { page: 1, limit: 50 })).docs).toMatchObject([{ to: 'moved@acme.test' }]),
    );
    while (await deliverMailsOnce());
    expect(await listMails('user@acme.test')).toEqual([]);
    expect(await listMails('moved@acme.test')).toHaveLength(1);
  } finally {
    await owner.query(`update member set email = 'user@acme.test' where id = $1`, [acme('user')]);
  }
});

describe('choices', () => {
  test('are one’s own, kept as far as they are given, with the defaults', async () => {
    await asMember('acme.user', async (ctx) => {
      const before = await readSettings(ctx);
      expect(before).toMatchObject({ digest: { hour: 8 }, quiet_hours: null, projects: {}, emails: true });
      expect(before.events.mentioned).toEqual({ in_app: true, email: true, push: true });
      const change = (input: object) => changeSettings(ctx, ChangeNotificationSettings.parse(input));
      await change({ events: { moved: { push: true } }, projects: { [acme('WEB')]: 'mine' } });
      const after = await change({ digest: { hour: 18 }, quiet_hours: { from: '20:00', to: '07:30' } });
      expect(after).toEqual({
        ...before,
        events: { ...before.events, moved: { in_app: true, email: false, push: true } },
        digest: { hour: 18 },
        quiet_hours: { from: '20:00', to: '07:30' },
        projects: { [acme('WEB')]: 'mine' },
      });
      expect((await change({ projects: { [acme('WEB')]: 'all' }, quiet_hours: null })).projects).toEqual({});
      expect(await failureOf(change({ projects: { [newId()]: 'mute' } }))).toMatchObject({ code: 'invalid' });
    });
    await asMember('acme.leader', async (ctx) => expect((await readSettings(ctx)).digest.hour).toBe(8));
  });

  test.each([
    ['an event that is not to be shown', { events: { commented: { in_app: false } } }, 0],
    ['a project that is muted', { projects: { [acme('WEB')]: 'mute' } }, 0],
    ['of a project only one’s own, which it is', { projects: { [acme('WEB')]: 'mine' } }, 1],
    ['another event', { events: { moved: { in_app: false } } }, 1],
  ])('decide what comes into the inbox: %s', async (_what, input, expected) => {
    await choose('user', input);
    await event('user', 'comment.added', 'commented');
    expect(await shown()).toBe(expected);
  });

  test('of a project only one’s own leave out what one merely watches, but not one’s name', async () => {
    await choose('subadmin', { projects: { [acme('WEB')]: 'mine' } });
    await event('subadmin', 'comment.added', 'commented');
    expect(await shown('subadmin')).toBe(0);
    await event('subadmin', 'comment.mentioned', 'mentioned');
    expect(await shown('subadmin')).toBe(1);
  });
});

describe('the link of an email', () => {
  const click = (token: string, body: Record<string, string>) =>
    POST(new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(body) }), {
      params: Promise.resolve({ token }),
    });
  const link = async () => {
    await event('user', 'comment.mentioned', 'mentioned');
    const [mail] = await sent();
    const [, token = ''] = /unsubscribe\/([^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
    return token;
  };
  const emails = async () => (await owner.query('select emails from notification_setting')).rows;

  test('ends further ones by POST alone, without signing in, and starts them again', async () => {
    const token = await link();
    const looked = await GET(new Request('http://localhost/'), { params: Promise.resolve({ token }) });
    expect([looked.status, await emails()]).toEqual([303, []]);
    const clicked = await click(token, { 'List-Unsubscribe': 'One-Click' });
    expect([clicked.status, await emails()]).toEqual([200, [{ emails: false }]]);
    await event('user', 'comment.mentioned', 'mentioned');
    expect(await sent()).toHaveLength(1);
    const back = await click(token, { emails: 'on' });
    expect(back.headers.get('location')).toMatch(/^\/unsubscribe\?token=.*&done=on$/);
    expect(await emails()).toEqual([{ emails: true }]);
  });

  test('does nothing when it was changed', async () => {
    const token = await link();
    const forged = `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`;
    expect((await click(forged, { 'List-Unsubscribe': 'One-Click' })).status).toBe(404);
    expect(await emails()).toEqual([]);
  });
});

describe('a task that is due', () => {
  const due = (days: number) =>
    owner.query(`update task set due_date = current_date + $1::int, status = 1 where id = $2`, [days, acme('WEB-1')]);
  const notices = async () =>
    (await owner.query('select member_id, kind, topic from notification order by created_at, kind')).rows;

  test.each([
    [2, null],
    [1, 'task.due_soon'],
    [-3, 'task.overdue'],
    [-4, null],
  ])('in %d days is said to its assignees once: %s', async (days, kind) => {
    await due(days);
    await noticeDueTasks();
    expect(await noticeDueTasks()).toBe(false);
    const expected = kind ? [{ member_id: acme('user'), kind, topic: kind.slice(5) }] : [];
    expect(await notices()).toEqual(expected);
    if (kind) expect(await shown()).toBe(1);
  });

  test('is said again of another date, and no longer of the first', async () => {
    await due(1);
    await noticeDueTasks();
    await due(0);
    expect(await noticeDueTasks()).toBe(true);
    await asMember('acme.user', async (ctx) => {
      const { docs } = await inbox(ctx);
      expect(docs).toMatchObject([{ kind: 'task.due_soon', actor: null, more: 0 }]);
    });
    await owner.query('update task set status = 4 where id = $1', [acme('WEB-1')]);
    expect(await shown()).toBe(0);
    await owner.query('update task set status = 1 where id = $1', [acme('WEB-1')]);
  });

  test('on a day that has begun where its assignee is', async () => {
    const { rows } = await owner.query(
      `select (now() at time zone 'Pacific/Kiritimati')::date - current_date as ahead`,
    );
    await owner.query(`update person set time_zone = 'Pacific/Kiritimati'`);
    await due(1 + Number(rows[0].ahead));
    expect(await noticeDueTasks()).toBe(true);
  });
});

const tellUser = () => asMemberCommitted('acme.leader', (ctx) => say(ctx, 'Secret plans for @user of acme'));
const read = (what: object) =>
  asMemberCommitted('acme.user', (ctx) => readRoom(ctx, ReadRoom.parse({ room_id: room(), ...what })));
/** As if it had been said that many seconds ago. */
const later = (seconds: number) =>
  owner.query(
    `update notification set created_at = created_at - make_interval(secs => $1), mailed_at = mailed_at - make_interval(secs => $1),
       deliver_at = deliver_at - make_interval(secs => $1)`,
    [seconds],
  );
describe('an email about a room', () => {
  test('leaves when nobody read it for half a minute, names the room, and quotes the words unless the organisation wants none', async () => {
    await tellUser();
    await owner.query('update organisation set mail_quotes = false');
    await later(31);
    const [bare] = await sent();
    expect([bare?.text.includes('mentioned you.'), bare?.text.includes('Secret')]).toEqual([true, false]);
    await owner.query('update organisation set mail_quotes = true; delete from notification');
    const { _id } = await tellUser();
    expect(await queueNotifications()).toBe(false);
    await later(31);
    const all = await sent();
    expect(all.map(({ subject }) => subject)).toEqual(['Website relaunch', 'Website relaunch']);
    const mail = all.find(({ text }) => text.includes('Secret'));
    expect(mail?.text).toContain('mentioned you.');
    expect(mail?.text).toContain('“Secret plans for @user of acme”');
    expect(mail?.links.some((link) => link.endsWith(`/acme/chat?room=${room()}&message=${_id}`))).toBe(true);
  });

  test('does not leave when it was read before, there or in the inbox', async () => {
    const { _id } = await tellUser();
    await read({ message_id: _id });
    await later(31);
    expect(await sent()).toEqual([]);
  });

  test('leaves where its thread was not shown, though the room was read since', async () => {
    const { _id: thread_id } = await asMemberCommitted('acme.user', (ctx) => say(ctx, 'Shall we?'));
    const decide = () =>
      asMemberCommitted('acme.leader', (ctx) => say(ctx, 'Please decide, @user of acme', { thread_id }));
    const { _id: message_id } = await decide();
    await read({ message_id: thread_id });
    await asMemberCommitted('acme.user', (ctx) => say(ctx, 'About something else'));
    await read({ thread_id, message_id });
    await later(31);
    expect(await sent()).toEqual([]);
    await decide();
    await asMemberCommitted('acme.user', (ctx) => say(ctx, 'And another thing'));
    await later(31);
    expect(await sent()).toHaveLength(1);
  });

  test('is one an hour, while it is not read', async () => {
    await tellUser();
    await later(31);
    expect(await sent()).toHaveLength(1);
    await tellUser();
    await tellUser();
    await later(31);
    expect(await sent()).toHaveLength(1);
    await later(3600);
    expect(await sent()).toHaveLength(2);
  });
});

test('settings are taken back as they were answered, with one changed', () =>
  asMember('acme.user', async (ctx) => {
    const before = await readSettings(ctx);
    const change = (input: object) => changeSettings(ctx, ChangeNotificationSettings.parse(input));
    expect(await change(before)).toEqual(before);
    expect(await change({ ...before, events: {}, emails: false })).toEqual({ ...before, emails: false });
    expect(await change({ push_key: null, push_browsers: ['mine'] })).toEqual({ ...before, emails: false });
  }));

/** Pushed to a real endpoint on this machine, which opens what it gets with the browser's own key. */

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
const mention = () => event('user', 'comment.mentioned', 'mentioned', { ago: 1 });
const push = async () => {
  // Not now: rounded up to a millisecond it may still be to come.
  await owner.query(`update notification set deliver_at = now() - interval '1 second' where deliver_at is not null`);
  await queue();
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

  test('that has failed for a week is the last one, unless one arrived in between', async () => {
    await take('acme.user');
    const weekLater = () => owner.query(`update push_subscription set failed_since = failed_since - interval '8 days'`);
    for (const [answered, left] of [
      [503, 1],
      [201, 1],
      [503, 1],
      [503, 0],
    ] as const) {
      status = answered;
      await mention();
      await push();
      expect([answered, await kept()]).toEqual([answered, left]);
      await weekLater();
    }
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
