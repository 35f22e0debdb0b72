import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { channelOf, lateAnswers, openLive } from '../support/live';
import { messagesStay } from '../support/messages';

test('the Undo of a message takes back what was sent from a list that was left before the answer', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Left early');
  for (const title of ['One', 'Two']) await leader.newTask(project._id, title);
  const left = async () => (await leader.ask('GET', `taskList?project_id=${project._id}`)).docs.length;
  const page = await org.as('leader');
  await page.goto(org.url(`task?project=${project.key}`));
  await messagesStay(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  const answer = await lateAnswers(page, '**/api/taskArray');
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(left).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  answer();
  await expect(page.getByText('2 tasks deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(left).toBe(2);

  // Also of a row that came after the list was drawn.
  await openLive(org.url(`task?project=${project.key}`), channelOf(project), page);
  await messagesStay(page);
  const three = await leader.newTask(project._id, 'Three');
  await page.locator(`[data-row="${three.key}"] [data-title]`).focus();
  await page.keyboard.press('s');
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();
  await expect(page.getByText(`${three.key} moved to Completed.`)).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await leader.ask('GET', `task/${three.key}`)).data.status).toBe(1);
});
