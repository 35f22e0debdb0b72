import { describe, expect, test } from 'vitest';
import { markNotifications } from '@/lib/notification/commands';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications, MarkNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const acme = (name: string) => fixtureId(`acme.${name}`);
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const list = (ctx: Ctx, input: object = {}) => listNotifications(ctx, ListNotifications.parse(input));
const mark = (ctx: Ctx, input: object) => markNotifications(ctx, MarkNotifications.parse(input));
const newest = async (ctx: Ctx) => (await list(ctx)).docs[0]?._id as string;
/** What the leader is told of WEB-1, on this day of January. */
const tell = (ctx: Ctx, day: number) =>
  ctx.db.notification.createMany({
    data: [
      {
        ...{ id: newId(), memberId: acme('leader'), kind: 'comment.added', taskId: acme('WEB-1') },
        createdAt: new Date(2026, 0, day),
      },
    ],
  });

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
      await tell(ctx, 1);
      await tell(ctx, 2);
      await mark(ctx, { ids: [await newest(ctx)], ...change });
      await tell(ctx, 3);
      await mark(ctx, { ids: [await newest(ctx)] });
      await tell(ctx, 4);
      const then = await stand();
      const { marked, before } = await mark(ctx, { ids: [await newest(ctx)], ...change });
      expect([marked, before.length, (await list(ctx)).total]).toEqual([2, 2, 0]);
      expect(await mark(ctx, { restore: before })).toMatchObject({ marked: 2, unread: 1, before: [] });
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
      await mark(ctx, { ids: [await newest(ctx)] });
      const then = await unread();
      expect(then.length).toBe(2);
      const { before } = await mark(ctx, {});
      expect(await unread()).toEqual([]);
      await mark(ctx, { restore: before });
      expect(await unread()).toEqual(then);
    }));

  test('is one’s own', () =>
    asMember('acme.leader', async (ctx) => {
      const theirs = newId();
      await ctx.db.notification.createMany({ data: [{ id: theirs, memberId: acme('user'), kind: 'welcome' }] });
      const stood = { _id: theirs, read_at: days(-1), archived_at: null, snoozed_until: null, arrived_at: null };
      expect(await mark(ctx, { restore: [stood] })).toMatchObject({ marked: 0, unread: 0 });
    }));
});
