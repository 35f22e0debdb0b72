import { beforeEach, describe, expect, test } from 'vitest';
import { withMembership } from '@/lib/org';
import { editRoom } from '@/lib/room/commands';
import { EditRoom } from '@/lib/room/schema';
import { signInWithPassword } from '@/lib/session/sign-in';
import { become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { markToday } from '@/lib/today/auth';
import { readToday, roomsWaiting, tasksDue } from '@/lib/today/queries';
import { MarkToday } from '@/lib/today/schema';
import { newId } from '@/lib/validation';

describe('one day in all organisations', () => {
  /** One day in all organisations of a person: each through its own door, with the rights there. */

  const owner = ownerClient();
  beforeEach(() =>
    owner.query('delete from rate_limit; delete from notification; update member set deactivated_at = null'),
  );

  const enter = async (email: string, org: string, kind: 'browser' | 'bearer' = 'browser') =>
    (await signInWithPassword({ email, password: PASSWORD, sub_domain: org }, kind, { ip: '127.0.0.1' })).sid;
  const keys = async (sid: string) =>
    (await readToday({ sid })).organisations.map(({ organisation }) => organisation.key);
  const EMAIL = 'both@guild.test';

  test('today has each organisation of a browser’s person, and of a program’s token its own', async () => {
    expect(await keys(await enter(EMAIL, 'acme'))).toEqual(['acme', 'globex']);
    expect(await keys(await enter(EMAIL, 'globex', 'bearer'))).toEqual(['globex']);
    expect(await keys(await enter('user@acme.test', 'acme'))).toEqual(['acme']);
  });

  test('today reads tasks due and what is unread, of each what is seen there', async () => {
    await owner.query(
      `insert into notification (org_id, id, member_id, actor_id, task_id, kind, data) values ($1, $2, $3, $4, $5, 'comment.added', $6)`,
      [
        fixtureId('acme'),
        newId(),
        fixtureId('acme.user'),
        fixtureId('acme.leader'),
        fixtureId('acme.WEB-1'),
        { comment_id: newId() },
      ],
    );
    const sid = await enter('user@acme.test', 'acme');
    const [day] = (await readToday({ sid })).organisations;
    expect(day).toMatchObject({ left_out: null, unread: 1, inbox: [{ task: { key: 'WEB-1' } }] });
    expect(day?.tasks.map(({ key, overdue }) => [key, overdue])).toContainEqual(['WEB-1', true]);
    expect(day?.tasks.every(({ due_date }) => due_date)).toBe(true);
    expect([day?.tasks_total, day?.rooms_total]).toEqual([day?.tasks.length, day?.rooms.length]);
  });

  test('today leaves out an organisation that one was put out of, and is over with the session', async () => {
    const sid = await enter(EMAIL, 'acme');
    await owner.query('update member set deactivated_at = now() where id = $1', [fixtureId('globex.both')]);
    expect(await keys(sid)).toEqual(['acme']);
    expect(await codeOf(withMembership({ sid }, fixtureId('globex'), async () => 1))).toBe('forbidden');
    await owner.query('delete from session where id = $1', [sid]);
    expect(await codeOf(keys(sid))).toBe('unauthenticated');
  });

  test('today says of an organisation that asks for a second step why it is left out, and reads the others', async () => {
    const sid = await enter(EMAIL, 'acme');
    await owner.query('update organisation set requires_totp = true where id = $1', [fixtureId('globex')]);
    const { organisations } = await readToday({ sid });
    await owner.query('update organisation set requires_totp = false where id = $1', [fixtureId('globex')]);
    expect(organisations.map(({ organisation, left_out }) => [organisation.key, left_out])).toEqual([
      ['acme', null],
      ['globex', expect.stringMatching(/./)],
    ]);
    expect(organisations[1]).toMatchObject({ unread: 0, tasks: [], rooms: [], meetings: [] });
  });

  test('the door to another organisation is closed to who is no member there, and to a token of a program', async () => {
    const into = (sid: string) => failureOf(withMembership({ sid }, fixtureId('globex'), async () => 1));
    expect(await into(await enter('user@acme.test', 'acme'))).toMatchObject({ code: 'unauthenticated' });
    expect(await into(await enter(EMAIL, 'acme', 'bearer'))).toMatchObject({ code: 'unauthenticated' });
  });

  test('the door to another organisation has the rights of there', async () => {
    const sid = await enter(EMAIL, 'acme');
    const inside = await withMembership({ sid }, fixtureId('globex'), async ({ db, actor, org }) => ({
      role: actor.role,
      key: org.key,
      as: await db.$queryRaw`select current_user::text as name, app_org_id()::text as org`,
    }));
    expect(inside).toEqual({ role: 'client', key: 'globex', as: [{ name: 'tenant', org: fixtureId('globex') }] });
  });
});

describe('what Today marks', () => {
  const owner = ownerClient();

  const enter = async (email: string, kind: 'browser' | 'bearer' = 'browser') =>
    (await signInWithPassword({ email, password: PASSWORD, sub_domain: 'acme' }, kind, { ip: '127.0.0.1' })).sid;
  const mark = (sid: string, ids: string[], more: object = { read: true }) =>
    markToday({ sid }, MarkToday.parse({ organisation_id: fixtureId('globex'), marks: { ids, ...more } }));
  /** An unread row of somebody at Globex. */
  async function row(seat: string): Promise<string> {
    const id = newId();
    await owner.query(
      `insert into notification (org_id, id, member_id, kind, data) values ($1, $2, $3, 'member.approved', '{}')`,
      [fixtureId('globex'), id, fixtureId(`globex.${seat}`)],
    );
    return id;
  }
  const isRead = async (id: string) =>
    (await owner.query('select read_at is not null as read from notification where id = $1', [id])).rows[0].read;

  describe('rows of another organisation on Today', () => {
    test('are marked read by whoever they tell, and unread again', async () => {
      const sid = await enter('both@guild.test');
      const id = await row('both');
      const { marked, before } = await mark(sid, [id]);
      expect([marked, await isRead(id)]).toEqual([1, true]);
      await markToday({ sid }, MarkToday.parse({ organisation_id: fixtureId('globex'), marks: { restore: before } }));
      expect(await isRead(id)).toBe(false);
    });

    test('that tell somebody else are left', async () => {
      const sid = await enter('both@guild.test');
      const id = await row('admin');
      expect([(await mark(sid, [id])).marked, await isRead(id)]).toEqual([0, false]);
    });

    test('are out of reach for who is no member there, and for a token of a program', async () => {
      const id = await row('both');
      for (const sid of [await enter('user@acme.test'), await enter('both@guild.test', 'bearer')])
        expect(await codeOf(mark(sid, [id]))).toBe('not_found');
      expect(await isRead(id)).toBe(false);
    });

    test('of an organisation that one was put out of are not marked', async () => {
      const sid = await enter('both@guild.test');
      const id = await row('both');
      await owner.query('update member set deactivated_at = now() where id = $1', [fixtureId('globex.both')]);
      try {
        expect(await codeOf(mark(sid, [id]))).toBe('not_found');
        expect(await isRead(id)).toBe(false);
      } finally {
        await owner.query('update member set deactivated_at = null where id = $1', [fixtureId('globex.both')]);
      }
    });
  });
});

withChatRooms();

asAdmin(
  'today has one’s own open tasks until a week from now, none of an archived project, and counts those it does not show',
  async (admin) => {
    const ctx = await become(admin, 'acme.user2');
    const due = (key: string, days: number, more: object = {}) =>
      ctx.db.task.updateMany({
        where: { id: fixtureId(`acme.${key}`) },
        data: { dueDate: new Date(new Date().setUTCHours(0, 0, 0, 0) + days * 86_400_000), ...more },
      });
    const keys = async () => (await tasksDue(ctx)).tasks.map(({ key, overdue }) => `${key}${overdue ? ' late' : ''}`);
    await due('WEB-4', 7);
    await due('WEB-5', 8);
    await due('APP-1', -1);
    expect(await keys()).toEqual(['APP-1 late', 'WEB-4']);
    await due('WEB-5', 0);
    expect(await keys()).toEqual(['APP-1 late', 'WEB-5', 'WEB-4']);
    await due('WEB-5', 0, { deletedAt: new Date() });
    await due('WEB-4', 7, { status: 4 });
    expect(await keys()).toEqual(['APP-1 late']);
    await (await become(ctx, 'acme.admin')).db.project.updateMany({
      where: { key: 'APP' },
      data: { status: 'archived' },
    });
    await become(ctx, 'acme.user2');
    expect(await tasksDue(ctx)).toEqual({ tasks: [], tasks_total: 0 });
  },
);

asLeader('today has rooms with something unread, and muted ones and threads where they call', async (ctx) => {
  const waiting = async () =>
    (await roomsWaiting(await become(ctx, 'acme.leader'))).map((one) => [one._id, one.unread_count, one.mention_count]);
  expect(await waiting()).toEqual([]);
  const { _id: first } = await say(ctx, 'Mine');
  expect(await waiting()).toEqual([]);
  await say(await become(ctx, 'acme.user'), 'For @leader of acme', { thread_id: first });
  expect(await waiting()).toEqual([[room(), 0, 1]]);
  await say(await become(ctx, 'acme.user'), 'Hello');
  expect(await waiting()).toEqual([[room(), 1, 1]]);
  const muted = room('project_clients WEB');
  for (const id of [room(), muted])
    await editRoom(await become(ctx, 'acme.leader'), EditRoom.parse({ id, muted: true }));
  await say(await become(ctx, 'acme.user'), 'Hello clients', { room_id: muted });
  expect(await waiting()).toEqual([[room(), 1, 1]]);
});
