import { expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { editRoom, readRoom } from '@/lib/room/commands';
import { countUnreadRooms } from '@/lib/room/queries.unread';
import { EditRoom } from '@/lib/room/schema';
import { asMember, become } from '@/lib/test/as-member';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';

withChatRooms();
const counted = async (ctx: Ctx, seat: string) => {
  const { rooms, mentions } = await countUnreadRooms(await become(ctx, `acme.${seat}`));
  return [rooms, mentions];
};

test('rooms with something unread are counted, muted ones where somebody is called, threads where they call', () =>
  asMember('acme.user', async (ctx) => {
    expect(await counted(ctx, 'leader')).toEqual([0, 0]);
    const user = await become(ctx, 'acme.user');
    const { _id: id } = await say(user, 'Hello');
    await say(user, 'Hello clients', { room_id: room('project_clients WEB') });
    expect(await counted(ctx, 'user')).toEqual([0, 0]);
    expect(await counted(ctx, 'client')).toEqual([1, 0]);
    expect(await counted(ctx, 'admin')).toEqual([0, 0]);
    expect(await counted(ctx, 'leader')).toEqual([2, 0]);
    await editRoom(await become(ctx, 'acme.leader'), EditRoom.parse({ id: room(), muted: true }));
    expect(await counted(ctx, 'leader')).toEqual([1, 0]);
    await say(await become(ctx, 'acme.user'), 'For @leader of acme', { thread_id: id });
    expect(await counted(ctx, 'leader')).toEqual([2, 1]);
    await readRoom(await become(ctx, 'acme.leader'), { room_id: room(), message_id: id });
    expect(await counted(ctx, 'leader')).toEqual([1, 0]);
    await say(await become(ctx, 'acme.user'), '@room now');
    expect(await counted(ctx, 'leader')).toEqual([2, 1]);
  }));
