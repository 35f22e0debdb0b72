import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';

test('a leader makes a project with members; they find it at once, and nobody else does', async ({ as, console }) => {
  console.expectError(/404/);
  const page = await as('leader');
  await page.goto('/acme/project');
  await page.getByRole('button', { name: 'New project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  const name = `Roastery tour ${Date.now() % 100_000}`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('menuitemradio', { name: 'Mobile application' }).click();
  for (const [people, one] of [
    ['Members', NAMES.user],
    ['Clients', NAMES.client],
  ] as const) {
    await dialog.getByRole('button', { name: people }).click();
    await page.getByRole('checkbox', { name: one }).check();
    await page.keyboard.press('Escape');
  }
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/acme\/projectdetails\?project=\w+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const address = page.url();

  for (const seat of ['user', 'client', 'observer', 'admin'] as const) {
    const theirs = await as(seat);
    expect((await theirs.goto(address))?.status(), seat).toBe(200);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  const outsider = await as('both');
  expect((await outsider.goto(address))?.status()).toBe(404);
  await outsider.goto('/acme/project');
  await expect(outsider.getByRole('main')).toContainText('Website relaunch');
  await expect(outsider.getByRole('main')).not.toContainText(name);
});

test('somebody who is taken out of a project loses it at once', async ({ as, program, console }) => {
  console.expectError(/404|403|WebSocket/);
  const leader = await program('leader');
  const project = await leader.newProject('For a while', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Only for members');
  const page = await as('user');
  await page.goto(`/acme/projectdetails?project=${project.key}&tab=tasks`);
  await expect(page.getByRole('main')).toContainText(task.title);
  await leader.ask('PUT', 'projectMembers', {
    project_id: project._id,
    add: [],
    remove: [await leader.memberId(NAMES.user)],
  });
  expect((await page.reload())?.status()).toBe(404);
  expect((await (await program('user')).call('GET', `task/${task.key}`)).status).toBe(404);
});

test('a project’s description is written with suggestions and the rich editor, and its tasks are links', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Described', [NAMES.user]);
  const task = await leader.newTask(project._id, `Bake ${project.key}`);
  const page = await as('leader');
  await page.goto(`/acme/projectdetails?project=${project.key}`);
  await page.getByRole('button', { name: 'Edit project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit project' });
  const field = dialog.getByRole('textbox', { name: 'Description' });
  await field.fill('');
  await field.pressSequentially(`After #Bake ${project.key}`);
  await expect(page.getByRole('listbox', { name: 'Tasks' }).getByRole('option')).toContainText(task.key);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`After ${task.key} `);
  await dialog.getByRole('button', { name: 'Rich text' }).click();
  await expect(dialog.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await field.press('Control+End');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('in time');
  await expectAccessibleEverywhere(page, 'the rich editor of a project');
  await field.press('Control+Enter');
  await expect(dialog).toBeHidden();
  const main = page.getByRole('main');
  // What happened lately names it too, with its title.
  const inText = main.getByRole('link', { name: task.key, exact: true });
  await expect(inText).toHaveAttribute('href', new RegExp(`task=${task.key}`));
  await expect(main.locator('strong', { hasText: 'in time' })).toBeVisible();
});
