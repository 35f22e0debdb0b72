import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { caughtUp, joined } from '../support/live';

async function makeTask(page: Page, title: string) {
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: 'Create task' }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('in a list of more than a page J reads on, and a new task has the focus in any order; what hides it is named', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Long list');
  for (let at = 1; at <= 53; at++) await leader.newTask(project._id, `Plank ${at}`, { due_date: '2031-01-31' });
  const list = org.url(`task?project=${project.key}`);
  const page = await org.as('leader');
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  const connected = [joined(page, `private-project-${project._id}`), caughtUp(page, /\/api\/taskList\?/)];
  await page.goto(`${list}&sort=due`);
  await Promise.all(connected);
  const titles = page.locator('[data-row] [data-title]');
  await expect(titles).toHaveCount(50);
  await titles.nth(49).focus();
  await page.keyboard.press('j');
  await expect(titles).toHaveCount(53);
  await expect(titles.nth(50)).toBeFocused();

  await page.goto(list);
  await expect(page.getByRole('button', { name: /^Show more/ })).toBeVisible();
  await makeTask(page, 'The last plank');
  await expect(link('The last plank')).toBeFocused();
  await expect(link('The last plank')).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: /was created\./ })).toBeAttached();
  // Another session of the same person ends, and with it this connection: what it then reads are the first rows alone.
  const [back, read] = [joined(page, `private-project-${project._id}`), caughtUp(page, /\/api\/taskList\?/)];
  await leader.ask('POST', 'signout', {});
  await Promise.all([back, read]);
  await expect(link('The last plank')).toBeFocused();

  await page.goto(`${list}&sort=due`);
  await makeTask(page, 'Undated');
  await expect(link('Undated')).toBeFocused();
  await expect(link('Undated')).toBeInViewport();

  await page.goto(`${list}&filter=priority:urgent`);
  await makeTask(page, 'Not urgent');
  await expect(page.getByText('was created. The filters of this view hide it.')).toBeVisible();
});
