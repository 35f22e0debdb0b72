import { expect, test } from 'vitest';
import { env } from '@/lib/env';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import { deleteMessage } from '@/lib/message/commands';
import { getMessage } from '@/lib/message/queries';
import type { Ctx } from '@/lib/org';
import { asMember, become } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { messagesIn, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { bytes } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { WEB } from '@/lib/test/task-calls';

withChatRooms();
const url = (page: string) => `${env.appUrl}/acme/${page}`;
const titles = async (ctx: Ctx, id: string, seat: string) =>
  (await getMessage(await become(ctx, `acme.${seat}`), { id })).links.map(({ title }) => title);
const file = async (ctx: Ctx, name: string, audience: 'internal' | 'client') =>
  (await addFile(ctx, await placeFor(ctx, { project_id: WEB, audience }), { name, content: bytes() })).file._id;

test('messages, files and projects that a message links to are shown as the reader may see them now', () =>
  asMember('acme.leader', async (ctx) => {
    const inside = await say(ctx, 'For the team alone');
    const [plan, offer] = [await file(ctx, 'plan.pdf', 'internal'), await file(ctx, 'offer.pdf', 'client')];
    const { _id: id, links } = await say(
      ctx,
      [
        url(`chat?room=${inside.room_id}&message=${inside._id}`),
        `[this](${url(`file_manager?file=${plan}`)}) and ${url(`file_manager?project=WEB&file=${offer}`)}`,
      ].join('\n'),
      { room_id: room('project_clients WEB') },
    );
    expect(links.map(({ kind, title, page }) => [kind, title, page])).toEqual([
      ['message', 'For the team alone', `chat?room=${inside.room_id}&message=${inside._id}`],
      ['file', 'plan.pdf', `file_manager?project=WEB&file=${plan}`],
      ['file', 'offer.pdf', `file_manager?project=WEB&file=${offer}`],
    ]);
    expect(links[0]?.about).toMatch(/^leader of acme in /);
    expect(await titles(ctx, id, 'client')).toEqual(['offer.pdf']);
    const leader = await become(ctx, 'acme.leader');
    await deleteMessage(leader, { id: inside._id });
    await deleteFile(leader, { id: plan });
    expect(await titles(leader, id, 'leader')).toEqual(['offer.pdf']);
  }));

test('a project is shown to who is in it, under its key whatever its case', () =>
  asMember('acme.admin', async (ctx) => {
    const { _id: id, links } = await say(ctx, url('projectdetails?project=app&tab=tasks'), {
      room_id: room('organisation'),
    });
    expect(links).toMatchObject([{ kind: 'project', _id: fixtureId('acme.APP'), about: 'APP' }]);
    expect(await titles(ctx, id, 'outsider')).toEqual([]);
  }));

test('addresses of elsewhere, of other organisations and of nothing show nothing', () =>
  asMember('acme.leader', async (ctx) => {
    for (const address of [
      'https://elsewhere.test/acme/projectdetails?project=WEB',
      `${env.appUrl}/globex/projectdetails?project=WEB`,
      url('projectdetails?project=NONE'),
      url('file_manager?file=nothing'),
      url(`chat?message=${fixtureId('acme.WEB')}`),
    ])
      expect((await say(ctx, `See <${address}>`)).links).toEqual([]);
  }));

test('a page of messages asks once for all that is linked to in it', () =>
  asMember('acme.leader', async (ctx) => {
    const plain = async () => statementsOf(() => messagesIn(ctx));
    await say(ctx, 'Nothing');
    const without = await plain();
    for (const page of ['projectdetails?project=WEB', `file_manager?file=${fixtureId('acme.WEB')}`])
      await say(ctx, url(page));
    expect(await plain()).toBe(without + 1);
  }));
