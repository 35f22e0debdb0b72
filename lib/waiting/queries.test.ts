import { expect, test } from 'vitest';
import { fileRequest, triageRequest } from '@/lib/client-request/commands';
import { FileRequest, TriageRequest } from '@/lib/client-request/schema';
import { addComment } from '@/lib/comment/commands';
import { settleThread } from '@/lib/comment/commands.thread';
import { AddComment } from '@/lib/comment/schema';
import { sendMessage } from '@/lib/message/commands';
import { SendMessage } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { openRoom } from '@/lib/room/commands';
import { OpenRoom } from '@/lib/room/schema';
import { asMember, become } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { room, withChatRooms } from '@/lib/test/chat-rooms';
import { person, task, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { newId } from '@/lib/validation';
import { listWaiting } from '@/lib/waiting/queries';
import { ListWaiting } from '@/lib/waiting/schema';

withChatRooms();

const waiting = async (ctx: Ctx, who: string, kind?: string) => {
  const { docs } = await listWaiting(await become(ctx, `acme.${who}`), ListWaiting.parse({ kind }));
  await become(ctx, 'acme.leader');
  return docs;
};
const titles = async (ctx: Ctx, who: string, kind?: string) =>
  (await waiting(ctx, who, kind)).map(({ title }) => title);
/** The same while the project is archived. */
const titlesOfArchived = async (ctx: Ctx, who: string) => {
  const set = async (status: string) =>
    (await become(ctx, 'acme.admin')).db.project.update({ where: { id: WEB }, data: { status } });
  await set('archived');
  const found = await titles(ctx, who);
  await set('active');
  await become(ctx, 'acme.leader');
  return found;
};

asLeader('people to approve and role requests wait for who decides them, whoever else is about', async (ctx) => {
  await ctx.db
    .$executeRaw`insert into role_request (id, member_id, role, reason) values (gen_random_uuid(), ${person('leader')}::uuid, 'subadmin', 'I run three projects.')`;
  expect(await waiting(ctx, 'admin', 'approval')).toMatchObject([
    { title: 'pending of acme', says: 'asks to join as User', url: '/acme/userlist', project_id: null },
  ]);
  expect((await waiting(ctx, 'admin', 'role_request')).map(({ says }) => says)).toEqual([
    'asks to be Sub Admin: “I run three projects.”',
  ]);
  // A sub-admin makes no sub-admins, a leader approves whom it invited.
  expect([
    await titles(ctx, 'subadmin', 'role_request'),
    await titles(ctx, 'leader'),
    await titles(ctx, 'observer'),
  ]).toEqual([[], [], []]);
  await become(ctx, 'acme.admin');
  expect(await statementsOf(() => listWaiting(ctx, ListWaiting.parse({})))).toBe(1);
});

asLeader('a question waits for whom it calls, until they answer or it is resolved; others see none', async (ctx) => {
  const say = (one: Ctx, body: string, parent?: string) =>
    addComment(one, AddComment.parse({ task_id: task('WEB-1'), body, internal: false, parent_id: parent }));
  const asked = await say(ctx, '@user of acme Which colours? See https://x.test/?a=1');
  await say(ctx, '@user2 of acme Look at https://x.test/?a=1');
  await ctx.settle();
  expect(await waiting(ctx, 'user')).toMatchObject([
    {
      kind: 'question',
      task_key: 'WEB-1',
      project_id: WEB,
      by: { _id: person('leader') },
      says: expect.stringContaining('Which colours?'),
    },
  ]);
  expect([await titles(ctx, 'user2'), await titles(ctx, 'leader')]).toEqual([[], []]);
  expect(await titlesOfArchived(ctx, 'user')).toEqual([]);
  await settleThread(ctx, asked._id, true);
  expect(await titles(ctx, 'user')).toEqual([]);
  const again = await say(ctx, '@user of acme And now?');
  await ctx.settle();
  expect(await titles(ctx, 'user')).toHaveLength(1);
  await ctx.db
    .$executeRaw`update comment set created_at = created_at - interval '1 minute' where id = ${again._id}::uuid`;
  await say(await become(ctx, 'acme.user'), 'Blue.');
  expect(await titles(ctx, 'user')).toEqual([]);
});

test('a request of a client waits for who leads the project, until it is decided', () =>
  asMember('acme.client', async (ctx) => {
    const asked = FileRequest.parse({ project_id: WEB, title: 'A page for jobs', body: 'With **three** openings' });
    const { _id: id } = await fileRequest(ctx, asked);
    await ctx.settle();
    expect(await waiting(ctx, 'leader')).toMatchObject([
      {
        ...{ kind: 'request', _id: id, title: 'A page for jobs', by: { _id: person('client') }, project_id: WEB },
        ...{
          says: 'asks for this: “With three openings”',
          url: `/acme/projectdetails?project=WEB&tab=requests&request=${id}`,
        },
      },
    ]);
    for (const seat of ['user', 'client', 'observer', 'lead2'])
      expect(await titles(ctx, seat, 'request'), seat).toEqual([]);
    expect(await titlesOfArchived(ctx, 'leader')).toEqual([]);
    const leader = await become(ctx, 'acme.leader');
    await triageRequest(leader, TriageRequest.parse({ id, accept: false, reason: 'Not now' }));
    expect(await titles(ctx, 'leader')).toEqual([]);
  }));

asAdmin('a client is waited for where a task is theirs or labelled so, if they see it and it is open', async (ctx) => {
  const label = await ctx.db.label.create({ data: { name: 'Waiting for the Client' } });
  const on = (key: string, audience: string) => ({ labelId: label.id, taskId: task(key), projectId: WEB, audience });
  await ctx.db.taskLabel.createMany({ data: [on('WEB-5', 'client'), on('WEB-2', 'internal')] });
  expect(await titles(ctx, 'client')).toEqual(['Review the onboarding mails']);
  expect(await titlesOfArchived(ctx, 'client')).toEqual([]);
  expect([await titles(ctx, 'client2'), await titles(ctx, 'user')]).toEqual([[], []]);
  await become(ctx, 'acme.admin');
  await ctx.db.$executeRaw`update label set name = 'Waiting for the printer' where id = ${label.id}::uuid`;
  expect(await titles(ctx, 'client')).toEqual([]);
});

test('a question in the chat waits for whom it names, or who else is in a direct room, until they answer there', () =>
  asMember('acme.leader', async (ctx) => {
    const write = (one: Ctx, room_id: string, body: string, more: object = {}) =>
      sendMessage(one, SendMessage.parse({ room_id, body, client_id: newId(), ...more }));
    const asks = await write(ctx, room(), '@user of acme, is the map done?');
    await write(ctx, room(), 'Who has the keys?');
    const direct = await openRoom(ctx, OpenRoom.parse({ kind: 'direct', member_ids: [person('user')] }));
    await write(ctx, direct._id, 'Lunch?');
    const last = await write(ctx, direct._id, 'Or coffee?');
    await ctx.settle();
    const questions = () => waiting(ctx, 'user', 'question');
    expect(await questions()).toMatchObject([
      {
        ...{ _id: asks._id, title: 'Website relaunch', project_id: WEB, by: { _id: person('leader') }, task_key: null },
        ...{ says: 'asks you in the chat: “@user of acme, is the map done?”' },
        url: `/acme/chat?room=${room()}&message=${asks._id}`,
      },
      { _id: last._id, title: 'leader of acme', project_id: null, says: 'asks you in the chat: “Or coffee?”' },
    ]);
    for (const seat of ['leader', 'user2', 'client', 'observer'] as const)
      expect(await titles(ctx, seat, 'question'), seat).toEqual([]);
    expect(await titlesOfArchived(ctx, 'user')).toEqual(['leader of acme']);
    const user = await become(ctx, 'acme.user');
    await write(user, room(), 'Something else.', { thread_id: asks._id });
    await write(user, direct._id, 'Coffee.');
    expect(await questions()).toEqual([]);
  }));
