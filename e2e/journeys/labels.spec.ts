import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';
import { messagesStay } from '../support/messages';
import { nameOf } from '../support/organisation';

test('a label is made and set on a task, shows on its card, and is renamed, deleted and brought back for all', {
  tag: '@whole',
}, async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Labels', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Print the posters');
  const page = await org.as('leader');
  const board = await org.as('user');
  await board.goto(boardUrl(org.key, project.key));
  await boardIsReady(board);
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await page.getByRole('button', { name: /^Labels/ }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find or create a label' }).fill('Needs ink');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Needs ink' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(card(board, task.key)).toContainText('Needs ink');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'Comments and activity' })).toContainText('added the label Needs ink');

  const admin = await org.as('admin');
  await admin.goto(org.url('settings?section=labels'));
  await messagesStay(admin);
  const row = admin.getByRole('listitem').filter({ hasText: 'Needs ink' });
  await expect(row).toContainText('1 task');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await admin.getByRole('dialog').getByLabel('Name').fill('Needs ink!');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(card(board, task.key)).toContainText('Needs ink!');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await admin.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(card(board, task.key)).not.toContainText('Needs ink');
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(card(board, task.key)).toContainText('Needs ink!');
});
