import { describe, expect, test } from 'vitest';
import { deleteMessage, editMessage } from '@/lib/message/commands';
import { pinMessage } from '@/lib/message/commands.marks';
import { getMessage, listVersions } from '@/lib/message/queries';
import { searchMessages } from '@/lib/message/queries.list';
import { EditMessage, SearchMessages } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, failureOf, statementsOf } from '@/lib/test/attempt';
import { bodiesIn, messagesIn, owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const acme = (name: string) => fixtureId(`acme.${name}`);
withChatRooms();

describe('a message', () => {
  test('R01 is for who is in the room; nobody else finds it', async () => {
    const outcomes: Record<string, string> = {};
    for (const seat of ['admin', 'leader', 'user', 'client', 'observer', 'outsider'])
      outcomes[seat] = await attempt(`acme.${seat}`, (ctx) => say(ctx, 'Hello'));
    expect(outcomes).toEqual({
      ...{
        admin: 'not_found',
        leader: 'done',
        user: 'done',
        client: 'not_found',
        observer: 'forbidden',
        outsider: 'not_found',
      },
    });
    await asMember('acme.client', async (ctx) => {
      expect(await say(ctx, 'Hello', { room_id: room('project_clients WEB') })).toMatchObject({
        author: { name: 'client of acme' },
      });
      expect(await failureOf(say(ctx, 'Hello', { room_id: room('organisation') }))).toMatchObject({
        code: 'not_found',
      });
    });
  });

  test('answers as everybody will read it, and tells of its id alone', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const first = await say(ctx, 'See **WEB-1** and <b>this</b>');
      const made = await say(ctx, 'Yes', { reply_to: first._id });
      expect(await getMessage(ctx, { id: made._id })).toEqual(made);
      expect(first.body_html).toMatch(/<strong><a [^>]*>WEB-1<\/a><\/strong>.*&lt;b&gt;/);
      expect(made).toMatchObject({
        ...{ author: { name: 'user of acme' }, version: 1, edited_at: null, pinned: false, thread_count: 0 },
        ...{
          reply_to: first._id,
          quoted: { body: 'See **WEB-1** and <b>this</b>' },
          rights: { edit: true, delete: true },
        },
      });
      expect(effects.events.at(-1)).toEqual({
        ...{ type: 'message.added', messageId: made._id, roomId: room(), version: 1 },
        heard: { by: 'team', projectId: acme('WEB') },
      });
    });
  });

  test('a client’s link to an internal task is none, and names that it may not see are not there', async () => {
    await asMember('acme.user2', async (ctx) => {
      const { _id } = await say(ctx, 'WEB-1 and WEB-2', { room_id: room('project_clients WEB') });
      const seen = await getMessage(await become(ctx, 'acme.client'), { id: _id });
      expect(seen.author).toBeNull();
      expect(seen.body_html).toMatch(/>WEB-1<\/a> and WEB-2/);
    });
  });

  test('is sent once for each id of its sender', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const client_id = newId();
      const first = await say(ctx, 'Once', { client_id });
      const told = effects.events.length;
      expect(await say(ctx, 'Twice', { client_id })).toEqual(first);
      expect(effects.events).toHaveLength(told);
      expect(await bodiesIn(ctx)).toEqual(['Once']);
      const other = await become(ctx, 'acme.leader');
      expect(await say(other, 'Mine', { client_id })).toMatchObject({ body: 'Mine' });
    });
  });

  test('needs at most nine statements', async () => {
    await asMember('acme.leader', async (ctx) => {
      expect(3 + (await statementsOf(() => say(ctx, 'For @user of acme')))).toBeLessThanOrEqual(9);
    });
  });
});

test('twenty writers at once get one order without gaps, the same for everybody', async () => {
  const twice = newId();
  const write = (at: number) =>
    asMemberCommitted(at % 2 ? 'acme.user' : 'acme.leader', (ctx) =>
      say(ctx, `Message ${at}`, { ...(at > 17 && { client_id: twice }), room_id: room('organisation') }),
    );
  await Promise.all(Array.from({ length: 20 }, (_, at) => write(at)));
  const { rows } = await owner.query(`select seq, place, id from message where room_id = $1 order by seq`, [
    room('organisation'),
  ]);
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(rows.every(({ seq, place }) => seq === place)).toBe(true);
  await Promise.all(
    Array.from({ length: 3 }, () =>
      asMemberCommitted('acme.user', (ctx) => say(ctx, 'Again', { client_id: twice, room_id: room('organisation') })),
    ),
  );
  await asMember('acme.outsider', async (ctx) => {
    const { docs } = await messagesIn(ctx, { room_id: room('organisation') });
    expect(docs.map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id));
  });
});

describe('the history', () => {
  const many = async (ctx: Ctx) => {
    const ids: string[] = [];
    for (let at = 1; at <= 9; at++) ids.push((await say(ctx, String(at)))._id);
    return ids as [string, ...string[]];
  };

  test('is read in both directions, from the newest, a message or a moment', async () => {
    await asMember('acme.user', async (ctx) => {
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
    });
  });

  test('leaves the replies of threads to the thread', async () => {
    await asMember('acme.user', async (ctx) => {
      const [root] = await many(ctx);
      const reply = await say(ctx, 'Reply', { thread_id: root });
      expect((await say(ctx, 'Reply to it', { thread_id: reply._id })).thread_id).toBe(root);
      expect(await bodiesIn(ctx, { thread_id: root })).toEqual(['Reply', 'Reply to it']);
      expect((await messagesIn(ctx)).docs[0]).toMatchObject({ body: '1', thread_count: 2 });
      expect(await bodiesIn(ctx)).toHaveLength(9);
      expect(await bodiesIn(ctx, { around: reply._id, limit: 2 })).toEqual(['1']);
    });
  });

  test('of a hidden room is not found, and a message of another room is no place in it', async () => {
    await asMember('acme.user', async (ctx) => {
      const [first] = await many(ctx);
      expect(await failureOf(messagesIn(ctx, { room_id: room('organisation'), before: first }))).toMatchObject({
        code: 'invalid',
      });
      expect(await failureOf(messagesIn(await become(ctx, 'acme.outsider')))).toMatchObject({ code: 'not_found' });
    });
  });

  test('a deleted message keeps its place without its words', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await say(ctx, 'A slip', { reply_to: (await say(ctx, 'First'))._id });
      await pinMessage(ctx, { id });
      const leader = await become(ctx, 'acme.leader', effects);
      expect(await deleteMessage(leader, { id })).toMatchObject({ body: '', body_html: '', pinned: false, version: 2 });
      await leader.settle();
      expect(effects.audits).toMatchObject([{ action: 'message.deleted' }]);
      expect(await bodiesIn(leader)).toEqual(['First', '']);
      expect((await listVersions(leader, { id, page: 1, limit: 50 })).docs).toEqual([]);
      expect((await searchMessages(leader, SearchMessages.parse({ q: 'slip' }))).docs).toEqual([]);
    });
  });
});

describe('changing', () => {
  test('R01 is for who wrote it; deleting also for who leads', async () => {
    await asMember('acme.user', async (ctx) => {
      const { _id: id } = await say(ctx, 'Mine');
      const edit = (who: Ctx) => editMessage(who, EditMessage.parse({ id, version: 1, body: 'Theirs' }));
      for (const seat of ['leader', 'user2', 'observer'])
        expect(await failureOf(edit(await become(ctx, `acme.${seat}`)))).toMatchObject({ code: 'forbidden' });
      for (const seat of ['user2', 'observer'])
        expect(await failureOf(deleteMessage(await become(ctx, `acme.${seat}`), { id }))).toMatchObject({
          code: 'forbidden',
        });
      expect(await failureOf(edit(await become(ctx, 'acme.outsider')))).toMatchObject({ code: 'not_found' });
      const leader = await become(ctx, 'acme.leader');
      await expect(leader.db.message.updateMany({ where: { id }, data: { body: 'Theirs' } })).rejects.toThrow(/author/);
    });
  });

  test('keeps what was said; a stale one is refused with the present words', async () => {
    await asMember('acme.user', async (ctx) => {
      const { _id: id } = await say(ctx, 'For @leader of acme');
      const edit = (version: number, body: string) => editMessage(ctx, EditMessage.parse({ id, version, body }));
      expect(await edit(1, 'For @user2 of acme')).toMatchObject({ version: 2, edited_at: expect.any(String) });
      expect(await failureOf(edit(1, 'Third'))).toMatchObject({
        code: 'conflict',
        details: { current: { body: 'For @user2 of acme' } },
      });
      expect((await listVersions(ctx, { id, page: 1, limit: 50 })).docs.map(({ body }) => body)).toEqual([
        'For @user2 of acme',
        'For @leader of acme',
      ]);
      expect((await getMessage(await become(ctx, 'acme.leader'), { id })).calls_me).toBe(false);
      expect((await getMessage(await become(ctx, 'acme.user2'), { id })).calls_me).toBe(true);
    });
  });
});
