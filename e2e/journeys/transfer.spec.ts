import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleInBothThemes } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';

test('a task moves to another project by keyboard, what it loses is said first, and its old key leads to it', async ({
  as,
  program,
}) => {
  const admin = await program('admin');
  const from = await admin.newProject('Moved from', [NAMES.user, NAMES.leader]);
  const to = await admin.newProject('Moved to', [NAMES.leader]);
  const task = await admin.newTask(from._id, 'Print the posters', { assignee_ids: [await admin.memberId(NAMES.user)] });
  const board = await as('leader');
  await board.goto(boardUrl('acme', to.key));
  await boardIsReady(board);

  const page = await as('admin');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const open = page.getByRole('button', { name: 'Move to another project' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move to another project' });
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  await dialog.getByLabel('Project').selectOption({ label: `Moved to (${to.key})` });
  await expect(dialog.getByRole('status')).toContainText(`${NAMES.user} does not belong to that project’s team`);
  await expectAccessibleInBothThemes(page, 'the dialog that moves a task');
  await dialog.getByLabel('Project').focus();
  await page.keyboard.press('Control+Enter');

  await expect(page).toHaveURL(new RegExp(`task=${to.key}-1$`));
  await expect(page.getByRole('heading', { name: 'Print the posters', level: 1 })).toBeVisible();
  await expect(card(board, `${to.key}-1`)).toBeVisible();
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await expect(page).toHaveTitle(new RegExp(`^${to.key}-1 Print the posters`));
});

test('a card is duplicated, and moved to another project, from its menu and by M', async ({ as, program }) => {
  const leader = await program('leader');
  const [from, to] = [await leader.newProject('Board of cards'), await leader.newProject('Board beside')];
  const task = await leader.newTask(from._id, 'Paint the sign');
  const page = await as('leader');
  await page.goto(boardUrl('acme', from.key));
  await boardIsReady(page);
  const choose = async (name: string) => {
    await card(page, task.key).getByRole('link').focus();
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await choose('Duplicate…');
  const copying = page.getByRole('dialog', { name: 'Duplicate task' });
  await expect(copying).toContainText(task.key);
  await copying.getByRole('button', { name: 'Duplicate' }).click();
  await expect(card(page, `${from.key}-2`)).toContainText('Paint the sign');

  await choose('Move to another project…');
  const moving = page.getByRole('dialog', { name: 'Move to another project' });
  await expect(moving).toContainText(task.key);
  await page.keyboard.press('Escape');
  await expect(card(page, task.key).getByRole('link')).toBeFocused();
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Move to…' }).getByRole('button', { name: 'Another project…' }).press('Enter');
  await expect(moving).toContainText(task.key);
  await moving.getByLabel('Project').selectOption({ label: `Board beside (${to.key})` });
  await moving.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText(`${task.key} is ${to.key}-1 now.`)).toBeVisible();
  await expect(card(page, task.key)).toHaveCount(0);
});
