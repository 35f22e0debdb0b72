import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { SCREENS, type Screen, screenName } from '../support/screens';

for (const screen of SCREENS)
  test(`${screenName(screen)} is laid out, and axe finds nothing on it, in both themes, wide and narrow`, async ({
    demo,
    console,
  }) => {
    console.expectError(/40[34]/);
    const page = await demo(screen.seat, screen.org);
    const answer = await page.goto(screen.path);
    expect.soft(answer?.status()).toBe(screen.status ?? 200);
    await expectLayout(page, screen);
    await settled(page);
    if (screen.part) {
      await expectAccessible(page, screenName(screen));
      await page.goto(screen.part);
      await settled(page);
    }
    await expectAccessibleEverywhere(page, screenName(screen));
  });

/** Nothing that the page shows is still on its way. */
const settled = (page: Page) => expect(page.locator('main [aria-busy=true]')).toHaveCount(0);

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

const coloured = (
  ground: string,
) => `<!doctype html><html lang="en"><title>Colours</title><body style="background: ${ground}">
  <main><h1 style="color: #777">Colours</h1><p style="color: #777">Grey on ${ground}</p></main>`;

test('grey on black is right', async ({ page }) => {
  await page.setContent(coloured('#000'));
  await expectAccessible(page, 'grey on black');
});

test('a text that is too faint is found, also where the same ink was right on another ground', async ({ page }) => {
  test.fail();
  await page.setContent(coloured('#000'));
  await expectAccessible(page, 'grey on black');
  await page.setContent(coloured('#fff'));
  await expectAccessible(page, 'grey on white');
});
