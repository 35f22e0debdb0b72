import { describe, expect, test } from 'vitest';
import { sendMessage } from '@/lib/message/commands';
import { SendMessage } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { editRoom, leaveRoom, openRoom, readRoom } from '@/lib/room/commands';
import { getRoom, listRooms } from '@/lib/room/queries';
import { roomSize } from '@/lib/room/queries.facts';
import { EditRoom, ListRooms, OpenRoom, type RoomRecord } from '@/lib/room/schema';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, codeOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { newId } from '@/lib/validation';

const acme = (name: string) => fixtureId(`acme.${name}`);
const owner = ownerClient();

const rooms = async (ctx: Ctx, input: object = {}): Promise<RoomRecord[]> =>
  (await listRooms(ctx, ListRooms.parse(input))).docs;
const kinds = async (ctx: Ctx) => (await rooms(ctx)).map(({ kind, name }) => `${kind} ${name}`).sort();
const room = async (kind: string, project: string | null = null): Promise<string> =>
  (
    await owner.query(`select id from room where org_id = $1 and kind = $2 and project_id is not distinct from $3`, [
      fixtureId('acme'),
      kind,
      project && acme(project),
    ])
  ).rows[0].id;
const say = (ctx: Ctx, room_id: string, body = 'Hello', rest: object = {}) =>
  sendMessage(ctx, SendMessage.parse({ room_id, body, client_id: newId(), ...rest }));
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
    const organisation = await room('organisation');
    expect(await attempt('acme.observer', (ctx) => say(ctx, organisation))).toBe('forbidden');
    expect(await attempt('acme.observer', (ctx) => group(ctx, 'user'))).toBe('forbidden');
    await asMember('acme.user', async (ctx) => {
      expect(await codeOf(group(ctx, 'observer'))).toBe('invalid');
    });
  });

  test('how many @room calls is said to who sees fewer of them, of rooms that one is in', async () => {
    const id = await room('project_clients', 'WEB');
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
      const id = await room('project', 'WEB');
      expect(await getRoom(ctx, { id })).toMatchObject({ project_id: acme('WEB'), member_count: 3 });
      await ctx.db.project.updateMany({ where: { id: acme('WEB') }, data: { deletedAt: new Date() } });
      expect(await codeOf(getRoom(ctx, { id }))).toBe('not_found');
    }));
});

describe('groups and direct rooms', () => {
  test('R01 are seen by their people alone, and by no admin', () =>
    asMember('acme.user', async (ctx) => {
      const { _id } = await group(ctx, 'leader');
      await say(ctx, _id);
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
    const project = await room('project', 'APP');
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
      expect(await edit(leader, { add: [acme('user2')], name: 'Launch 2' })).toMatchObject({
        member_count: 3,
        name: 'Launch 2',
      });
      expect(await codeOf(edit(leader, { remove: [acme('user2')] }))).toBe('forbidden');
      const user = await become(ctx, 'acme.user', effects);
      expect(await edit(user, { remove: [acme('user2')] })).toMatchObject({ member_count: 2 });
      expect(effects.events.at(-1)).toMatchObject({
        type: 'room.changed',
        heard: { memberIds: [acme('leader'), acme('user'), acme('user2')].sort() },
      });
      await leaveRoom(await become(ctx, 'acme.leader'), { id });
      expect(await codeOf(getRoom(await become(ctx, 'acme.leader'), { id }))).toBe('not_found');
    }));

  test('rooms that follow from who is in them cannot be left or renamed, but muted', async () => {
    const id = await room('project', 'WEB');
    await asMember('acme.user', async (ctx) => {
      expect(await codeOf(leaveRoom(ctx, { id }))).toBe('conflict');
      expect(await codeOf(editRoom(ctx, EditRoom.parse({ id, name: 'X' })))).toBe('conflict');
      expect(await editRoom(ctx, EditRoom.parse({ id, muted: true }))).toMatchObject({ muted: true });
      expect(await getRoom(await become(ctx, 'acme.leader'), { id })).toMatchObject({ muted: false });
    });
  });
});

test('what is unread is what others said since; writing and reading take it away, an earlier mark brings it back', async () => {
  const id = await room('project', 'WEB');
  await asMember('acme.user', async (ctx, effects) => {
    const first = await say(ctx, id, 'One');
    const second = await say(ctx, id, 'Two @leader of acme');
    const reply = await say(ctx, id, 'In the thread, @leader of acme', { thread_id: first._id });
    expect(await getRoom(ctx, { id })).toMatchObject({ unread_count: 0, mention_count: 0, last_read_id: second._id });

    const leader = await become(ctx, 'acme.leader', effects);
    expect(await getRoom(leader, { id })).toMatchObject({
      ...{ unread_count: 2, mention_count: 2, last_read_id: null },
      last_message: { _id: second._id, body: 'Two @leader of acme', author: { name: 'user of acme' } },
    });
    expect(await readRoom(leader, { room_id: id, message_id: first._id })).toMatchObject({
      unread_count: 1,
      last_read_id: first._id,
    });
    expect(await readRoom(leader, { room_id: id, message_id: second._id })).toMatchObject({
      ...{ unread_count: 0, mention_count: 1, called_in: reply._id },
    });
    const inThread = { room_id: id, thread_id: first._id };
    expect(await readRoom(leader, { ...inThread, message_id: reply._id })).toMatchObject({
      ...{ unread_count: 0, mention_count: 0, called_in: null },
    });
    expect(effects.events.at(-1)).toEqual({
      type: 'room.read',
      roomId: id,
      threadId: first._id,
      heard: { by: 'people', memberIds: [acme('leader')] },
    });
    expect(await readRoom(leader, { room_id: id, message_id: null })).toMatchObject({
      unread_count: 2,
      last_read_id: null,
    });
  });
});

test('what is unread a message of another room is no mark', () =>
  asMember('acme.user', async (ctx) => {
    const { _id } = await say(ctx, await room('organisation'));
    expect(await codeOf(readRoom(ctx, { room_id: await room('project', 'WEB'), message_id: _id }))).toBe('invalid');
  }));
