import { describe, expect, test } from 'vitest';
import { addComment, deleteComment, editComment } from '@/lib/comment/commands';
import { AddComment } from '@/lib/comment/schema';
import { createMeeting, editMeeting } from '@/lib/meeting/commands';
import { CreateMeeting, EditMeeting } from '@/lib/meeting/schema';
import { createMilestone, deleteMilestone, editMilestone } from '@/lib/milestone/commands';
import { CreateMilestone, EditMilestone } from '@/lib/milestone/schema';
import { markNotifications } from '@/lib/notification/commands';
import { listNotifications, unreadCount } from '@/lib/notification/queries';
import { ListNotifications, MarkNotifications, NotificationRecord } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { asMember, become } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { move } from '@/lib/test/task-calls';
import { newId } from '@/lib/validation';
import { unwatchTask, watchTask } from '@/lib/watcher/commands';

/** The inbox is one's own: read, counted and marked by its owner, observers included. */

const acme = (name: string) => fixtureId(`acme.${name}`);
const list = (ctx: Ctx, input: object = {}) => listNotifications(ctx, ListNotifications.parse(input));
const mark = async (ctx: Ctx, input: object = {}) => {
  const { marked, unread } = await markNotifications(ctx, MarkNotifications.parse(input));
  return { marked, unread };
};

/** One about a task, one about a project, one about neither. */
async function give(ctx: Ctx, seat: string) {
  const own = { memberId: acme(seat), actorId: acme('leader') };
  // Nobody causes one in another's name: the leader does it.
  const as = (who: string) => ctx.db.$executeRaw`select set_config('app.member_id', ${acme(who)}, true)`;
  await as('leader');
  await ctx.db.notification.createMany({
    data: [
      { ...own, kind: 'comment.added', taskId: acme('WEB-1'), createdAt: new Date('2026-01-03') },
      { ...own, kind: 'project.noted', data: { project_id: acme('WEB') }, createdAt: new Date('2026-01-02') },
      { ...own, kind: 'welcome', createdAt: new Date('2026-01-01') },
    ].map((one) => ({ id: newId(), ...one })),
  });
  await as(seat);
}

describe('the inbox', () => {
  test.each(['user', 'observer'])('of the %s: newest first, marked by its owner', (seat) =>
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
      expect(await keysIn(ctx, 'inbox', 'unread')).toEqual(['project.noted', 'welcome']);
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

const tell = (ctx: Ctx, seat: string, told: { kind: string; data?: object; taskId?: string }[], day = 1) =>
  ctx.db.notification.createMany({
    data: told.map((one, at) => ({
      ...{ ...one, id: newId(), memberId: acme(seat), createdAt: new Date(2026, 0, day + at) },
    })),
  });
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

  test('is there while one leads the project, and is invited to the meeting, that it is about', () =>
    asMember('acme.user', async (ctx) => {
      const times = { starts_at: '2099-01-05T12:00:00Z', duration_minutes: 5, time_zone: 'UTC' };
      const invited = { title: 'Standup', ...times, project_id: acme('WEB'), attendee_ids: [acme('leader')] };
      const { _id: id } = await createMeeting(ctx, CreateMeeting.parse(invited));
      await ctx.settle();
      const leader = await become(ctx, 'acme.leader');
      await tell(leader, 'leader', [{ kind: 'project.leader_changed', data: { project_id: acme('WEB') } }]);
      const heard = async () => (await kinds(await become(ctx, 'acme.leader'))).map(([kind]) => kind);
      expect(await heard()).toEqual(['meeting.created', 'project.leader_changed']);
      const user = await become(ctx, 'acme.user');
      await editMeeting(user, EditMeeting.parse({ id, attendee_ids: [] }));
      await user.settle();
      expect(await heard()).toEqual(['project.leader_changed']);
      const admin = await become(ctx, 'acme.admin');
      await admin.db.project.updateMany({ where: { id: acme('WEB') }, data: { leaderId: acme('lead2') } });
      expect(await heard()).toEqual([]);
    }));

  const said = (ctx: Ctx, body: string) => addComment(ctx, AddComment.parse({ task_id: acme('WEB-1'), body }));
  const mentioned = (ctx: Ctx) => said(ctx, 'Look, @user of acme');
  const watching = { id: acme('WEB-1'), member_id: acme('user2') };
  const reached = async (ctx: Ctx) => {
    const { _id: id } = await createMilestone(ctx, CreateMilestone.parse({ project_id: acme('WEB'), name: 'Launch' }));
    return editMilestone(ctx, EditMilestone.parse({ id, reached: true }));
  };
  /** What the leader does, what then takes it back, and who was to be told of it. */
  type Work = (ctx: Ctx, id: string) => Promise<unknown>;
  test.each<[what: string, seat: string, does: (ctx: Ctx) => Promise<unknown>, back: Work]>([
    ['a comment that was deleted', 'user', (ctx) => said(ctx, 'Look'), (ctx, id) => deleteComment(ctx, { id })],
    ['a mention whose comment was deleted', 'user', mentioned, (ctx, id) => deleteComment(ctx, { id })],
    [
      'a mention that was taken out',
      'user',
      mentioned,
      (ctx, id) => editComment(ctx, { id, version: 1, body: 'Look' }),
    ],
    ['watching that was ended', 'user2', (ctx) => watchTask(ctx, watching), (ctx) => unwatchTask(ctx, watching)],
    ['a move there and back', 'user', (ctx) => move(ctx, 'WEB-1', 3), (ctx) => move(ctx, 'WEB-1', 1)],
    ['a milestone that was deleted', 'user', reached, (ctx, id) => deleteMilestone(ctx, { id })],
  ])('says nothing of %s', (_what, seat, does, back) =>
    asMember('acme.leader', async (ctx) => {
      const as = async (who: string) => become(ctx, `acme.${who}`);
      const made = (await does(ctx)) as { _id: string };
      await ctx.settle();
      const heard = await kinds(await as(seat));
      expect(heard).toHaveLength(1);
      const leader = await as('leader');
      await back(leader, made._id);
      await leader.settle();
      expect(await kinds(await as(seat))).toEqual([]);
    }),
  );

  test('is not there while its task is in the bin', () =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [about('comment.added')]);
      await ctx.db.task.updateMany({ where: { id: acme('WEB-1') }, data: { deletedAt: new Date() } });
      expect([await kinds(ctx), await unreadCount(ctx)]).toEqual([[], 0]);
    }));
});

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const keysIn = async (ctx: Ctx, state: string, filter = 'all') =>
  (await list(ctx, { state, filter })).docs.map(({ task, kind }) => task?.key ?? kind);
const one = async (ctx: Ctx, state = 'inbox') => (await list(ctx, { state })).docs[0]?._id as string;

describe('a row that is put away', () => {
  test('is archived as a whole, comes back by a new event alone, and by undo', () =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [about('comment.added'), about('comment.added')]);
      const id = await one(ctx);
      expect(await mark(ctx, { ids: [id], archive: true })).toEqual({ marked: 2, unread: 0 });
      expect([await keysIn(ctx, 'inbox'), await keysIn(ctx, 'archived')]).toEqual([[], ['WEB-1']]);
      await tell(ctx, 'leader', [about('comment.mentioned')]);
      expect((await list(ctx)).docs).toMatchObject([{ more: 0, state: 'inbox', reason: 'You were mentioned' }]);
      expect(await mark(ctx, { ids: [id], archive: false })).toEqual({ marked: 2, unread: 1 });
      expect((await list(ctx)).docs).toMatchObject([{ more: 2 }]);
    }));

  test('comes back when it was snoozed, unread and newest, and not before', () =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [about('comment.added'), { kind: 'role.declined', data: { role: 'admin' } }]);
      const [, { _id: id }] = (await list(ctx)).docs as [unknown, { _id: string }];
      await mark(ctx, { ids: [id] });
      const until = days(1);
      expect(await mark(ctx, { ids: [id], snooze_until: until })).toEqual({ marked: 1, unread: 1 });
      expect([await keysIn(ctx, 'inbox'), await keysIn(ctx, 'snoozed')]).toEqual([['role.declined'], ['WEB-1']]);
      expect((await list(ctx, { state: 'snoozed' })).docs[0]?.snoozed_until).toBe(until);
      await ctx.db
        .$executeRaw`update notification set snoozed_until = now() - interval '1 second' where id = ${id}::uuid`;
      expect(await keysIn(ctx, 'inbox', 'unread')).toEqual(['WEB-1', 'role.declined']);
      await mark(ctx, { ids: [id], snooze_until: days(2) });
      expect(await mark(ctx, { ids: [id], snooze_until: null, read: true })).toEqual({ marked: 1, unread: 1 });
      expect(await keysIn(ctx, 'inbox')).toEqual(['role.declined', 'WEB-1']);
      // Put away for good, it is no longer to come back by itself, and is where it was when that is undone.
      await mark(ctx, { ids: [id], snooze_until: days(2) });
      await mark(ctx, { ids: [id], archive: true });
      expect((await list(ctx, { state: 'archived' })).docs).toMatchObject([{ snoozed_until: null }]);
      await mark(ctx, { ids: [id], archive: false });
      expect(await keysIn(ctx, 'inbox')).toEqual(['role.declined', 'WEB-1']);
    }));

  test('may be the whole inbox, which leaves what is snoozed', () =>
    asMember('acme.leader', async (ctx) => {
      await tell(ctx, 'leader', [about('comment.added'), { kind: 'role.declined', data: { role: 'admin' } }]);
      await mark(ctx, { ids: [await one(ctx)], snooze_until: days(1) });
      expect(await mark(ctx, { archive: true })).toEqual({ marked: 1, unread: 0 });
      expect(await keysIn(ctx, 'snoozed')).toEqual(['role.declined']);
    }));

  test.each([
    [{ snooze_until: days(1) }],
    [{ ids: [newId()], snooze_until: days(-1) }],
    [{ ids: [newId()], snooze_until: days(400) }],
    [{ ids: [newId()], snooze_until: 'tomorrow' }],
    [{ restore: [], archive: true }],
    [{ restore: [{ _id: newId(), read_at: null, archived_at: null, snoozed_until: days(400), arrived_at: null }] }],
  ])('is refused for %j', (input) => expect(MarkNotifications.safeParse(input).success).toBe(false));

  test('is told to one’s other tabs', () =>
    asMember('acme.leader', async (ctx, effects) => {
      await tell(ctx, 'leader', [about('comment.added')]);
      await mark(ctx, { ids: [await one(ctx)], archive: true });
      expect([...effects.staleInboxes]).toEqual([acme('leader')]);
    }));
});

describe('the inbox is narrowed', () => {
  test('to mentions and assignments, also where a newer event is shown', () =>
    asMember('acme.user', async (ctx) => {
      await tell(ctx, 'user', [about('comment.mentioned'), about('task.assigned'), about('comment.added')]);
      expect(await keysIn(ctx, 'inbox', 'mentions')).toEqual(['WEB-1']);
      expect(await keysIn(ctx, 'inbox', 'assigned')).toEqual(['WEB-1']);
      await tell(ctx, 'user', [{ kind: 'role.declined', data: { role: 'admin' } }]);
      expect(await keysIn(ctx, 'inbox', 'mentions')).toEqual(['WEB-1']);
    }));

  test('and pages in both directions by cursors, which hold while others come', () =>
    asMember('acme.admin', async (ctx) => {
      const declined = (reason: unknown) => ({ kind: 'role.declined', data: { role: 'admin', reason: `${reason}` } });
      await tell(ctx, 'admin', [...Array(7).keys()].map(declined));
      const reasons = ({ docs }: Awaited<ReturnType<typeof list>>) => docs.map(({ data }) => data.reason);
      const first = await list(ctx, { limit: 3 });
      expect([reasons(first), first.prev_cursor]).toEqual([['6', '5', '4'], null]);
      await tell(ctx, 'admin', [declined('new')], 31);
      const second = await list(ctx, { limit: 3, cursor: first.next_cursor });
      expect([reasons(second), second.total]).toEqual([['3', '2', '1'], 8]);
      const last = await list(ctx, { limit: 3, cursor: second.next_cursor });
      expect([reasons(last), last.next_cursor]).toEqual([['0'], null]);
      const back = await list(ctx, { limit: 3, cursor: second.prev_cursor });
      expect(reasons(back)).toEqual(['6', '5', '4']);
      const newest = await list(ctx, { limit: 3, cursor: back.prev_cursor });
      expect([reasons(newest), newest.prev_cursor]).toEqual([['new'], null]);
    }));
});

/** What the leader is told of WEB-1, on this day of January. */
const tellLeader = (ctx: Ctx, day: number) => tell(ctx, 'leader', [about('comment.added')], day);
const marking = (ctx: Ctx, input: object) => markNotifications(ctx, MarkNotifications.parse(input));

describe('what is undone', () => {
  test.each([
    ['archived', { archive: true }],
    ['snoozed', { snooze_until: days(1) }],
  ])('is as it was before it was %s, and what lay there already stays there', (where, change) =>
    asMember('acme.leader', async (ctx) => {
      const stand = () =>
        ctx.db.notification.findMany({
          select: { id: true, readAt: true, archivedAt: true, snoozedUntil: true, arrivedAt: true },
          orderBy: { createdAt: 'asc' },
        });
      await tellLeader(ctx, 1);
      await tellLeader(ctx, 2);
      await marking(ctx, { ids: [await one(ctx)], ...change });
      await tellLeader(ctx, 3);
      await marking(ctx, { ids: [await one(ctx)] });
      await tellLeader(ctx, 4);
      const then = await stand();
      const { marked, before } = await marking(ctx, { ids: [await one(ctx)], ...change });
      expect([marked, before.length, (await list(ctx)).total]).toEqual([2, 2, 0]);
      expect(await marking(ctx, { restore: before })).toMatchObject({ marked: 2, unread: 1, before: [] });
      expect(await stand()).toEqual(then);
      expect((await list(ctx)).docs).toMatchObject([{ more: 0 }]);
      expect((await list(ctx, { state: where })).docs).toMatchObject([{ more: 1 }]);
    }),
  );

  test('is the whole inbox as it was: what had been read stays read', () =>
    asMember('acme.leader', async (ctx) => {
      const unread = async () => (await list(ctx, { filter: 'unread' })).docs.map(({ _id }) => _id);
      await ctx.db.notification.createMany({
        data: [1, 2, 3].map(() => ({ id: newId(), memberId: acme('leader'), kind: 'welcome' })),
      });
      await marking(ctx, { ids: [await one(ctx)] });
      const then = await unread();
      expect(then.length).toBe(2);
      const { before } = await marking(ctx, {});
      expect(await unread()).toEqual([]);
      await marking(ctx, { restore: before });
      expect(await unread()).toEqual(then);
    }));
});
