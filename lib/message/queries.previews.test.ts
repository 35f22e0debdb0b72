import { expect, test } from 'vitest';
import { env } from '@/lib/env';
import { getMessage } from '@/lib/message/queries';
import { deleteTask } from '@/lib/task/commands.bin';
import { transferTask } from '@/lib/task-transfer/commands';
import { TransferTask } from '@/lib/task-transfer/schema';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { messagesIn, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { edit, task, WEB } from '@/lib/test/task-calls';

withChatRooms();
const at = (key: string) => `${env.appUrl}/acme/taskpage?view=list&task=${key}`;

test('a task named by key or URL is shown as the reader may see it now; what is hidden tells nothing', () =>
  asMember('acme.leader', async (ctx) => {
    const { _id: id } = await say(ctx, `WEB-1, ${at('WEB-2')} and [this](${at('WEB-3')}), APP-999, WEB-1`, {
      room_id: room('project_clients WEB'),
    });
    const keys = async (seat: string) =>
      (await getMessage(await become(ctx, `acme.${seat}`), { id })).previews.map(({ key }) => key);
    const [first] = (await getMessage(ctx, { id })).previews;
    expect(first).toEqual({
      ...{ _id: task('WEB-1'), key: 'WEB-1', title: expect.any(String), status: expect.any(Number) },
      project_id: expect.any(String),
    });
    expect(await keys('leader')).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
    expect(await keys('client')).not.toContain('WEB-2');
    expect(await keys('client')).toContain('WEB-1');
    const leader = await become(ctx, 'acme.leader');
    await edit(leader, task('WEB-1'), { title: 'Renamed since' });
    expect((await getMessage(leader, { id })).previews[0]?.title).toBe('Renamed since');
    await deleteTask(leader, { id: task('WEB-3') });
    expect(await keys('leader')).toEqual(['WEB-1', 'WEB-2']);
  }));

test('a key that a task had before it moved leads to it, for who sees it, and shows it once', () =>
  asMember('acme.admin', async (ctx) => {
    const APP = fixtureId('acme.APP');
    const { task: moved } = await transferTask(
      ctx,
      TransferTask.parse({ id: task('WEB-1'), project_id: APP, version: 1 }),
    );
    await ctx.settle();
    const both = await become(ctx, { ...seatOf('acme.leader'), project_ids: [WEB, APP] });
    const { _id: id, previews, body_html } = await say(both, `WEB-1 is ${moved.key} now`);
    expect(previews.map(({ key }) => key)).toEqual([moved.key]);
    expect(body_html).toContain('<a href="taskpage?task=WEB-1"');
    const without = await getMessage(await become(ctx, 'acme.user'), { id });
    expect([without.previews, without.body_html]).toEqual([[], `<p>WEB-1 is ${moved.key} now</p>\n`]);
  }));

test('URLs of elsewhere, of other organisations and of other pages are none of ours', () =>
  asMember('acme.leader', async (ctx) => {
    for (const url of [
      'https://elsewhere.test/acme/taskpage?task=WEB-1',
      `${env.appUrl}/globex/taskpage?task=WEB-1`,
      `${env.appUrl}/acme/task?task=WEB-1`,
      `${env.appUrl}/acme/taskpage?task=nothing`,
      'mailto:a@b.test?task=WEB-1',
    ])
      expect((await say(ctx, `See <${url}>`)).previews).toEqual([]);
    expect((await say(ctx, '`WEB-1` in code')).previews).toEqual([]);
  }));

test('a page of messages asks once for all of its tasks', () =>
  asMember('acme.leader', async (ctx) => {
    const plain = async () => statementsOf(() => messagesIn(ctx));
    await say(ctx, 'Nothing');
    const without = await plain();
    for (const words of ['WEB-1', 'WEB-2 and WEB-3', at('WEB-3')]) await say(ctx, words);
    expect(await plain()).toBe(without + 1);
  }));
