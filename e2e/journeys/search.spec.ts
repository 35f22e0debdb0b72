import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf, type Seat } from '../support/organisation';

test('what was written is found at once, with its hit, by keyboard, and not by whom it is hidden from', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Finding', [], [nameOf('client')]);
  const task = await leader.newTask(project._id, 'Paint the quokka', { status: 1, audience: 'client' });
  const body = 'The **wombat** is <b>secret</b>.';
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body, internal: true });
  const look = async (seat: Seat, words: string) => {
    const page = await org.as(seat);
    await page.goto(org.url('dashboard'));
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await page.keyboard.type(words);
    return page;
  };

  const page = await look('leader', 'womb');
  const option = page.getByRole('group', { name: 'Comments' }).getByRole('option');
  await expect(option).toContainText('The wombat is <b>secret</b>.');
  await expect(option.locator('mark')).toHaveText('wombat');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/taskpage\\?task=${task.key}`));

  const client = await look('client', 'wombat');
  await expect(client.getByText('Nothing matches “wombat”.')).toBeVisible();
  await client.getByRole('combobox').fill('quoka');
  await expect(client.getByRole('group', { name: 'Tasks' }).getByRole('option')).toContainText('Paint the quokka');
});
