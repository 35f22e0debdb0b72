import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';
import { nameOf } from '../support/organisation';

/** Chooses an action by keyboard from wherever the focus is. */
async function choose(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search or jump to' });
  await dialog.getByRole('combobox').fill(words);
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

test('the palette runs the commands of the task in hand, on its page, in a list and on the board', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('In hand', [nameOf('user')]);
  const { key } = await leader.newTask(project._id, 'Change me');
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data;
  // Somebody has one timer, and other journeys have theirs.
  const page = await org.as('admin');
  await page.goto(org.url(`taskpage?task=${key}`));
  await choose(page, 'priority', /^Priority/);
  await page.getByRole('menuitemradio', { name: 'High' }).press('Enter');
  await expect.poll(async () => (await stored()).priority).toBe('high');
  await choose(page, 'start or stop', /timer/);
  // Its own, which the key presses: the one in the bar is there earlier.
  await expect(page.getByRole('main').getByRole('button', { name: /^Stop timer/ })).toBeVisible();
  await page.locator('body').press('t');
  await expect(page.getByRole('main').getByRole('button', { name: 'Start timer' })).toBeVisible();
  await page.locator('body').press('m');
  const moving = page.getByRole('dialog', { name: 'Move to another project' });
  await expect(moving).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(moving).toHaveCount(0);

  await page.goto(org.url(`task?project=${project.key}`));
  const row = page.getByRole('row').getByRole('link', { name: 'Change me' });
  await row.focus();
  await choose(page, 'status', /^Status/);
  await page.getByRole('menuitemradio', { name: 'Testing' }).press('Enter');
  await expect.poll(async () => (await stored()).status).toBe(3);
  await row.focus();
  await page.keyboard.press('m');
  await expect(moving).toContainText(`${key} Change me`);
  await page.keyboard.press('Escape');
  await expect(moving).toHaveCount(0);
  await expect(row).toBeFocused();

  await page.goto(boardUrl(org.key, project.key));
  await boardIsReady(page);
  await card(page, key).getByRole('link').focus();
  await choose(page, 'due', /^Due date/);
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Tomorrow' }).press('Enter');
  await expect.poll(async () => (await stored()).due_date).not.toBeNull();
});

test('a comment is made a task by keyboard, and each leads to the other', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Said and done', [nameOf('user')], [nameOf('client')]);
  const task = await leader.newTask(project._id, 'Plan the opening', { audience: 'client' });
  await leader.ask('POST', 'addTaskComment', {
    ...{ task_id: task._id, body: '**Call** the printer\nbefore Friday', internal: false },
  });
  const [page, client] = [await org.as('user'), await org.as('client')];
  for (const one of [page, client]) await one.goto(org.url(`taskpage?task=${task.key}`));
  const comment = (on: Page) => on.getByRole('article', { name: /^Comment by/ });

  await comment(page).getByRole('button', { name: 'Comment actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Make a task' }).press('Enter');
  const link = comment(page).getByRole('link', { name: `Task ${project.key}-2 Call the printer` });
  await expect(link).toBeVisible();
  await expectAccessible(page, 'a comment with a task');
  await link.press('Enter');
  await expect(page).toHaveURL(new RegExp(`task=${project.key}-2$`));
  const back = page.getByRole('link', { name: `From a comment on ${task.key} Plan the opening` });
  await back.press('Enter');
  await expect(page).toHaveURL(/&comment=/);
  await expect(comment(page)).toBeFocused();

  // The task is the team's.
  await client.reload();
  await expect(comment(client)).toContainText('before Friday');
  await expect(comment(client).getByRole('link')).toHaveCount(0);
  await comment(client).getByRole('button', { name: 'Comment actions' }).press('Enter');
  await expect(client.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect(client.getByRole('menuitem', { name: 'Make a task' })).toHaveCount(0);
});

test('a list is in groups by parent, and shows when its tasks were made, changed and completed', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Grouped by parent');
  const parent = await leader.newTask(project._id, 'Print the posters');
  const part = await leader.newTask(project._id, 'Choose the paper', { parent_id: parent._id, status: 4 });
  const page = await org.as('leader');
  await page.goto(org.url(`task?project=${project.key}&columns=key,parent,created,updated,completed`));
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

test('a project is saved as a template and makes another one, with people for its roles', async ({ org }) => {
  const admin = await org.program('admin');
  const project = await admin.newProject('Launch pattern', [nameOf('user')]);
  await admin.newTask(project._id, 'Talk with the client');
  const page = await org.as('admin');
  await page.goto(org.url(`projectdetails?project=${project.key}`));
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Save as template' }).press('Enter');
  const saving = page.getByRole('dialog', { name: 'Save as template' });
  await saving.getByLabel('Name').fill(`Launch ${project.key}`);
  await saving.getByRole('button', { name: 'Save template' }).press('Enter');
  await expect(page.getByText(`Saved as the template Launch ${project.key}`)).toBeVisible();

  await page.goto(org.url('project'));
  await page.getByRole('button', { name: 'New project' }).first().press('Enter');
  await page
    .getByRole('dialog', { name: 'New project' })
    .getByRole('button', { name: 'Use a template' })
    .press('Enter');
  const using = page.getByRole('dialog', { name: 'New project from a template' });
  await using.getByLabel('Template').selectOption({ label: `Launch ${project.key}` });
  await using.getByLabel('Name').fill(`Again ${project.key}`);
  await using.getByLabel('User', { exact: true }).selectOption({ label: nameOf('user') });
  await using.getByRole('button', { name: 'Clients' }).press('Enter');
  await page.getByRole('checkbox', { name: nameOf('client') }).press('Space');
  await page.keyboard.press('Escape');
  await using.getByRole('button', { name: 'Create project' }).press('Enter');
  await expect(page.getByText(`Again ${project.key} created`)).toBeVisible();
  await expect(page).toHaveURL(/projectdetails\?project=/);
  await expect(page.getByText(`made the project from the template “Launch ${project.key}”`)).toBeVisible();
  const key = new URL(page.url()).searchParams.get('project');
  await page.goto(org.url(`projectdetails?project=${key}&tab=people`));
  await expect(page.getByRole('button', { name: `Remove ${nameOf('client')}` })).toBeVisible();
});
