import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleEverywhere } from '../support/axe';
import { messagesStay } from '../support/messages';

test('a task repeats by keyboard, is made again when it is completed, and stops', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Every week');
  const task = await leader.newTask(project._id, 'Water the plants', { due_date: '2099-11-24' });
  await leader.ask('POST', 'checklistItem', { task_id: task._id, title: 'Kitchen', done: true });
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const field = page.getByRole('button', { name: /^Repeats/ });
  await expect(field).toHaveText('Repeats: Never');
  await field.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Repeats' });
  await expect(panel.getByLabel('Every')).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await expect(panel.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked();
  await expect(panel.getByRole('status')).toHaveText('Every second Tuesday');
  await expectAccessibleEverywhere(page, 'how a task repeats');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${task.key} repeats: Every second Tuesday.`)).toBeVisible();
  await expect(field).toHaveText('Repeats: Every second Tuesday');

  await field.press('Enter');
  await expect(panel.getByText('Next: 8 Dec 2099')).toBeVisible();
  await panel.getByRole('button', { name: 'Skip it' }).press('Enter');
  await expect(panel.getByText('Next: 22 Dec 2099')).toBeVisible();
  // The page may hear of it before its answer, until which nothing else is sent.
  await expect(panel.getByRole('button', { name: 'Skip it' })).toBeEnabled();
  await panel.getByLabel('Unit').selectOption({ label: 'months' });
  await panel.getByLabel('On', { exact: true }).selectOption({ label: 'the fourth Tuesday' });
  await panel.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(field).toHaveText('Repeats: Every second month on the fourth Tuesday');

  await leader.ask('POST', 'changeTaskStatus', { task_id: task._id, status: 4 });
  const open = async () =>
    (await leader.ask('GET', `taskList?project_id=${project._id}&status=1`)).docs.map(({ key, due_date }) => [
      key,
      due_date,
    ]);
  await expect.poll(open).toEqual([[expect.any(String), '2100-01-26']]);
  const [[next]] = (await open()) as [[string]];
  await page.getByRole('link', { name: `${next} Water the plants`, exact: true }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`task=${next}$`));
  await expect(page.getByRole('checkbox', { name: 'Kitchen' })).not.toBeChecked();
  await field.press('Enter');
  await messagesStay(page);
  await panel.getByRole('button', { name: 'Stop repeating' }).press('Enter');
  await expect(field).toHaveText('Repeats: Never');
  // The page may hear of it before its answer, which the message waits for. The newest message is the first.
  await expect(page.getByText(`${next} no longer repeats.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(field).toHaveText('Repeats: Every second month on the fourth Tuesday');
});
