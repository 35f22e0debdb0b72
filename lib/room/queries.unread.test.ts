import { expect, test } from 'vitest';
import { changeUserRole } from '@/lib/member/commands';
import { deleteMessage } from '@/lib/message/commands';
import { getMessage } from '@/lib/message/queries';
import type { Ctx } from '@/lib/org';
import { provisionSeat } from '@/lib/person/seat';
import { editRoom, readRoom } from '@/lib/room/commands';
import { getRoom } from '@/lib/room/queries';
import { countUnreadRooms } from '@/lib/room/queries.unread';
import { EditRoom } from '@/lib/room/schema';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { WEB } from '@/lib/test/task-calls';
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
    const reply = await say(await become(ctx, 'acme.user'), 'For @leader of acme', { thread_id: id });
    expect(await counted(ctx, 'leader')).toEqual([2, 1]);
    await readRoom(await become(ctx, 'acme.leader'), { room_id: room(), message_id: id });
    expect(await counted(ctx, 'leader')).toEqual([2, 1]);
    await readRoom(await become(ctx, 'acme.leader'), { room_id: room(), thread_id: id, message_id: reply._id });
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

test('what is said in a thread is new until it was shown, for who was there; whoever answers has read it', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: thread_id } = await say(ctx, 'Shall we?');
    const reply = (seat: string, body: string) =>
      become(ctx, `acme.${seat}`).then((who) => say(who, body, { thread_id }));
    const fresh = async (seat: string) =>
      (await getMessage(await become(ctx, `acme.${seat}`), { id: thread_id })).thread_unread;
    const calls = async (seat: string) => {
      const { mention_count, called_in } = await getRoom(await become(ctx, `acme.${seat}`), { id: room() });
      return [mention_count, called_in];
    };
    const first = await reply('leader', 'Yes, @user2 of acme');
    const second = await reply('leader', 'All of us, @room and @user2 of acme');
    expect([await fresh('user'), await fresh('user2'), await fresh('leader')]).toEqual([2, 2, 0]);
    expect(await calls('user2')).toEqual([2, first._id]);
    expect(await calls('user')).toEqual([1, second._id]);
    expect(await calls('leader')).toEqual([0, null]);

    // Reading the room, and writing in it, shows nothing of the thread.
    await readRoom(await become(ctx, 'acme.user2'), { room_id: room(), message_id: thread_id });
    await say(await become(ctx, 'acme.user2'), 'Something else');
    expect([await fresh('user2'), await calls('user2')]).toEqual([2, [2, first._id]]);
    await readRoom(await become(ctx, 'acme.user2'), { room_id: room(), thread_id, message_id: first._id });
    expect([await fresh('user2'), await calls('user2')]).toEqual([1, [1, second._id]]);
    await reply('user2', 'I am in');
    expect([await fresh('user2'), await calls('user2')]).toEqual([0, [0, null]]);
    expect(await fresh('user')).toBe(3);

    // And unread again from the second on; what was deleted is neither new nor calls.
    await readRoom(await become(ctx, 'acme.user2'), { room_id: room(), thread_id, message_id: first._id });
    expect([await fresh('user2'), await calls('user2')]).toEqual([1, [1, second._id]]);
    await deleteMessage(await become(ctx, 'acme.leader'), { id: second._id });
    expect([await fresh('user2'), await calls('user2')]).toEqual([0, [0, null]]);
    const misread = readRoom(await become(ctx, 'acme.user'), { room_id: room(), thread_id, message_id: newId() });
    expect(await failureOf(misread)).toMatchObject({ code: 'invalid' });
  }));

test('what was said in a thread before somebody came is not new to them', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: thread_id } = await say(ctx, 'Before', { room_id: room() });
    await say(ctx, 'Before too', { thread_id });
    const admin = await become(ctx, 'acme.admin');
    await admin.db.projectMember.create({ data: { projectId: WEB, memberId: fixtureId('acme.admin') } });
    const inside = { ...seatOf('acme.admin'), project_ids: [WEB] };
    const fresh = async () => (await getMessage(await become(ctx, inside), { id: thread_id })).thread_unread;
    expect(await fresh()).toBe(0);
    await say(await become(ctx, 'acme.user'), 'Since', { thread_id });
    expect(await fresh()).toBe(1);
  }));
