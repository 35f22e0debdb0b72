import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { SCREENS, type Screen, screenName } from '../support/screens';

for (const screen of SCREENS) {
  test(`${screenName(screen)} is laid out, and has nothing to object to, in both themes, wide and narrow`, async ({
    looking,
    console,
  }) => {
    console.expectError(/40[34]/);
    const page = await looking(screen.seat, screen.org);
    const answer = await page.goto(screen.path);
    expect.soft(answer?.status()).toBe(screen.status ?? 200);
    await expectLayout(page, screen);
    await page.waitForLoadState('networkidle');
    if (screen.part) {
      await expectAccessible(page, screenName(screen));
      await page.goto(screen.part);
      await page.waitForLoadState('networkidle');
    }
    await expectAccessibleEverywhere(page, screenName(screen));
  });
}

/** One heading, a title, and the parts that every page has. */
async function expectLayout(page: Page, { path, seat }: Screen): Promise<void> {
  await expect.soft(page.locator('head > title')).toHaveCount(1);
  if (seat) {
    await expect.soft(page).toHaveTitle(/^.+ · (Acme Studio|Guildhall)$/);
    expect.soft(pagesCalled(await page.title(), path), 'other pages whose tabs say the same').toEqual([path]);
  }
  await expect.soft(page.getByRole('main')).toHaveCount(1);
  if (!path.startsWith('/loadingpage')) await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // The page ends where its content ends.
  const beyond = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - Math.max(clientHeight, document.body.getBoundingClientRect().bottom + window.scrollY);
  });
  expect.soft(beyond, 'height below the content').toBeLessThanOrEqual(1);
  if (!seat || seat === 'pending') return;
  await expect.soft(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect.soft(page.getByRole('contentinfo')).toContainText(/Guildhall/);
}

/** The paths that had this title until now, of all workers; `path` among them. */
function pagesCalled(title: string, path: string): string[] {
  const folder = join(process.env.E2E_DATA_DIR ?? os.tmpdir(), 'titles', encodeURIComponent(title));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, encodeURIComponent(path)), '');
  return fs.readdirSync(folder).map(decodeURIComponent);
}
