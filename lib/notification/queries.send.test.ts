import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { GET, POST } from '@/app/api/unsubscribe/[token]/route';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { workOnce } from '@/lib/delivery/work';
import { env } from '@/lib/env';
import { listUnsentMails } from '@/lib/mail/queries';
import { listMails } from '@/lib/mail/sink';
import { changeSettings } from '@/lib/notification/commands.settings';
import { listNotifications } from '@/lib/notification/queries';
import { noticeDueTasks, queueNotifications } from '@/lib/notification/queries.send';
import { readSettings } from '@/lib/notification/queries.settings';
import { ListNotifications } from '@/lib/notification/schema';
import { ChangeNotificationSettings } from '@/lib/notification/schema.settings';
import type { Ctx } from '@/lib/org';
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
  for (const table of ['notification', 'notification_setting', 'job', 'outbox'])
    await owner.query(`delete from ${table}`);
  await owner.query(`update task set due_date = null, deleted_at = null; update person set time_zone = 'UTC';
    update member set deactivated_at = null`);
  await owner.query(
    'insert into project_member (org_id, project_id, member_id) values ($1, $2, $3) on conflict do nothing',
    [fixtureId('acme'), acme('WEB'), acme('user')],
  );
  await rm(join(env.dataDir, 'mail'), { recursive: true, force: true, maxRetries: 10 });
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
const shown = async (seat = 'user') => {
  let count = -1;
  await asMember(`acme.${seat}`, async (ctx) => {
    count = (await inbox(ctx)).total;
  });
  return count;
};

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
    await asMemberCommitted('acme.user', (ctx) => readRoom(ctx, ReadRoom.parse({ room_id: room(), message_id: _id })));
    await later(31);
    expect(await sent()).toEqual([]);
  });

  test('leaves where its thread was not shown, though the room was read since', async () => {
    const { _id: thread_id } = await asMemberCommitted('acme.user', (ctx) => say(ctx, 'Shall we?'));
    const decide = () =>
      asMemberCommitted('acme.leader', (ctx) => say(ctx, 'Please decide, @user of acme', { thread_id }));
    const { _id: message_id } = await decide();
    await asMemberCommitted('acme.user', (ctx) =>
      readRoom(ctx, ReadRoom.parse({ room_id: room(), message_id: thread_id })),
    );
    await asMemberCommitted('acme.user', (ctx) => say(ctx, 'About something else'));
    await asMemberCommitted('acme.user', (ctx) =>
      readRoom(ctx, ReadRoom.parse({ room_id: room(), thread_id, message_id })),
    );
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
