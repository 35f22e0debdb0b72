import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl } from '../support/board';

test('the palette filters, shows a task beside the list, deletes it and takes that back; Shift M moves a card away', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('By palette');
  const task = await leader.newTask(project._id, 'Run me by name');
  const page = await as('leader');
  const run = async (words: string, name: RegExp) => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await field.fill(words);
    await expect(page.getByRole('option').first()).toHaveAccessibleName(name);
    await page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
  };
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
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

  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await page.locator(`[data-row="${task.key}"] [data-title]`).focus();
  await page.keyboard.press('Shift+M');
  await expect(page.getByRole('dialog', { name: 'Move to another project' })).toBeVisible();
});
