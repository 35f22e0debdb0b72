import { describe, expect, test } from 'vitest';
import { messageToTask } from '@/lib/message/commands.made';
import { addReaction, pinMessage, takeReaction, unpinMessage } from '@/lib/message/commands.marks';
import { getMessage } from '@/lib/message/queries';
import { searchMessages } from '@/lib/message/queries.list';
import { MessageToTask, SearchMessages } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { bodiesIn, messagesIn, owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
withChatRooms();

describe('reactions, pins and tasks', () => {
  test('are seen by everybody in the room, and told of', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await say(ctx, 'Ship it?');
      await addReaction(ctx, { message_id: id, emoji: '👍' });
      const leader = await become(ctx, 'acme.leader', effects);
      expect((await addReaction(leader, { message_id: id, emoji: '👍' })).reactions).toMatchObject([
        { emoji: '👍', count: 2, mine: true },
      ]);
      expect((await takeReaction(leader, { message_id: id, emoji: '👍' })).reactions).toMatchObject([
        { count: 1, mine: false },
      ]);
      expect(await pinMessage(leader, { id })).toMatchObject({ pinned: true });
      expect(await bodiesIn(leader, { pinned: 'true' })).toEqual(['Ship it?']);
      expect(await unpinMessage(leader, { id })).toMatchObject({ pinned: false });
      expect(effects.events.at(-1)).toMatchObject({ type: 'message.changed', messageId: id });
      const observer = await become(ctx, 'acme.observer');
      expect(await failureOf(addReaction(observer, { message_id: id, emoji: '👍' }))).toMatchObject({
        code: 'forbidden',
      });
    });
  });

  test('a pinned reply is among the pins of its room, and of its thread', async () => {
    await asMember('acme.user', async (ctx) => {
      const root = await say(ctx, 'Which door?');
      const reply = await say(ctx, 'The left one', { thread_id: root._id });
      await say(ctx, 'Not pinned', { thread_id: root._id });
      const later = await say(ctx, 'Keys are at the desk');
      for (const { _id: id } of [later, reply]) await pinMessage(ctx, { id });
      const pins = { pinned: 'true' };
      expect(await messagesIn(ctx, pins)).toMatchObject({
        total: 2,
        docs: [{ body: 'The left one', thread_id: root._id }, { body: 'Keys are at the desk' }],
      });
      expect(await bodiesIn(ctx, { ...pins, after: reply._id })).toEqual(['Keys are at the desk']);
      expect(await messagesIn(ctx, { ...pins, thread_id: root._id })).toMatchObject({ total: 1, docs: [{}] });
      await unpinMessage(ctx, { id: reply._id });
      expect(await bodiesIn(ctx, pins)).toEqual(['Keys are at the desk']);
    });
  });

  test('whom a message calls is marked for those who see them', async () => {
    await asMember('acme.user', async (ctx) => {
      const [leader] = await owner
        .query('select name from member where id = $1', [acme('leader')])
        .then(({ rows }) => rows);
      const { _id: id, body_html } = await say(ctx, `@${leader.name} and @Nobody, @room`);
      expect(body_html).toContain(`<span class="mention">@${leader.name}</span> and @Nobody, `);
      expect(body_html).toContain('<span class="mention mention-mine">@room</span>');
      const seen = await getMessage(await become(ctx, 'acme.leader'), { id });
      expect(seen.body_html).toContain(`<span class="mention mention-mine">@${leader.name}</span>`);
    });
  });

  test('a task is named by the first line; who may not see it finds no link', async () => {
    await asMember('acme.user', async (ctx) => {
      const { _id: id } = await say(ctx, '## Order the cake\nWith candles', { room_id: room('project_clients WEB') });
      const task = await messageToTask(ctx, MessageToTask.parse({ id, project_id: acme('WEB') }));
      expect(task).toMatchObject({
        title: 'Order the cake',
        description: '## Order the cake\nWith candles',
        audience: 'internal',
      });
      expect((await getMessage(ctx, { id })).tasks).toEqual([task.key]);
      expect((await getMessage(await become(ctx, 'acme.client'), { id })).tasks).toEqual([]);
    });
  });
});

describe('a search', () => {
  test('is planned for its rooms each time: a plan for any would read all of their messages', async () => {
    const { rows } = await owner.query(`select proconfig from pg_proc where proname = 'find_messages'`);
    expect(rows[0].proconfig).toContain('plan_cache_mode=force_custom_plan');
  });

  const find = async (ctx: Ctx, input: object) =>
    (await searchMessages(ctx, SearchMessages.parse(input))).docs.map(({ body }) => body);

  test('finds by words, person, room and day what the caller reads, newest first', async () => {
    await asMember('acme.user', async (ctx) => {
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
      const first = await searchMessages(
        await become(ctx, 'acme.user'),
        SearchMessages.parse({ q: 'budget', limit: 1 }),
      );
      expect(first.docs[0]?._id).toBe(_id);
      expect(await find(ctx, { q: 'budget', cursor: first.next_cursor })).toHaveLength(2);
    });
  });

  test('finds in the same order beyond the newest of a room', async () => {
    const [busy, quiet] = [room(), room('project_clients WEB')];
    const made = (seconds: string, word: string) => `
      insert into message (org_id, id, room_id, seq, place, author_id, client_id, body, created_at)
      select r.org_id, gen_random_uuid(), r.id, 500000 + n, 500000 + n, $2, gen_random_uuid(),
             case when ${word} then 'harvest ' else 'sowing ' end || n, timestamptz '2020-03-01' + make_interval(secs => ${seconds})
        from room r, generate_series(1, $3::int) n where r.id = $1 returning id, body, created_at`;
    const said: { id: string; body: string; created_at: Date }[] = [];
    // More than are looked through of one room, and of the other some between them and before all of them.
    for (const [into, seconds, word, count] of [
      [busy, 'n', 'n % 97 = 0', 1500],
      [quiet, 'n * 300 - 1200', 'true', 8],
    ] as const)
      said.push(...(await owner.query(made(seconds, word), [into, acme('leader'), count])).rows);
    try {
      const newest = said
        .filter(({ body }) => body.startsWith('harvest'))
        .toSorted((one, other) => Number(other.created_at) - Number(one.created_at))
        .map(({ body }) => body);
      await asMember('acme.user', async (ctx) => {
        for (const who of [{}, { author: acme('leader') }])
          for (const limit of [2, 15, 50]) {
            const found: string[] = [];
            let cursor: string | null | undefined;
            do {
              const input = { q: 'harvest', to: '2020-03-31', limit, ...who, ...(cursor && { cursor }) };
              const page = await searchMessages(ctx, SearchMessages.parse(input));
              found.push(...page.docs.map(({ body }) => body));
              cursor = page.next_cursor;
            } while (cursor);
            expect(found).toEqual(newest);
          }
      });
    } finally {
      await owner.query('delete from message where id = any ($1)', [said.map(({ id }) => id)]);
    }
  });

  test('takes days where the caller lives', async () => {
    await asMember('acme.user', async (ctx) => {
      await say(ctx, 'Late in the evening');
      const day = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
      // These two are never on the same day.
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
        const there = await become(ctx, { ...seatOf('acme.user'), time_zone: zone });
        const other = zone === 'Pacific/Niue' ? 'Pacific/Kiritimati' : 'Pacific/Niue';
        expect(await find(there, { q: 'evening', from: day(zone), to: day(zone) })).toHaveLength(1);
        expect(await find(there, { q: 'evening', from: day(other), to: day(other) })).toEqual([]);
      }
    });
  });

  test('and a list of pins say whether there is more', async () => {
    await asMember('acme.user', async (ctx) => {
      const said = [];
      for (const words of ['one parcel', 'two parcels', 'three parcels']) said.push(await say(ctx, words));
      const page = async (input: object) => {
        const { docs, total, next_cursor } = await searchMessages(ctx, SearchMessages.parse({ q: 'parcel', ...input }));
        return [docs.length, total, Boolean(next_cursor)];
      };
      expect(await page({ limit: 2 })).toEqual([2, 3, true]);
      expect(await page({ limit: 2, page: 2 })).toEqual([1, 3, false]);
      expect(await page({ limit: 3 })).toEqual([3, 3, false]);
      for (const { _id: id } of said.slice(1)) await pinMessage(ctx, { id });
      expect(await messagesIn(ctx, { pinned: 'true' })).toMatchObject({ total: 2, docs: [{}, {}] });
    });
  });
});
