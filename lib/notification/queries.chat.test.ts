import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { workOnce } from '@/lib/delivery/work';
import { env } from '@/lib/env';
import { listMails } from '@/lib/mail/sink';
import { queueNotifications } from '@/lib/notification/queries.send';
import { readRoom } from '@/lib/room/commands';
import { ReadRoom } from '@/lib/room/schema';
import { asMemberCommitted } from '@/lib/test/as-member';
import { owner, room, say, withChatRooms } from '@/lib/test/chat-rooms';

/** What leaves the house of the chat: not what was read, and no storm. */

withChatRooms();
beforeEach(async () => {
  for (const table of ['notification', 'notification_setting', 'job', 'outbox'])
    await owner.query(`delete from ${table}`);
  await rm(join(env.dataDir, 'mail'), { recursive: true, force: true, maxRetries: 10 });
});

const tellUser = () => asMemberCommitted('acme.leader', (ctx) => say(ctx, 'Secret plans for @user of acme'));
/** As if it had been said that many seconds ago. */
const later = (seconds: number) =>
  owner.query(
    `update notification set created_at = created_at - make_interval(secs => $1), mailed_at = mailed_at - make_interval(secs => $1),
       deliver_at = deliver_at - make_interval(secs => $1)`,
    [seconds],
  );
const sent = async () => {
  await queueNotifications();
  while (await workOnce(() => true));
  while (await deliverMailsOnce());
  return listMails('user@acme.test');
};

describe('an email about a room', () => {
  test('leaves when nobody read it for half a minute, names the room and says nothing of the words', async () => {
    const { _id } = await tellUser();
    expect(await queueNotifications()).toBe(false);
    await later(31);
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Website relaunch' });
    expect(mail?.text).toContain('mentioned you.');
    expect(mail?.text).not.toContain('Secret');
    expect(mail?.links.some((link) => link.endsWith(`/acme/chat?room=${room()}&message=${_id}`))).toBe(true);
  });

  test('does not leave when it was read before, there or in the inbox', async () => {
    const { _id } = await tellUser();
    await asMemberCommitted('acme.user', (ctx) => readRoom(ctx, ReadRoom.parse({ room_id: room(), message_id: _id })));
    await later(31);
    expect(await sent()).toEqual([]);
  });

  test('leaves where its thread was not shown, though the room was read since', async () => {
    const { _id: thread_id } = await asMemberCommitted('acme.user', (ctx) => say(ctx, 'Shall we?'));
    const decide = () =>
      asMemberCommitted('acme.leader', (ctx) => say(ctx, 'Please decide, @user of acme', { thread_id }));
    const { _id: message_id } = await decide();
    await asMemberCommitted('acme.user', (ctx) =>
      readRoom(ctx, ReadRoom.parse({ room_id: room(), message_id: thread_id })),
    );
    await asMemberCommitted('acme.user', (ctx) => say(ctx, 'About something else'));
    await asMemberCommitted('acme.user', (ctx) =>
      readRoom(ctx, ReadRoom.parse({ room_id: room(), thread_id, message_id })),
    );
    await later(31);
    expect(await sent()).toEqual([]);
    await decide();
    await asMemberCommitted('acme.user', (ctx) => say(ctx, 'And another thing'));
    await later(31);
    expect(await sent()).toHaveLength(1);
  });

  test('is one an hour, while it is not read', async () => {
    await tellUser();
    await later(31);
    expect(await sent()).toHaveLength(1);
    await tellUser();
    await tellUser();
    await later(31);
    expect(await sent()).toHaveLength(1);
    await later(3600);
    expect(await sent()).toHaveLength(2);
  });
});
