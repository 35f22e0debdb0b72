import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleEverywhere } from '../support/axe';

const rowOf = (page: Page, key: string) => page.locator(`[data-row="${key}"]`);
const fieldIn = (page: Page, key: string, name: string) =>
  rowOf(page, key).getByRole('button', { name: new RegExp(`^${name}`) });

test('start, estimate and labels are changed in their cells by keyboard, and undone', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('In its cell');
  const task = await leader.newTask(project._id, 'Paint the fence');
  const { data: label } = await leader.ask('POST', 'label', { name: `Cell ${project.key}` });
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}&columns=key,start,estimate,labels`);
  const field = (name: string) => fieldIn(page, task.key, name);

  await field('Estimate').press('Enter');
  await page.getByRole('textbox', { name: 'Estimate' }).fill('2h 30m');
  await page.keyboard.press('Enter');
  await expect(field('Estimate')).toHaveText('Estimate: 2 h 30 min');
  await expect(field('Estimate')).toBeFocused();

  await field('Labels').press('Enter');
  const labels = page.getByRole('dialog', { name: 'Labels' });
  await labels.getByRole('checkbox', { name: String(label.name) }).press('Space');
  await expect(field('Labels')).toContainText(String(label.name));
  await expectAccessibleEverywhere(page, 'labels in a cell');
  await page.keyboard.press('Escape');
  await expect(field('Labels')).toBeFocused();

  await field('Start date').press('Enter');
  await page.getByRole('dialog', { name: 'Start date' }).getByRole('button', { name: 'Today' }).press('Enter');
  await expect(field('Start date')).not.toHaveText('Start date: No date');

  const kept = async () => {
    const { data } = await leader.ask('GET', `task/${task._id}`);
    const named = (data.labels ?? []) as { name: string }[];
    return [data.start_date !== null, data.estimate_minutes, named.map(({ name }) => name)];
  };
  await expect.poll(kept).toEqual([true, 150, [label.name]]);
  await expect(field('Start date')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(field('Start date')).toHaveText('Start date: No date');
  await page.keyboard.press('Control+z');
  await expect(field('Labels')).toHaveText('Labels: None');
  await expect.poll(kept).toEqual([false, 150, []]);
});

test('a title is edited in its cell by key and mouse; what somebody else wrote meanwhile is said and kept', async ({
  as,
  program,
  console: watched,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Titles');
  const task = await leader.newTask(project._id, 'Paint the fence');
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  const title = rowOf(page, task.key).locator('[data-title]');
  const input = rowOf(page, task.key).getByRole('textbox', { name: 'Title' });

  await title.focus();
  await page.keyboard.press('e');
  await expect(input).toBeFocused();
  await input.fill('Paint the gate');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Paint the gate');
  await expect(title).toBeFocused();
  await expect.poll(async () => (await stored()).title).toBe('Paint the gate');
  await page.keyboard.press('Control+z');
  await expect(title).toHaveText('Paint the fence');
  await expect.poll(async () => (await stored()).title).toBe('Paint the fence');

  await rowOf(page, task.key).hover();
  await page.getByRole('button', { name: `Edit the title of ${task.key}` }).click();
  await input.fill('');
  await page.keyboard.press('Enter');
  await expect(input).toHaveAccessibleDescription('A task needs a title.');
  await expectAccessibleEverywhere(page, 'a title in its cell');
  await page.keyboard.press('Escape');
  await expect(title).toHaveText('Paint the fence');
  await expect(title).toBeFocused();

  // Somebody else is faster: both titles are there, and the one that was typed can be saved again.
  let first = true;
  await page.route('**/api/taskCard/**', async (route) => {
    if (first && route.request().method() === 'PATCH') {
      first = false;
      await leader.ask('PATCH', `task/${task._id}`, { version: (await stored()).version, title: 'Burn the fence' });
    }
    await route.continue();
  });
  watched.expectError(/409 \(Conflict\)/);
  await page.keyboard.press('e');
  await input.fill('Wash the fence');
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue('Wash the fence');
  await expect(input).toHaveAccessibleDescription(/is now “Burn the fence”; yours was “Wash the fence”/);
  await input.press('Enter');
  await expect(title).toHaveText('Wash the fence');
  await expect.poll(async () => (await stored()).title).toBe('Wash the fence');
});

test('L and E work where no column shows the field, in a row and on a card', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Letters');
  const task = await leader.newTask(project._id, 'Paint the fence');
  const { data: label } = await leader.ask('POST', 'label', { name: `Key ${project.key}` });
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  const labels = page.getByRole('dialog', { name: 'Labels' });
  const box = labels.getByRole('checkbox', { name: String(label.name) });
  const title = rowOf(page, task.key).locator('[data-title]');
  await title.focus();
  await page.keyboard.press('l');
  // What is on its way when its page goes is sent again by the next.
  const given = page.waitForResponse((answer) => answer.url().endsWith(`/api/taskCard/${task._id}`));
  await box.press('Space');
  expect((await given).status()).toBe(200);
  await expect(rowOf(page, task.key)).toContainText(String(label.name));
  await page.keyboard.press('Escape');
  await expect(title).toBeFocused();

  await page.goto(`/acme/task?view=board&project=${project.key}`);
  await title.focus();
  await page.keyboard.press('l');
  await expect(box).toBeChecked();
  await box.press('Space');
  await page.keyboard.press('Escape');
  await expect(title).toBeFocused();
  await expect(rowOf(page, task.key)).not.toContainText(String(label.name));
  await page.keyboard.press('e');
  const input = page.getByRole('dialog', { name: 'Title' }).getByRole('textbox', { name: 'Title' });
  await input.fill('Paint the gate');
  await expectAccessibleEverywhere(page, 'the title of a card');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Paint the gate');
  await expect(title).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(title).toHaveText('Paint the fence');
});

test('columns are put in another order by keys, buttons and drag, kept in the address and in a view', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Order of columns');
  await leader.newTask(project._id, 'Paint the fence');
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  const heads = () => page.getByRole('columnheader').allTextContents();
  const order = (...names: string[]) => expect.poll(heads).toEqual(['Select', 'Done', 'Key', 'Title', ...names]);
  await order('Status', 'Assignees', 'Due', 'Priority');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: 'Priority' }).press('Alt+ArrowUp');
  await order('Status', 'Assignees', 'Priority', 'Due');
  await expect(menu.getByRole('status')).toHaveText('Priority: column 3 of 4.');
  await expect(menu.getByRole('checkbox', { name: 'Priority' })).toBeFocused();
  await menu.getByRole('button', { name: 'Move Due to the left' }).click();
  await order('Status', 'Assignees', 'Due', 'Priority');
  await menu.getByText('Priority', { exact: true }).dragTo(menu.getByText('Status', { exact: true }));
  await order('Priority', 'Status', 'Assignees', 'Due');
  await expectAccessibleEverywhere(page, 'the columns of a list');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('dialog', { name: 'Save as view' }).getByLabel('Name').fill('Mine first');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Mine first/ })).toHaveAttribute('aria-current', 'page');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.getByRole('link', { name: /^Mine first/ }).click();
  await order('Priority', 'Status', 'Assignees', 'Due');
});
