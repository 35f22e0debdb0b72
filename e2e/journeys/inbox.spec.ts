import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { openLive } from '../support/live';
import { nameOf } from '../support/organisation';

test('the inbox: what comes is snoozed and archived by keys, another tab follows, and Today does, too', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Printing', [nameOf('user')]);
  const mine = { assignee_ids: [org.memberId('user')] };
  const first = await leader.newTask(project._id, 'Order the paper', mine);
  const page = await org.as('user');
  await openLive(org.url('notifications'), 'private-user-', page);
  const row = (task: { key: string }, on = page) =>
    on.getByRole('main').getByRole('listitem').filter({ hasText: task.key });
  await expect(row(first)).toContainText(`You are assigned to ${first.key}`);
  const second = await leader.newTask(project._id, 'Book the printer', mine);
  await expect(row(second)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();

  await row(first).getByRole('link').focus();
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).press('Enter');
  await expect(row(first)).toHaveCount(0);
  const tabs = page.getByRole('navigation', { name: 'Notifications' });
  await tabs.getByRole('link', { name: 'Snoozed' }).press('Enter');
  await expect(row(first)).toContainText('Back on');

  const other = await page.context().newPage();
  await openLive('/today', 'private-user-', other);
  const part = other
    .locator('section')
    .filter({ has: other.getByRole('heading', { name: /^Inbox/ }) })
    .last();
  const there = part.getByRole('listitem').filter({ hasText: second.key });
  await expect(there).toBeVisible();
  await tabs.getByRole('link', { name: 'Inbox' }).press('Enter');
  await row(second).getByRole('link').focus();
  await page.keyboard.press('u');
  await expect(row(second)).not.toContainText('Unread');
  await expect(there).toHaveCount(0);
  const third = await leader.newTask(project._id, 'Glue the sheets', mine);
  const came = part.getByRole('listitem').filter({ hasText: third.key });
  await came.getByRole('link').focus();
  await other.keyboard.press('e');
  await expect(came).toHaveCount(0);
  await expect(row(third)).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Archived' }).press('Enter');
  await expect(row(third)).toBeVisible();
});
