import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { boardUrl } from '../support/board';
import { caughtUp, joined, joining } from '../support/live';
import { messagesStay } from '../support/messages';

async function expectCategories(page: Page, what: 'project' | 'task') {
  const dialog = page.getByRole('dialog', { name: `New ${what}` });
  await dialog.getByRole('button', { name: 'Category' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Design' })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
}

test('New project and New task offer the same categories, whichever is opened first', async ({ as }) => {
  const page = await as('leader');
  await page.goto('/acme/project');
  await page.getByRole('button', { name: 'New project' }).first().click();
  await expectCategories(page, 'project');
  await page.keyboard.press('c');
  await expectCategories(page, 'task');

  await page.goto('/acme/task');
  await page.getByRole('button', { name: 'New task' }).first().click();
  await expectCategories(page, 'task');
  await page.getByRole('navigation').first().getByRole('link', { name: 'Project' }).click();
  await page.getByRole('button', { name: 'New project' }).first().click();
  await expectCategories(page, 'project');
});

test('a new task opens above the page, outlives Escape and a reload, and shows where one is', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const name = `Above every page ${Date.now() % 100_000}`;
  const project = await leader.newProject(name, []);
  const page = await as('leader');
  await page.goto('/acme/dashboard');
  await expect(page.getByRole('button', { name: 'New task' })).toBeVisible();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(/\/acme\/dashboard(?:\?|$)/);
  await title.fill('Order the signs');
  await dialog.getByRole('button', { name: /^Project/ }).click();
  await page.getByRole('menuitemradio', { name: name }).click();
  await dialog.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.reload();
  await messagesStay(page);
  await page.getByRole('button', { name: 'New task' }).click();
  await expect(dialog.getByText('Draft restored')).toBeVisible();
  await expect(title).toHaveText('Order the signs');
  await expect(dialog.getByRole('button', { name: `Project: ${name}` })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Priority: High' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/acme\/dashboard(?:\?|$)/);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(`/acme/taskpage?task=${project.key}-1`);

  // An old link opens it too; the project that was used last is chosen, and nothing of the sent task is left.
  // Narrowed: a new task is last of its status, and other journeys leave more than the first page of them.
  await page.goto('/acme/task?q=signs&new=task');
  await expect(dialog.getByRole('button', { name: `Project: ${name}` })).toBeVisible();
  await expect(page).toHaveURL('/acme/task?q=signs');
  await expect(dialog.getByText('Draft restored')).toBeHidden();
  await title.fill(`Hang up the signs of ${name}`);
  await title.press('Enter');
  await expect(page.getByRole('main').getByText(`Hang up the signs of ${name}`)).toBeVisible();
});

test('a board shows a task that was made above it, and reads nothing else for it', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Read alone');
  const page = await as('leader');
  const joins = joining(page);
  // Once connected, it reads what was missed since it was rendered.
  const connected = joined(page, project._id);
  const current = caughtUp(page, /\/api\/taskListByProject/);
  await page.goto(boardUrl('acme', project.key));
  await Promise.all([connected, current]);
  joins();
  const read: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' && path.startsWith('/api/task')) read.push(path.replace(/\/[0-9a-f-]{36}$/, ''));
  });
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Seen on the board');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: /Seen on the board/ })).toBeVisible();
  // Once where the message comes before the answer of the creation.
  const again = joins();
  const own = read.filter((path) => !(again && path === '/api/taskListByProject'));
  expect([[], ['/api/taskCard']]).toContainEqual(own);
});
