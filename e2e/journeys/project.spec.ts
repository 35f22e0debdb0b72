import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf } from '../support/organisation';

test('a leader makes a project with members, who find it at once; others never see it, and who is taken out loses it', async ({
  org,
  console,
}) => {
  console.expectError(/404|403|WebSocket/);
  const page = await org.as('leader');
  await page.goto(org.url('project'));
  await page.getByRole('button', { name: 'New project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Name').fill('Roastery tour');
  await dialog.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('menuitemradio', { name: 'Mobile application' }).click();
  for (const [people, seat] of [
    ['Members', 'user'],
    ['Clients', 'client'],
  ] as const) {
    await dialog.getByRole('button', { name: people }).click();
    await page.getByRole('checkbox', { name: nameOf(seat) }).check();
    await page.keyboard.press('Escape');
  }
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/projectdetails\?project=\w+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roastery tour');
  const address = page.url();
  const leader = await org.program('leader');
  const { docs } = await leader.ask('GET', 'projectList');
  const project = docs[0] as { _id: string; key: string; type: string };
  expect(project.type).toBe('mobile_application');
  const task = await leader.newTask(project._id, 'Only for members');

  for (const seat of ['client', 'observer', 'admin'] as const) {
    const theirs = await org.as(seat);
    expect((await theirs.goto(address))?.status(), seat).toBe(200);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Roastery tour');
  }
  const outsider = await org.as('leader2');
  expect((await outsider.goto(address))?.status()).toBe(404);
  await outsider.goto(org.url('project'));
  await expect(outsider.getByRole('main')).not.toContainText('Roastery tour');

  const member = await org.as('user');
  await member.goto(`${address}&tab=tasks`);
  await expect(member.getByRole('main')).toContainText(task.title);
  await page.goto(`${address}&tab=people`);
  await page.getByRole('button', { name: `Remove ${nameOf('user')}` }).click();
  const question = page.getByRole('group', { name: `Remove ${nameOf('user')}` });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toBeHidden();
  await expect.poll(async () => (await member.reload())?.status()).toBe(404);
  expect((await (await org.program('user')).call('GET', `task/${task.key}`)).status).toBe(404);
});
