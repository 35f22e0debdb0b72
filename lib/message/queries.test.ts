import { describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { deleteFile } from '@/lib/file/commands.bin';
import { deleteMessage } from '@/lib/message/commands';
import { getMessage } from '@/lib/message/queries';
import { listConversation } from '@/lib/message/queries.conversation';
import { searchMessages } from '@/lib/message/queries.list';
import { type FoundMessage, SearchMessages, TaskConversation } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { transferTask } from '@/lib/task-transfer/commands';
import { TransferTask } from '@/lib/task-transfer/schema';
import { asMember, become, seatOf } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { messagesIn, room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { add } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { edit, task, WEB } from '@/lib/test/task-calls';

withChatRooms();

type Answer = { docs: FoundMessage[]; next_cursor?: string | null; prev_cursor?: string | null };
type Read = (ctx: Ctx, input: object) => Promise<Answer>;
const search: Read = (ctx, input) => searchMessages(ctx, SearchMessages.parse({ q: 'WEB-1', ...input }));
const conversation: Read = (ctx, input) => listConversation(ctx, TaskConversation.parse({ id: 'WEB-1', ...input }));

describe.each([
  ['a search', search],
  ['the conversation about a task', conversation],
])('%s', (_name, read) => {
  test('is read in pages down and up again, which hold while something is said', () =>
    asMember('acme.user', async (ctx) => {
      for (let count = 1; count <= 7; count++) await say(ctx, `${count} about WEB-1`);
      const bodies = ({ docs }: Answer) => docs.map(({ body }) => Number.parseInt(body, 10));
      const first = await read(ctx, { limit: 3 });
      expect([bodies(first), first.prev_cursor]).toEqual([[7, 6, 5], null]);
      await say(ctx, '8 about WEB-1');
      const second = await read(ctx, { limit: 3, cursor: first.next_cursor });
      expect(bodies(second)).toEqual([4, 3, 2]);
      const third = await read(ctx, { limit: 3, cursor: second.next_cursor });
      expect([bodies(third), third.next_cursor]).toEqual([[1], null]);
      const back = await read(ctx, { limit: 3, cursor: third.prev_cursor });
      expect(bodies(back)).toEqual([4, 3, 2]);
      const top = await read(ctx, { limit: 3, cursor: back.prev_cursor });
      expect(bodies(top)).toEqual([7, 6, 5]);
      const newest = await read(ctx, { limit: 3, cursor: top.prev_cursor });
      expect([bodies(newest), newest.prev_cursor]).toEqual([[8], null]);
      expect(bodies(await read(ctx, { limit: 3, cursor: newest.next_cursor }))).toEqual([7, 6, 5]);
    }));
});

test('a search takes moments as well as days', () =>
  asMember('acme.user', async (ctx) => {
    const { created_at: at } = await say(ctx, 'About WEB-1');
    const later = new Date(Date.parse(at) + 1).toISOString();
    const count = async (input: object) => (await search(ctx, input)).docs.length;
    expect(await count({ from: at, to: later })).toBe(1);
    for (const beside of [{ from: later }, { to: at }]) expect(await count(beside)).toBe(0);
    expect(await count({ from: at.replace('Z', '+00:00') })).toBe(1);
    const farEast = new Date(Date.parse(at) + 23 * 3_600_000).toISOString().replace('Z', '+23:00');
    expect(await count({ from: farEast })).toBe(1);
    for (const from of ['yesterday', '2026-11-21T25:00:00Z', '0001-01-01T00:00:00Z', '2026-11-21T08:00'])
      expect(SearchMessages.safeParse({ from }).success, from).toBe(false);
  }));

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
    expect([without.previews, without.body_html]).toEqual([[], `<p dir="auto">WEB-1 is ${moved.key} now</p>\n`]);
  }));

const url = (page: string) => `${env.appUrl}/acme/${page}`;

test.each([
  ['of its tasks', ['WEB-1', 'WEB-2 and WEB-3', at('WEB-3')]],
  ['that is linked to in it', [url('projectdetails?project=WEB'), url(`file_manager?file=${fixtureId('acme.WEB')}`)]],
])('a page of messages asks once for all %s', (_what, messages) =>
  asMember('acme.leader', async (ctx) => {
    const plain = async () => statementsOf(() => messagesIn(ctx));
    await say(ctx, 'Nothing');
    const without = await plain();
    for (const words of messages) await say(ctx, words);
    expect(await plain()).toBe(without + 1);
  }),
);
const titles = async (ctx: Ctx, id: string, seat: string) =>
  (await getMessage(await become(ctx, `acme.${seat}`), { id })).links.map(({ title }) => title);
const file = (ctx: Ctx, name: string, audience: 'internal' | 'client') => add(ctx, { project_id: WEB, audience }, name);

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
      `${env.appUrl}/globex/taskpage?task=WEB-1`,
      'https://elsewhere.test/acme/taskpage?task=WEB-1',
      url('projectdetails?project=NONE'),
      url('file_manager?file=nothing'),
      url(`chat?message=${fixtureId('acme.WEB')}`),
    ])
      expect(await say(ctx, `See <${address}>`)).toMatchObject({ links: [], previews: [] });
  }));
