import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible } from '../support/axe';
import { type Screen, screenName, screensByPerson, settled } from '../support/screens';

for (const { who, screens } of screensByPerson(8))
  test(`the screens of ${who} are laid out, and axe finds nothing on them`, async ({ demo, console }) => {
    console.expectError(/40[34]/);
    const page = await demo(screens[0]?.seat, screens[0]?.org);
    for (const screen of screens)
      await test.step(screenName(screen), async () => {
        const answer = await page.goto(screen.path);
        expect.soft(answer?.status(), screenName(screen)).toBe(screen.status ?? 200);
        await expectLayout(page, screen);
        if (screen.part) await page.goto(screen.part);
        await settled(page);
        await expectAccessible(page, screenName(screen));
      });
  });

/** One heading, a title, and the parts that every page has. */
async function expectLayout(page: Page, { path, seat }: Screen): Promise<void> {
  await expect.soft(page.locator('head > title')).toHaveCount(1);
  if (seat) {
    await expect.soft(page, path).toHaveTitle(/^.+ · (Acme Studio|Guildhall)$/);
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
  const wide = page.viewportSize();
  const begins = await viewBegins(page);
  if (begins === undefined || !wide) return;
  await page.setViewportSize({ width: 390, height: 844 });
  const onPhone = await viewBegins(page);
  await page.setViewportSize(wide);
  // Two rows, whatever is in them.
  expect.soft([begins, onPhone], `what is above ${path}`).toEqual([96, 96]);
}

/** How far below the top bar the content of a view begins (px), if there is one. */
const viewBegins = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => {
    // A task beside the view lies over it.
    const tops = [...document.querySelectorAll('.view-frame > :not(.filter-row, .view-bar, [data-peek])')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ height }) => height > 1)
      .map(({ top }) => top);
    const bar = document.querySelector('[data-top-bar]')?.getBoundingClientRect().bottom ?? 0;
    return tops.length > 0 ? Math.round(Math.min(...tops) - bar) : undefined;
  });

/** The paths that had this title until now, of all workers; `path` among them. */
function pagesCalled(title: string, path: string): string[] {
  const folder = join(process.env.E2E_DATA_DIR ?? os.tmpdir(), 'titles', encodeURIComponent(title));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, encodeURIComponent(path)), '');
  return fs.readdirSync(folder).map(decodeURIComponent);
}
