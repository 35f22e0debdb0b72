import { expect, test } from 'vitest';
import { deleteMessage } from '@/lib/message/commands';
import type { Ctx } from '@/lib/org';
import { openRoom } from '@/lib/room/commands';
import { OpenRoom } from '@/lib/room/schema';
import { search } from '@/lib/search/queries';
import { Search } from '@/lib/search/schema';
import { asMember, become } from '@/lib/test/as-member';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
withChatRooms();

const found = async (ctx: Ctx, q: string, rest: object = {}) =>
  (await search(ctx, Search.parse({ q, ...rest }))).docs.filter(({ kind }) => kind === 'message');

test('messages are found where their room is seen, newest first, and lead to their place', () =>
  asMember('acme.user', async (ctx) => {
    const inside = await say(ctx, 'The **xylophone** is in the cellar');
    const shown = await say(ctx, 'Xylophones for sale', { room_id: room('project_clients WEB') });
    const pair = await openRoom(ctx, OpenRoom.parse({ kind: 'direct', member_ids: [acme('leader')] }));
    const quiet = await say(ctx, 'A secret xylophone', { room_id: pair._id });
    const ids = async (seat: string) => (await found(await become(ctx, `acme.${seat}`), 'xylo')).map(({ _id }) => _id);
    expect(await ids('user')).toEqual([quiet._id, shown._id, inside._id]);
    expect(await ids('leader')).toEqual([quiet._id, shown._id, inside._id]);
    expect(await ids('client')).toEqual([shown._id]);
    expect(await ids('observer')).toEqual([shown._id, inside._id]);
    expect(await ids('admin')).toEqual([]);
    expect(await ids('outsider')).toEqual([]);
    const user = await become(ctx, 'acme.user');
    expect(await found(user, 'xylophone cellar')).toEqual([
      {
        ...{
          kind: 'message',
          _id: inside._id,
          imported: null,
          key: null,
          title: 'Website relaunch',
          project_id: acme('WEB'),
        },
        excerpt: 'The <mark>xylophone</mark> is in the <mark>cellar</mark>',
        url: `/acme/chat?room=${room()}&message=${inside._id}`,
        updated_at: inside.created_at,
      },
    ]);
    expect((await found(user, 'secret', { kinds: 'message' }))[0]).toMatchObject({ title: 'leader of acme' });
    expect(await found(user, 'xylophone', { kinds: 'task,comment' })).toEqual([]);
    await deleteMessage(user, { id: inside._id });
    expect(await ids('user')).toEqual([quiet._id, shown._id]);
  }));
