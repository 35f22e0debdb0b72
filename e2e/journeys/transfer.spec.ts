import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';
import { nameOf } from '../support/organisation';

test('a card is duplicated with what was ticked, and moves to another project; its old key leads to it', {
  tag: '@whole',
}, async ({ org }) => {
  const leader = await org.program('leader');
  const user = org.memberId('user');
  const from = await leader.newProject('Moved from', [nameOf('user')]);
  const to = await leader.newProject('Moved to');
  const task = await leader.newTask(from._id, 'Print the posters', {
    ...{ description: 'On thick paper', priority: 'high', due_date: '2031-01-31', assignee_ids: [user], status: 3 },
  });
  await leader.ask('POST', 'checklistItem', { task_id: task._id, title: 'Buy ink\nFold them', done: true });
  await leader.newTask(from._id, 'Choose the ink', { parent_id: task._id });
  const other = await org.as('user');
  await other.goto(boardUrl(org.key, from.key));
  await boardIsReady(other);
  const page = await org.as('leader');
  await page.goto(boardUrl(org.key, from.key));
  await boardIsReady(page);
  const choose = async (name: string) => {
    await card(page, task.key).filter({ hasNotText: 'Part of' }).getByRole('link').focus();
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await choose('Duplicate…');
  const copying = page.getByRole('dialog', { name: 'Duplicate task' });
  await copying.getByRole('checkbox', { name: 'Dates' }).check();
  await copying.getByRole('textbox', { name: 'Title' }).fill('Print the flyers');
  await copying.getByRole('button', { name: 'Duplicate' }).click();
  await expect(card(other, `${from.key}-3`).first()).toContainText('Print the flyers');
  expect((await leader.ask('GET', `task/${from.key}-3`)).data).toMatchObject({
    ...{ title: 'Print the flyers', description: 'On thick paper', priority: 'high', due_date: '2031-01-31' },
    ...{ assignees: [], status: 1, checklist: { done: 0, total: 2 }, subtask_progress: { done: 0, total: 1 } },
  });

  await choose('Move to another project…');
  const moving = page.getByRole('dialog', { name: 'Move to another project' });
  await moving.getByLabel('Project').selectOption({ label: `Moved to (${to.key})` });
  await expect(moving.getByRole('status')).toContainText(`${nameOf('user')} does not belong to that project’s team`);
  await moving.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText(`${task.key} is ${to.key}-1 now.`)).toBeVisible();
  await expect(card(other, 'Print the posters')).toHaveCount(0);
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await expect(page).toHaveTitle(new RegExp(`^${to.key}-1 Print the posters`));
});
