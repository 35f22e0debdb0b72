import { expect, type FrameLocator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { chatIn, message, openChat, roomOf, say } from '../support/chat';
import { nameOf } from '../support/organisation';

/** What the page itself is answered when it asks for the room's history. */
const historyFor = (page: Page, room: string) =>
  page.evaluate(async (id) => (await fetch(`/api/messageList?room_id=${id}`)).status, room);

async function isClosed(chat: Page | FrameLocator, words: string, where = 'the page'): Promise<void> {
  await expect(message(chat, words), where).toHaveCount(0);
  await expect(chat.getByRole('textbox', { name: /^Message to/ }), where).toHaveCount(0);
}

test('R11 P06 taken out of a project, its rooms close wherever they are open; out of a group, it does; deactivated, all do', async ({
  org,
  console,
}) => {
  console.expectError(/40[134]/);
  const [leader, admin] = [await org.program('leader'), await org.program('admin')];
  const project = await leader.newProject('Closing rooms', [nameOf('user')], [nameOf('client')]);
  const [room, withClients] = [await roomOf(leader, project), await roomOf(leader, project, 'project_clients')];
  for (const one of [room, withClients]) await say(leader, one, 'Only for those inside');
  const newGroup = async (name: string) => {
    const made = { kind: 'group', name, member_ids: [org.memberId('user')] };
    const { _id } = (await leader.ask('POST', 'room', made)).data;
    await say(leader, String(_id), `Said in ${name}`);
    return String(_id);
  };
  const [first, second] = [await newGroup('the first'), await newGroup('the second')];

  const [alone, paged, beside, client] = [
    ...[await org.as('user'), await org.as('user'), await org.as('user'), await org.as('client')],
  ] as const;
  await openChat(alone, `?room=${withClients}`);
  await paged.goto(org.url(`chat?room=${room}`));
  await beside.goto(org.url('dashboard'));
  await beside.getByRole('button', { name: /^Chat/ }).click();
  const drawer = chatIn(beside);
  await drawer.getByRole('button', { name: 'Rooms', exact: true }).click();
  await drawer.locator(`[data-rooms~="${room}"]`).click();
  await drawer.getByRole('button', { name: 'Team', exact: true }).click();
  await client.goto(org.url(`chat?room=${withClients}`));
  const open = { alone, 'on its page': chatIn(paged), 'in the drawer': drawer, 'of a client': chatIn(client) };
  for (const one of Object.values(open)) await expect(message(one, 'Only for those inside')).toBeVisible();
  for (const [page, id] of [
    [alone, withClients],
    [client, withClients],
  ] as const)
    expect(await historyFor(page, id)).toBe(200);

  await leader.ask('PUT', 'projectMembers', {
    ...{ project_id: project._id, remove: [org.memberId('user'), org.memberId('client')] },
  });
  await Promise.all(Object.entries(open).map(([where, one]) => isClosed(one, 'Only for those inside', where)));
  for (const page of [alone, client])
    for (const id of [room, withClients]) expect(await historyFor(page, id)).toBe(404);
  await expect(chatIn(paged).getByRole('heading', { name: /^This room is not there/ })).toBeVisible();

  await paged.goto(org.url(`chat?room=${first}`));
  await expect(message(chatIn(paged), 'Said in the first')).toBeVisible();
  await leader.ask('PATCH', `room/${first}`, { remove: [org.memberId('user')] });
  await isClosed(chatIn(paged), 'Said in the first');
  expect(await historyFor(paged, first)).toBe(404);
  await paged.goto(org.url(`chat?room=${second}`));
  await expect(message(chatIn(paged), 'Said in the second')).toBeVisible();
  await admin.ask('POST', 'deactivateMember', { user_id: org.memberId('user') });
  await isClosed(chatIn(paged), 'Said in the second');
  const asked = await paged.context().request.get(`/api/messageList?room_id=${second}`);
  expect(asked.status()).toBe(401);
});
