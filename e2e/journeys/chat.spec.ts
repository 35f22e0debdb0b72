import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { chatIn, message, openChat, press, roomOf, say } from '../support/chat';
import { joined } from '../support/live';

test('two people talk: live, in a thread, with reactions, quotes and pins; a message becomes a task', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Talking', [NAMES.user], [NAMES.client]);
  const room = await roomOf(leader, project);
  const [page, other] = [await as('leader'), await as('user')];
  const live = [page, other].map((one) => joined(one, `private-project-${project._id}`));
  await openChat(page);
  await page
    .getByRole('list', { name: 'Rooms' })
    .getByRole('button', { name: /Talking.*Team(?! and)/ })
    .click();
  await expect(page.getByText('Nothing has been said here yet.')).toBeVisible();
  await openChat(other);
  await Promise.all(live);

  const field = page.getByRole('textbox', { name: 'Message to Talking' });
  await field.fill('Which **paper**?');
  await field.press('Enter');
  await expect(message(page, 'Which paper?')).toBeVisible();
  await expect(field).toHaveValue('');
  const entry = other.getByRole('list', { name: 'Rooms' }).getByRole('button', { name: /Talking.*Team(?! and)/ });
  await expect(entry).toContainText('1');
  await expectAccessibleEverywhere(other, 'rooms, one with something unread');
  await entry.click();
  await expect(message(other, 'Which paper?')).toBeVisible();
  await expect(other.getByText('New', { exact: true })).toBeVisible();
  await expect.poll(async () => (await (await program('user')).ask('GET', `room/${room}`)).data.unread_count).toBe(0);

  // Spoken once by the page that listens.
  await other.getByRole('textbox', { name: 'Message to Talking' }).fill('The thick one.');
  await other.keyboard.press('Enter');
  await expect(message(page, 'The thick one.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${NAMES.user}: The thick one.` })).toHaveCount(1);

  await message(page, 'The thick one.').hover();
  await message(page, 'The thick one.').getByRole('button', { name: 'React' }).click();
  await page.getByRole('menuitem', { name: 'Thumbs up' }).click();
  await expect(message(other, 'The thick one.').getByRole('button', { name: 'Thumbs up, 1' })).toBeVisible();

  await message(page, 'The thick one.').hover();
  await message(page, 'The thick one.').getByRole('button', { name: 'Reply in a thread' }).click();
  await page.getByRole('textbox', { name: 'Reply in the thread' }).fill('Agreed.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: 'Messages of the thread' }).getByText('Agreed.')).toBeVisible();
  await expectAccessibleEverywhere(page, 'a thread beside the messages');
  await page.getByRole('button', { name: 'Close: Thread' }).click();
  await expect(message(other, 'The thick one.').getByRole('button', { name: '1 reply' })).toBeVisible();

  await press(page, 'Which paper?', 'Edit');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Which ink?');
  await page.keyboard.press('Enter');
  await expect(message(other, 'Which ink?')).toContainText('edited');
  await press(page, 'Which ink?', 'Quote');
  await field.fill('Still open.');
  await expectAccessible(page, 'a quote being answered');
  await field.press('Enter');
  await expect(message(other, 'Still open.').locator('blockquote')).toContainText('Which ink?');
  await press(page, 'Still open.', 'Pin');
  await expect(message(other, 'Still open.')).toContainText('Pinned');
  await press(page, 'The thick one.', 'Make a task');
  await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click();
  await expect(message(other, 'The thick one.').getByRole('link', { name: `Task ${project.key}-1` })).toBeVisible();
  await press(page, 'Which ink?', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByText('This message was deleted.').first()).toBeVisible();
});

test('a long history moves without a jump, begins at what is new, and a link leads into it', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const user = await program('user');
  const project = await leader.newProject('Long history', [NAMES.user]);
  const room = await roomOf(leader, project);
  const ids: string[] = [];
  for (let at = 1; at <= 180; at += 1) ids.push(String((await say(leader, room, `Line ${at} of the story`))._id));
  await user.ask('POST', 'readRoom', { room_id: room, message_id: ids[99] });

  const page = await as('user');
  await openChat(page, `?room=${room}`);
  await expect(page.getByText('New', { exact: true })).toBeInViewport();
  await expect(message(page, 'Line 101 of')).toBeInViewport();

  const log = page.getByRole('log', { name: 'Messages of Long history' });
  const places = () =>
    log.evaluate((box) => {
      const top = box.getBoundingClientRect().top;
      const rows = [...box.querySelectorAll<HTMLElement>('[data-message]')];
      return Object.fromEntries<number>(
        rows.map((row) => [row.dataset.message ?? '', Math.round(row.getBoundingClientRect().top - top)]),
      );
    });
  // Further up: what is read stays where it is while earlier lines come.
  const first = await places();
  await log.evaluate((box) => {
    box.scrollTop = 60;
  });
  const scrolled = await places();
  // A page that came before the look above leaves nothing further up.
  const more = (now: Record<string, number>) =>
    Object.keys(now).length > Object.keys(first).length || (ids[0] as string) in now;
  await expect.poll(async () => more(await places())).toBe(true);
  const after = await places();
  const moved = Object.entries(scrolled).filter(
    ([id, top]) => top >= 0 && top < 300 && Math.abs((after[id] ?? 9999) - top) > 2,
  );
  expect(moved).toEqual([]);

  await openChat(page, `?room=${room}&message=${ids[4]}`);
  await expect(message(page, 'Line 5 of')).toBeFocused();
  await expect(message(page, 'Line 5 of')).toBeInViewport();
  await page.getByRole('button', { name: 'To the newest' }).click();
  await expect(message(page, 'Line 180 of')).toBeInViewport();

  await page.getByRole('button', { name: 'Search in this room' }).click();
  await page.getByRole('searchbox', { name: 'Words' }).fill('"line 42"');
  await page.keyboard.press('Enter');
  await page
    .getByRole('list', { name: 'Found messages' })
    .getByRole('button', { name: /Line 42 of/ })
    .click();
  await expect(message(page, 'Line 42 of')).toBeFocused();
  await expectAccessible(page, 'a search in a room');
});

test('without a connection messages wait, and go once and in order; who leaves the project loses the room', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch|404|403/);
  const leader = await program('leader');
  const project = await leader.newProject('In a tunnel', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Before the tunnel');
  const page = await as('user');
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  await expect(message(page, 'Before the tunnel')).toBeVisible();
  await page.context().setOffline(true);
  const field = page.getByRole('textbox', { name: 'Message to In a tunnel' });
  for (const words of ['First of two', 'Second of two']) {
    await field.fill(words);
    await field.press('Enter');
  }
  const waiting = page.getByRole('list', { name: 'Messages on their way' });
  await expect(waiting.getByText('Waiting for connection').first()).toBeVisible();
  await expectAccessible(page, 'messages that wait');
  await field.fill('Half a thought');
  await say(leader, room, 'Said meanwhile');
  await page.context().setOffline(false);
  await expect(waiting).toHaveCount(0);
  await expect(message(page, 'Said meanwhile')).toBeVisible();
  const { docs } = await leader.ask('GET', `messageList?room_id=${room}`);
  const said = docs.map(({ body }) => String(body));
  expect(said.filter((body) => body.endsWith('of two'))).toEqual(['First of two', 'Second of two']);
  const shown = () =>
    page
      .getByRole('article', { name: /^Message by/ })
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message')));
  await expect.poll(shown).toEqual(docs.map(({ _id }) => _id));

  await page.reload();
  await expect(field).toHaveValue('Half a thought');
  await leader.ask('PUT', 'projectMembers', { project_id: project._id, remove: [await leader.memberId(NAMES.user)] });
  await expect(field).toHaveCount(0);
  await expect(page.getByText('Before the tunnel')).toHaveCount(0);
});

test('the drawer keeps its room and hands it to the full page; a link to a reply opens its thread', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/404/);
  const leader = await program('leader');
  const project = await leader.newProject('Beside the work', [NAMES.user]);
  const room = await roomOf(leader, project);
  const root = String((await say(leader, room, 'Where do we meet?'))._id);
  const reply = String((await say(leader, room, 'At the fountain.', { thread_id: root }))._id);

  // Nobody takes a leader out of a project meanwhile, as another journey does with the user.
  const page = await as('leader');
  await page.goto('/acme/dashboard');
  const drawer = page.getByRole('dialog', { name: 'Chat' });
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const chat = chatIn(page);
  const entry = chat
    .getByRole('list', { name: 'Rooms' })
    .getByRole('button', { name: /^Beside the work.*Team(?! and)/ });
  await entry.click();
  const field = chat.getByRole('textbox', { name: 'Message to Beside the work' });
  await expect(field).toBeFocused();
  await chat.getByRole('button', { name: 'Rooms', exact: true }).press('Enter');
  await expect(entry).toBeFocused();
  await entry.press('Enter');
  await field.fill('Not sent yet');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Not sent yet');
  await drawer.getByRole('link', { name: 'Full page' }).click();
  await expect(page).toHaveURL(`/acme/chat?room=${room}`);
  await expect(field).toHaveValue('Not sent yet');

  await page.goto(`/acme/chat?room=${room}&message=${reply}`);
  const thread = chat.getByRole('region', { name: 'Thread' });
  await expect(message(chat, 'At the fountain.')).toBeFocused();
  await message(chat, 'At the fountain.').press('Escape');
  await expect(thread).toHaveCount(0);

  await page.goto(`/acme/chat?room=${randomUUID()}`);
  await expect(chat.getByRole('heading', { name: /^This room is not there/ })).toBeVisible();
  await expectAccessibleEverywhere(page, 'a room that is not there');
  await chat.getByRole('button', { name: 'Show all rooms' }).click();
  await expect(page).toHaveURL('/acme/chat');
});

test('the address of the frame loses its token at once; nothing tells it to anybody, and it opens once', async ({
  as,
}) => {
  const page = await as('leader');
  const sent: string[] = [];
  page.on('request', (request) => {
    const { referer } = request.headers();
    if (referer) sent.push(referer);
  });
  const tokens: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/api/chatToken'))
      tokens.push(((await answer.json()) as { data: { token: string } }).data.token);
  });
  await page.goto('/acme/chat');
  await expect(chatIn(page).getByRole('list', { name: 'Rooms' })).toBeVisible();
  // Its answer may be read later than the page shows what came of it.
  await expect.poll(() => tokens.length).toBeGreaterThan(0);
  const [token] = tokens as [string];
  const frame = page.frames().find((one) => one.url().includes('/embed/chat'));
  expect(frame?.url()).not.toContain('token');
  expect(
    await frame?.evaluate(() => JSON.stringify([document.cookie, location.href, performance.getEntries()])),
  ).not.toContain(token);
  expect(sent.join()).not.toContain(token);
  const again = await page.request.get(`/embed/chat?token=${token}`, { maxRedirects: 0 });
  expect([again.status(), again.headers().location, again.headers()['set-cookie']]).toEqual([
    303,
    '/embed/chat',
    undefined,
  ]);
});
