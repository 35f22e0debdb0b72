import { expect, test } from 'vitest';
import { editRoom } from '@/lib/room/commands';
import { EditRoom } from '@/lib/room/schema';
import { asMember, become } from '@/lib/test/as-member';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { roomsWaiting } from '@/lib/today/queries';

withChatRooms();

test('today has rooms with something unread, and muted ones and threads where they call', () =>
  asMember('acme.leader', async (ctx) => {
    const waiting = async () =>
      (await roomsWaiting(await become(ctx, 'acme.leader'))).map((one) => [
        one._id,
        one.unread_count,
        one.mention_count,
      ]);
    expect(await waiting()).toEqual([]);
    const { _id: first } = await say(ctx, 'Mine');
    expect(await waiting()).toEqual([]);
    await say(await become(ctx, 'acme.user'), 'For @leader of acme', { thread_id: first });
    expect(await waiting()).toEqual([[room(), 0, 1]]);
    await say(await become(ctx, 'acme.user'), 'Hello');
    expect(await waiting()).toEqual([[room(), 1, 1]]);
    const muted = room('project_clients WEB');
    for (const id of [room(), muted])
      await editRoom(await become(ctx, 'acme.leader'), EditRoom.parse({ id, muted: true }));
    await say(await become(ctx, 'acme.user'), 'Hello clients', { room_id: muted });
    expect(await waiting()).toEqual([[room(), 1, 1]]);
  }));
