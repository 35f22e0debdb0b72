import { describe, expect, test } from 'vitest';
import { addComment, deleteComment, editComment, restoreComment } from '@/lib/comment/commands';
import { AddComment, EditComment } from '@/lib/comment/schema';
import type { Ctx } from '@/lib/org';
import { getCard, getTask } from '@/lib/task/queries';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, failureOf, statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { LEADS, outcomes, person, task, told, UNSEEN } from '@/lib/test/task-calls';

const add = (ctx: Ctx, key: string, input: Record<string, unknown> = {}) =>
  addComment(ctx, AddComment.parse({ task_id: task(key), body: 'Looks good', ...input }));
const edit = (ctx: Ctx, id: string, input: Record<string, unknown> = {}) =>
  editComment(ctx, EditComment.parse({ id, version: 1, body: 'Other words', ...input }));
const OPEN = fixtureId('acme.open comment');
const INTERNAL = fixtureId('acme.internal comment');

describe('commenting', () => {
  test('R01 is for who sees the task, but not for observers', async () => {
    const everybody = { ...LEADS, ...UNSEEN, 'acme.user': 'done', 'acme.user2': 'done', 'acme.observer': 'forbidden' };
    expect(await outcomes((ctx) => add(ctx, 'WEB-1'))).toEqual({ ...everybody, 'acme.client': 'done' });
    expect(await outcomes((ctx) => add(ctx, 'WEB-2'))).toEqual({ ...everybody, 'acme.client': 'not_found' });
  });

  test('answers with the comment as everybody will read it', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const made = await add(ctx, 'WEB-1', { body: 'See <b>this</b>: https://a.test', internal: false });
      const { comments } = await getTask(ctx, { id: 'WEB-1' });
      expect(comments.at(-1)).toEqual(made);
      expect(made).toMatchObject({
        internal: false,
        version: 1,
        edited_at: null,
        author: { name: 'user of acme', role: 'user' },
      });
      expect(made.body_html).toContain('&lt;b&gt;this&lt;/b&gt;');
      expect((await getCard(ctx, { id: task('WEB-1') })).comment_count).toBe(3);
      expect(effects.activities).toMatchObject([
        { kind: 'comment.added', audience: 'client', data: { comment_id: made._id } },
      ]);
      expect(effects.events).toEqual([
        {
          type: 'comment.added',
          taskId: task('WEB-1'),
          projectId: fixtureId('acme.WEB'),
          commentId: made._id,
          client: true,
        },
      ]);
    });
  });

  test('is internal unless the team says otherwise, and the client hears nothing of it', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      expect(await add(ctx, 'WEB-1')).toMatchObject({ internal: true });
      expect(effects.activities).toMatchObject([{ audience: 'internal' }]);
      expect(effects.events).toMatchObject([{ client: false }]);
      expect(await add(ctx, 'WEB-3', { internal: false })).toMatchObject({ internal: true });
    });
  });

  test('R09 a client’s is never internal', async () => {
    await asMember('acme.client', async (ctx) => {
      expect(await add(ctx, 'WEB-1')).toMatchObject({ internal: false, author: { name: 'client of acme' } });
      expect(await add(ctx, 'WEB-1', { internal: false })).toMatchObject({ internal: false });
    });
    expect(await attempt('acme.client', (ctx) => add(ctx, 'WEB-1', { internal: true }))).toBe('forbidden');
    expect(await attempt('acme.client', (ctx) => add(ctx, 'WEB-2', { internal: true }))).toBe('not_found');
    expect(await attempt('acme.user', (ctx) => add(ctx, 'WEB-1', { internal: true }))).toBe('done');
  });

  test('answers a comment of the same task, in its audience', async () => {
    await asMember('acme.leader', async (ctx) => {
      expect(await add(ctx, 'WEB-1', { parent_id: OPEN, internal: false })).toMatchObject({
        parent_id: OPEN,
        internal: false,
      });
      expect(await add(ctx, 'WEB-1', { parent_id: INTERNAL, internal: false })).toMatchObject({ internal: true });
      for (const [key, parent_id] of [
        ['WEB-2', OPEN],
        ['WEB-1', fixtureId('globex.open comment')],
        ['WEB-1', task('WEB-1')],
      ] as const)
        expect(await failureOf(add(ctx, key, { parent_id }))).toMatchObject({ code: 'invalid' });
    });
    expect(await attempt('acme.client', (ctx) => add(ctx, 'WEB-1', { parent_id: OPEN }))).toBe('done');
    expect(await attempt('acme.client', (ctx) => add(ctx, 'WEB-1', { parent_id: INTERNAL }))).toBe('invalid');
  });

  test('in the bin is refused', async () => {
    const binned = (who: string) =>
      attempt(who, async (ctx) => {
        await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
        await add(ctx, 'WEB-1');
      });
    expect(await binned('acme.leader')).toBe('conflict');
    expect(await binned('acme.user')).toBe('not_found');
  });
});

describe('news of a comment', () => {
  test('reaches who made the task, works on it or wrote before; not its author', async () => {
    await asMember('acme.user2', async (ctx, effects) => {
      await add(ctx, 'WEB-1');
      expect(new Set(told(effects).map(String))).toEqual(
        new Set([`comment.added,${person('leader')}`, `comment.added,${person('user')}`]),
      );
    });
  });

  test('reaches a client only if the client reads it', async () => {
    const withClient = async (input: Record<string, unknown>) => {
      let heard = false;
      await asMember('acme.leader', async (ctx, effects) => {
        await ctx.db.comment.updateMany({ where: { id: OPEN }, data: { authorId: person('client') } });
        await add(ctx, 'WEB-1', input);
        heard = told(effects).some(([, memberId]) => memberId === person('client'));
      });
      return heard;
    };
    expect(await withClient({ internal: false })).toBe(true);
    expect(await withClient({})).toBe(false);
    expect(await withClient({ internal: false, body: 'For @client of acme' })).toBe(true);
    expect(await withClient({ body: 'Not for @client of acme' })).toBe(false);
  });

  test('R09 reaches who is called by name, if they are of the project', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      await add(ctx, 'WEB-2', {
        body: '@user2 of acme, @admin of acme, @outsider of acme, @lead2 of acme, @observer of acme, @user of globex',
      });
      expect(told(effects).sort()).toEqual(
        [
          ['comment.mentioned', person('admin')],
          ['comment.mentioned', person('user2')],
        ].sort(),
      );
    });
  });

  test('from a client reaches the team, whose names the client may not even know', async () => {
    await asMember('acme.client', async (ctx, effects) => {
      await add(ctx, 'WEB-4', { body: 'When, @user2 of acme? Or @user of acme?' });
      expect(new Set(told(effects).map(String))).toEqual(
        new Set([
          `comment.mentioned,${person('user')}`,
          `comment.added,${person('leader')}`,
          `comment.added,${person('user2')}`,
        ]),
      );
    });
  });

  test('after a change reaches only who is named anew', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const { _id } = await add(ctx, 'WEB-2', { body: '@user2 of acme' });
      effects.notifications.length = 0;
      await edit(ctx, _id, { body: '@user2 of acme and @admin of acme' });
      expect(told(effects)).toEqual([['comment.mentioned', person('admin')]]);
    });
  });
});

describe('changing a comment', () => {
  const nobody = { 'acme.admin': 'forbidden', 'acme.subadmin': 'forbidden', 'acme.leader': 'forbidden', ...UNSEEN };

  test('R01 is for who wrote it', async () => {
    expect(await outcomes((ctx) => edit(ctx, INTERNAL))).toEqual({
      ...nobody,
      'acme.user': 'done',
      'acme.user2': 'forbidden',
      'acme.client': 'not_found',
      'acme.observer': 'forbidden',
    });
    expect(await attempt('acme.client', (ctx) => edit(ctx, OPEN))).toBe('forbidden');
    expect(await attempt('acme.client', async (ctx) => edit(ctx, (await add(ctx, 'WEB-1'))._id))).toBe('done');
  });

  test('is a new version; a stale one is refused with the current words', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      expect(await edit(ctx, INTERNAL)).toMatchObject({
        body: 'Other words',
        version: 2,
        edited_at: expect.any(String),
      });
      const { code, details } = await failureOf(edit(ctx, INTERNAL, { body: 'Third' }));
      expect([code, details.current]).toMatchObject(['conflict', { body: 'Other words', version: 2 }]);
      expect(effects.activities).toMatchObject([{ kind: 'comment.edited', audience: 'internal' }]);
      expect(effects.events).toMatchObject([{ type: 'comment.changed', client: false }]);
    });
  });
});

describe('deleting a comment', () => {
  test('R01 is for who wrote it, the leader and the administrators', async () => {
    expect(await outcomes((ctx) => deleteComment(ctx, { id: INTERNAL }))).toEqual({
      ...LEADS,
      ...UNSEEN,
      'acme.user': 'done',
      'acme.user2': 'forbidden',
      'acme.client': 'not_found',
      'acme.observer': 'forbidden',
    });
    expect(await attempt('acme.client', (ctx) => deleteComment(ctx, { id: OPEN }))).toBe('forbidden');
  });

  test('is taken back within a day, by whoever could delete it', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const before = await getTask(ctx, { id: 'WEB-1' });
      await deleteComment(ctx, { id: OPEN });
      const client = await become(ctx, 'acme.client');
      expect((await failureOf(restoreComment(client, { id: OPEN }))).code).toBe('forbidden');
      expect((await failureOf(restoreComment(await become(ctx, 'globex.admin'), { id: OPEN }))).code).toBe('not_found');
      await become(ctx, 'acme.leader');
      expect(await restoreComment(ctx, { id: OPEN })).toMatchObject({
        body: 'The logo files are here.',
        deleted_at: null,
      });
      const after = await getTask(ctx, { id: 'WEB-1' });
      expect(after.comments.map(({ _id }) => _id)).toEqual(before.comments.map(({ _id }) => _id));
      expect(after.comment_count).toBe(before.comment_count);
      expect(effects.events).toMatchObject([{ type: 'comment.changed', client: true }]);
      expect((await failureOf(restoreComment(ctx, { id: OPEN }))).code).toBe('not_found');
      await deleteComment(ctx, { id: OPEN });
      const deletedAt = new Date(Date.now() - 25 * 3_600_000);
      await ctx.db.comment.updateMany({ where: { id: OPEN }, data: { deletedAt } });
      expect((await failureOf(restoreComment(ctx, { id: OPEN }))).code).toBe('not_found');
    }));

  test('takes it out of the task and its count', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      expect(await deleteComment(ctx, { id: OPEN })).toMatchObject({ _id: OPEN, body: 'The logo files are here.' });
      expect((await getTask(ctx, { id: 'WEB-1' })).comments).toMatchObject([{ _id: INTERNAL }]);
      expect((await getCard(ctx, { id: task('WEB-1') })).comment_count).toBe(1);
      expect(effects.events).toMatchObject([{ type: 'comment.changed', client: true }]);
      expect(await failureOf(deleteComment(ctx, { id: OPEN }))).toMatchObject({ code: 'not_found' });
      expect(await failureOf(edit(ctx, OPEN))).toMatchObject({ code: 'not_found' });
    });
  });
});

test('with its task in the bin a comment is not there either', async () => {
  const ofBinned = (work: (ctx: Ctx) => Promise<unknown>) =>
    attempt('acme.user', async (ctx) => {
      await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
      await work(ctx);
    });
  expect(await ofBinned((ctx) => edit(ctx, INTERNAL))).toBe('not_found');
  expect(await ofBinned((ctx) => deleteComment(ctx, { id: INTERNAL }))).toBe('not_found');
});

test('D03 a comment needs at most twelve statements, with its history and news', async () => {
  await asMember('acme.leader', async (ctx) => {
    const body = '@user of acme @user2 of acme';
    expect(3 + (await statementsOf(() => add(ctx, 'WEB-1', { body, parent_id: OPEN })))).toBeLessThanOrEqual(12);
  });
});
