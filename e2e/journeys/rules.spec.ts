import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';

test('a rule is made by keyboard, tried, acts on a task that is moved, and its log says so; off it does nothing', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Rules', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Proof the flyer');
  const page = await as('leader');
  await page.goto(`/acme/settings?section=rules&project=${project.key}`);
  await page.getByRole('button', { name: 'New rule' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Review');
  await dialog.getByLabel('Action 1').selectOption({ label: 'Set the priority to' });
  await dialog.getByLabel('Which priority').selectOption({ label: 'Urgent' });
  await dialog.getByRole('button', { name: 'Try' }).press('Enter');
  await expect(dialog.getByRole('status')).toContainText('would have matched 0 tasks');
  await dialog.getByRole('button', { name: 'Make the rule' }).press('Enter');
  const rule = page.getByRole('listitem').filter({ hasText: 'Review' });
  await expect(rule).toContainText('A task is moved to Testing → Set the priority to Urgent');

  await page.goto(`/acme/taskpage?task=${task.key}`);
  await leader.ask('POST', 'changeTaskStatus', { task_id: task._id, status: 3 });
  // The open page follows what the rule does.
  await expect(page.getByRole('button', { name: /^Priority/ })).toContainText('Urgent');

  await page.goto(`/acme/settings?section=rules&project=${project.key}`);
  await rule.getByRole('button', { name: 'Log of Review' }).press('Enter');
  const log = page.getByRole('dialog', { name: 'Log of Review' });
  await expect(log.getByRole('listitem')).toContainText(`${task.key} Proof the flyer`);
  await expect(log.getByRole('listitem')).toContainText('Priority: Urgent.');
  await page.keyboard.press('Escape');
  await expect(log).toHaveCount(0);
  await rule.getByRole('checkbox', { name: 'On: Review' }).press('Space');
  await expect(page.getByText('Review is off')).toBeVisible();
  await rule.getByRole('button', { name: 'Delete Review' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(page.getByText('No rules yet.')).toBeVisible();
});
