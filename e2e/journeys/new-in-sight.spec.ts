import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { caughtUp } from '../support/live';

/** A new task is in sight where it was made, also in a list of more than a page. */

/** What a page reads once it is connected are the first rows alone. */
async function open(page: Page, project: string, address: string) {
  const read = caughtUp(page, `private-project-${project}`, /\/api\/taskList\?/);
  await page.goto(address);
  await read;
}

async function makeTask(page: Page, title: string) {
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: 'Create task' }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('a new task has the focus in a list of more than a page, in any order, and filters that hide it are named', async ({
  as,
  program,
}) => {
  // Where nobody loses a right meanwhile: then every page reads again, and again only the first rows.
  const leader = await program('admin', 'globex');
  const project = await leader.newProject('Long list');
  const titles = Array.from({ length: 55 }, (_, at) => `Plank ${at + 1}`);
  for (const title of titles) await leader.newTask(project._id, title, { due_date: '2031-01-31' });
  const page = await as('admin', 'globex');
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  await open(page, project._id, `/globex/task?project=${project.key}`);
  await expect(page.getByRole('button', { name: /^Show more/ })).toBeVisible();
  await makeTask(page, 'The last plank');
  await expect(link('The last plank')).toBeFocused();
  await expect(link('The last plank')).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: /was created\./ })).toBeAttached();

  await open(page, project._id, `/globex/task?project=${project.key}&sort=due`);
  await makeTask(page, 'Undated');
  await expect(link('Undated')).toBeFocused();
  await expect(link('Undated')).toBeInViewport();

  // Its group is folded.
  await open(page, project._id, `/globex/task?project=${project.key}&group=priority`);
  await page.getByRole('button', { name: /^No(ne| priority)/ }).click();
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await makeTask(page, 'In its folded group');
  await expect(link('In its folded group')).toBeFocused();

  await open(page, project._id, `/globex/task?project=${project.key}&filter=priority:urgent`);
  await makeTask(page, 'Not urgent');
  await expect(page.getByText('was created. The filters of this view hide it.')).toBeVisible();
});
