import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { boardIsReady, boardUrl, card } from '../support/board';

test('a task that waits for another says so on its card, until that one is completed', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Waiting', [NAMES.user]);
  const first = await leader.newTask(project._id, 'Choose the paper');
  const second = await leader.newTask(project._id, 'Print the posters');
  const page = await as('leader');
  const board = await as('user');
  await board.goto(boardUrl('acme', project.key));
  await boardIsReady(board);
  await expect(card(board, second.key)).not.toContainText('Blocked');

  await page.goto(`/acme/taskpage?task=${second.key}`);
  const blockedBy = page.getByRole('list', { name: 'Blocked by' });
  await page.getByRole('button', { name: /^Blocked by/ }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find a task' }).fill(first.key);
  await page
    .getByRole('list', { name: 'Tasks' })
    .getByRole('button', { name: /Choose the paper/ })
    .press('Enter');
  await expect(blockedBy).toContainText(`${first.key} Choose the paper`);
  await expect(card(board, second.key)).toContainText('Blocked');
  const status = page.getByRole('button', { name: /^Status/ });
  await expect(status).toHaveText('Status: PendingBlocked');

  // The other way round is a circle.
  await page.getByRole('link', { name: `${first.key} Choose the paper` }).click();
  await expect(page.getByRole('list', { name: 'Blocks', exact: true })).toContainText(second.key);
  const answer = await leader.call('POST', 'dependency', { task_id: second.key, blocks_id: first.key });
  expect([answer.status, answer.code]).toEqual([409, 'conflict']);

  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();
  await expect(card(board, second.key)).not.toContainText('Blocked');
  // On a phone too, where the fields are folded; a blocker that is done stays in its list and blocks no more.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/acme/taskpage?task=${second.key}`);
  const details = page.getByRole('button', { name: /^Details/ });
  await expect(details).toContainText('Pending');
  await expect(details).not.toContainText('Blocked');
  await leader.ask('POST', 'changeTaskStatus', { task_id: first._id, status: 1 });
  await expect(details).toContainText('Blocked');
  await page.setViewportSize({ width: 1440, height: 900 });
  await leader.ask('PATCH', `task/${second._id}`, {
    version: (await leader.ask('GET', `task/${second._id}`)).data.version,
    due_date: new Date().toISOString().slice(0, 10),
  });
  await page.goto(`/acme/task?view=calendar&project=${project.key}`);
  await expect(page.locator(`[data-row="${second.key}"]`)).toContainText('Blocked');
  await page.goto(`/acme/task?view=timeline&project=${project.key}`);
  await expect(page.getByRole('link', { name: /^Print the posters.*, blocked/ })).toBeVisible();

  await leader.ask('POST', 'changeTaskStatus', { task_id: first._id, status: 4 });
  await page.goto(`/acme/taskpage?task=${first.key}`);
  await page.getByRole('button', { name: `Remove ${second.key} from Blocks` }).click();
  await expect(page.getByRole('list', { name: 'Blocks', exact: true })).toHaveCount(0);
});
