import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible } from '../support/axe';
import { chatIn, message, openChat, press, roomOf, say } from '../support/chat';
import { joined } from '../support/live';

/** As if another tab were in front, or this one again. */
const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
/** What stands behind the line. */
const firstNew = (part: Pick<Page, 'locator'>) => part.locator(':text-is("New") + [data-message]');

test('who comes back to a room finds what was said meanwhile behind a line, and begins there', async ({
  as,
  program,
}) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Coming back', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Before');
  const unread = async () => (await user.ask('GET', `room/${room}`)).data.unread_count;
  const page = await as('user');
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  await expect.poll(unread).toBe(0);
  await turn(page, 'hidden');
  const many = Array.from({ length: 30 }, (_, at) => `Meanwhile ${at + 1}.`);
  for (const words of many) await say(leader, room, words);
  await expect(message(page, 'Meanwhile 30.')).toBeAttached();
  expect(await unread()).toBe(30);
  await turn(page, 'visible');
  await expect(firstNew(page)).toContainText('Meanwhile 1.');
  await expect(page.getByText('New', { exact: true })).toBeInViewport();
  await expect(message(page, 'Meanwhile 30.')).not.toBeInViewport();
  await expectAccessible(page, 'what was said meanwhile');
  expect(await unread()).toBe(30);
  await message(page, 'Meanwhile 30.').scrollIntoViewIfNeeded();
  await expect.poll(unread).toBe(0);
});

test('what was marked unread stays so until one writes, or opens the room again', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('For later', [NAMES.user]);
  const room = await roomOf(leader, project);
  for (const words of ['One', 'Two', 'Three']) await say(leader, room, words);
  const unread = async () => (await user.ask('GET', `room/${room}`)).data.unread_count;
  const page = await as('user');
  await page.goto('/acme/dashboard');
  const button = page.getByRole('button', { name: /^Chat/ });
  await button.click();
  const chat = chatIn(page);
  await chat.locator(`[data-room="${room}"]`).click();
  await expect.poll(unread).toBe(0);
  const keep = async (words: string) => {
    const one = message(chat, words);
    await one.hover();
    await one.getByRole('button', { name: 'Message actions' }).click();
    await chat.getByRole('menuitem', { name: 'Mark unread from here' }).click();
    await expect.poll(unread).toBeGreaterThan(0);
    await expect(firstNew(chat)).toContainText(words);
  };
  await keep('Two');
  await say(leader, room, 'Four');
  await expect(message(chat, 'Four')).toBeVisible();
  await expect(chat.locator(`[data-room="${room}"]`)).toContainText('3');
  expect(await unread()).toBe(3);
  const field = chat.getByRole('textbox', { name: 'Message to For later' });
  await field.fill('Five');
  await field.press('Enter');
  await expect.poll(unread).toBe(0);
  await say(leader, room, 'Six');
  await expect.poll(unread).toBe(0);

  await keep('Six');
  await page.getByRole('button', { name: 'Close chat' }).click();
  await button.click();
  await expect.poll(unread).toBe(0);
});

test('a thread says where it goes on, and keeps unread what was marked so', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Going on', [NAMES.user]);
  const room = await roomOf(leader, project);
  const thread_id = String((await say(leader, room, 'Which glue?'))._id);
  const first = await say(leader, room, 'The white one.', { thread_id });
  await user.ask('POST', 'readRoom', { room_id: room, thread_id, message_id: first._id });
  await say(leader, room, 'Or the clear one?', { thread_id });
  const page = await as('user');
  await openChat(page, `?room=${room}`);
  const replies = message(page, 'Which glue?').getByRole('button', { name: /^2 replies/ });
  await expect(replies).toHaveText('2 replies 1 new');
  await replies.click();
  const thread = page.getByRole('region', { name: 'Thread' });
  await expect(firstNew(thread)).toContainText('Or the clear one?');
  await expect(replies).toHaveText('2 replies');
  await expectAccessible(page, 'a thread with something new');

  await press(page, 'Or the clear one?', 'Mark unread from here');
  await expect(replies).toHaveText('2 replies 1 new');
  await say(leader, room, 'Tell me.', { thread_id });
  await expect(thread.getByText('Tell me.')).toBeVisible();
  await expect(message(page, 'Which glue?').getByRole('button', { name: /^3 replies 2 new/ })).toBeVisible();
  const other = await as('leader');
  await openChat(other, `?room=${room}&message=${first._id}`);
  await expect(async () => {
    await other.getByRole('textbox', { name: 'Reply in the thread' }).pressSequentially('Well');
    const writing = page.getByText(`${NAMES.leader} is writing…`);
    await expect(writing.and(thread.locator('p'))).toBeVisible({ timeout: 5_000 });
    expect(await writing.count()).toBe(1);
  }).toPass();
  const field = page.getByRole('textbox', { name: 'Reply in the thread' });
  await field.fill('Clear.');
  await field.press('Enter');
  await expect(message(page, 'Which glue?').getByRole('button', { name: '4 replies', exact: true })).toBeVisible();
});
