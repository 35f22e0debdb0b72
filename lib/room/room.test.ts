import { describe, expect, test } from 'vitest';
import { changeUserRole } from '@/lib/member/commands';
import { deleteMessage } from '@/lib/message/commands';
import { getMessage } from '@/lib/message/queries';
import type { Ctx } from '@/lib/org';
import { provisionSeat } from '@/lib/person/seat';
import { editRoom, leaveRoom, openRoom, readRoom } from '@/lib/room/commands';
import { getRoom, listRooms } from '@/lib/room/queries';
import { listRoomMembers, roomSize } from '@/lib/room/queries.facts';
import { countUnreadRooms } from '@/lib/room/queries.unread';
import { EditRoom, ListRooms, OpenRoom, ReadRoom, RoomMembers, type RoomRecord } from '@/lib/room/schema';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { attempt, codeOf } from '@/lib/test/attempt';
import { owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { acme, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

withChatRooms();

const rooms = async (ctx: Ctx, input: object = {}): Promise<RoomRecord[]> =>
  (await listRooms(ctx, ListRooms.parse(input))).docs;
const kinds = async (ctx: Ctx) => (await rooms(ctx)).map(({ kind, name }) => `${kind} ${name}`).sort();
const group = (ctx: Ctx, ...seats: string[]) =>
  openRoom(ctx, OpenRoom.parse({ kind: 'group', name: 'Launch', member_ids: seats.map(acme) }));

describe('who sees which room', () => {
  const own = ['project Website relaunch', 'project_clients Website relaunch'];

  test('R01 follows from the organisation and the projects one is in; admins too read as members', async () => {
    const seen: Record<string, string[]> = {};
    for (const seat of ['admin', 'leader', 'user', 'client', 'outsider'])
      await asMember(`acme.${seat}`, async (ctx) => {
        seen[seat] = await kinds(ctx);
      });
    const team = ['organisation acme', ...own];
    expect(seen).toEqual({
      admin: ['organisation acme'],
      leader: team,
      user: team,
      client: ['project_clients Website relaunch'],
      outsider: ['organisation acme'],
    });
  });

  test('an observer reads all of projects, writes nothing, and is in no private room', async () => {
    await asMember('acme.observer', async (ctx) => {
      const all = ['organisation acme', 'project Loyalty app', 'project_clients Loyalty app', ...own];
      expect(await kinds(ctx)).toEqual(all.toSorted());
    });
    const toAll = { room_id: room('organisation') };
    expect(await attempt('acme.observer', (ctx) => say(ctx, 'Hello', toAll))).toBe('forbidden');
    expect(await attempt('acme.observer', (ctx) => group(ctx, 'user'))).toBe('forbidden');
    await asMember('acme.user', async (ctx) => {
      expect(await codeOf(group(ctx, 'observer'))).toBe('invalid');
    });
  });

  test('how many @room calls is said to who sees fewer of them, of rooms that one is in', async () => {
    const id = room('project_clients WEB');
    await asMember('acme.leader', async (ctx) => {
      const all = await roomSize(ctx, { id });
      const client = await become(ctx, 'acme.client');
      expect((await getRoom(client, { id })).member_count).toBeLessThan(all.people);
      expect(await roomSize(client, { id })).toEqual(all);
      expect(await codeOf(roomSize(await become(ctx, 'acme.outsider'), { id }))).toBe('not_found');
    });
  });

  test('a project in the bin takes its rooms along', () =>
    asMember('acme.leader', async (ctx) => {
      const id = room();
      expect(await getRoom(ctx, { id })).toMatchObject({ project_id: WEB, member_count: 3 });
      await ctx.db.project.updateMany({ where: { id: WEB }, data: { deletedAt: new Date() } });
      expect(await codeOf(getRoom(ctx, { id }))).toBe('not_found');
    }));
});

describe('groups and direct rooms', () => {
  test('R01 are seen by their people alone, and by no admin', () =>
    asMember('acme.user', async (ctx) => {
      const { _id } = await group(ctx, 'leader');
      await say(ctx, 'Hello', { room_id: _id });
      expect((await rooms(await become(ctx, 'acme.leader'), { kind: 'group' })).map((one) => one._id)).toEqual([_id]);
      for (const seat of ['acme.admin', 'acme.user2', 'acme.client', 'globex.admin']) {
        const other = await become(ctx, seat);
        expect(await codeOf(getRoom(other, { id: _id }))).toBe('not_found');
        expect(await other.db.message.count({ where: { roomId: _id } })).toBe(0);
        expect(await other.db.roomMember.count({ where: { roomId: _id } })).toBe(0);
      }
    }));

  test('a direct room is the same for the same people, whoever opens it', () =>
    asMember('acme.user', async (ctx) => {
      const direct = (who: Ctx, seat: string) =>
        openRoom(who, OpenRoom.parse({ kind: 'direct', member_ids: [acme(seat)] }));
      const mine = await direct(ctx, 'leader');
      expect(mine).toMatchObject({ kind: 'direct', name: 'leader of acme', member_count: 2 });
      const leader = await become(ctx, 'acme.leader');
      expect(await direct(leader, 'user')).toMatchObject({ _id: mine._id, name: 'user of acme' });
      expect(await direct(leader, 'leader')).toMatchObject({ name: 'Notes to yourself', member_count: 1 });
    }));

  test('people whom one does not see cannot be written to', async () => {
    const direct = (seat: string, to: string) =>
      attempt(seat, (ctx) => openRoom(ctx, OpenRoom.parse({ kind: 'direct', member_ids: [fixtureId(to)] })));
    expect(await direct('acme.client', 'acme.user')).toBe('done');
    for (const to of ['acme.user2', 'acme.client2', 'acme.outsider', 'acme.observer', 'globex.user'])
      expect(await direct('acme.client', to)).toBe('invalid');
    expect(await direct('acme.user', 'acme.gone')).toBe('invalid');
  });

  test('no statement of a tenant makes one a member of a room that one is not in', async () => {
    const joins = (who: Ctx, roomId: string, seat: string) =>
      who.db.roomMember.create({ data: { roomId, memberId: acme(seat) } });
    const intoGroup = asMember('acme.user', async (ctx) => {
      const { _id } = await group(ctx, 'leader');
      await ctx.settle();
      await joins(await become(ctx, 'acme.user2'), _id, 'user2');
    });
    await expect(intoGroup).rejects.toThrow(/row-level security/);
    const project = room('project APP');
    await expect(asMember('acme.user', (ctx) => joins(ctx, project, 'user'))).rejects.toThrow(/row-level security/);
  });

  // An update that reads no column asks the policy of updates alone.
  test('an update that names no room changes only those that its sender sees', () =>
    asMember('acme.client', async (ctx) => {
      const [seen] = await ctx.db.$queryRaw<{ count: number }[]>`select count(*)::int as count from room`;
      expect(await ctx.db.$executeRaw`update room set last_at = now()`).toBe(seen?.count);
    }));

  test('people are added by those in it, taken out by who made it, and leave by themselves', () =>
    asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await group(ctx, 'leader');
      const edit = (who: Ctx, input: object) => editRoom(who, EditRoom.parse({ id, ...input }));
      const leader = await become(ctx, 'acme.leader');
      const wider = await edit(leader, { add: [acme('user2')], name: 'Launch 2' });
      expect([wider.member_count, wider.name]).toEqual([3, 'Launch 2']);
      expect(await codeOf(edit(leader, { remove: [acme('user2')] }))).toBe('forbidden');
      const user = await become(ctx, 'acme.user', effects);
      expect(await codeOf(edit(user, { remove: [acme('user')] }))).toBe('invalid');
      for (const stranger of ['observer', 'gone'].map(acme))
        expect(await codeOf(edit(user, { add: [stranger] }))).toBe('invalid');
      expect(await edit(user, { remove: [acme('user2')] })).toMatchObject({ member_count: 2 });
      expect(effects.events.at(-1)).toMatchObject({
        type: 'room.changed',
        heard: { memberIds: [acme('leader'), acme('user'), acme('user2')].sort() },
      });
      await leaveRoom(await become(ctx, 'acme.leader'), { id });
      expect(await codeOf(getRoom(await become(ctx, 'acme.leader'), { id }))).toBe('not_found');
    }));

  test('who is added to a group, and who leaves it, hears of that as the others do', () =>
    asMember('acme.user', async (ctx, effects) => {
      const { _id: id } = await group(ctx, 'leader');
      const allAreTold = () =>
        expect(effects.events.at(-1)).toEqual({
          ...{ type: 'room.changed', roomId: id },
          heard: { by: 'people', memberIds: ['user', 'leader', 'user2'].map(acme).sort() },
        });
      await editRoom(ctx, EditRoom.parse({ id, add: [acme('user2')] }));
      allAreTold();
      effects.events.length = 0;
      await leaveRoom(await become(ctx, 'acme.leader', effects), { id });
      allAreTold();
    }));

  test('rooms that follow from who is in them cannot be left or renamed, but muted', async () => {
    const id = room();
    await asMember('acme.user', async (ctx) => {
      expect(await codeOf(leaveRoom(ctx, { id }))).toBe('conflict');
      expect(await codeOf(editRoom(ctx, EditRoom.parse({ id, name: 'X' })))).toBe('conflict');
      expect(await editRoom(ctx, EditRoom.parse({ id, muted: true }))).toMatchObject({ muted: true });
      expect(await getRoom(await become(ctx, 'acme.leader'), { id })).toMatchObject({ muted: false });
    });
  });
});

test('what is unread is what others said since; writing and reading take it away, an earlier mark brings it back', async () => {
  const id = room();
  await asMember('acme.user', async (ctx, effects) => {
    const first = await say(ctx, 'One');
    const second = await say(ctx, 'Two @leader of acme');
    const reply = await say(ctx, 'In the thread, @leader of acme', { thread_id: first._id });
    expect(await getRoom(ctx, { id })).toMatchObject({ unread_count: 0, mention_count: 0, last_read_id: second._id });

    const leader = await become(ctx, 'acme.leader', effects);
    expect(await getRoom(leader, { id })).toMatchObject({
      ...{ unread_count: 2, mention_count: 2, last_read_id: null },
      last_message: { _id: second._id, body: 'Two @leader of acme', author: { name: 'user of acme' } },
    });
    const read = async (message_id: string | null, more: object = {}) => {
      const room = await readRoom(leader, ReadRoom.parse({ room_id: id, message_id, ...more }));
      return [room.unread_count, room.mention_count, room.last_read_id, room.called_in];
    };
    const [count, , upTo] = await read(first._id);
    expect([count, upTo]).toEqual([1, first._id]);
    expect(await read(second._id)).toEqual([0, 1, second._id, reply._id]);
    expect(await read(reply._id, { thread_id: first._id })).toEqual([0, 0, second._id, null]);
    expect(effects.events.at(-1)).toEqual({
      ...{ type: 'room.read', roomId: id, threadId: first._id },
      heard: { by: 'people', memberIds: [acme('leader')] },
    });
    const [unread, , lastRead] = await read(null);
    expect([unread, lastRead]).toEqual([2, null]);
  });
});

test('what is unread a message of another room is no mark', () =>
  asMember('acme.user', async (ctx) => {
    const { _id } = await say(ctx, 'Hello', { room_id: room('organisation') });
    expect(await codeOf(readRoom(ctx, { room_id: room(), message_id: _id }))).toBe('invalid');
  }));

test('a room that closes while it is read is not found, whatever the message', () =>
  asMember('acme.leader', async (leader) => {
    const { _id: id } = await group(leader, 'user');
    const { _id } = await say(leader, 'Hello', { room_id: id });
    const ctx = await become(leader, 'acme.user');
    const closing = async (words: TemplateStringsArray, ...values: unknown[]) => {
      await editRoom(await become(ctx, 'acme.leader'), EditRoom.parse({ id, remove: [acme('user')] }));
      await become(ctx, 'acme.user');
      return ctx.db.$executeRaw(words, ...values);
    };
    const db = new Proxy(ctx.db, { get: (real, name) => (name === '$executeRaw' ? closing : Reflect.get(real, name)) });
    expect(await codeOf(readRoom({ ...ctx, db }, { room_id: id, message_id: _id }))).toBe('not_found');
  }));

const reads = async (ctx: Ctx, seat: string, what: object) =>
  readRoom(await become(ctx, `acme.${seat}`), ReadRoom.parse({ room_id: room(), ...what }));
const says = async (ctx: Ctx, seat: string, body: string, rest?: object) =>
  say(await become(ctx, `acme.${seat}`), body, rest);
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
    const reply = await says(ctx, 'user', 'For @leader of acme', { thread_id: id });
    expect(await counted(ctx, 'leader')).toEqual([2, 1]);
    await reads(ctx, 'leader', { message_id: id });
    expect(await counted(ctx, 'leader')).toEqual([2, 1]);
    await reads(ctx, 'leader', { thread_id: id, message_id: reply._id });
    expect(await counted(ctx, 'leader')).toEqual([1, 0]);
    await says(ctx, 'user', '@room now');
    expect(await counted(ctx, 'leader')).toEqual([2, 1]);
    // Of an archived project those alone in which they are called.
    const { db } = await become(ctx, 'acme.admin');
    await db.project.update({ where: { id: WEB }, data: { status: 'archived' } });
    expect(await counted(ctx, 'leader')).toEqual([1, 1]);
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
      const nothing = { unread_count: 0, mention_count: 0 };
      expect(await getRoom(await become(ctx, `acme.${seat}`), { id: room() })).toMatchObject(nothing);
    }
    // What is said afterwards is one, not three.
    await says(ctx, 'user', 'Third');
    expect((await getRoom(await become(ctx, 'acme.leader'), { id: room() })).unread_count).toBe(1);
  }));

test('an observer has nothing unread of what was said before they were one, new or by another role', () =>
  asMember('acme.user', async (ctx) => {
    const id = room('project_clients WEB');
    await say(ctx, 'Before anybody observed', { room_id: id });
    const [fresh, outsider] = [newId(), acme('outsider')];
    const admin = await become(ctx, 'acme.admin');
    await provisionSeat(admin, {
      ...{ id: fresh, role: 'observer', name: 'Fresh eyes', email: 'eyes@acme.test' },
      ...{ phone: null, company: null },
    });
    await changeUserRole(admin, { user_id: outsider, role: 'observer' });
    await admin.settle();
    await says(ctx, 'user', 'Since then', { room_id: id });
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
    await reads(ctx, 'user2', { message_id: thread_id });
    await says(ctx, 'user2', 'Something else');
    expect([await fresh('user2'), await calls('user2')]).toEqual([2, [2, first._id]]);
    await reads(ctx, 'user2', { thread_id, message_id: first._id });
    expect([await fresh('user2'), await calls('user2')]).toEqual([1, [1, second._id]]);
    await reply('user2', 'I am in');
    expect([await fresh('user2'), await calls('user2')]).toEqual([0, [0, null]]);
    expect(await fresh('user')).toBe(3);

    // And unread again from the second on; what was deleted is neither new nor calls.
    await reads(ctx, 'user2', { thread_id, message_id: first._id });
    expect([await fresh('user2'), await calls('user2')]).toEqual([1, [1, second._id]]);
    await deleteMessage(await become(ctx, 'acme.leader'), { id: second._id });
    expect([await fresh('user2'), await calls('user2')]).toEqual([0, [0, null]]);
    const misread = reads(ctx, 'user', { thread_id, message_id: newId() });
    expect(await codeOf(misread)).toBe('invalid');
  }));

test('what was said in a thread before somebody came is not new to them', () =>
  asMember('acme.user', async (ctx) => {
    const { _id: thread_id } = await say(ctx, 'Before', { room_id: room() });
    await say(ctx, 'Before too', { thread_id });
    const admin = await become(ctx, 'acme.admin');
    await admin.db.projectMember.create({ data: { projectId: WEB, memberId: acme('admin') } });
    const inside = { ...seatOf('acme.admin'), project_ids: [WEB] };
    const fresh = async () => (await getMessage(await become(ctx, inside), { id: thread_id })).thread_unread;
    expect(await fresh()).toBe(0);
    await says(ctx, 'user', 'Since', { thread_id });
    expect(await fresh()).toBe(1);
  }));

const page = async (ctx: Ctx, input: object) => {
  const { docs, total, next_cursor, prev_cursor } = await listRooms(ctx, ListRooms.parse(input));
  return { ids: docs.map(({ _id }) => _id), total, next: next_cursor, prev: prev_cursor };
};
test('the list of rooms is read in pages down and up again, which hold while something is said', () =>
  asMember('acme.user', async (ctx) => {
    const made = [];
    for (let count = 0; count < 4; count++) made.push(await group(ctx, 'leader'));
    for (const { _id } of made.slice(1)) await say(ctx, 'Hello', { room_id: _id });
    const { ids: all, total, next, prev } = await page(ctx, { limit: 200 });
    expect([next, prev, all.length]).toEqual([null, null, total]);
    const [silent, ...said] = made.map(({ _id }) => _id);
    expect(all.slice(0, 3).sort()).toEqual(said.sort());
    expect(all).toContain(silent);
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

const named = async (ctx: Ctx, input: object) =>
  (await listRoomMembers(ctx, RoomMembers.parse({ id: room(), ...input }))).docs.map(({ name }) => name);

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
    const [outsider] = (await owner.query(`select name from member where id = $1`, [acme('outsider')])).rows;
    expect(await named(ctx, { q: outsider.name })).toEqual([]);
    const team = await named(ctx, { id: room('organisation'), limit: 200 });
    expect(team).toEqual(expect.arrayContaining(['admin of acme', 'leader of acme', 'user of acme']));
    for (const seat of ['client', 'observer', 'pending', 'gone']) expect(team).not.toContain(`${seat} of acme`);
  }));
