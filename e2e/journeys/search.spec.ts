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

test('the palette shows a task beside the list, filters and exports, deletes it and takes that back', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('By palette');
  const task = await leader.newTask(project._id, 'Run me by name');
  const page = await org.as('leader');
  const run = async (words: string, name: RegExp) => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await field.fill(words);
    await expect(page.getByRole('option').first()).toHaveAccessibleName(name);
    await page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
  };
  await page.goto(org.url(`task?project=${project.key}`));
  const title = page.locator(`[data-row="${task.key}"] [data-title]`);
  await title.focus();
  await run('beside', /^Open beside the view/);
  await expect(page.getByRole('region', { name: `Task ${task.key}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await run('filter', /^Filter/);
  await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await run('export these', /^Export these tasks/);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await title.focus();
  await run('delete task', /^Delete task/);
  await expect(title).toHaveCount(0);
  await expect(page.getByText(`${task.key} was moved to the bin.`)).toBeVisible();
  await run('undo', /^Undo the last change/);
  await expect(title).toBeVisible();
});
