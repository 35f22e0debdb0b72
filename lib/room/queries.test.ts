import { expect, test } from 'vitest';
import { sendMessage } from '@/lib/message/commands';
import { SendMessage } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { openRoom } from '@/lib/room/commands';
import { listRooms } from '@/lib/room/queries';
import { ListRooms, OpenRoom } from '@/lib/room/schema';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const page = async (ctx: Ctx, input: object) => {
  const { docs, total, next_cursor, prev_cursor } = await listRooms(ctx, ListRooms.parse(input));
  return { ids: docs.map(({ _id }) => _id), total, next: next_cursor, prev: prev_cursor };
};
const group = (ctx: Ctx) =>
  openRoom(ctx, OpenRoom.parse({ kind: 'group', name: 'Launch', member_ids: [fixtureId('acme.leader')] }));
const say = (ctx: Ctx, room_id: string) =>
  sendMessage(ctx, SendMessage.parse({ room_id, body: 'Hello', client_id: newId() }));

test('the list of rooms is read in pages down and up again, which hold while something is said', () =>
  asMember('acme.user', async (ctx) => {
    const made = [];
    for (let count = 0; count < 4; count++) made.push(await group(ctx));
    for (const { _id } of made.slice(1)) await say(ctx, _id);
    const { ids: all, total, next, prev } = await page(ctx, { limit: 200 });
    expect([next, prev, all.length]).toEqual([null, null, total]);
    expect(total).toBeGreaterThan(6);

    const down: string[][] = [];
    let cursor: string | null | undefined;
    let last: string | null | undefined;
    do {
      const one = await page(ctx, { limit: 2, ...(cursor && { cursor }) });
      expect(one.total).toBe(total);
      down.push(one.ids);
      [cursor, last] = [one.next, one.prev];
    } while (cursor);
    expect(down.flat()).toEqual(all);

    const up: string[][] = [];
    while (last) {
      const one = await page(ctx, { limit: 2, cursor: last });
      expect(one.next).not.toBeNull();
      up.unshift(one.ids);
      last = one.prev;
    }
    expect(up.flat()).toEqual(down.slice(0, -1).flat());

    const { next: second } = await page(ctx, { limit: 2 });
    await say(ctx, all.at(-1) as string);
    expect((await page(ctx, { limit: 200, cursor: second })).ids).toEqual(all.slice(2, -1));
    for (const wrong of ['', '1:group:2', `1:group:2:${newId()}x`, `1:1:${newId()}`])
      expect(ListRooms.safeParse({ cursor: wrong }).success, wrong).toBe(false);
  }));
