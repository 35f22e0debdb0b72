import { describe, expect, test } from 'vitest';
import { listConversation } from '@/lib/message/queries.conversation';
import { searchMessages } from '@/lib/message/queries.list';
import { type FoundMessage, SearchMessages, TaskConversation } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { say, withChatRooms } from '@/lib/test/chat-rooms';

withChatRooms();

type Answer = { docs: FoundMessage[]; next_cursor?: string | null; prev_cursor?: string | null };
type Read = (ctx: Ctx, input: object) => Promise<Answer>;
const search: Read = (ctx, input) => searchMessages(ctx, SearchMessages.parse({ q: 'WEB-1', ...input }));
const conversation: Read = (ctx, input) => listConversation(ctx, TaskConversation.parse({ id: 'WEB-1', ...input }));

describe.each([
  ['a search', search],
  ['the conversation about a task', conversation],
])('%s', (_name, read) => {
  test('is read in pages down and up again, which hold while something is said', () =>
    asMember('acme.user', async (ctx) => {
      for (let count = 1; count <= 7; count++) await say(ctx, `${count} about WEB-1`);
      const bodies = ({ docs }: Answer) => docs.map(({ body }) => Number.parseInt(body, 10));
      const first = await read(ctx, { limit: 3 });
      expect([bodies(first), first.prev_cursor]).toEqual([[7, 6, 5], null]);
      await say(ctx, '8 about WEB-1');
      const second = await read(ctx, { limit: 3, cursor: first.next_cursor });
      expect(bodies(second)).toEqual([4, 3, 2]);
      const third = await read(ctx, { limit: 3, cursor: second.next_cursor });
      expect([bodies(third), third.next_cursor]).toEqual([[1], null]);
      const back = await read(ctx, { limit: 3, cursor: third.prev_cursor });
      expect(bodies(back)).toEqual([4, 3, 2]);
      const top = await read(ctx, { limit: 3, cursor: back.prev_cursor });
      expect(bodies(top)).toEqual([7, 6, 5]);
      const newest = await read(ctx, { limit: 3, cursor: top.prev_cursor });
      expect([bodies(newest), newest.prev_cursor]).toEqual([[8], null]);
      expect(bodies(await read(ctx, { limit: 3, cursor: newest.next_cursor }))).toEqual([7, 6, 5]);
    }));
});

test('a search takes moments as well as days', () =>
  asMember('acme.user', async (ctx) => {
    const { created_at: at } = await say(ctx, 'About WEB-1');
    const later = new Date(Date.parse(at) + 1).toISOString();
    const count = async (input: object) => (await search(ctx, input)).docs.length;
    expect([await count({ from: at, to: later }), await count({ from: later }), await count({ to: at })]).toEqual([
      1, 0, 0,
    ]);
    expect(await count({ from: at.replace('Z', '+00:00') })).toBe(1);
    const farEast = new Date(Date.parse(at) + 23 * 3_600_000).toISOString().replace('Z', '+23:00');
    expect(await count({ from: farEast })).toBe(1);
    for (const from of ['yesterday', '2026-11-21T25:00:00Z', '0001-01-01T00:00:00Z', '2026-11-21T08:00'])
      expect(SearchMessages.safeParse({ from }).success, from).toBe(false);
  }));
