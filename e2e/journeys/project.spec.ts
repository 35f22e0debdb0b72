import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';

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
