import { describe, expect, test } from 'vitest';
import { getShell } from '@/lib/member/queries';
import { deleteMessage, editMessage } from '@/lib/message/commands';
import { EditMessage } from '@/lib/message/schema';
import { markNotifications } from '@/lib/notification/commands';
import { changeSettings } from '@/lib/notification/commands.settings';
import { listNotifications, unreadCount } from '@/lib/notification/queries';
import { ListNotifications, MarkNotifications } from '@/lib/notification/schema';
import { ChangeNotificationSettings } from '@/lib/notification/schema.settings';
import type { Ctx } from '@/lib/org';
import { editRoom, openRoom, readRoom } from '@/lib/room/commands';
import { EditRoom, OpenRoom, ReadRoom } from '@/lib/room/schema';
import { asMember, become } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';

/** What of the chat comes into inboxes: what is meant for somebody, once, until they have read it there. */

const acme = (name: string) => fixtureId(`acme.${name}`);
withChatRooms();

const inbox = async (ctx: Ctx, filter = 'all') =>
  (await listNotifications(ctx, ListNotifications.parse({ filter }))).docs.filter(({ room }) => room);
const seen = async (ctx: Ctx, seat: string) =>
  (await inbox(await become(ctx, `acme.${seat}`))).map(({ kind, more }) => [kind, more]);
const direct = (ctx: Ctx, ...seats: string[]) =>
  openRoom(ctx, OpenRoom.parse({ kind: 'direct', member_ids: seats.map(acme) }));

describe('an inbox is told', () => {
  test('of one’s name in a room, with what was said, where and why; nobody else is', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const said = await say(ctx, 'Look, @user of acme');
      expect([...effects.written.told]).toEqual([[acme('user'), room()]]);
      const user = await become(ctx, 'acme.user');
      expect(await inbox(user)).toMatchObject([
        {
          ...{ kind: 'message.mentioned', says: 'mentioned you', reason: 'You were mentioned', task: null },
          room: { _id: room(), name: 'Website relaunch', kind: 'project' },
          data: { message_id: said._id, project_id: acme('WEB') },
          ...{ actor: { _id: acme('leader') }, quote: 'Look, @user of acme', rights: { reply: true } },
        },
      ]);
      expect(await inbox(user, 'mentions')).toHaveLength(1);
      for (const seat of ['leader', 'both', 'client']) expect(await seen(ctx, seat), seat).toEqual([]);
    }));

  test('of a direct message, of replies in a thread that one takes part in, and of @room; each message once', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id } = await direct(ctx, 'user');
      await say(ctx, 'Hello @user of acme @room', { room_id: _id });
      await say(ctx, 'Again', { room_id: _id });
      expect(await seen(ctx, 'user')).toEqual([['message.direct', 1]]);
      // One row, also in the first count of a page.
      expect(await getShell(await become(ctx, 'acme.user'))).toMatchObject({ unread: 1 });
      expect(await seen(ctx, 'leader')).toEqual([]);
    }).then(() =>
      asMember('acme.user', async (ctx) => {
        const root = await say(ctx, 'A question');
        const leader = await become(ctx, 'acme.leader');
        await say(leader, 'An answer', { thread_id: root._id });
        await say(leader, 'Everybody: @room');
        expect(await seen(ctx, 'user')).toEqual([['message.called', 1]]);
        expect((await inbox(ctx))[0]).toMatchObject({ reason: 'You are in Website relaunch' });
        const user = await become(ctx, 'acme.user');
        await say(user, 'Thanks', { thread_id: root._id });
        expect(await seen(ctx, 'leader')).toEqual([['message.replied', 0]]);
      }),
    ));

  test('by @room of everybody in it, seen by its writer or not', () =>
    asMember('acme.client', async (ctx) => {
      await say(ctx, '@room', { room_id: room('project_clients WEB') });
      for (const seat of ['leader', 'user']) expect(await seen(ctx, seat), seat).toHaveLength(1);
      for (const seat of ['observer', 'outsider', 'admin', 'client']) expect(await seen(ctx, seat), seat).toEqual([]);
    }));

  test('of a name that comes with a later version, and no more of one that went', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id: id } = await say(ctx, 'For nobody');
      const edit = async (version: number, body: string) =>
        editMessage(await become(ctx, 'acme.leader'), EditMessage.parse({ id, version, body }));
      await edit(1, 'For @user of acme');
      await edit(2, 'For @user of acme.');
      expect(await seen(ctx, 'user')).toEqual([['message.mentioned', 0]]);
      await edit(3, 'For nobody');
      expect(await seen(ctx, 'user')).toEqual([]);
    }));

  test('of @room that comes with a later version, and no more of one that went; in code it calls nobody', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id: id, calls_me } = await say(ctx, 'Write `@room` for @user of acme\n```\n@room\n```', {
        room_id: room('project_clients WEB'),
      });
      expect(calls_me).toBe(false);
      const edit = async (version: number, body: string) =>
        editMessage(await become(ctx, 'acme.leader'), EditMessage.parse({ id, version, body }));
      expect(await seen(ctx, 'client')).toEqual([]);
      await edit(1, 'Now @room, and @user of acme');
      // Who was named before is told of one message once.
      expect(await seen(ctx, 'user')).toEqual([['message.mentioned', 0]]);
      expect(await seen(ctx, 'client')).toEqual([['message.called', 0]]);
      await edit(2, 'Now @room, once more');
      expect(await seen(ctx, 'client')).toEqual([['message.called', 0]]);
      await edit(3, 'For nobody');
      expect(await seen(ctx, 'client')).toEqual([]);
      expect(await unreadCount(await become(ctx, 'acme.client'))).toBe(0);
    }));

  test('of nothing in a muted room, or in a project of which one wants to hear nothing', () =>
    asMember('acme.user', async (ctx) => {
      await editRoom(ctx, EditRoom.parse({ id: room(), muted: true }));
      await say(await become(ctx, 'acme.leader'), '@user of acme');
      expect(await seen(ctx, 'user')).toEqual([]);
      const user = await become(ctx, 'acme.user');
      await editRoom(user, EditRoom.parse({ id: room(), muted: false }));
      await changeSettings(user, ChangeNotificationSettings.parse({ projects: { [acme('WEB')]: 'mute' } }));
      await say(await become(ctx, 'acme.leader'), '@user of acme');
      expect(await seen(ctx, 'user')).toEqual([]);
    }));
});

describe('what is told of a message', () => {
  test('is read with the room, and what is read in the inbox leaves the room unread', () =>
    asMember('acme.leader', async (ctx) => {
      await say(ctx, '@user of acme: one');
      const last = await say(ctx, '@user of acme: two');
      const user = await become(ctx, 'acme.user');
      expect(await unreadCount(user)).toBe(1);
      const [row] = await inbox(user);
      await markNotifications(user, MarkNotifications.parse({ ids: [row?._id], read: true }));
      await say(await become(ctx, 'acme.leader'), '@user of acme: three');
      const again = await become(ctx, 'acme.user');
      expect(await unreadCount(again)).toBe(1);
      await readRoom(again, ReadRoom.parse({ room_id: room(), message_id: last._id }));
      expect(await unreadCount(again)).toBe(1);
      await say(again, 'Who writes has read what came before');
      expect(await unreadCount(again)).toBe(0);
    }));

  test('in a thread is read with the thread, and not with the room around it', () =>
    asMember('acme.user', async (ctx) => {
      const { _id: thread_id } = await say(ctx, 'Shall we?');
      const leader = await become(ctx, 'acme.leader');
      const reply = await say(leader, 'Decide, @user of acme', { thread_id });
      const last = await say(leader, '@user of acme, and here');
      const user = await become(ctx, 'acme.user');
      const told = async () => (await inbox(user, 'unread')).map(({ data }) => data?.message_id);
      await readRoom(user, ReadRoom.parse({ room_id: room(), message_id: last._id }));
      await say(user, 'Who writes in the room has not been shown the thread');
      expect(await unreadCount(user)).toBe(1);
      expect(await told()).toEqual([reply._id]);
      await readRoom(user, ReadRoom.parse({ room_id: room(), thread_id, message_id: reply._id }));
      expect(await unreadCount(user)).toBe(0);
      await say(await become(ctx, 'acme.leader'), 'Well?', { thread_id });
      const again = await become(ctx, 'acme.user');
      expect(await unreadCount(again)).toBe(1);
      await say(again, 'I have', { thread_id });
      expect(await unreadCount(again)).toBe(0);
    }));

  test('R11 goes with the message, with the room, and where its reader is in the room no more', () =>
    asMember('acme.leader', async (ctx) => {
      const first = await say(ctx, '@user of acme');
      expect(await seen(ctx, 'user')).toHaveLength(1);
      await deleteMessage(await become(ctx, 'acme.leader'), { id: first._id });
      expect(await seen(ctx, 'user')).toEqual([]);
      const { _id: group } = await openRoom(
        await become(ctx, 'acme.leader'),
        OpenRoom.parse({ kind: 'group', name: 'Launch', member_ids: [acme('user')] }),
      );
      await say(ctx, '@user of acme', { room_id: group });
      expect(await seen(ctx, 'user')).toHaveLength(1);
      await editRoom(await become(ctx, 'acme.leader'), EditRoom.parse({ id: group, remove: [acme('user')] }));
      expect(await seen(ctx, 'user')).toEqual([]);
      expect(await unreadCount(await become(ctx, 'acme.user'))).toBe(0);
    }));

  test('costs who sends it no statement more, but for @room', () =>
    asMember('acme.leader', async (ctx) => {
      const plain = await statementsOf(() => say(ctx, 'Just so @nobody'));
      expect(await statementsOf(() => say(ctx, '@user of acme'))).toBeLessThanOrEqual(plain);
      expect(await statementsOf(() => say(ctx, '@room'))).toBeLessThanOrEqual(plain + 1);
    }));
});
