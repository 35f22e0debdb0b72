import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('a rule that is made acts on a task that is moved; the open page follows and its log says so', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Rules');
  const task = await leader.newTask(project._id, 'Proof the flyer');
  const page = await org.as('leader');
  await page.goto(org.url(`settings?section=rules&project=${project.key}`));
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

  await page.goto(org.url(`taskpage?task=${task.key}`));
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  await expect(page.getByRole('button', { name: /^Priority/ })).toContainText('Urgent');
  await page.goto(org.url(`settings?section=rules&project=${project.key}`));
  await rule.getByRole('button', { name: 'Log of Review' }).press('Enter');
  const log = page.getByRole('dialog', { name: 'Log of Review' }).getByRole('listitem');
  await expect(log).toContainText(`${task.key} Proof the flyer`);
  await expect(log).toContainText('Priority: Urgent.');
});
