import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
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
