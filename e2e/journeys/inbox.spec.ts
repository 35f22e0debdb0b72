import { expect, type Route } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { messagesStay } from '../support/messages';

test('the inbox by keys: rows are archived, snoozed and made unread, undone, and another tab follows', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Printing', [NAMES.user]);
  const [first, second] = [
    await leader.newTask(project._id, 'Order the paper', { assignee_ids: [await leader.memberId(NAMES.user)] }),
    await leader.newTask(project._id, 'Book the printer', { assignee_ids: [await leader.memberId(NAMES.user)] }),
  ];
  const page = await as('user');
  await page.goto('/acme/notifications');
  const row = (task: { key: string }) => page.getByRole('listitem').filter({ hasText: task.key });
  await expect(row(second)).toContainText(`You are assigned to ${second.key}`);

  await messagesStay(page);
  await page.keyboard.press('j');
  // Other journeys may tell this person of something meanwhile.
  await expect(page.locator('main [data-notification]:focus')).toHaveCount(1);
  await row(second).getByRole('link').focus();
  // Usually the first task; what another journey tells this person may have come between the two.
  const below = row(second).locator('xpath=following-sibling::li[1]').locator('[data-notification]');
  const next = await below.getAttribute('data-notification');
  await page.keyboard.press('e');
  await expect(row(second)).toHaveCount(0);
  await expect(page.locator(`main [data-notification="${next}"]`)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row(second)).toBeVisible();

  await row(first).getByRole('link').focus();
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).press('Enter');
  await expect(row(first)).toHaveCount(0);
  const tabs = page.getByRole('navigation', { name: 'Notifications' });
  await tabs.getByRole('link', { name: 'Snoozed' }).press('Enter');
  await expect(row(first)).toContainText('Back on');

  const other = await page.context().newPage();
  await other.goto('/acme/notifications');
  const there = other.getByRole('listitem').filter({ hasText: second.key });
  await expect(there).toContainText('Unread');
  await tabs.getByRole('link', { name: 'Inbox' }).press('Enter');
  await row(second).getByRole('link').focus();
  await page.keyboard.press('u');
  await expect(row(second)).not.toContainText('Unread');
  await expect(there).not.toContainText('Unread');
});

test('an undo that is pressed while the archiving is under way comes after it', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Not overtaken', [NAMES.user]);
  const mine = { assignee_ids: [await leader.memberId(NAMES.user)] };
  const task = await leader.newTask(project._id, 'Book the hall', mine);
  const page = await as('user');
  await page.goto('/acme/notifications');
  const row = page.getByRole('listitem').filter({ hasText: task.key });
  const isThere = async () =>
    JSON.stringify((await user.ask('GET', 'notificationList?limit=100')).docs).includes(task._id);
  await messagesStay(page);
  // Whatever is sent before this one has its answer would be faster.
  let archiving: Route | undefined;
  await page.route('**/api/markNotifications', (route) => {
    if (archiving) return route.continue();
    archiving = route;
  });
  await row.getByRole('link').focus();
  await page.keyboard.press('e');
  await expect(row).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  await expect(undo).toHaveCount(0);
  expect(await isThere()).toBe(true);
  const archived = page.waitForResponse((answer) => answer.request() === archiving?.request());
  await archiving?.continue();
  await archived;
  await expect.poll(isThere).toBe(true);
  await expect(row).toBeVisible();
});

test('what somebody chose to be told of is kept, and decides what comes', async ({ as, program }) => {
  const leader = await program('leader');
  const name = `Quiet ${Date.now() % 1_000_000}`;
  const project = await leader.newProject(name, [NAMES.user]);
  const page = await as('user');
  await page.goto('/acme/notifications');
  await page.getByRole('link', { name: 'Choose what you are told of' }).press('Enter');
  const saved = page.getByText('Saved', { exact: true });
  await page.getByLabel('Comments: by email').selectOption('Daily');
  await expect(saved).toBeVisible();
  await page.getByLabel(`What you are told of in ${name}`, { exact: true }).selectOption('Nothing');
  await expect(saved).toBeVisible();
  await page.getByRole('checkbox', { name: 'Quiet hours' }).press('Space');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('20:00');
  await expect(saved).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Comments: by email')).toHaveValue('digest');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('20:00');
  const mine = { assignee_ids: [await leader.memberId(NAMES.user)] };
  const { key } = await leader.newTask(project._id, 'Nobody hears of this', mine);
  await page.goto('/acme/notifications');
  await expect(page.getByRole('listitem').filter({ hasText: key })).toHaveCount(0);
  const user = await program('user');
  await user.ask('PUT', 'notificationSettings', { quiet_hours: null, events: { commented: { email: false } } });
});
