import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { boardIsReady, boardUrl, card } from '../support/board';
import { messagesStay } from '../support/messages';

test('a label is made and set by keyboard on a task, shows on its card, and is renamed for all', async ({
  as,
  program,
  console: watched,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Labels', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Print the posters');
  const name = `Needs ink ${project.key}`;
  const page = await as('leader');
  const board = await as('user');
  await board.goto(boardUrl('acme', project.key));
  await boardIsReady(board);

  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.getByRole('button', { name: /^Labels/ }).press('Enter');
  const find = page.getByRole('searchbox', { name: 'Find or create a label' });
  await find.fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Labels/ })).toContainText(name);
  await expect(page.getByRole('button', { name: /^Labels/ })).toBeFocused();
  // The other browser hears of it.
  await expect(card(board, task.key)).toContainText(name);

  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: /^Labels/ })).toContainText('None');
  await expect(card(board, task.key)).not.toContainText(name);
  await page.getByRole('button', { name: /^Labels/ }).click();
  await page.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  await expect(card(board, task.key)).toContainText(name);

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'Comments and activity' })).toContainText(`added the label ${name}`);

  const admin = await as('admin');
  await admin.goto('/acme/settings?section=labels');
  await messagesStay(admin);
  const row = admin.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('1 task');
  await row.getByRole('button', { name: /^Edit/ }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`${name}!`);
  // Somebody else is first, which the page behind shows: both names are there to choose from.
  const another = await program('subadmin');
  const label = (await another.ask('GET', 'labelList?limit=200')).docs.find((one) => one.name === name);
  await another.ask('PATCH', `label/${label?._id}`, { version: label?.version, name: `${name}?` });
  await expect(admin.getByRole('listitem', { includeHidden: true }).filter({ hasText: `${name}?` })).toHaveCount(1);
  watched.expectError(/409 \(Conflict\)/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const both = dialog.getByRole('alert').filter({ hasText: 'Somebody changed the label' });
  await expect(both).toContainText(`${name}? · `);
  await expect(both).toContainText(`${name}! · `);
  await both.getByRole('button', { name: 'Use mine' }).click();
  await expect(card(board, task.key)).toContainText(`${name}!`);
  await admin
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(admin.getByRole('alertdialog')).toContainText('1 task will lose it.');
  await admin.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(card(board, task.key)).not.toContainText(name);
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(card(board, task.key)).toContainText(`${name}!`);
});
