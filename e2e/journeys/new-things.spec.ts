import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardUrl, card } from '../support/board';

test('a new task opens above any page, outlives Escape and a reload, and stands on the board it is made above', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Signs');
  const page = await org.as('leader');
  await page.goto(org.url('dashboard'));
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard(?:\?|$)/);
  await title.fill('Order the signs');
  await dialog.getByRole('button', { name: /^Project/ }).click();
  await page.getByRole('menuitemradio', { name: 'Signs' }).click();
  await dialog.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'New task' }).first().click();
  await expect(dialog.getByText('Draft restored')).toBeVisible();
  await expect(title).toHaveText('Order the signs');
  await expect(dialog.getByRole('button', { name: 'Project: Signs' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Priority: High' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(org.url(`taskpage?task=${project.key}-1`));

  // An old link opens it too; the project that was used last is chosen, and nothing of the sent task is left.
  await page.goto(org.url('task?new=task'));
  await expect(dialog.getByRole('button', { name: 'Project: Signs' })).toBeVisible();
  await expect(page).toHaveURL(org.url('task'));
  await expect(dialog.getByText('Draft restored')).toBeHidden();
  await page.goto(boardUrl(org.key, project.key));
  await expect(card(page, `${project.key}-1`)).toBeVisible();
  await page.keyboard.press('c');
  await title.fill('Hang up the signs');
  await title.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card(page, `${project.key}-2`)).toContainText('Hang up the signs');
});
