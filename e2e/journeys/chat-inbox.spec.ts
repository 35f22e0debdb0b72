import { expect, type Locator } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { chatIn, roomOf, say } from '../support/chat';
import { joined } from '../support/live';

test('who is called in a room is told once, and answers in the inbox by keys', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Calling', [NAMES.user]);
  const room = await roomOf(leader, project);
  const task = await leader.newTask(project._id, 'Choose the ink');
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: `Which one, @${NAMES.user}?` });
  const page = await as('user');
  const heard = joined(page, 'private-user-');
  await page.goto('/acme/notifications');
  await heard;
  const row = (link: string) =>
    page
      .locator('main')
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href*="${link}"]`) });
  const [called, named] = [row(room), row(`task=${task.key}&`)];
  await say(leader, room, `Are you there, @${NAMES.user}?`);
  await say(leader, room, `Hello, @${NAMES.user}?`);
  await expect(called).toContainText('Hello,');
  await expect(called).toContainText('+1 more');
  await expect(called).toContainText('mentioned you');

  await called.getByRole('link').focus();
  await page.keyboard.press('r');
  const field = page.getByRole('textbox', { name: 'Message to Calling' });
  await expect(field).toBeFocused();
  await expectAccessibleEverywhere(page, 'an answer in the inbox');
  await field.pressSequentially('Here I am');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(called.getByRole('link')).toBeFocused();
  await page.keyboard.press('r');
  await expect(field).toHaveValue('Here I am');
  await field.press('Control+Enter');
  await expect(called.getByRole('link')).toBeFocused();
  await expect(called).not.toContainText('Unread');
  const { docs } = await user.ask('GET', `messageList?room_id=${room}`);
  expect(docs.at(-1)).toMatchObject({ body: 'Here I am', author: { name: NAMES.user } });
  expect((await user.ask('GET', `room/${room}`)).data.unread_count).toBe(0);

  await named.getByRole('link').focus();
  await page.keyboard.press('r');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeFocused();
  await reply.fill('The blue one');
  await reply.press('Control+Enter');
  await expect(named.getByRole('link')).toBeFocused();
  const detail = await leader.ask('GET', `task/${task._id}`);
  expect(JSON.stringify(detail.data.comments)).toContain('The blue one');
});

test('an answer in the list of unread rows hands the focus on when its row leaves', async ({ as, program }) => {
  const own = await program('leader');
  const project = await own.newProject('Answered unread', [NAMES.user]);
  const room = await roomOf(own, project);
  const tasks = [await own.newTask(project._id, 'The older'), await own.newTask(project._id, 'The newer')];
  for (const { _id } of tasks) await own.ask('POST', 'addTaskComment', { task_id: _id, body: `@${NAMES.user}?` });
  await say(own, room, `Now you, @${NAMES.user}`);
  const page = await as('user');
  // What other journeys tell this person of is none of this.
  await page.route('**/api/notificationList?**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    type Row = { task: { key: string } | null; room: { _id: string } | null };
    const isOwn = (one: Row) => one.room?._id === room || tasks.some(({ key }) => key === one.task?.key);
    await route.fulfill({ response: answer, json: { ...body, docs: body.docs.filter(isOwn), next_cursor: null } });
  });
  await page.goto('/acme/notifications');
  const filter = page.locator('main').getByRole('button', { name: 'Unread', exact: true });
  await filter.click();
  const rows = page.locator('main').getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  const row = (link: string) => rows.filter({ has: page.locator(`a[href*="${link}"]`) });
  const [older, newer] = tasks.map(({ key }) => row(`task=${key}&`)) as [Locator, Locator];
  await expect(rows).toHaveCount(3);
  await row(room).getByRole('link').focus();
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: 'Message to Answered unread' }).fill('Here');
  await page.keyboard.press('Enter');
  await expect(row(room)).toHaveCount(0);
  await expect(newer.getByRole('link')).toBeFocused();
  await older.getByRole('link').focus();
  await page.keyboard.press('u');
  await expect(older).toHaveCount(0);
  await expect(newer.getByRole('link')).toBeFocused();
  await page.keyboard.press('u');
  await expect(rows).toHaveCount(0);
  await expect(filter).toBeFocused();
});

test('what is said while the drawer is closed stays unread until it is opened', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Drawers', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Before');
  const page = await as('user');
  await page.goto('/acme/dashboard');
  const button = page.getByRole('button', { name: /^Chat/ });
  await button.click();
  const chat = chatIn(page);
  await chat.locator(`[data-room="${room}"]`).click();
  const unread = async () => (await user.ask('GET', `room/${room}`)).data.unread_count;
  await expect.poll(unread).toBe(0);
  await page.getByRole('button', { name: 'Close chat' }).click();
  await expect(page.getByRole('dialog', { name: 'Chat' })).toHaveCount(0);

  for (const words of ['First', 'Second']) {
    await say(leader, room, `${words}, @${NAMES.user}`);
    await expect(chat.getByText(`${words}, @${NAMES.user}`, { exact: true })).toBeAttached();
  }
  expect(await unread()).toBe(2);
  await expect(page.getByRole('button', { name: /^Notifications, .*unread$/ })).toBeVisible();
  await button.click();
  await expect(chat.locator(':text-is("New") + [data-message]')).toContainText('First');
  await expect.poll(unread).toBe(0);
});
