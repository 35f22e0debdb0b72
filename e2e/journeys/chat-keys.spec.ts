import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { chatIn, message, roomOf, say } from '../support/chat';

test('letters act on the message that has the focus, unless they are switched off', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Keyed talk', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Which key?');
  await say(user, room, 'The brass one');
  const page = await as('user');
  await page.goto(`/acme/chat?room=${room}`);
  const chat = chatIn(page);
  const [other, own] = [message(chat, 'Which key?').first(), message(chat, 'The brass one').first()];
  await expect(own).toBeVisible();
  await chat.getByRole('log', { name: 'Messages of Keyed talk' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(own).toBeFocused();

  await page.keyboard.press('e');
  const editor = chat.getByRole('textbox', { name: 'Message', exact: true });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(own).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(other).toBeFocused();
  await page.keyboard.press('e');
  await expect(editor).toHaveCount(0);
  await page.keyboard.press('r');
  await chat.getByRole('menuitem', { name: 'Thumbs up' }).press('Enter');
  await expect(other.getByRole('button', { name: 'Thumbs up, 1' })).toBeVisible();
  await expect(other).toBeFocused();
  await page.keyboard.press('p');
  await expect(other).toContainText('Pinned');
  await page.keyboard.press('p');
  await expect(other).not.toContainText('Pinned');
  await page.keyboard.press('.');
  await expect(chat.getByRole('menuitem', { name: 'Mark unread from here' })).toContainText('U');
  await expectAccessibleEverywhere(page, 'the actions of a message, with their keys');
  await page.keyboard.press('Escape');
  await expect(other).toBeFocused();
  await page.keyboard.press('u');
  await expect.poll(async () => (await user.ask('GET', `room/${room}`)).data.unread_count).toBeGreaterThan(0);
  await page.keyboard.press('t');
  await expect(chat.getByRole('textbox', { name: 'Reply in the thread' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(other).toBeFocused();
  await page.keyboard.press('q');
  const field = chat.getByRole('textbox', { name: 'Message to Keyed talk' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Repquote');
  await expect(field).toHaveValue('Repquote');
  await expect(chat.getByRole('button', { name: 'Do not quote' })).toBeVisible();

  await page.evaluate(() => localStorage.setItem('single-keys', 'off'));
  await other.focus();
  for (const letter of ['p', 'r', 't', '.', '?']) await page.keyboard.press(letter);
  await expect(chat.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(other).toBeFocused();
  await expect(other).not.toContainText('Pinned');
});

test('from inside the chat the page’s search and its list of keys open, and give the focus back', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Framed keys', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Hello there');
  const page = await as('user');
  await page.goto('/acme/dashboard');
  await page.getByRole('button', { name: /^Chat/ }).click();
  const chat = chatIn(page);
  await chat.locator(`[data-room="${room}"]`).click();
  const said = message(chat, 'Hello there').first();
  await said.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(sheet.getByRole('searchbox')).toBeFocused();
  await sheet.getByRole('searchbox').fill('room');
  await expect(sheet).toContainText('Previous, next room with something unread');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(said).toBeFocused();
  await page.keyboard.press('p');
  await expect(said).toContainText('Pinned');

  const field = chat.getByRole('textbox', { name: 'Message to Framed keys' });
  await field.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search/ }).last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.keyboard.type('Half a thought');
  await expect(field).toHaveValue('Half a thought');
});

test('Alt and arrows lead from room to room, also while one writes', async ({ as, program }) => {
  const leader = await program('leader');
  const rooms: string[] = [];
  for (const name of ['Upper room', 'Lower room']) {
    const project = await leader.newProject(name, [NAMES.user]);
    rooms.push(await roomOf(leader, project));
    await say(leader, rooms.at(-1) ?? '', 'Hello');
  }
  const page = await as('user');
  await page.goto(`/acme/chat?room=${rooms[0]}`);
  const chat = chatIn(page);
  const current = chat.getByRole('list', { name: 'Rooms' }).locator('[aria-current=true]');
  const opened = () => current.getAttribute('data-room');
  const field = chat.getByRole('textbox', { name: /^Message to/ });
  // What is said comes with scripts, the field before them.
  await expect(message(chat, 'Hello').first()).toBeVisible();
  await field.focus();
  await page.keyboard.type('Kept for later');
  await expect(field).toHaveValue('Kept for later');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect.poll(opened).not.toBe(rooms[0]);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  const second = await opened();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(opened).not.toBe(second);
  await page.goto(`/acme/chat?room=${rooms[0]}`);
  await expect(field).toHaveValue('Kept for later');
});
