import { describe, expect, test } from 'vitest';
import { addComment, deleteComment, editComment } from '@/lib/comment/commands';
import { addReaction, removeReaction, settleThread } from '@/lib/comment/commands.thread';
import { listComments, listVersions } from '@/lib/comment/queries';
import { AddComment, CommentVersions, ListComments, React } from '@/lib/comment/schema';
import type { Ctx } from '@/lib/org';
import { getTask } from '@/lib/task/queries';
import { asMember } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { LEADS, outcomes, person, task, UNSEEN } from '@/lib/test/task-calls';

const OPEN = fixtureId('acme.open comment');
const INTERNAL = fixtureId('acme.internal comment');

const add = (ctx: Ctx, input: Record<string, unknown> = {}) =>
  addComment(ctx, AddComment.parse({ task_id: task('WEB-1'), body: 'Looks good', ...input }));
const react = (ctx: Ctx, emoji = '👍', comment_id = OPEN) => addReaction(ctx, React.parse({ comment_id, emoji }));
const versions = async (ctx: Ctx, id: string) =>
  (await listVersions(ctx, CommentVersions.parse({ id }))).docs.map(({ version, body }) => [version, body]);
const commentsOf = async (ctx: Ctx) => (await getTask(ctx, { id: 'WEB-1' })).comments;
const EVERYBODY = { ...LEADS, ...UNSEEN, 'acme.user': 'done', 'acme.user2': 'done', 'acme.observer': 'forbidden' };

describe('replies', () => {
  test('have one level: a reply to a reply goes into the same thread, for its readers', async () => {
    await asMember('acme.leader', async (ctx) => {
      const note = await add(ctx, { parent_id: OPEN });
      expect(note).toMatchObject({ parent_id: OPEN, internal: true });
      expect(await add(ctx, { parent_id: note._id, internal: false })).toMatchObject({
        parent_id: OPEN,
        internal: true,
      });
      expect(await add(ctx, { parent_id: OPEN, internal: false })).toMatchObject({ internal: false });
    });
  });

  test('keep the place of what they answer, without its words', async () => {
    await asMember('acme.leader', async (ctx) => {
      await react(ctx);
      const { _id } = await add(ctx, { parent_id: OPEN });
      await deleteComment(ctx, { id: OPEN });
      const place = {
        _id: OPEN,
        body: '',
        body_html: '',
        attachments: [],
        reactions: [],
        deleted_at: expect.any(String),
      };
      expect(await commentsOf(ctx)).toMatchObject([place, { _id: INTERNAL }, { _id }]);
      expect((await getTask(ctx, { id: 'WEB-1' })).comment_count).toBe(2);
      expect(await listComments(ctx, ListComments.parse({ task_id: task('WEB-1') }))).toMatchObject({ total: 3 });
      expect(await add(ctx, { parent_id: OPEN })).toMatchObject({ parent_id: OPEN });
      expect(await failureOf(react(ctx))).toMatchObject({ code: 'not_found' });
    });
  });

  test('X a client is not shown a place that only internal replies keep', async () => {
    await asMember('acme.leader', async (ctx) => {
      const reply = await add(ctx, { parent_id: OPEN, internal: false });
      const note = await add(ctx, { parent_id: OPEN });
      await deleteComment(ctx, { id: OPEN });
      const forClient = async () =>
        (await ctx.db.$queryRaw`select set_config('app.role', 'client', true)`) &&
        (await commentsOf(ctx)).map(({ _id }) => _id);
      const asTeam = () => ctx.db.$queryRaw`select set_config('app.role', 'team_leader', true)`;
      expect(await forClient()).toEqual([OPEN, reply._id]);
      await asTeam();
      await deleteComment(ctx, { id: reply._id });
      expect(await forClient()).toEqual([]);
      await asTeam();
      expect((await commentsOf(ctx)).map(({ _id }) => _id)).toEqual([OPEN, INTERNAL, note._id]);
    });
  });
});

describe('reactions', () => {
  test('R01 are for whoever sees the comment and may comment', async () => {
    expect(await outcomes((ctx) => react(ctx))).toEqual({ ...EVERYBODY, 'acme.client': 'done' });
    expect(await outcomes((ctx) => react(ctx, '👍', INTERNAL))).toEqual({ ...EVERYBODY, 'acme.client': 'not_found' });
    expect(await outcomes((ctx) => removeReaction(ctx, { comment_id: OPEN, emoji: '👍' }))).toEqual({
      ...EVERYBODY,
      'acme.client': 'done',
    });
  });

  test('count once for each person, and are told to open pages', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      await react(ctx);
      expect((await react(ctx)).reactions).toEqual([{ emoji: '👍', count: 1, mine: true, names: ['user of acme'] }]);
      expect((await react(ctx, '🎉')).reactions).toMatchObject([{ emoji: '👍' }, { emoji: '🎉' }]);
      expect(effects.events).toMatchObject([{ type: 'comment.changed', commentId: OPEN, client: true }]);
      expect(effects.activities).toEqual([]);
      expect((await removeReaction(ctx, { comment_id: OPEN, emoji: '👍' })).reactions).toMatchObject([{ emoji: '🎉' }]);
      expect((await commentsOf(ctx))[0]).toMatchObject({ reactions: [{ emoji: '🎉', mine: true }] });
    });
  });

  test('of others cannot be removed, and do not name whom a client may not see', async () => {
    await asMember('acme.user2', async (ctx) => {
      await react(ctx);
      await ctx.db
        .$queryRaw`select set_config('app.role', 'client', true), set_config('app.member_id', ${person('client')}, true)`;
      const [comment] = await commentsOf(ctx);
      expect(comment?.reactions).toMatchObject([{ emoji: '👍', count: 1, names: [] }]);
      const { count } = await ctx.db.commentReaction.deleteMany({ where: { commentId: OPEN } });
      expect(count).toBe(0);
    });
  });

  test('are one emoji, and of twenty kinds at most', async () => {
    const fine = (emoji: string) => React.safeParse({ comment_id: OPEN, emoji }).success;
    expect(['👍', '❤️', '👨‍👩‍👧', '🇵🇱', '👍🏽', '1️⃣'].filter((emoji) => !fine(emoji))).toEqual([]);
    expect(['', 'a', '1', '👍👍', '👍a', '<b>', '\u200d', '#', '👍'.repeat(9)].filter(fine)).toEqual([]);
    await asMember('acme.user', async (ctx) => {
      for (let at = 0; at < 20; at += 1) await react(ctx, String.fromCodePoint(0x1f400 + at));
      await react(ctx, String.fromCodePoint(0x1f400));
      expect(await failureOf(react(ctx, '👍'))).toMatchObject({ code: 'conflict' });
    });
  });
});

describe('a thread', () => {
  test('R01 is resolved by whoever may comment in it', async () => {
    expect(await outcomes((ctx) => settleThread(ctx, OPEN, true))).toEqual({ ...EVERYBODY, 'acme.client': 'done' });
    expect(await attempt('acme.client', (ctx) => settleThread(ctx, INTERNAL, true))).toBe('not_found');
  });

  test('says who resolved it, and is opened again by a reply', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      expect(await settleThread(ctx, OPEN, true)).toMatchObject({
        resolved_at: expect.any(String),
        resolved_by: { name: 'user of acme' },
        version: 1,
      });
      await settleThread(ctx, OPEN, true);
      const reply = await add(ctx, { parent_id: OPEN });
      expect((await commentsOf(ctx))[0]).toMatchObject({ resolved_at: null, resolved_by: null });
      await settleThread(ctx, OPEN, true);
      await settleThread(ctx, OPEN, false);
      expect(effects.activities.map(({ kind, audience }) => [kind, audience])).toEqual([
        ['comment.resolved', 'client'],
        ['comment.added', 'internal'],
        ['comment.reopened', 'client'],
        ['comment.resolved', 'client'],
        ['comment.reopened', 'client'],
      ]);
      expect(await failureOf(settleThread(ctx, reply._id, true))).toMatchObject({ code: 'conflict' });
    });
  });
});

describe('what a comment said before', () => {
  test('is read by whoever reads the comment, until it is deleted', async () => {
    await asMember('acme.user', async (ctx) => {
      const { _id: id } = await add(ctx, { body: 'One' });
      await editComment(ctx, { id, version: 1, body: 'Two' });
      await editComment(ctx, { id, version: 2, body: 'Three' });
      expect(await versions(ctx, id)).toEqual([
        [3, 'Three'],
        [2, 'Two'],
        [1, 'One'],
      ]);
      await deleteComment(ctx, { id });
      expect(await failureOf(versions(ctx, id))).toMatchObject({ code: 'not_found' });
      expect(await ctx.db.commentVersion.count({ where: { commentId: id } })).toBe(0);
    });
    expect(await outcomes((ctx) => versions(ctx, INTERNAL))).toEqual({
      ...EVERYBODY,
      'acme.observer': 'done',
      'acme.client': 'not_found',
    });
  });
});
