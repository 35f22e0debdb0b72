import { beforeAll, expect, test } from 'vitest';
import { changeUserRole } from '@/lib/member/commands';
import { deleteMessage } from '@/lib/message/commands';
import { getMessage } from '@/lib/message/queries';
import type { Ctx } from '@/lib/org';
import { provisionSeat } from '@/lib/person/seat';
import { editRoom, openRoom, readRoom } from '@/lib/room/commands';
import { getRoom, listRooms } from '@/lib/room/queries';
import { listRoomMembers } from '@/lib/room/queries.facts';
import { countUnreadRooms } from '@/lib/room/queries.unread';
import { EditRoom, ListRooms, OpenRoom, RoomMembers } from '@/lib/room/schema';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { codeOf } from '@/lib/test/attempt';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
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
    expect(await codeOf(misread)).toBe('invalid');
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

const page = async (ctx: Ctx, input: object) => {
  const { docs, total, next_cursor, prev_cursor } = await listRooms(ctx, ListRooms.parse(input));
  return { ids: docs.map(({ _id }) => _id), total, next: next_cursor, prev: prev_cursor };
};
const group = (ctx: Ctx) =>
  openRoom(ctx, OpenRoom.parse({ kind: 'group', name: 'Launch', member_ids: [fixtureId('acme.leader')] }));
test('the list of rooms is read in pages down and up again, which hold while something is said', () =>
  asMember('acme.user', async (ctx) => {
    const made = [];
    for (let count = 0; count < 4; count++) made.push(await group(ctx));
    for (const { _id } of made.slice(1)) await say(ctx, 'Hello', { room_id: _id });
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
    await say(ctx, 'Hello', { room_id: all.at(-1) });
    expect((await page(ctx, { limit: 200, cursor: second })).ids).toEqual(all.slice(2, -1));
    for (const wrong of ['', '1:group:2', `1:group:2:${newId()}x`, `1:1:${newId()}`])
      expect(ListRooms.safeParse({ cursor: wrong }).success, wrong).toBe(false);
  }));

const owner = ownerClient();
let id: string;
beforeAll(async () => {
  const of = `select id from room where org_id = $1 and kind = 'project' and project_id = $2`;
  id = (await owner.query(of, [fixtureId('acme'), fixtureId('acme.WEB')])).rows[0].id;
});

const named = async (ctx: Ctx, input: object) =>
  (await listRoomMembers(ctx, RoomMembers.parse({ id, ...input }))).docs.map(({ name }) => name);

test('people of a room are found by a part of their name, and nobody who is not in it', () =>
  asMember('acme.user', async (ctx) => {
    const all = await named(ctx, {});
    expect(all.length).toBeGreaterThan(1);
    for (const name of all) {
      const [first = '', last = ''] = name.split(' ');
      expect(await named(ctx, { q: last.toUpperCase() })).toContain(name);
      expect(await named(ctx, { q: `${first} ${last.slice(0, 2)}`, limit: 200 })).toContain(name);
    }
    expect(await named(ctx, { q: '%' })).toEqual([]);
    const [outsider] = (await owner.query(`select name from member where id = $1`, [fixtureId('acme.outsider')])).rows;
    expect(await named(ctx, { q: outsider.name })).toEqual([]);
  }));
