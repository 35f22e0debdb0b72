import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible } from '../support/axe';

test('a task is watched with W, and others are made watchers of it', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Watching', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Print the posters');
  const page = await as('user');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const others = page.getByRole('list', { name: 'Watchers' });
  await expect(others).toContainText(NAMES.leader);
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeFocused();
  await expectAccessible(page, 'a task that is watched');

  const leading = await as('leader');
  await leading.goto(`/acme/task?project=${project.key}&filter=watcher:me`);
  await expect(leading.getByRole('row', { name: /Print the posters/ })).toBeVisible();
  await leading.goto(`/acme/taskpage?task=${task.key}`);
  await expect(leading.getByRole('list', { name: 'Watchers' })).toContainText(NAMES.user);
  await leading.getByRole('button', { name: /^Watchers/ }).click();
  await leading.getByRole('checkbox', { name: NAMES.user }).click();
  await expect(leading.getByRole('list', { name: 'Watchers' })).toHaveCount(0);
  const watchers = async () => (await leader.ask('GET', `task/${task.key}`)).data.watchers;
  await expect.poll(watchers).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
});
