import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';

test('a task gets another parent by keyboard, and the parent’s card counts it', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Subtasks', [NAMES.user]);
  const parent = await leader.newTask(project._id, 'Print the posters');
  const task = await leader.newTask(project._id, 'Choose the paper');
  const board = await as('user');
  await board.goto(boardUrl('acme', project.key));
  await boardIsReady(board);
  const above = card(board, parent.key).filter({ hasNotText: 'Part of' });

  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const field = page.getByRole('button', { name: /^Parent/ });
  await field.press('Enter');
  await page.getByRole('searchbox', { name: 'Find a task' }).fill('Print');
  await page
    .getByRole('list', { name: 'Tasks' })
    .getByRole('button', { name: /Print the posters/ })
    .press('Enter');
  await expect(field).toContainText(parent.key);
  await expect(above).toContainText('0/1');
  const list = await as('leader');
  await list.goto(`/acme/task?project=${project.key}`);
  await expect(list.getByRole('row', { name: new RegExp(parent.key) }).first()).toContainText('0/1 subtasks completed');
  await page.keyboard.press('Control+z');
  await expect(field).toContainText('None');
  await expect(above).not.toContainText('0/1');

  const again = await leader.call('PATCH', `task/${task._id}`, { version: 3, parent_id: parent._id });
  expect(again.status).toBe(200);
  const circle = await leader.call('PATCH', `task/${parent._id}`, { version: again.data.version, parent_id: task._id });
  expect(circle.status).toBe(409);
  await expect(above).toContainText('0/1');
  await field.press('Enter');
  await page.getByRole('button', { name: 'No parent' }).click();
  await expect(field).toContainText('None');
  await expect(above).not.toContainText('0/1');
});

test('what is below a subtask is unfolded on the task’s page, level by level, and ticked there', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Unfolded');
  const make = (title: string, parent_id?: string) => leader.newTask(project._id, title, { parent_id });
  const top = await make('Move the office');
  const packing = await make('Pack', top._id);
  const kitchen = await make('Pack the kitchen', packing._id);
  const cups = await make('Wrap the cups', kitchen._id);
  const statusOf = async (id: string) => (await leader.ask('GET', `task/${id}`)).data.status;
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${top.key}`);
  const below = (key: string) => page.getByRole('button', { name: new RegExp(`below ${key}$`) });
  const list = (key: string) => page.getByRole('list', { name: `Below ${key}` });

  await expect(below(packing.key)).toHaveText(/^0 of 1 below/);
  await page.waitForLoadState('networkidle');
  await below(packing.key).press('Enter');
  await expect(below(packing.key)).toHaveAttribute('aria-expanded', 'true');
  await below(kitchen.key).press('Enter');
  await expect(list(kitchen.key).getByRole('link', { name: 'Wrap the cups' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'subtasks unfolded');

  await page.getByRole('button', { name: `Complete ${cups.key} Wrap the cups` }).press('Enter');
  await expect(below(kitchen.key)).toHaveText(/^1 of 1 below/);
  await expect.poll(() => statusOf(cups._id)).toBe(4);
  await page.keyboard.press('Control+z');
  await expect(below(kitchen.key)).toHaveText(/^0 of 1 below/);
  await expect.poll(() => statusOf(cups._id)).toBe(1);
  await below(packing.key).press('Enter');
  await expect(list(packing.key)).toHaveCount(0);
});

test('subtasks have an order of their own, by drag and by keys; others see it, and it is taken back', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('In order');
  const top = await leader.newTask(project._id, 'Open the shop');
  const [one, two, three] = await Promise.all(
    ['Paint', 'Stock', 'Invite'].map((title) => leader.newTask(project._id, title, { parent_id: top._id })),
  );
  const order = (page: Page) => page.getByRole('region', { name: /^Subtasks/ }).getByRole('listitem');
  const expectOrder = async (page: Page, ...keys: string[]) => {
    for (const [at, key] of keys.entries()) await expect(order(page).nth(at)).toContainText(key);
  };
  const [page, other] = [await as('leader'), await as('admin')];
  for (const one of [page, other]) await one.goto(`/acme/taskpage?task=${top.key}`);
  const first = [one, two, three].map((task) => task?.key ?? '').sort((a, b) => (a < b ? -1 : 1));
  const [a = '', b = '', c = ''] = first;
  await expectOrder(page, a, b, c);

  const last = order(page).nth(2).getByRole('link');
  await last.focus();
  await last.press('Shift');
  await expect(last).toHaveAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await expectOrder(page, a, c, b);
  await expect(order(page).nth(1).getByRole('link')).toBeFocused();
  await expect(page.getByText(/is subtask 2 of 3\.$/)).toBeAttached();
  await page.keyboard.press('Alt+ArrowUp');
  await expectOrder(other, c, a, b);
  await page.keyboard.press('Control+z');
  await expectOrder(other, a, c, b);

  await order(page).nth(2).dragTo(order(page).nth(0));
  await expectOrder(page, b, a, c);
  await expectOrder(other, b, a, c);
  await page.reload();
  await expectOrder(page, b, a, c);
});

test('a list is in groups by parent, and shows when its tasks were made, changed and completed', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Grouped by parent');
  const parent = await leader.newTask(project._id, 'Print the posters');
  const part = await leader.newTask(project._id, 'Choose the paper', { parent_id: parent._id, status: 4 });
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}&columns=key,parent,created,updated,completed`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('In groups by parent');
  await expect(page).toHaveURL(/group=parent/);
  const heads = page.locator('.group-head');
  await expect(heads).toHaveCount(2);
  await expect(
    heads.first().getByRole('button', { name: new RegExp(`^${parent.key} Print the posters`) }),
  ).toBeVisible();
  await expect(page.locator('.group-head + .task-chunk').first().locator('[data-row]')).toHaveCount(1);
  await expect(heads.last().getByRole('button', { name: /^No parent/ })).toBeVisible();
  const row = page.locator(`[data-row="${part.key}"]`);
  await expect(row.locator('.parent')).toHaveText(`${parent.key} Print the posters`);
  for (const name of ['created', 'updated', 'completed']) await expect(row.locator(`.${name}`)).toHaveText(/\d{4}/);
  await expect(page.locator(`[data-row="${parent.key}"] .completed`)).toHaveText('No date');
  await expectAccessibleEverywhere(page, 'a list in groups by parent');
});
