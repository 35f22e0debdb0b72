import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';
import { messagesStay } from '../support/messages';

test('a checklist is written, ticked, ordered and emptied by keyboard and mouse, and others follow', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Checklist', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Print the posters');
  const page = await as('leader');
  const board = await as('user');
  await board.goto(boardUrl('acme', project.key));
  await boardIsReady(board);

  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.getByRole('button', { name: 'Add line' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'New checklist line' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Choose the paper');
  await page.keyboard.press('Enter');
  // Several pasted lines are several, without what marks them.
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '- [ ] Buy ink\n2. Ask the printer\n');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.keyboard.press('Escape');
  const list = page.getByRole('list', { name: 'Checklist' });
  const lines = list.getByRole('checkbox');
  const order = () => lines.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await expect.poll(order).toEqual(['Choose the paper', 'Buy ink', 'Ask the printer']);
  await expect(card(board, task.key)).toContainText('0/3');

  // Others may hear of it before the answer is here, from which on a line can be changed.
  await expect(lines.nth(1)).toBeEnabled();
  await lines.nth(1).press('Space');
  await expect(card(board, task.key)).toContainText('1/3');
  await page.keyboard.press('Control+z');
  await expect(card(board, task.key)).toContainText('0/3');
  await lines.nth(1).press('Space');
  await expect(page.getByText('1 of 3 done')).toBeVisible();

  await lines.nth(2).press('Alt+ArrowUp');
  await expect.poll(order).toEqual(['Choose the paper', 'Ask the printer', 'Buy ink']);
  await expect(lines.nth(1)).toBeFocused();
  await list.getByRole('listitem').nth(2).dragTo(list.getByRole('listitem').nth(0));
  await expect.poll(order).toEqual(['Buy ink', 'Choose the paper', 'Ask the printer']);

  await page.getByRole('button', { name: 'Edit Ask the printer' }).press('Enter');
  await page.getByRole('textbox', { name: 'Text of Ask the printer' }).fill('Ask both printers');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit Ask both printers' })).toBeFocused();
  await expectAccessible(page, 'a checklist');

  await messagesStay(page);
  await page.getByRole('button', { name: 'Remove Buy ink' }).click();
  await expect(card(board, task.key)).toContainText('0/2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(board, task.key)).toContainText('1/3');
  await page.getByRole('button', { name: 'Make Ask both printers a subtask' }).click();
  await expect(page.getByRole('link', { name: 'Ask both printers' })).toBeVisible();
  await expect(card(board, task.key).filter({ hasNotText: 'Part of' })).toContainText('1/2');
  await page.reload();
  await expect.poll(order).toEqual(['Buy ink', 'Choose the paper']);
});
