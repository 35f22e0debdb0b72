import { describe, expect, test } from 'vitest';
import { markNotifications } from '@/lib/notification/commands';
import { listNotifications, unreadCount } from '@/lib/notification/queries';
import { ListNotifications, MarkNotifications, NotificationRecord } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** The inbox is one's own: read, counted and marked by its owner, observers included. */

const acme = (name: string) => fixtureId(`acme.${name}`);
const list = (ctx: Ctx, input: object = {}) => listNotifications(ctx, ListNotifications.parse(input));
const mark = (ctx: Ctx, input: object = {}) => markNotifications(ctx, MarkNotifications.parse(input));

/** One about a task, one about a project, one about neither. */
async function give(ctx: Ctx, seat: string) {
  const own = { memberId: acme(seat), actorId: acme('leader') };
  // Nobody causes one in another's name: the leader does it.
  const as = (who: string) => ctx.db.$executeRaw`select set_config('app.member_id', ${acme(who)}, true)`;
  await as('leader');
  await ctx.db.notification.createMany({
    data: [
      { ...own, id: newId(), kind: 'comment.added', taskId: acme('WEB-1'), createdAt: new Date('2026-01-03') },
      {
        ...own,
        id: newId(),
        kind: 'project.noted',
        data: { project_id: acme('WEB') },
        createdAt: new Date('2026-01-02'),
      },
      { ...own, id: newId(), kind: 'welcome', createdAt: new Date('2026-01-01') },
    ],
  });
  await as(seat);
}

describe('the inbox', () => {
  test.each(['admin', 'subadmin', 'leader', 'user', 'client', 'observer'])(
    'of the %s: newest first, marked by its owner',
    (seat) =>
      asMember(`acme.${seat}`, async (ctx) => {
        await give(ctx, seat);
        const { docs, total } = await list(ctx);
        expect(total).toBe(3);
        expect(docs.map(({ kind }) => kind)).toEqual(['comment.added', 'project.noted', 'welcome']);
        expect(docs[0]).toMatchObject({
          task: { key: 'WEB-1', title: 'Collect brand assets' },
          actor: { _id: acme('leader') },
          read_at: null,
        });
        expect(docs[1]?.data).toEqual({
          project_id: acme('WEB'),
          project: { _id: acme('WEB'), key: 'WEB', name: 'Website relaunch' },
        });
        for (const doc of docs) expect(NotificationRecord.strict().parse(doc)).toEqual(doc);

        expect(await mark(ctx, { ids: [docs[0]?._id] })).toEqual({ marked: 1, unread: 2 });
        expect((await list(ctx, { filter: 'unread' })).docs.map(({ kind }) => kind)).toEqual([
          'project.noted',
          'welcome',
        ]);
        expect(await mark(ctx)).toEqual({ marked: 2, unread: 0 });
        expect(await mark(ctx)).toEqual({ marked: 0, unread: 0 });
        expect(await mark(ctx, { ids: [docs[0]?._id], read: false })).toEqual({ marked: 1, unread: 1 });
      }),
  );

  test('R11 leaves out what speaks of a task or project that one sees no more, and does not count it', () =>
    asMember('acme.outsider', async (ctx) => {
      await give(ctx, 'outsider');
      expect((await list(ctx)).docs.map(({ kind }) => kind)).toEqual(['welcome']);
      expect(await unreadCount(ctx)).toBe(1);
    }));

  test('R11 of a client leaves out an internal task', () =>
    asMember('acme.client', async (ctx) => {
      await ctx.db.notification.createMany({
        data: [{ memberId: acme('client'), kind: 'comment.added', taskId: acme('WEB-2') }],
      });
      expect(await list(ctx)).toMatchObject({ docs: [], total: 0 });
      expect(await unreadCount(ctx)).toBe(0);
    }));

  test('is nobody else’s to read or to mark', () =>
    asMember('acme.admin', async (ctx) => {
      const theirs = newId();
      await ctx.db.notification.createMany({ data: [{ id: theirs, memberId: acme('user'), kind: 'welcome' }] });
      expect((await list(ctx)).docs).toEqual([]);
      expect(await mark(ctx, { ids: [theirs] })).toEqual({ marked: 0, unread: 0 });
      await ctx.db
        .$executeRaw`select set_config('app.member_id', ${acme('user')}, true), set_config('app.role', 'user', true)`;
      expect(await ctx.db.notification.findFirst({ where: { id: theirs } })).toMatchObject({ readAt: null });
    }));

  test('counts to a hundred, which stands for more', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.notification.createMany({
        data: Array.from({ length: 120 }, () => ({ memberId: acme('admin'), kind: 'welcome' })),
      });
      expect(await unreadCount(ctx)).toBe(100);
      expect(await list(ctx, { page: 3 })).toMatchObject({ total: 120, docs: { length: 20 } });
      expect(await statementsOf(() => list(ctx, { limit: 100 }))).toBe(1);
    }));
});

/** What the leader is told of WEB-1, which is in Pending and assigned to the user, oldest first. */
const about = (kind: string, data: object = {}) => ({ kind, data, taskId: acme('WEB-1') });

async function tell(ctx: Ctx, seat: string, told: { kind: string; data?: object; taskId?: string }[]) {
  await ctx.db.notification.createMany({
    data: told.map((one, at) => ({ ...one, id: newId(), memberId: acme(seat), createdAt: new Date(2026, 0, 1 + at) })),
  });
}
const kinds = async (ctx: Ctx) => (await list(ctx)).docs.map(({ kind, more, data }) => [kind, data.to ?? null, more]);

describe('a row of the inbox', () => {
  test('is one for each task, with its newest event and how many more', () =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [
        about('comment.mentioned'),
        about('comment.added'),
        about('comment.added'),
        about('task.moved', { from: 3, to: 1 }),
      ]);
      expect(await kinds(ctx)).toEqual([['task.moved', 1, 3]]);
      expect(await unreadCount(ctx)).toBe(1);
      expect((await list(ctx, { filter: 'unread' })).total).toBe(1);
      const [row] = (await list(ctx)).docs;
      expect(await mark(ctx, { ids: [row?._id] })).toEqual({ marked: 4, unread: 0 });
      expect(await kinds(ctx)).toEqual([['task.moved', 1, 0]]);
      expect((await list(ctx)).docs[0]?.read_at).not.toBeNull();
    }));

  test('speaks no longer of a move that was taken back', () =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [about('comment.added'), about('task.moved', { from: 1, to: 3 })]);
      expect(await kinds(ctx)).toEqual([['comment.added', null, 0]]);
      await ctx.db.task.updateMany({ where: { id: acme('WEB-1') }, data: { status: 3 } });
      expect(await kinds(ctx)).toEqual([['task.moved', 3, 1]]);
    }));

  test.each([
    ['an assignment to somebody else', about('task.assigned')],
    ['a role that is another now', { kind: 'member.role_changed', data: { role: 'user' } }],
    ['a request that nobody makes any more', { kind: 'role.requested', data: { role: 'admin' } }],
  ])('is not there for %s', (_what, told) =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [told]);
      expect(await kinds(ctx)).toEqual([]);
      expect(await unreadCount(ctx)).toBe(0);
    }),
  );

  test('is not there while its task is in the bin', () =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [about('comment.added')]);
      await ctx.db.task.updateMany({ where: { id: acme('WEB-1') }, data: { deletedAt: new Date() } });
      expect([await kinds(ctx), await unreadCount(ctx)]).toEqual([[], 0]);
    }));
});
