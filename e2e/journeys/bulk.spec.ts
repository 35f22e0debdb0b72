import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf } from '../support/organisation';

test('what one may not change is left, with the reason, and the rest is done', async ({ org }) => {
  const [leader, user] = [await org.program('leader'), await org.program('user')];
  const project = await leader.newProject('Some are refused', [nameOf('user')]);
  await leader.newTask(project._id, 'Of the leader');
  await user.newTask(project._id, 'Of the user');
  const page = await org.as('user');
  await page.goto(org.url(`task?project=${project.key}`));
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(page.getByText(/^1 task of 2 not changed\. \S/)).toBeVisible();
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}`);
  expect(docs.map(({ title, priority }) => [title, priority]).sort()).toEqual([
    ['Of the leader', 'none'],
    ['Of the user', 'high'],
  ]);
});
