import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { card, column, drag } from '../support/board';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';
import { nameOf } from '../support/organisation';

test('a project gets its own names, limit and moves by keyboard; an open board follows and refuses in words', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Workflow', [nameOf('user')]);
  const mine = { assignee_ids: [org.memberId('user')] };
  const task = await leader.newTask(project._id, 'Draw the map', mine);
  await leader.newTask(project._id, 'Print the map');
  const board = await org.as('user');
  const live = joined(board, 'private-org-');
  await board.goto(org.url(`task?view=board&project=${project.key}`));
  await live;
  await expect(card(board, task.key, 'Pending')).toBeVisible();

  const page = await org.as('leader');
  await page.goto(org.url(`settings?section=workflow&project=${project.key}`));
  await messagesStay(page);
  await page.getByLabel('Name of Pending').fill('To do');
  await page.getByLabel('Limit of Pending').fill('1');
  await page.getByLabel('Colour of Testing').selectOption({ label: 'Purple' });
  await page.getByRole('checkbox', { name: 'Only some moves are allowed' }).press('Space');
  await page.getByRole('checkbox', { name: 'From To do to Testing' }).press('Space');
  await page.getByLabel('Name of Pending').press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // The open board hears of it: the name, and how far it is over the limit.
  await expect(column(board, 'To do')).toContainText('2 of 1');
  await drag(board, card(board, task.key), column(board, 'Testing'));
  await expect(board.getByRole('alert').filter({ hasText: 'From To do it can go to' })).toBeVisible();
  await expect(card(board, task.key, 'To do')).toBeVisible();
  await board.getByRole('link', { name: 'Draw the map' }).focus();
  await board.keyboard.press('Space');
  await expect(board.getByRole('status').filter({ hasText: 'Not allowed: Testing' })).toBeAttached();
  await expect(column(board, 'Testing')).toContainText('does not allow a move from To do to Testing');
  await board.keyboard.press('ArrowRight');
  await board.keyboard.press('Space');
  await expect(card(board, task.key, 'In Process')).toBeVisible();

  // The message that stays lies over it.
  await page.getByRole('button', { name: 'Go by the organisation’s workflow again' }).press('Enter');
  await expect(column(board, 'Pending')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('goes by the organisation’s workflow.');
  await expect(page.getByLabel('Name of Pending')).toHaveValue('Pending');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(column(board, 'To do')).toBeVisible();
});
