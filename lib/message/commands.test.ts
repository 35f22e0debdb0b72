import { beforeEach, describe, expect, test } from 'vitest';
import { deleteComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { ListComments } from '@/lib/comment/schema';
import { editFile } from '@/lib/file/commands';
import { deleteFile } from '@/lib/file/commands.bin';
import { listFiles } from '@/lib/file/queries';
import { contentOf, emptyFileBin } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import { ListFiles } from '@/lib/file/schema';
import { getShell } from '@/lib/member/queries';
import { deleteMessage, editMessage } from '@/lib/message/commands';
import { messageToComment, messageToTask } from '@/lib/message/commands.made';
import { addReaction, pinMessage, takeReaction, unpinMessage } from '@/lib/message/commands.marks';
import { getMessage, listVersions } from '@/lib/message/queries';
import { listConversation } from '@/lib/message/queries.conversation';
import { searchMessages } from '@/lib/message/queries.list';
import {
  EditMessage,
  MessageToComment,
  MessageToTask,
  SearchMessages,
  SendMessage,
  TaskConversation,
} from '@/lib/message/schema';
import { markNotifications } from '@/lib/notification/commands';
import { changeSettings } from '@/lib/notification/commands.settings';
import { listNotifications, unreadCount } from '@/lib/notification/queries';
import { ListNotifications, MarkNotifications } from '@/lib/notification/schema';
import { ChangeNotificationSettings } from '@/lib/notification/schema.settings';
import type { Ctx } from '@/lib/org';
import { editRoom, openRoom, readRoom } from '@/lib/room/commands';
import { EditRoom, OpenRoom, ReadRoom } from '@/lib/room/schema';
import { asMember, asMemberCommitted, become, seatOf } from '@/lib/test/as-member';
import { codeOf, failureOf, statementsOf } from '@/lib/test/attempt';
import { bodiesIn, messagesIn, owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { add, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { task, WEB } from '@/lib/test/task-calls';
import { wholeTest } from '@/lib/test/whole';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

const acme = (name: string) => fixtureId(`acme.${name}`);
withChatRooms();

describe('a message', () => {
  test('answers as everybody will read it, and tells of its id alone', () =>
    asMember('acme.user', async (ctx, effects) => {
      const first = await say(ctx, 'See **WEB-1** and <b>this</b>');
      const made = await say(ctx, 'Yes', { reply_to: first._id });
      expect(await getMessage(ctx, { id: made._id })).toEqual(made);
      expect(first.body_html).toMatch(/<strong><a [^>]*>WEB-1<\/a><\/strong>.*&lt;b&gt;/);
      expect(made).toMatchObject({
        ...{ author: { name: 'user of acme' }, version: 1, edited_at: null, pinned: false, thread_count: 0 },
        ...{ reply_to: first._id, quoted: { body: 'See WEB-1 and <b>this</b>' }, rights: { edit: true, delete: true } },
      });
      expect(effects.events.at(-1)).toEqual({
        ...{ type: 'message.added', messageId: made._id, roomId: room(), version: 1 },
        heard: { by: 'team', projectId: acme('WEB') },
      });
      const elsewhere = { room_id: room('project_clients WEB'), reply_to: first._id };
      expect(await codeOf(say(ctx, 'Yes', elsewhere))).toBe('invalid');
    }));

  test('a client’s link to an internal task is none, and names that it may not see are not there', () =>
    asMember('acme.user2', async (ctx) => {
      const { _id } = await say(ctx, 'WEB-1 and WEB-2', { room_id: room('project_clients WEB') });
      const seen = await getMessage(await become(ctx, 'acme.client'), { id: _id });
      expect(seen.author).toBeNull();
      expect(seen.body_html).toMatch(/>WEB-1<\/a> and WEB-2/);
    }));

  test('is sent once for each id of its sender', () =>
    asMember('acme.user', async (ctx, effects) => {
      const client_id = newId();
      const first = await say(ctx, 'Once', { client_id });
      const told = effects.events.length;
      expect(await say(ctx, 'Twice', { client_id })).toEqual(first);
      expect(effects.events).toHaveLength(told);
      expect(await bodiesIn(ctx)).toEqual(['Once']);
      const other = await become(ctx, 'acme.leader');
      expect(await say(other, 'Mine', { client_id })).toMatchObject({ body: 'Mine' });
      const again = { client_id, room_id: room('organisation') };
      expect(await codeOf(say(await become(ctx, 'acme.user'), 'Elsewhere', again))).toBe('invalid');
    }));

  test('needs at most nine statements', () =>
    asMember('acme.leader', async (ctx) => {
      expect(3 + (await statementsOf(() => say(ctx, 'For @user of acme')))).toBeLessThanOrEqual(9);
    }));
});

describe('the history', () => {
  const many = async (ctx: Ctx) => {
    const ids: string[] = [];
    for (let at = 1; at <= 9; at++) ids.push((await say(ctx, String(at)))._id);
    return ids as [string, ...string[]];
  };

  test('is read in both directions, from the newest, a message or a moment', () =>
    asMember('acme.user', async (ctx) => {
      const ids = await many(ctx);
      const newest = await messagesIn(ctx, { limit: 4 });
      expect(newest.docs.map(({ body }) => body)).toEqual(['6', '7', '8', '9']);
      expect([newest.prev_cursor, newest.next_cursor, newest.total]).toEqual([ids[5], null, 9]);
      const before = await messagesIn(ctx, { limit: 4, before: newest.prev_cursor });
      expect(before.docs.map(({ body }) => body)).toEqual(['2', '3', '4', '5']);
      expect(await bodiesIn(ctx, { limit: 4, before: before.prev_cursor })).toEqual(['1']);
      expect((await messagesIn(ctx, { limit: 4, before: before.prev_cursor })).prev_cursor).toBeNull();
      const after = await messagesIn(ctx, { limit: 4, after: before.next_cursor });
      expect(after.docs.map(({ body }) => body)).toEqual(['6', '7', '8', '9']);
      expect(after.next_cursor).toBeNull();
      const around = await messagesIn(ctx, { limit: 4, around: ids[4] });
      expect(around.docs.map(({ body }) => body)).toEqual(['3', '4', '5', '6']);
      expect([around.prev_cursor, around.next_cursor]).toEqual([ids[2], ids[5]]);
      expect(await bodiesIn(ctx, { limit: 4, at: '2020-01-01T00:00:00.000Z' })).toEqual(['1', '2']);
      expect(await bodiesIn(ctx, { limit: 4, after: ids[8] })).toEqual([]);
    }));

  test('leaves the replies of threads to the thread', () =>
    asMember('acme.user', async (ctx, effects) => {
      const [root] = await many(ctx);
      const reply = await say(ctx, 'Reply', { thread_id: root });
      // Who has the room open sees its thread grow.
      expect(effects.events.at(-1)).toMatchObject({ type: 'message.changed', messageId: root, roomId: room() });
      expect((await say(ctx, 'Reply to it', { thread_id: reply._id })).thread_id).toBe(root);
      expect(await bodiesIn(ctx, { thread_id: root })).toEqual(['Reply', 'Reply to it']);
      expect((await messagesIn(ctx)).docs[0]).toMatchObject({ body: '1', thread_count: 2 });
      expect(await bodiesIn(ctx)).toHaveLength(9);
      expect(await bodiesIn(ctx, { around: reply._id, limit: 2 })).toEqual(['1']);
      const elsewhere = { thread_id: root, room_id: room('organisation') };
      expect(await codeOf(say(ctx, 'Astray', elsewhere))).toBe('invalid');
    }));

  test('of a hidden room is not found, and a message of another room is no place in it', () =>
    asMember('acme.user', async (ctx) => {
      const [first] = await many(ctx);
      expect(await codeOf(messagesIn(ctx, { room_id: room('organisation'), before: first }))).toBe('invalid');
      expect(await codeOf(messagesIn(await become(ctx, 'acme.outsider')))).toBe('not_found');
    }));

  test('a deleted message keeps its place without its words', () =>
    asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await say(ctx, 'A slip', { reply_to: (await say(ctx, 'First'))._id });
      await pinMessage(ctx, { id });
      const leader = await become(ctx, 'acme.leader', effects);
      expect(await deleteMessage(leader, { id })).toMatchObject({ body: '', body_html: '', pinned: false, version: 2 });
      await leader.settle();
      expect(effects.audits).toMatchObject([{ action: 'message.deleted' }]);
      expect(await bodiesIn(leader)).toEqual(['First', '']);
      expect((await listVersions(leader, { id, page: 1, limit: 50 })).docs).toEqual([]);
      expect((await searchMessages(leader, SearchMessages.parse({ q: 'slip' }))).docs).toEqual([]);
      const told = effects.events.length;
      const user = await become(ctx, 'acme.user', effects);
      const thumb = { message_id: id, emoji: '👍' };
      for (const refused of [
        () => addReaction(user, thumb),
        () => takeReaction(user, thumb),
        () => pinMessage(user, { id }),
        () => unpinMessage(user, { id }),
        () => editMessage(user, EditMessage.parse({ id, version: 2, body: 'Again' })),
        () => messageToTask(user, MessageToTask.parse({ id, project_id: WEB })),
      ])
        expect(await codeOf(refused())).toBe('conflict');
      expect(await deleteMessage(user, { id })).toMatchObject({ version: 2 });
      expect(effects.events).toHaveLength(told);
    }));
});

test('R01 an observer writes nothing; changing is for who wrote it, whatever a command forgot', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: id } = await say(ctx, 'Mine');
    const observer = await become(ctx, 'acme.observer');
    expect(await codeOf(say(observer, 'Hello'))).toBe('forbidden');
    for (const seat of ['leader', 'user2', 'observer']) {
      const other = await become(ctx, `acme.${seat}`);
      expect(await codeOf(editMessage(other, EditMessage.parse({ id, version: 1, body: 'Theirs' })))).toBe('forbidden');
      if (seat !== 'leader') expect(await codeOf(deleteMessage(other, { id }))).toBe('forbidden');
    }
    const leader = await become(ctx, 'acme.leader');
    await expect(leader.db.message.updateMany({ where: { id }, data: { body: 'Theirs' } })).rejects.toThrow(/author/);
  }));

test('changing keeps what was said; a stale one is refused with the present words', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: id } = await say(ctx, 'For @leader of acme');
    const edit = (version: number, body: string) => editMessage(ctx, EditMessage.parse({ id, version, body }));
    expect(await edit(1, 'For @user2 of acme')).toMatchObject({ version: 2, edited_at: expect.any(String) });
    const { code, details } = await failureOf(edit(1, 'Third'));
    expect([code, details.current]).toMatchObject(['conflict', { body: 'For @user2 of acme' }]);
    expect(await edit(2, 'For @user2 of acme')).toMatchObject({ version: 2 });
    const said = (await listVersions(ctx, { id, page: 1, limit: 50 })).docs.map(({ body }) => body);
    expect(said).toEqual(['For @user2 of acme', 'For @leader of acme']);
    expect((await getMessage(await become(ctx, 'acme.leader'), { id })).calls_me).toBe(false);
    expect((await getMessage(await become(ctx, 'acme.user2'), { id })).calls_me).toBe(true);
  }));

test('what quotes a message says its words of now, and none of one that was deleted', () =>
  asMember('acme.user', async (ctx, effects) => {
    const { _id: id } = await say(ctx, 'At nine');
    const { _id: answer } = await say(ctx, 'Fine', { reply_to: id });
    const quoted = async () => (await getMessage(ctx, { id: answer })).quoted?.body;
    await editMessage(ctx, EditMessage.parse({ id, version: 1, body: 'At ten' }));
    expect(effects.events.at(-1)).toMatchObject({ type: 'message.changed', messageId: id, version: 2 });
    expect(await quoted()).toBe('At ten');
    await deleteMessage(ctx, { id });
    expect(await quoted()).toBe('');
    // One's own is nothing for the audit log.
    expect(effects.audits).toEqual([]);
  }));

describe('reactions, pins and tasks', () => {
  test('are seen by everybody in the room, and told of', () =>
    asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await say(ctx, 'Ship it?');
      await addReaction(ctx, { message_id: id, emoji: '👍' });
      const leader = await become(ctx, 'acme.leader', effects);
      const thumb = { message_id: id, emoji: '👍' };
      expect(await addReaction(leader, thumb)).toMatchObject({ reactions: [{ emoji: '👍', count: 2, mine: true }] });
      expect(await takeReaction(leader, thumb)).toMatchObject({ reactions: [{ count: 1, mine: false }] });
      expect(await takeReaction(leader, thumb)).toMatchObject({ reactions: [{ count: 1, mine: false }] });
      for (let kind = 0; kind < 19; kind++)
        await addReaction(leader, { message_id: id, emoji: String.fromCodePoint(0x1f400 + kind) });
      expect(await codeOf(addReaction(leader, { message_id: id, emoji: '🎉' }))).toBe('conflict');
      expect((await addReaction(leader, thumb)).reactions).toHaveLength(20);
      expect(await pinMessage(leader, { id })).toMatchObject({ pinned: true });
      expect(await bodiesIn(leader, { pinned: 'true' })).toEqual(['Ship it?']);
      expect(await unpinMessage(leader, { id })).toMatchObject({ pinned: false });
      expect(effects.events.at(-1)).toMatchObject({ type: 'message.changed', messageId: id });
    }));

  test('a pinned reply is among the pins of its room, and of its thread', () =>
    asMember('acme.user', async (ctx) => {
      const root = await say(ctx, 'Which door?');
      const reply = await say(ctx, 'The left one', { thread_id: root._id });
      await say(ctx, 'Not pinned', { thread_id: root._id });
      const later = await say(ctx, 'Keys are at the desk');
      for (const { _id: id } of [later, reply]) await pinMessage(ctx, { id });
      const pins = { pinned: 'true' };
      const pinned = [{ body: 'The left one', thread_id: root._id }, { body: 'Keys are at the desk' }];
      expect(await messagesIn(ctx, pins)).toMatchObject({ total: 2, docs: pinned });
      expect(await bodiesIn(ctx, { ...pins, after: reply._id })).toEqual(['Keys are at the desk']);
      expect(await messagesIn(ctx, { ...pins, thread_id: root._id })).toMatchObject({ total: 1, docs: [{}] });
      await unpinMessage(ctx, { id: reply._id });
      expect(await bodiesIn(ctx, pins)).toEqual(['Keys are at the desk']);
    }));

  test('whom a message calls is marked for those who see them', () =>
    asMember('acme.user', async (ctx) => {
      const { _id: id, body_html } = await say(ctx, '@leader of acme and @Nobody, @room');
      expect(body_html).toContain('<span class="mention">@leader of acme</span> and @Nobody, ');
      expect(body_html).toContain('<span class="mention mention-mine">@room</span>');
      const seen = await getMessage(await become(ctx, 'acme.leader'), { id });
      expect(seen.body_html).toContain('<span class="mention mention-mine">@leader of acme</span>');
    }));

  test('a task is named by the first line; who may not see it finds no link', () =>
    asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await say(ctx, '## Order the cake\nWith candles', { room_id: room('project_clients WEB') });
      const task = await messageToTask(ctx, MessageToTask.parse({ id, project_id: acme('WEB') }));
      expect(effects.events.at(-1)).toMatchObject({ type: 'message.changed', messageId: id });
      const description = '## Order the cake\nWith candles';
      expect(task).toMatchObject({ title: 'Order the cake', description, audience: 'internal' });
      expect((await getMessage(ctx, { id })).tasks).toEqual([task.key]);
      expect((await getMessage(await become(ctx, 'acme.client'), { id })).tasks).toEqual([]);
    }));
});

describe('a search', () => {
  const find = async (ctx: Ctx, input: object) =>
    (await searchMessages(ctx, SearchMessages.parse(input))).docs.map(({ body }) => body);

  test('finds by words, person, room and day what the caller reads, newest first', () =>
    asMember('acme.user', async (ctx) => {
      await say(ctx, 'The **budget** of spring');
      await say(ctx, 'Budgets of summer', { room_id: room('project_clients WEB') });
      const { _id } = await say(await become(ctx, 'acme.leader'), 'No budget');
      const user = await become(ctx, 'acme.user');
      expect(await find(user, { q: 'budget' })).toEqual(['No budget', 'Budgets of summer', 'The **budget** of spring']);
      expect(await find(user, { q: 'budget', author: acme('leader') })).toEqual(['No budget']);
      expect(await find(user, { author: acme('leader'), room_id: room() })).toEqual(['No budget']);
      expect(await find(user, { q: 'budget', room_id: room('project_clients WEB') })).toEqual(['Budgets of summer']);
      expect(await find(user, { q: 'budget', to: '2020-01-01' })).toEqual([]);
      expect(await find(await become(ctx, 'acme.client'), { q: 'budget' })).toEqual(['Budgets of summer']);
      expect(await find(await become(ctx, 'acme.admin'), { q: 'budget' })).toEqual([]);
      await become(ctx, 'acme.user');
      const first = await searchMessages(user, SearchMessages.parse({ q: 'budget', limit: 1 }));
      expect(first.docs[0]?._id).toBe(_id);
      expect(await find(ctx, { q: 'budget', cursor: first.next_cursor })).toHaveLength(2);
    }));

  wholeTest('finds in the same order beyond the newest 1,500 of a room', () =>
    asMember('acme.user', async (ctx) => {
      const insert = (id: string, seconds: string, many: number, word: string) =>
        owner.query(
          `insert into message (org_id, id, room_id, seq, place, author_id, client_id, body, created_at)
           select r.org_id, gen_random_uuid(), r.id, 500000 + n, 500000 + n, $2, gen_random_uuid(), ${word} || n,
                  timestamptz '2020-03-01' + make_interval(secs => ${seconds}) from room r, generate_series(1, ${many}) n where r.id = $1`,
          [id, acme('leader')],
        );
      // More than are looked through of one room, and of the other some between them and before all of them.
      await insert(room(), 'n', 1700, `case when n % 97 = 0 then 'harvest ' else 'sowing ' end`);
      await insert(room('project_clients WEB'), 'n * 300 - 1200', 8, `'harvest '`);
      const newest = (await owner.query(`select body from message where body like 'harvest%' order by created_at desc`))
        .rows;
      for (const input of [{ limit: 2 }, { limit: 15 }, { author: acme('leader'), limit: 2 }]) {
        const all: { body: string }[] = [];
        for (let cursor: string | null | undefined = ''; cursor !== null; ) {
          const asked = { q: 'harvest', to: '2020-03-31', ...input, ...(cursor && { cursor }) };
          const page = await searchMessages(ctx, SearchMessages.parse(asked));
          all.push(...page.docs.map(({ body }) => ({ body })));
          cursor = page.next_cursor ?? null;
        }
        expect(all).toEqual(newest);
      }
      await owner.query(`delete from message where seq > 500000`);
    }),
  );

  test('takes days where the caller lives', () =>
    asMember('acme.user', async (ctx) => {
      await say(ctx, 'Late in the evening');
      const day = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
      // These two are never on the same day.
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
        const there = await become(ctx, { ...seatOf('acme.user'), time_zone: zone });
        const other = zone === 'Pacific/Niue' ? 'Pacific/Kiritimati' : 'Pacific/Niue';
        expect(await find(there, { q: 'evening', from: day(zone), to: day(zone) })).toHaveLength(1);
        expect(await find(there, { q: 'evening', from: day(other), to: day(other) })).toEqual([]);
      }
    }));
});

const clients = () => ({ room_id: room('project_clients WEB') });
const comment = (ctx: Ctx, id: string, more: object = {}) =>
  messageToComment(ctx, MessageToComment.parse({ id, task_id: 'WEB-1', ...more }));
const commentsOf = async (ctx: Ctx) => (await listComments(ctx, ListComments.parse({ task_id: task('WEB-1') }))).docs;
const draft = (ctx: Ctx, wanted: PlaceWanted = { project_id: WEB }) => add(ctx, { ...wanted, draft: true }, 'plan.pdf');
const withFile = async (ctx: Ctx, body: string, rest: object = {}) =>
  say(ctx, body, { attachment_ids: [await draft(ctx)], ...rest });

test('a message that becomes a comment leads to it and it to the message, for whoever sees both', () =>
  asMember('acme.user', async (ctx, effects) => {
    const { _id: id } = await withFile(ctx, 'The **thick** one\nplease', clients());
    const leader = await become(ctx, 'acme.leader', effects);
    const made = await comment(leader, id);
    expect(made).toMatchObject({
      ...{ body: '> The **thick** one\n> please', internal: true, message: { _id: id, room_id: clients().room_id } },
      attachments: [{ name: 'plan.pdf', task_id: task('WEB-1') }],
    });
    expect((await getMessage(leader, { id })).comments).toEqual([{ _id: made._id, key: 'WEB-1' }]);
    expect(effects.events.at(-1)).toMatchObject({ type: 'message.changed', messageId: id });
    expect((await commentsOf(leader)).at(-1)).toEqual(made);

    // A client reads the message, and nothing of the comment that is the team's.
    expect((await getMessage(await become(ctx, 'acme.client'), { id })).comments).toEqual([]);
    const shown = await comment(await become(ctx, 'acme.leader'), id, { internal: false });
    const client = await become(ctx, 'acme.client');
    expect((await getMessage(client, { id })).comments).toEqual([{ _id: shown._id, key: 'WEB-1' }]);
    const inside = await say(await become(ctx, 'acme.user'), 'For the team');
    const told = await comment(await become(ctx, 'acme.user'), inside._id, { internal: false });
    expect(told.body).toBe('For the team');
    const seen = (await commentsOf(await become(ctx, 'acme.client'))).find(({ _id }) => _id === told._id);
    expect(seen).toBeDefined();
    expect(seen).not.toHaveProperty('message');

    const user = await become(ctx, 'acme.user');
    await deleteComment(user, { id: told._id });
    expect((await getMessage(user, { id: inside._id })).comments).toEqual([]);
    await deleteMessage(user, { id });
    expect((await commentsOf(user)).find(({ _id }) => _id === made._id)).not.toHaveProperty('message');
    expect(await codeOf(comment(user, id))).toBe('conflict');
  }));

test('files of a message hang on the task that was made of it', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: id } = await withFile(ctx, '');
    const made = await messageToTask(ctx, MessageToTask.parse({ id, project_id: WEB }));
    expect(made).toMatchObject({ title: 'From the chat', attachments: [{ name: 'plan.pdf' }] });
    const { _id: said } = await say(ctx, 'Order the cake');
    const named = { id: said, project_id: WEB, title: 'Cake', audience: 'client' };
    expect(await messageToTask(ctx, MessageToTask.parse(named))).toMatchObject({ title: 'Cake', audience: 'client' });
  }));

test('files of a message of another project do not hang on what is made of it', async () => {
  const into = { ...seatOf('acme.user'), project_ids: [WEB, fixtureId('acme.APP')] };
  await asMember('acme.admin', async (ctx) => {
    await ctx.db.projectMember.create({ data: { projectId: fixtureId('acme.APP'), memberId: fixtureId('acme.user') } });
    const { _id: id } = await withFile(await become(ctx, into), 'Look');
    const user = await become(ctx, into);
    const made = await messageToTask(user, MessageToTask.parse({ id, project_id: fixtureId('acme.APP') }));
    expect(made).toMatchObject({ title: 'Look', attachments: [] });
  });
});

describe('the conversation about a task', () => {
  const about = async (ctx: Ctx, id = 'WEB-1') =>
    (await listConversation(ctx, TaskConversation.parse({ id }))).docs.map(({ body, room_name }) => [body, room_name]);

  test('is what names its key or was made a task or comment, newest first, of the rooms one reads', () =>
    asMember('acme.user', async (ctx) => {
      await say(ctx, 'Where is WEB-1?');
      for (const words of ['WEB-10 is another', 'web 1 is no key', 'XWEB-1', 'WEB-1-a', 'Nothing'])
        await say(ctx, words);
      await say(ctx, '(web-1) is done', clients());
      const { _id: id } = await say(ctx, 'Without a key');
      await comment(ctx, id);
      const made = await say(ctx, 'Order the cake');
      const { key } = await messageToTask(ctx, MessageToTask.parse({ id: made._id, project_id: WEB }));
      expect(await about(ctx)).toEqual([
        ['Without a key', 'Website relaunch'],
        ['(web-1) is done', 'Website relaunch, with the client'],
        ['Where is WEB-1?', 'Website relaunch'],
      ]);
      expect(await about(ctx, key)).toEqual([['Order the cake', 'Website relaunch']]);
      expect(await about(await become(ctx, 'acme.client'))).toEqual([['(web-1) is done', 'Website relaunch']]);
      expect(await about(await become(ctx, 'acme.admin'))).toEqual([]);
      expect(await codeOf(about(await become(ctx, 'acme.client'), 'WEB-2'))).toBe('not_found');
    }));
});

const inbox = async (ctx: Ctx, filter = 'all') =>
  (await listNotifications(ctx, ListNotifications.parse({ filter }))).docs.filter(({ room }) => room);
const seen = async (ctx: Ctx, seat: string) =>
  (await inbox(await become(ctx, `acme.${seat}`))).map(({ kind, more }) => [kind, more]);
/** By who wrote it, the leader. */
const edit = async (ctx: Ctx, id: string, version: number, body: string) =>
  editMessage(await become(ctx, 'acme.leader'), EditMessage.parse({ id, version, body }));
const direct = (ctx: Ctx, ...seats: string[]) =>
  openRoom(ctx, OpenRoom.parse({ kind: 'direct', member_ids: seats.map(acme) }));

describe('an inbox is told', () => {
  test('of one’s name in a room, with what was said, where and why; nobody else is', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const said = await say(ctx, 'Look, @user of acme');
      expect([...effects.written.told]).toEqual([[acme('user'), room()]]);
      const user = await become(ctx, 'acme.user');
      expect(await inbox(user)).toMatchObject([
        {
          ...{ kind: 'message.mentioned', says: 'mentioned you', reason: 'You were mentioned', task: null },
          room: { _id: room(), name: 'Website relaunch', kind: 'project' },
          data: { message_id: said._id, project_id: acme('WEB') },
          ...{ actor: { _id: acme('leader') }, quote: 'Look, @user of acme', rights: { reply: true } },
        },
      ]);
      expect(await inbox(user, 'mentions')).toHaveLength(1);
      for (const seat of ['leader', 'both', 'client']) expect(await seen(ctx, seat), seat).toEqual([]);
    }));

  test('of a direct message, of replies in a thread that one takes part in, and of @room; each message once', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id } = await direct(ctx, 'user');
      await say(ctx, 'Hello @user of acme @room', { room_id: _id });
      await say(ctx, 'Again', { room_id: _id });
      expect(await seen(ctx, 'user')).toEqual([['message.direct', 1]]);
      // One row, also in the first count of a page.
      expect(await getShell(await become(ctx, 'acme.user'))).toMatchObject({ unread: 1 });
      expect(await seen(ctx, 'leader')).toEqual([]);
    }).then(() =>
      asMember('acme.user', async (ctx) => {
        const root = await say(ctx, 'A question');
        const leader = await become(ctx, 'acme.leader');
        await say(leader, 'An answer', { thread_id: root._id });
        await say(leader, 'Everybody: @room');
        expect(await seen(ctx, 'user')).toEqual([['message.called', 1]]);
        expect((await inbox(ctx))[0]).toMatchObject({ reason: 'You are in Website relaunch' });
        const user = await become(ctx, 'acme.user');
        await say(user, 'Thanks', { thread_id: root._id });
        expect(await seen(ctx, 'leader')).toEqual([['message.replied', 0]]);
      }),
    ));

  test('by @room of everybody in it, seen by its writer or not', () =>
    asMember('acme.client', async (ctx) => {
      await say(ctx, '@room', { room_id: room('project_clients WEB') });
      for (const seat of ['leader', 'user']) expect(await seen(ctx, seat), seat).toHaveLength(1);
      for (const seat of ['observer', 'outsider', 'admin', 'client']) expect(await seen(ctx, seat), seat).toEqual([]);
    }));

  test('of a name that comes with a later version, and no more of one that went', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id: id } = await say(ctx, 'For nobody');
      await edit(ctx, id, 1, 'For @user of acme');
      await edit(ctx, id, 2, 'For @user of acme.');
      expect(await seen(ctx, 'user')).toEqual([['message.mentioned', 0]]);
      await edit(ctx, id, 3, '> For @user of acme');
      expect(await seen(ctx, 'user')).toEqual([]);
      await edit(ctx, id, 4, 'For @user of acme after all');
      expect(await seen(ctx, 'user')).toEqual([['message.mentioned', 0]]);
    }));

  test('of @room that comes with a later version, and no more of one that went; in code it calls nobody', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id: id, calls_me } = await say(ctx, 'Write `@room` for @user of acme\n```\n@room\n```', {
        room_id: room('project_clients WEB'),
      });
      expect(calls_me).toBe(false);
      expect(await seen(ctx, 'client')).toEqual([]);
      await edit(ctx, id, 1, 'Now @room, and @user of acme');
      // Who was named before is told of one message once.
      expect(await seen(ctx, 'user')).toEqual([['message.mentioned', 0]]);
      expect(await seen(ctx, 'client')).toEqual([['message.called', 0]]);
      await edit(ctx, id, 2, 'Now @room, once more');
      expect(await seen(ctx, 'client')).toEqual([['message.called', 0]]);
      await edit(ctx, id, 3, 'For nobody');
      expect(await seen(ctx, 'client')).toEqual([]);
      expect(await unreadCount(await become(ctx, 'acme.client'))).toBe(0);
    }));

  test('of nothing in a muted room, or in a project of which one wants to hear nothing', () =>
    asMember('acme.user', async (ctx) => {
      await editRoom(ctx, EditRoom.parse({ id: room(), muted: true }));
      await say(await become(ctx, 'acme.leader'), '@user of acme');
      expect(await seen(ctx, 'user')).toEqual([]);
      const user = await become(ctx, 'acme.user');
      await editRoom(user, EditRoom.parse({ id: room(), muted: false }));
      await changeSettings(user, ChangeNotificationSettings.parse({ projects: { [acme('WEB')]: 'mute' } }));
      await say(await become(ctx, 'acme.leader'), '@user of acme');
      expect(await seen(ctx, 'user')).toEqual([]);
    }));
});

describe('what is told of a message', () => {
  test('is read with the room, and what is read in the inbox leaves the room unread', () =>
    asMember('acme.leader', async (ctx) => {
      await say(ctx, '@user of acme: one');
      const last = await say(ctx, '@user of acme: two');
      const user = await become(ctx, 'acme.user');
      expect(await unreadCount(user)).toBe(1);
      const [row] = await inbox(user);
      await markNotifications(user, MarkNotifications.parse({ ids: [row?._id], read: true }));
      await say(await become(ctx, 'acme.leader'), '@user of acme: three');
      const again = await become(ctx, 'acme.user');
      expect(await unreadCount(again)).toBe(1);
      await readRoom(again, ReadRoom.parse({ room_id: room(), message_id: last._id }));
      expect(await unreadCount(again)).toBe(1);
      await say(again, 'Who writes has read what came before');
      expect(await unreadCount(again)).toBe(0);
    }));

  test('in a thread is read with the thread, and not with the room around it', () =>
    asMember('acme.user', async (ctx) => {
      const { _id: thread_id } = await say(ctx, 'Shall we?');
      const leader = await become(ctx, 'acme.leader');
      const reply = await say(leader, 'Decide, @user of acme', { thread_id });
      const last = await say(leader, '@user of acme, and here');
      const user = await become(ctx, 'acme.user');
      const told = async () => (await inbox(user, 'unread')).map(({ data }) => data?.message_id);
      await readRoom(user, ReadRoom.parse({ room_id: room(), message_id: last._id }));
      await say(user, 'Who writes in the room has not been shown the thread');
      expect(await unreadCount(user)).toBe(1);
      expect(await told()).toEqual([reply._id]);
      await readRoom(user, ReadRoom.parse({ room_id: room(), thread_id, message_id: reply._id }));
      expect(await unreadCount(user)).toBe(0);
      await say(await become(ctx, 'acme.leader'), 'Well?', { thread_id });
      const again = await become(ctx, 'acme.user');
      expect(await unreadCount(again)).toBe(1);
      await say(again, 'I have', { thread_id });
      expect(await unreadCount(again)).toBe(0);
    }));

  test('R11 goes with the message, with the room, and where its reader is in the room no more', () =>
    asMember('acme.leader', async (ctx) => {
      const first = await say(ctx, '@user of acme');
      expect(await seen(ctx, 'user')).toHaveLength(1);
      await deleteMessage(await become(ctx, 'acme.leader'), { id: first._id });
      expect(await seen(ctx, 'user')).toEqual([]);
      const { _id: group } = await openRoom(
        await become(ctx, 'acme.leader'),
        OpenRoom.parse({ kind: 'group', name: 'Launch', member_ids: [acme('user')] }),
      );
      await say(ctx, '@user of acme', { room_id: group });
      expect(await seen(ctx, 'user')).toHaveLength(1);
      await editRoom(await become(ctx, 'acme.leader'), EditRoom.parse({ id: group, remove: [acme('user')] }));
      expect(await seen(ctx, 'user')).toEqual([]);
      expect(await unreadCount(await become(ctx, 'acme.user'))).toBe(0);
    }));

  test('costs who sends it one statement more', () =>
    asMember('acme.leader', async (ctx) => {
      const plain = await statementsOf(() => say(ctx, 'Just so @nobody'));
      expect(await statementsOf(() => say(ctx, '@user of acme'))).toBeLessThanOrEqual(plain + 1);
      expect(await statementsOf(() => say(ctx, '@room'))).toBeLessThanOrEqual(plain + 2);
    }));
});

describe('what is attached', () => {
  beforeEach(() => removeFiles(owner));

  const CLIENTS = 'project_clients WEB';
  /** Who of these seats gets the file's bytes. */
  async function readers(ctx: Ctx, id: string): Promise<string[]> {
    const reading: string[] = [];
    for (const seat of ['admin', 'leader', 'user', 'user2', 'client', 'observer', 'outsider']) {
      const who = await become(ctx, `acme.${seat}`);
      await contentOf(who, id).then(
        () => reading.push(seat),
        () => {},
      );
    }
    return reading;
  }

  describe('an attachment of a message', () => {
    test('needs no words, is answered with it, and names may repeat', () =>
      asMember('acme.user', async (ctx, effects) => {
        const [one, two] = [await draft(ctx), await draft(ctx, {})];
        const made = await say(ctx, '', { attachment_ids: [one, two] });
        expect(made.attachments.map(({ _id, name, message_id }) => [_id, name, message_id])).toEqual([
          [one, 'plan.pdf', made._id],
          [two, 'plan.pdf', made._id],
        ]);
        expect(made.attachments[0]).toMatchObject({
          ...{ audience: 'internal', project_id: WEB, rights: { edit: false, share: false } },
        });
        expect(await getMessage(ctx, { id: made._id })).toEqual(made);
        expect((await messagesIn(ctx)).docs[0]?.attachments).toEqual(made.attachments);
        expect(effects.activities).toEqual([]);
        const answer = await say(ctx, 'Fine', { reply_to: made._id });
        expect(answer.quoted?.body).toBe('plan.pdf, plan.pdf');
        expect(SendMessage.safeParse({ room_id: room(), body: '', client_id: newId() }).success).toBe(false);
      }));

    test('R01 in a room with clients is for its people only, in the team’s for the team', () =>
      asMember('acme.user', async (ctx) => {
        const [shown] = (await withFile(ctx, 'For all', clients())).attachments;
        const [inside] = (await withFile(ctx, 'For us')).attachments;
        expect(shown?.audience).toBe('client');
        expect(await readers(ctx, shown?._id ?? '')).toEqual(['leader', 'user', 'user2', 'client', 'observer']);
        expect(await readers(ctx, inside?._id ?? '')).toEqual(['leader', 'user', 'user2', 'observer']);
      }));

    test('R01 in a direct room is for the two alone, a client’s too', () =>
      asMember('acme.client', async (ctx) => {
        const contact = await become(ctx, 'acme.leader');
        const { _id: id } = await direct(contact, 'client');
        const client = await become(ctx, 'acme.client');
        const { attachments } = await say(client, 'Signed', { room_id: id, attachment_ids: [await draft(client, {})] });
        expect(await readers(ctx, attachments[0]?._id ?? '')).toEqual(['leader', 'client']);
      }));

    test('is a draft of its sender’s own, for this project or none', () =>
      asMember('acme.user', async (ctx) => {
        const theirs = await draft(await become(ctx, 'acme.leader'));
        const user = await become(ctx, 'acme.user');
        const lying = await add(user, { project_id: WEB });
        const ours = await draft(user);
        const used = await draft(user);
        await say(user, 'Used', { attachment_ids: [used] });
        const { _id: id } = await direct(user, 'leader');
        for (const [where, file] of [
          [room(), theirs],
          [room(), lying],
          [room(), used],
          [room(), newId()],
          [id, ours],
        ] as const)
          expect(await failureOf(say(user, 'x', { room_id: where, attachment_ids: [file] }))).toMatchObject({
            code: 'invalid',
            details: { errors: { attachment_ids: [expect.stringContaining('not there any more')] } },
          });
      }));

    test('is hidden with its message, cannot be changed or removed by itself, and lies in no folder', () =>
      asMember('acme.user', async (ctx) => {
        const { _id, attachments } = await withFile(ctx, 'Look', clients());
        const [file] = attachments;
        const id = file?._id ?? '';
        for (const seat of ['leader', 'admin', 'user']) {
          const who = await become(ctx, `acme.${seat}`);
          const refused = seat === 'admin' ? 'not_found' : 'forbidden';
          expect(await codeOf(editFile(who, { id, version: file?.version ?? 0, name: 'x' }))).toBe(refused);
          expect(await codeOf(deleteFile(who, { id }))).toBe(refused);
        }
        const user = await become(ctx, 'acme.user');
        for (const list of [{ project_id: WEB }, { q: 'plan' }, { project_id: WEB, q: 'plan' }])
          expect((await listFiles(user, ListFiles.parse(list))).docs).toEqual([]);
        await deleteMessage(user, { id: _id });
        expect((await messagesIn(user, { room_id: room(CLIENTS) })).docs[0]?.attachments).toEqual([]);
        expect(await codeOf(getFile(user, { id }))).toBe('not_found');
        expect(await readers(ctx, id)).toEqual([]);
      }));

    test.each([
      ['somebody else’s message', 'leader', 'client'],
      ['a message of one’s own, shown to others than its room', 'user', 'internal'],
    ])('is not put on %s, even by a command that forgot to ask', async (_, author, audience) => {
      const misplaced = asMember('acme.user', async (ctx) => {
        const file = await draft(ctx);
        const { _id } = await say(await become(ctx, `acme.${author}`), 'Mine', { room_id: room(CLIENTS) });
        const { db } = await become(ctx, 'acme.user');
        await db.$executeRaw`update file set message_id = ${_id}::uuid, audience = ${audience}, draft_at = null
          where id = ${file}::uuid`;
      });
      await expect(misplaced).rejects.toThrow(/row-level security/);
    });

    test('goes for good thirty days after its message was deleted', async () => {
      const id = await asMemberCommitted('acme.user', async (ctx) => {
        const made = await withFile(ctx, 'Look');
        await withFile(ctx, 'Stays');
        await deleteMessage(ctx, { id: made._id });
        return made._id;
      });
      expect(await withWorker((db) => emptyFileBin(db, 10))).toEqual([{ gone: 0 }]);
      await owner.query(`update message set deleted_at = now() - interval '31 days' where id = $1`, [id]);
      expect(await withWorker((db) => emptyFileBin(db, 10))).toEqual([{ gone: 1 }]);
      expect((await owner.query('select from file where message_id is not null')).rowCount).toBe(1);
    });
  });
});
