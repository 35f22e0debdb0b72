import { describe, expect, test } from 'vitest';
import { addComment, deleteComment, editComment, restoreComment } from '@/lib/comment/commands';
import { addReaction, removeReaction, settleThread } from '@/lib/comment/commands.thread';
import { listComments, listVersions } from '@/lib/comment/queries';
import { AddComment, CommentVersions, EditComment, ListComments, React } from '@/lib/comment/schema';
import type { Effects } from '@/lib/effects';
import type { Ctx } from '@/lib/org';
import { getCard, getTask } from '@/lib/task/queries';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId, MEMBERS } from '@/lib/test/fixtures';
import { person, task, told, WEB } from '@/lib/test/task-calls';

const add = (ctx: Ctx, key: string, input: Record<string, unknown> = {}) =>
  addComment(ctx, AddComment.parse({ task_id: task(key), body: 'Looks good', ...input }));
const edit = (ctx: Ctx, id: string, input: Record<string, unknown> = {}) =>
  editComment(ctx, EditComment.parse({ id, version: 1, body: 'Other words', ...input }));
const OPEN = fixtureId('acme.open comment');
const INTERNAL = fixtureId('acme.internal comment');

describe('commenting', () => {
  test('answers with the comment as everybody will read it', () =>
    asMember('acme.user', async (ctx, effects) => {
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
      const where = { taskId: task('WEB-1'), projectId: WEB, commentId: made._id };
      expect(effects.events).toEqual([{ type: 'comment.added', ...where, client: true }]);
    }));

  test('is internal unless the team says otherwise, and the client hears nothing of it', () =>
    asMember('acme.user', async (ctx, effects) => {
      expect(await add(ctx, 'WEB-1')).toMatchObject({ internal: true });
      expect(effects.activities).toMatchObject([{ audience: 'internal' }]);
      expect(effects.events).toMatchObject([{ client: false }]);
      expect(await add(ctx, 'WEB-3', { internal: false })).toMatchObject({ internal: true });
    }));

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
      const open = { parent_id: OPEN, internal: false };
      expect(await add(ctx, 'WEB-1', open)).toMatchObject(open);
      expect(await add(ctx, 'WEB-1', { parent_id: INTERNAL, internal: false })).toMatchObject({ internal: true });
      for (const [key, parent_id] of [
        ['WEB-2', OPEN],
        ['WEB-1', fixtureId('globex.open comment')],
        ['WEB-1', task('WEB-1')],
      ] as const)
        expect(await codeOf(add(ctx, key, { parent_id }))).toBe('invalid');
    });
    expect(await attempt('acme.client', (ctx) => add(ctx, 'WEB-1', { parent_id: OPEN }))).toBe('done');
    expect(await attempt('acme.client', (ctx) => add(ctx, 'WEB-1', { parent_id: INTERNAL }))).toBe('invalid');
  });

  test('on a task in the bin is refused, and a comment of it is not there either', async () => {
    const binned = (who: string, work: (ctx: Ctx) => Promise<unknown>) =>
      attempt(who, async (ctx) => {
        await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
        await work(ctx);
      });
    expect(await binned('acme.leader', (ctx) => add(ctx, 'WEB-1'))).toBe('conflict');
    expect(await binned('acme.user', (ctx) => add(ctx, 'WEB-1'))).toBe('not_found');
    expect(await binned('acme.user', (ctx) => edit(ctx, INTERNAL))).toBe('not_found');
    expect(await binned('acme.user', (ctx) => deleteComment(ctx, { id: INTERNAL }))).toBe('not_found');
  });
});

describe('news of a comment', () => {
  /** Who is told, by seat, and of what; each once. */
  const heard = (effects: Effects) => {
    const all = told(effects).map(([kind, id]) => [MEMBERS.find(({ seat }) => person(seat) === id)?.seat, kind]);
    expect(new Set(all.map(String)).size).toBe(all.length);
    return Object.fromEntries(all);
  };

  test('reaches who made the task, works on it or wrote before; not its author', () =>
    asMember('acme.user2', async (ctx, effects) => {
      await add(ctx, 'WEB-1');
      expect(heard(effects)).toEqual({ leader: 'comment.added', user: 'comment.added' });
    }));

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

  test('R09 reaches who is called by name, if they are of the project', () =>
    asMember('acme.leader', async (ctx, effects) => {
      await add(ctx, 'WEB-2', {
        body: '@user2 of acme, @admin of acme, @outsider of acme, @lead2 of acme, @observer of acme, @user of globex',
      });
      expect(heard(effects)).toEqual({ admin: 'comment.mentioned', user2: 'comment.mentioned' });
    }));

  test('marks for each reader who is called, where it is answered and read', async () => {
    const mark = (name: string, mine = '') => `<span class="mention${mine}">@${name}</span>`;
    await asMember('acme.leader', async (ctx) => {
      const made = await add(ctx, 'WEB-1', { body: '@user of acme, @client of acme', internal: false });
      expect(made.body_html).toContain(`${mark('user of acme')}, ${mark('client of acme')}`);
      const client = await become(ctx, 'acme.client');
      const read = (await getTask(client, { id: 'WEB-1' })).comments.at(-1);
      expect(read).toMatchObject({ _id: made._id });
      expect(read?.body_html).toContain(mark('client of acme', ' mention-mine'));
      expect((await listComments(client, ListComments.parse({ task_id: task('WEB-1') }))).docs.at(-1)).toEqual(read);
    });
  });

  test('from a client reaches the team, whose names the client may not even know', () =>
    asMember('acme.client', async (ctx, effects) => {
      await add(ctx, 'WEB-4', { body: 'When, @user2 of acme? Or @user of acme?' });
      expect(heard(effects)).toEqual({ user: 'comment.mentioned', leader: 'comment.added', user2: 'comment.added' });
    }));

  test('after a change reaches only who is named anew', () =>
    asMember('acme.user', async (ctx, effects) => {
      const { _id } = await add(ctx, 'WEB-2', { body: '@user2 of acme' });
      effects.notifications.length = 0;
      await edit(ctx, _id, { body: '@user2 of acme and @admin of acme\n\n> @leader of acme' });
      for (const [at, body] of ['For nobody', '@admin of\u00a0acme'].entries())
        await edit(ctx, _id, { version: at + 2, body });
      expect(told(effects)).toEqual([['comment.mentioned', person('admin')]]);
    }));
});

test('changing a comment is a new version; a stale one is refused with the current words', () =>
  asMember('acme.user', async (ctx, effects) => {
    expect(await edit(ctx, INTERNAL)).toMatchObject({ body: 'Other words', version: 2, edited_at: expect.any(String) });
    const { code, details } = await failureOf(edit(ctx, INTERNAL, { body: 'Third' }));
    expect([code, details.current]).toMatchObject(['conflict', { body: 'Other words', version: 2 }]);
    expect(await edit(ctx, INTERNAL, { version: 2 })).toMatchObject({ version: 2 });
    expect(effects.activities).toMatchObject([{ kind: 'comment.edited', audience: 'internal' }]);
    expect(effects.events).toMatchObject([{ type: 'comment.changed', client: false }]);
  }));

test('deleting a comment is taken back within a day, by whoever could delete it', () =>
  asMember('acme.leader', async (ctx, effects) => {
    const before = await getTask(ctx, { id: 'WEB-1' });
    await deleteComment(ctx, { id: OPEN });
    const client = await become(ctx, 'acme.client');
    expect(await codeOf(restoreComment(client, { id: OPEN }))).toBe('forbidden');
    expect(await codeOf(restoreComment(await become(ctx, 'globex.admin'), { id: OPEN }))).toBe('not_found');
    await become(ctx, 'acme.leader');
    expect(await restoreComment(ctx, { id: OPEN })).toMatchObject({
      body: 'The logo files are here.',
      deleted_at: null,
    });
    const after = await getTask(ctx, { id: 'WEB-1' });
    expect(after.comments.map(({ _id }) => _id)).toEqual(before.comments.map(({ _id }) => _id));
    expect(after.comment_count).toBe(before.comment_count);
    expect(effects.events).toMatchObject([{ type: 'comment.changed', client: true }]);
    expect(await codeOf(restoreComment(ctx, { id: OPEN }))).toBe('not_found');
    await deleteComment(ctx, { id: OPEN });
    const deletedAt = new Date(Date.now() - 25 * 3_600_000);
    await ctx.db.comment.updateMany({ where: { id: OPEN }, data: { deletedAt } });
    expect(await codeOf(restoreComment(ctx, { id: OPEN }))).toBe('not_found');
  }));

test('deleting a comment takes it out of the task and its count', () =>
  asMember('acme.leader', async (ctx, effects) => {
    expect(await deleteComment(ctx, { id: OPEN })).toMatchObject({ _id: OPEN, body: 'The logo files are here.' });
    expect((await getTask(ctx, { id: 'WEB-1' })).comments).toMatchObject([{ _id: INTERNAL }]);
    expect((await getCard(ctx, { id: task('WEB-1') })).comment_count).toBe(1);
    expect(effects.events).toMatchObject([{ type: 'comment.changed', client: true }]);
    expect(await codeOf(deleteComment(ctx, { id: OPEN }))).toBe('not_found');
    expect(await codeOf(edit(ctx, OPEN))).toBe('not_found');
  }));

test('what was taken from somebody else, and given back, stands in the audit log; what is one’s own does not', () =>
  asMember('acme.leader', async (ctx, effects) => {
    for (const id of [OPEN, INTERNAL]) {
      await deleteComment(ctx, { id });
      await restoreComment(ctx, { id });
    }
    expect(effects.audits).toMatchObject([
      { action: 'comment.deleted', target: person('user') },
      { action: 'comment.restored', target: person('user') },
    ]);
  }));

describe('a conversation', () => {
  const reply = (ctx: Ctx, input: Record<string, unknown> = {}) => add(ctx, 'WEB-1', { parent_id: OPEN, ...input });
  const react = (ctx: Ctx, emoji = '👍', comment_id = OPEN) => addReaction(ctx, React.parse({ comment_id, emoji }));
  const versions = async (ctx: Ctx, id: string) =>
    (await listVersions(ctx, CommentVersions.parse({ id }))).docs.map(({ version, body }) => `${version} ${body}`);
  const commentsOf = async (ctx: Ctx) => (await getTask(ctx, { id: 'WEB-1' })).comments;

  test('replies have one level: a reply to a reply goes into the same thread, for its readers', () =>
    asMember('acme.leader', async (ctx) => {
      const note = await reply(ctx);
      expect(note).toMatchObject({ parent_id: OPEN, internal: true });
      const below = await reply(ctx, { parent_id: note._id, internal: false });
      expect(below).toMatchObject({ parent_id: OPEN, internal: true });
      expect(await reply(ctx, { internal: false })).toMatchObject({ internal: false });
    }));

  test('replies keep the place of what they answer, without its words', () =>
    asMember('acme.leader', async (ctx) => {
      await react(ctx);
      const { _id } = await reply(ctx);
      await deleteComment(ctx, { id: OPEN });
      const empty = { body: '', body_html: '', attachments: [], reactions: [] };
      const place = { _id: OPEN, ...empty, deleted_at: expect.any(String) };
      expect(await commentsOf(ctx)).toMatchObject([place, { _id: INTERNAL }, { _id }]);
      expect((await getTask(ctx, { id: 'WEB-1' })).comment_count).toBe(2);
      expect(await listComments(ctx, ListComments.parse({ task_id: task('WEB-1') }))).toMatchObject({ total: 3 });
      expect(await reply(ctx)).toMatchObject({ parent_id: OPEN });
      expect(await codeOf(react(ctx))).toBe('not_found');
    }));

  test('replies X a client is not shown a place that only internal replies keep', () =>
    asMember('acme.leader', async (ctx) => {
      const shown = await reply(ctx, { internal: false });
      const note = await reply(ctx);
      await deleteComment(ctx, { id: OPEN });
      const forClient = async () =>
        (await ctx.db.$queryRaw`select set_config('app.role', 'client', true)`) &&
        (await commentsOf(ctx)).map(({ _id }) => _id);
      const asTeam = () => ctx.db.$queryRaw`select set_config('app.role', 'team_leader', true)`;
      expect(await forClient()).toEqual([OPEN, shown._id]);
      await asTeam();
      await deleteComment(ctx, { id: shown._id });
      expect(await forClient()).toEqual([]);
      await asTeam();
      expect((await commentsOf(ctx)).map(({ _id }) => _id)).toEqual([OPEN, INTERNAL, note._id]);
    }));

  test('reactions count once for each person, and are told to open pages', () =>
    asMember('acme.user', async (ctx, effects) => {
      await react(ctx);
      expect((await react(ctx)).reactions).toEqual([{ emoji: '👍', count: 1, mine: true, names: ['user of acme'] }]);
      expect((await react(ctx, '🎉')).reactions).toMatchObject([{ emoji: '👍' }, { emoji: '🎉' }]);
      expect(effects.events).toMatchObject([{ type: 'comment.changed', commentId: OPEN, client: true }]);
      expect(effects.activities).toEqual([]);
      expect((await removeReaction(ctx, { comment_id: OPEN, emoji: '👍' })).reactions).toMatchObject([{ emoji: '🎉' }]);
      expect((await commentsOf(ctx))[0]).toMatchObject({ reactions: [{ emoji: '🎉', mine: true }] });
    }));

  test('reactions of others cannot be removed, and do not name whom a client may not see', () =>
    asMember('acme.user2', async (ctx) => {
      await react(ctx);
      await ctx.db
        .$queryRaw`select set_config('app.role', 'client', true), set_config('app.member_id', ${person('client')}, true)`;
      const [comment] = await commentsOf(ctx);
      expect(comment?.reactions).toMatchObject([{ emoji: '👍', count: 1, names: [] }]);
      const { count } = await ctx.db.commentReaction.deleteMany({ where: { commentId: OPEN } });
      expect(count).toBe(0);
    }));

  test('reactions are one emoji, and of twenty kinds at most', async () => {
    const fine = (emoji: string) => React.safeParse({ comment_id: OPEN, emoji }).success;
    expect(['👍', '❤️', '👨‍👩‍👧', '🇵🇱', '👍🏽', '1️⃣'].filter((emoji) => !fine(emoji))).toEqual([]);
    expect(['', 'a', '1', '👍👍', '👍a', '<b>', '\u200d', '#', '👍'.repeat(9)].filter(fine)).toEqual([]);
    await asMember('acme.user', async (ctx) => {
      for (let at = 0; at < 20; at += 1) await react(ctx, String.fromCodePoint(0x1f400 + at));
      await react(ctx, String.fromCodePoint(0x1f400));
      expect(await codeOf(react(ctx, '👍'))).toBe('conflict');
    });
  });

  test('a thread says who resolved it, and is opened again by a reply', () =>
    asMember('acme.user', async (ctx, effects) => {
      expect(await settleThread(ctx, OPEN, true)).toMatchObject({
        resolved_at: expect.any(String),
        resolved_by: { name: 'user of acme' },
        version: 1,
      });
      await settleThread(ctx, OPEN, true);
      const answer = await reply(ctx);
      expect((await commentsOf(ctx))[0]).toMatchObject({ resolved_at: null, resolved_by: null });
      await settleThread(ctx, OPEN, true);
      await settleThread(ctx, OPEN, false);
      const lines = effects.activities.map(({ kind, audience }) => `${kind.slice(8)} ${audience}`);
      const [resolved, reopened] = ['resolved client', 'reopened client'];
      expect(lines).toEqual([resolved, 'added internal', reopened, resolved, reopened]);
      expect(await codeOf(settleThread(ctx, answer._id, true))).toBe('conflict');
    }));

  test('what a comment said before is read by whoever reads the comment, until it is deleted', async () => {
    await asMember('acme.user', async (ctx) => {
      const { _id: id } = await add(ctx, 'WEB-1', { body: 'One' });
      await editComment(ctx, { id, version: 1, body: 'Two' });
      await editComment(ctx, { id, version: 2, body: 'Three' });
      expect(await versions(ctx, id)).toEqual(['3 Three', '2 Two', '1 One']);
      await deleteComment(ctx, { id });
      expect(await codeOf(versions(ctx, id))).toBe('not_found');
      expect(await ctx.db.commentVersion.count({ where: { commentId: id } })).toBe(0);
    });
    for (const work of [
      (ctx: Ctx) => versions(ctx, INTERNAL),
      (ctx: Ctx) => react(ctx, '👍', INTERNAL),
      (ctx: Ctx) => settleThread(ctx, INTERNAL, true),
    ])
      expect([await attempt('acme.user', work), await attempt('acme.client', work)]).toEqual(['done', 'not_found']);
  });
});
