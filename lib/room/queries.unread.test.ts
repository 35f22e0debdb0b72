import { expect, test } from 'vitest';
import { changeUserRole } from '@/lib/member/commands';
import { deleteMessage } from '@/lib/message/commands';
import type { Ctx } from '@/lib/org';
import { provisionSeat } from '@/lib/person/seat';
import { editRoom, readRoom } from '@/lib/room/commands';
import { getRoom } from '@/lib/room/queries';
import { countUnreadRooms } from '@/lib/room/queries.unread';
import { EditRoom } from '@/lib/room/schema';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

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

test('what was deleted is unread nowhere, whoever deleted it, and calls nobody', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: first } = await say(ctx, '@room, and @leader of acme');
    const { _id: second } = await say(ctx, 'For @user2 of acme');
    expect(await counted(ctx, 'leader')).toEqual([1, 1]);
    expect(await counted(ctx, 'user2')).toEqual([1, 1]);
    await deleteMessage(await become(ctx, 'acme.user'), { id: first });
    expect(await counted(ctx, 'leader')).toEqual([1, 0]);
    const left = { unread_count: 1, mention_count: 0 };
    expect(await getRoom(await become(ctx, 'acme.leader'), { id: room() })).toMatchObject(left);
    await deleteMessage(await become(ctx, 'acme.leader'), { id: second });
    for (const seat of ['leader', 'user2']) {
      expect(await counted(ctx, seat)).toEqual([0, 0]);
      expect(await getRoom(await become(ctx, `acme.${seat}`), { id: room() })).toMatchObject({
        ...{ unread_count: 0, mention_count: 0 },
      });
    }
    // What is said afterwards is one, not three.
    await say(await become(ctx, 'acme.user'), 'Third');
    expect((await getRoom(await become(ctx, 'acme.leader'), { id: room() })).unread_count).toBe(1);
  }));

test('an observer has nothing unread of what was said before they were one, new or by another role', () =>
  asMember('acme.user', async (ctx) => {
    const id = room('project_clients WEB');
    await say(ctx, 'Before anybody observed', { room_id: id });
    const [fresh, outsider] = [newId(), fixtureId('acme.outsider')];
    const admin = await become(ctx, 'acme.admin');
    await provisionSeat(admin, {
      ...{ id: fresh, role: 'observer', name: 'Fresh eyes', email: 'eyes@acme.test' },
      ...{ phone: null, company: null },
    });
    await changeUserRole(admin, { user_id: outsider, role: 'observer' });
    await admin.settle();
    await say(await become(ctx, 'acme.user'), 'Since then', { room_id: id });
    for (const member_id of [fresh, outsider]) {
      const observer = await become(ctx, { ...seatOf('acme.observer'), member_id });
      expect(await getRoom(observer, { id })).toMatchObject({ unread_count: 1 });
    }
  }));
