import { expect, type Page } from '@playwright/test';

/** Waits until the page listens to keys: until its scripts have run they do nothing. */
export async function listensToKeys(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}
