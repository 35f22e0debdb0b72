import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { announcement, boardUrl, card, column, drag } from '../support/board';
import { joined } from '../support/live';

/** The board by assignee, priority or label, its swimlanes, and columns that are closed. */

const ready = async (page: Page, name: string) => {
  await expect(column(page, name)).toBeVisible();
  await page.waitForLoadState('networkidle');
};

test('by assignee a drop hands the task over, for others at once; Ctrl+Z gives it back', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('By person', [NAMES.user], [NAMES.client]);
  const [me, user] = [await leader.memberId(NAMES.leader), await leader.memberId(NAMES.user)];
  const task = await leader.newTask(project._id, 'Hand me over', { assignee_ids: [me] });
  const both = await leader.newTask(project._id, 'Two work on it', { assignee_ids: [me, user] });
  const [page, other] = [await as('leader'), await as('user')];
  const live = joined(other, `private-project-${project._id}`);
  for (const one of [page, other]) {
    await one.goto(`${boardUrl('acme', project.key)}&group=assignee`);
    await ready(one, 'Nobody');
  }
  await live;
  await expect(card(page, both.key, NAMES.leader)).toBeVisible();
  await expect(card(page, both.key, NAMES.user)).toBeVisible();

  await drag(page, card(page, task.key, NAMES.leader), column(page, NAMES.user));
  await expect(card(page, task.key, NAMES.user)).toBeVisible();
  await expect(card(page, task.key, NAMES.leader)).toHaveCount(0);
  await expect(card(other, task.key, NAMES.user)).toBeVisible();
  const people = async (key: string) =>
    ((await leader.ask('GET', `task/${key}`)).data.assignees as { _id: string }[]).map(({ _id }) => _id);
  expect(await people(task.key)).toEqual([user]);
  await page.keyboard.press('Control+z');
  await expect(card(page, task.key, NAMES.leader)).toBeVisible();
  await expect.poll(() => people(task.key)).toEqual([me]);

  // By keys, one of two: the other stays.
  await card(page, both.key, NAMES.leader).getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(announcement(page, `Two work on it: `)).toBeAttached();
  await page.keyboard.press('Escape');
  await card(page, both.key, NAMES.user)
    .getByRole('button', { name: `Actions for ${both.key}` })
    .click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await expect(dialog.getByLabel('Position')).toHaveCount(0);
  await dialog.getByText('Nobody').click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card(page, both.key, 'Nobody')).toBeVisible();
  await expect.poll(() => people(both.key)).toEqual([]);
});

test('a board is chosen by label and in lanes, kept in the address, and saved as a view', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('By label', [NAMES.user]);
  await leader.ask('POST', 'label', { name: `Paint ${project.key}`, colour: 'c2' });
  const task = await leader.newTask(project._id, 'Give me a label', { priority: 'high' });
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await ready(page, 'Backlogs');
  await page.getByLabel('Columns').selectOption('label');
  await ready(page, 'No label');
  await expect(page).toHaveURL(/group=label/);
  await card(page, task.key, 'No label').getByRole('link').focus();
  await page.keyboard.press('Space');
  await expect(announcement(page, 'Lifted Give me a label.')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(card(page, task.key, 'No label')).toHaveCount(0);
  await expect(card(page, task.key).getByRole('link').first()).toBeFocused();
  // Another way to look at it is another page: what that reads must be stored. The label is the one of the column beside.
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  await expect.poll(async () => (await stored()).labels).toHaveLength(1);

  await page.getByLabel('Columns').selectOption('');
  await page.getByLabel('Swimlanes').selectOption('priority');
  await ready(page, 'Pending, High');
  await expect(page).toHaveURL(/swimlane=priority/);
  await drag(page, card(page, task.key, 'Pending, High'), column(page, 'Testing, High'));
  await expect(card(page, task.key, 'Testing, High')).toBeVisible();
  await expect.poll(async () => (await stored()).status).toBe(3);
  const lane = page.getByRole('button', { name: /^High/, expanded: true });
  await lane.press('Enter');
  await expect(column(page, 'Testing, High')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('dialog', { name: 'Save as view' }).getByLabel('Name').fill('By priority');
  await page.keyboard.press('Enter');
  const tabs = page.getByRole('navigation', { name: 'Saved views' });
  await expect(tabs.getByRole('link', { name: /^By priority/ })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'All tasks' }).click();
  await ready(page, 'Testing');
  await tabs.getByRole('link', { name: /^By priority/ }).click();
  await ready(page, 'Testing, High');
});

test('a column is closed by keys and stays closed; a client sees neither internal labels nor hidden people', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Closed columns', [NAMES.ines], [NAMES.client]);
  const worker = await leader.memberId(NAMES.ines);
  const secret = (await leader.ask('POST', 'label', { name: `Secret ${project.key}`, colour: 'c3' })).data;
  const hidden = await leader.newTask(project._id, 'Internal', { label_ids: [secret._id] });
  const shown = await leader.newTask(project._id, 'Shared', { audience: 'client', assignee_ids: [worker] });
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await ready(page, 'Backlogs');
  await card(page, hidden.key, 'Pending').getByRole('link').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Close the column Pending' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page, hidden.key)).toHaveCount(0);
  await page.reload();
  await ready(page, 'Backlogs');
  await page.getByRole('button', { name: 'Open the column Pending' }).click();
  await expect(card(page, hidden.key, 'Pending')).toBeVisible();

  const client = await as('client');
  await client.goto(`${boardUrl('acme', project.key)}&group=label`);
  await ready(client, 'No label');
  await expect(card(client, shown.key, 'No label')).toBeVisible();
  await expect(client.getByText(String(secret.name))).toHaveCount(0);
  await client.goto(`${boardUrl('acme', project.key)}&group=assignee`);
  await ready(client, 'Somebody else');
  await expect(client.getByRole('main')).not.toContainText(NAMES.ines);
});
