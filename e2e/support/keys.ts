import { expect, type Page } from '@playwright/test';

/** Proves that the page listens to keys. Asked once: in the sheet, which comes when it is wanted, a key is text. */
export async function listensToKeys(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}
