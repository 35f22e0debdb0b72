import { expect, type FrameLocator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { chatIn, message, openChat, roomOf, say } from '../support/chat';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

const USER = nameOf('user');
const waitsForUnread = (unread: () => Promise<unknown>, count: number) => expect.poll(unread).toBe(count);

/** What is done with a message: components/chat/message.part.tsx. */
test('two people talk, live and in a thread; a call reaches the inbox, and is answered there', async ({ org }) => {
  const [leader, user] = [await org.program('leader'), await org.program('user')];
  const project = await leader.newProject('Talking');
  const room = await roomOf(leader, project);
  const [page, other] = [await org.as('leader'), await org.as('user')];
  const live = joined(page, `private-project-${project._id}`);
  const [listens, hears] = [joined(other, 'private-user-'), joined(other, `private-project-${project._id}`)];
  await openChat(page, `?room=${room}`);
  await openChat(other);
  await Promise.all([live, listens]);
  const entry = other.getByRole('list', { name: 'Rooms' }).getByRole('button', { name: /^Talking/ });
  await expect(entry).toHaveCount(0);
  await leader.ask('PUT', 'projectMembers', { project_id: project._id, add: [org.memberId('user')] });
  await expect(entry).toBeVisible();
  await hears;

  const field = page.getByRole('textbox', { name: 'Message to the team' });
  await field.fill('Which **paper**?');
  await field.press('Enter');
  await expect(message(page, 'Which paper?')).toBeVisible();
  await expect(entry).toContainText('1');
  await entry.click();
  await expect(message(other, 'Which paper?')).toBeVisible();
  await expect(other.getByText('New', { exact: true })).toBeVisible();
  await waitsForUnread(async () => (await user.ask('GET', `room/${room}`)).data.unread_count, 0);

  // Spoken once by the page that listens.
  await other.getByRole('textbox', { name: 'Message to the team' }).fill('The thick one.');
  await other.keyboard.press('Enter');
  await expect(message(page, 'The thick one.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${USER}: The thick one.` })).toHaveCount(1);
  await message(page, 'The thick one.').hover();
  await message(page, 'The thick one.').getByRole('button', { name: 'Reply in a thread' }).click();
  await page.getByRole('textbox', { name: 'Reply in the thread' }).fill('Agreed.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: 'Messages of the thread' }).getByText('Agreed.')).toBeVisible();
  await page.getByRole('button', { name: 'Close: Thread' }).click();
  await expect(message(other, 'The thick one.').getByRole('button', { name: /^1 reply/ })).toBeVisible();

  // Called elsewhere, one answers where one is told, or goes there.
  const heard = joined(other, 'private-user-');
  await other.goto(org.url('notifications'));
  await heard;
  const told = other
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: other.locator('a[href*="chat?room="]') });
  await say(leader, room, `Are you there, @${USER}?`);
  await say(leader, room, `Hello, @${USER}?`);
  await expect(told).toContainText('mentioned you');
  // With the reply in the thread, which nobody has opened.
  await expect(told).toContainText('+2 more');
  await told.getByRole('link').focus();
  await other.keyboard.press('r');
  await other.getByRole('textbox', { name: 'Message to the team' }).fill('Here I am');
  await other.keyboard.press('Control+Enter');
  await expect(message(page, 'Here I am')).toBeVisible();
  await expect(told).not.toContainText('Unread');
  expect((await user.ask('GET', `room/${room}`)).data.unread_count).toBe(0);
  await say(leader, room, `Come and see, @${USER}`);
  await expect(told).toContainText('Come and see');
  await told.getByRole('link').press('Enter');
  await expect(message(chatIn(other), 'Come and see')).toBeFocused();
});

test('without a connection messages wait, and go once and in order; what was said meanwhile is there', async ({
  org,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const { leader, project } = await org.project('In a tunnel', [USER]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Before the tunnel');
  const page = await org.as('user');
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  await expect(message(page, 'Before the tunnel')).toBeVisible();
  await page.context().setOffline(true);
  const field = page.getByRole('textbox', { name: 'Message to the team' });
  for (const words of ['First of two', 'Second of two']) {
    await field.fill(words);
    await field.press('Enter');
  }
  const waiting = page.getByRole('list', { name: 'Messages on their way' });
  await expect(waiting.getByText('Waiting for connection').first()).toBeVisible();
  await field.fill('Half a thought');
  await say(leader, room, 'Said meanwhile');
  await page.context().setOffline(false);
  await expect(waiting).toHaveCount(0);
  await expect(message(page, 'Said meanwhile')).toBeVisible();
  const { docs } = await leader.ask('GET', `messageList?room_id=${room}`);
  const said = docs.map(({ body }) => String(body));
  expect(said.filter((body) => body.endsWith('of two'))).toEqual(['First of two', 'Second of two']);
  const shown = () => message(page, '').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message')));
  await expect.poll(shown).toEqual(docs.map(({ _id }) => _id));
  await page.reload();
  await expect(field).toHaveValue('Half a thought');
  // And it listens again.
  await expect(message(page, 'Before the tunnel')).toBeVisible();
  await say(leader, room, 'Out of the tunnel');
  await expect(message(page, 'Out of the tunnel')).toBeVisible();
});

test('in its frame the chat keeps its room, leaves unread what nobody sees, and hands keys, links and the focus to the page', {
  tag: '@whole',
}, async ({ org, console }) => {
  console.expectError(/404/);
  const [leader, user] = [await org.program('leader'), await org.program('user')];
  const project = await leader.newProject('Beside the work', [USER]);
  const task = await leader.newTask(project._id, 'Oil the hinges');
  const room = await roomOf(leader, project);
  await say(leader, room, `Where do we meet for ${task.key}?`);
  const page = await org.as('user');
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.headers().referer ?? ''));
  await page.goto(org.url('dashboard'));
  const button = page.getByRole('button', { name: /^Chat/ });
  const drawer = page.getByRole('dialog', { name: 'Chat' });
  const chat = chatIn(page);
  const asking = page.waitForResponse('**/api/chatToken');
  await button.click();
  const { token } = ((await (await asking).json()) as { data: { token: string } }).data;
  // It begins with what is unread.
  const field = chat.getByRole('textbox', { name: 'Message to the team' });
  await field.click();
  await expect(field).toBeFocused();

  // The address loses its token at once; nothing tells it to anybody, and it opens once.
  const frame = page.frames().find((one) => one.url().includes('/embed/chat'));
  expect(
    await frame?.evaluate(() => JSON.stringify([document.cookie, location.href, performance.getEntries()])),
  ).not.toContain(token);
  expect(sent.join()).not.toContain(token);
  const again = await page.request.get(`/embed/chat?token=${token}`, { maxRedirects: 0 });
  expect([again.status(), again.headers().location, again.headers()['set-cookie']]).toEqual([
    ...[303, '/embed/chat', undefined],
  ]);

  const asked = message(chat, 'Where do we meet').first();
  await asked.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await sheet.getByRole('searchbox').fill('room');
  await expect(sheet).toContainText('Previous, next room with something unread');
  await page.keyboard.press('Escape');
  await expect(asked).toBeFocused();
  await field.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search/ }).last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.keyboard.type('Not sent yet');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(button).toBeFocused();

  const unread = async () => (await user.ask('GET', `room/${room}`)).data.unread_count;
  await waitsForUnread(unread, 0);
  await say(leader, room, `First, @${USER}`);
  await expect(chat.getByText(`First, @${USER}`, { exact: true })).toBeAttached();
  await expect(page.getByRole('button', { name: /^Notifications, .*unread$/ })).toBeVisible();
  expect(await unread()).toBe(1);
  await button.press('Enter');
  await expect(chat.locator(':text-is("New") + [data-message]')).toContainText('First');
  await waitsForUnread(unread, 0);
  await expect(field).toHaveValue('Not sent yet');
  await drawer.getByRole('link', { name: 'Full page' }).click();
  await expect(page).toHaveURL(org.url(`chat?room=${room}`));
  await expect(field).toHaveValue('Not sent yet');
  await message(chat, 'Where do we meet').getByRole('link', { name: task.key, exact: true }).click();
  await expect(page).toHaveURL(org.url(`taskpage?task=${task.key}`));
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: 'Oil the hinges' })).toBeVisible();
});

/** What the page itself is answered when it asks for the room's history. */
const historyFor = (page: Page, room: string) =>
  page.evaluate(async (id) => (await fetch(`/api/messageList?room_id=${id}`)).status, room);

async function isClosed(chat: Page | FrameLocator, words: string, where = 'the page'): Promise<void> {
  await expect(message(chat, words), where).toHaveCount(0);
  await expect(chat.getByRole('textbox', { name: /^Message to/ }), where).toHaveCount(0);
}

test('R11 P06 taken out of a project, its rooms close wherever they are open; out of a group, it does', async ({
  org,
  console,
}) => {
  console.expectError(/40[134]/);
  const { leader, project } = await org.project('Closing rooms', [nameOf('user')], [nameOf('client')]);
  const [room, withClients] = [await roomOf(leader, project), await roomOf(leader, project, 'project_clients')];
  for (const one of [room, withClients]) await say(leader, one, 'Only for those inside');
  const group = { kind: 'group', name: 'The group', member_ids: [org.memberId('user')] };
  const first = String((await leader.ask('POST', 'room', group)).data._id);
  await say(leader, first, 'Said in the group');

  const [alone, paged, beside] = [await org.as('user'), await org.as('user'), await org.as('user')];
  const client = await org.as('client');
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
  for (const page of [alone, client]) expect(await historyFor(page, withClients)).toBe(200);

  await leader.ask('PUT', 'projectMembers', {
    ...{ project_id: project._id, remove: [org.memberId('user'), org.memberId('client')] },
  });
  await Promise.all(Object.entries(open).map(([where, one]) => isClosed(one, 'Only for those inside', where)));
  for (const page of [alone, client])
    for (const id of [room, withClients]) expect(await historyFor(page, id)).toBe(404);
  await expect(chatIn(paged).getByRole('heading', { name: /^This room is not there/ })).toBeVisible();

  await paged.goto(org.url(`chat?room=${first}`));
  await expect(message(chatIn(paged), 'Said in the group')).toBeVisible();
  await leader.ask('PATCH', `room/${first}`, { remove: [org.memberId('user')] });
  await isClosed(chatIn(paged), 'Said in the group');
  expect(await historyFor(paged, first)).toBe(404);
});

test('who writes in the chat is not away', { tag: '@whole' }, async ({ org }) => {
  const { leader, project } = await org.project('Writing on', [nameOf('user')]);
  const page = await org.as('user');
  const said: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/presence'))
      said.push((request.postDataJSON() as { state: string }).state);
  });
  await page.clock.install();
  await page.goto(org.url(`chat?room=${await roomOf(leader, project)}`));
  const field = chatIn(page).getByRole('textbox', { name: 'Message to the team' });
  await expect(field).toBeVisible();
  // It says so two seconds after the page is there.
  await expect(async () => {
    await page.clock.fastForward(2_000);
    expect(said.at(-1)).toBe('active');
  }).toPass();
  await page.clock.fastForward(4 * 60_000);
  // The page hears of it by a message of the frame, for which the clock would not wait.
  const heard = await page.evaluateHandle(() => {
    const signs: Event[] = [];
    window.addEventListener('activity-in-a-frame', (sign) => signs.push(sign));
    return signs;
  });
  await field.pressSequentially('So');
  await expect.poll(() => heard.evaluate(({ length }) => length)).toBeGreaterThan(0);
  said.length = 0;
  await page.clock.fastForward(90_000);
  await expect.poll(() => said.length).toBeGreaterThan(0);
  expect(said).not.toContain('away');
});
