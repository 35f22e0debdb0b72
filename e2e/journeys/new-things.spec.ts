import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';

async function expectCategories(page: Page, what: 'project' | 'task') {
  const dialog = page.getByRole('dialog', { name: `New ${what}` });
  const category = dialog.getByRole('combobox', { name: /Category/ });
  await expect(category.getByRole('option', { name: 'Design' })).toBeAttached();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
}

test('New project and New task offer the same categories, whichever is opened first', async ({ as }) => {
  const page = await as('leader');
  await page.goto('/acme/project');
  await page.getByRole('button', { name: 'New project' }).first().click();
  await expectCategories(page, 'project');
  await page.keyboard.press('c');
  await expectCategories(page, 'task');

  await page.goto('/acme/task');
  await page.getByRole('button', { name: 'New task' }).first().click();
  await expectCategories(page, 'task');
  await page.getByRole('navigation').first().getByRole('link', { name: 'Project' }).click();
  await page.getByRole('button', { name: 'New project' }).first().click();
  await expectCategories(page, 'project');
});
