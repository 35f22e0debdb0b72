import { randomUUID } from 'node:crypto';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { chatIn, message, openChat, roomOf, say } from '../support/chat';
import { cuttable, joined } from '../support/live';
import { logIn, memberOf, organisationOfItsOwn, tokenOf } from '../support/organisations';

/** What the page itself is answered when it asks for the room's history. */
const historyFor = (page: Page, room: string) =>
  page.evaluate(async (id) => (await fetch(`/api/messageList?room_id=${id}`)).status, room);

async function isClosed(chat: Page | FrameLocator, words: string, where = 'the page'): Promise<void> {
  await expect(message(chat, words), where).toHaveCount(0);
  await expect(chat.getByRole('textbox', { name: /^Message to/ }), where).toHaveCount(0);
}

test('R11 P06 taken out of a project, its rooms close: alone, on the page and in the drawer', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/40[34]/);
  const leader = await program('leader');
  const project = await leader.newProject('Closing rooms', [NAMES.user], [NAMES.client]);
  const [room, withClients] = [await roomOf(leader, project), await roomOf(leader, project, 'project_clients')];
  for (const one of [room, withClients]) await say(leader, one, 'Only for those inside');

  const [alone, paged, beside, client] = [
    await as('user', 'acme', {}),
    await as('user', 'acme', {}),
    await as('user', 'acme', {}),
    await as('client', 'acme', {}),
  ];
  await openChat(alone, `?room=${withClients}`);
  await paged.goto(`/acme/chat?room=${room}`);
  await beside.goto('/acme/dashboard');
  await beside.getByRole('button', { name: 'Chat', exact: true }).click();
  const drawer = chatIn(beside);
  await drawer
    .getByRole('list', { name: 'Rooms' })
    .getByRole('button', { name: /^Closing rooms.*Team(?! and)/ })
    .click();
  await client.goto(`/acme/chat?room=${withClients}`);
  const open = { alone, 'on its page': chatIn(paged), 'in the drawer': drawer, 'of a client': chatIn(client) };
  for (const one of Object.values(open)) await expect(message(one, 'Only for those inside')).toBeVisible();
  for (const [page, id] of [
    [alone, withClients],
    [paged, room],
    [beside, room],
    [client, withClients],
  ] as const)
    expect(await historyFor(page, id)).toBe(200);

  const ids = {
    project_id: project._id,
    remove: [await leader.memberId(NAMES.user), await leader.memberId(NAMES.client)],
  };
  await leader.ask('PUT', 'projectMembers', ids);
  await Promise.all(Object.entries(open).map(([where, one]) => isClosed(one, 'Only for those inside', where)));
  for (const page of [alone, paged, beside])
    for (const id of [room, withClients]) expect(await historyFor(page, id)).toBe(404);
  expect(await historyFor(client, withClients)).toBe(404);
  await expect(chatIn(paged).getByRole('heading', { name: /^This room is not there/ })).toBeVisible();
});

test('P06 taken out of a group, it closes; deactivated, all of them do', async ({
  browser,
  baseURL: given,
  console,
}) => {
  console.expectError(/40[134]/);
  const baseURL = given ?? '';
  const own = await organisationOfItsOwn(baseURL);
  const token = await tokenOf(baseURL, own);
  const guest = await memberOf(baseURL, own, token, { name: 'Gina Guest', role: 'user' });
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: token, 'content-type': 'application/json' };
    const answer = await fetch(`${baseURL}/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
    expect([path, answer.ok]).toEqual([path, true]);
    return (await answer.json()) as T;
  };
  const { docs } = await ask<{ docs: { _id: string; name: string }[] }>('GET', 'userList?limit=200');
  const gina = String(docs.find(({ name }) => name === 'Gina Guest')?._id);
  const newGroup = async (name: string) => {
    const made = { kind: 'group', name, member_ids: [gina] };
    const { _id } = (await ask<{ data: { _id: string } }>('POST', 'room', made)).data;
    await ask('POST', 'message', { room_id: _id, body: `Said in ${name}`, client_id: randomUUID() });
    return _id;
  };
  const [first, second] = [await newGroup('the first'), await newGroup('the second')];

  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await logIn(page, guest);
  await expect(page).toHaveURL(/\/dashboard$/);
  const chat = chatIn(page);
  const opened = async (room: string, words: string) => {
    await page.goto(`/${own.key}/chat?room=${room}`);
    await expect(message(chat, words)).toBeVisible();
    expect(await historyFor(page, room)).toBe(200);
  };
  await opened(first, 'Said in the first');
  await ask('PATCH', `room/${first}`, { remove: [gina] });
  await isClosed(chat, 'Said in the first');
  expect(await historyFor(page, first)).toBe(404);

  await opened(second, 'Said in the second');
  await ask('POST', 'deactivateMember', { user_id: gina });
  await isClosed(chat, 'Said in the second');
  const asked = await context.request.get(`/api/messageList?room_id=${second}`);
  expect(asked.status()).toBe(401);
  await context.close();
});

test('P06 a lost right closes the room before its connection is there again, and without one', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/40[34]|WebSocket/);
  const leader = await program('leader');
  const opened = async (name: string, onRefused?: () => void) => {
    const project = await leader.newProject(name, [NAMES.user]);
    const room = await roomOf(leader, project);
    await say(leader, room, 'Only for those inside');
    const page = await as('user', 'acme', {});
    const connection = await cuttable(page, onRefused);
    const live = joined(page, `private-project-${project._id}`);
    await openChat(page, `?room=${room}`);
    await live;
    await expect(message(page, 'Only for those inside')).toBeVisible();
    const leave = async () => {
      const remove = [await leader.memberId(NAMES.user)];
      await leader.ask('PUT', 'projectMembers', { project_id: project._id, remove });
    };
    return { page, room, connection, leave };
  };
  // The end of the connection says it: the room is asked for before a new one is.
  const order: string[] = [];
  const first = await opened('Closed by its end', () => order.push('connection'));
  first.connection.refuse();
  first.page.on('request', (request) => {
    if (request.url().includes(`room_id=${first.room}`)) order.push('room');
  });
  await first.leave();
  await isClosed(first.page, 'Only for those inside');
  // The list of rooms, read for another reason, may have said it already.
  expect(order[0]).not.toBe('connection');

  // Nobody says it: the open room asks every few seconds.
  const second = await opened('Closed by asking');
  await second.connection.cut();
  let asked = 0;
  second.page.on('request', (request) => {
    if (/messageList\?.*limit=1$/.test(request.url())) asked++;
  });
  await expect.poll(() => asked).toBeGreaterThan(1);
  await second.leave();
  await isClosed(second.page, 'Only for those inside');
  expect(await historyFor(second.page, second.room)).toBe(404);
});
