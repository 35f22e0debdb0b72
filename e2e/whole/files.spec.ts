import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { large, projectFiles, row, TEXT, tray, upload } from '../support/files-journey';

test('a large upload goes on where the connection was cut', async ({ org, console }) => {
  console.expectError(/Failed to load resource|ERR_/);
  const { page } = await projectFiles(org, 'Cut');
  const begins: number[] = [];
  await page.route('**/api/upload/resumable/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    begins.push(Number(request.headers()['upload-offset']));
    return begins.length >= 2 && begins.length <= 6 ? route.abort('connectionreset') : route.continue();
  });
  await upload(page, large('Film.bin', 20));
  await tray(page).getByRole('button', { name: 'Retry Film.bin' }).click();
  await expect(row(page, 'Film.bin')).toBeVisible();
  // Never back to what had arrived.
  expect(begins).toEqual(begins.toSorted((one, other) => one - other));
  expect(begins.at(-1)).toBeGreaterThan(0);
});

test('boxes are as large to press as fingers need', async ({ org }) => {
  const { page: made, project } = await projectFiles(org, 'Boxes');
  await upload(made, TEXT);
  await expect(row(made, TEXT.name)).toBeVisible();
  const page = await org.as('leader', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
  for (const view of ['list', 'grid']) {
    await page.goto(org.url(`file_manager?project=${project.key}&view=${view}`));
    const area = page.locator('[data-item] label:has(> input[type=checkbox])').first();
    const { width = 0, height = 0 } = (await area.boundingBox()) ?? {};
    expect([view, Math.round(Math.min(width, height)) >= 44]).toEqual([view, true]);
    await area.click({ position: { x: 2, y: 2 } });
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
  }
});

test('F05 a script and a page that were uploaded do not run in the application', async ({ org, console }) => {
  console.expectError(/Refused to execute|MIME type|Failed to load resource|violates/);
  const { page } = await projectFiles(org, 'Hostile');
  const script = 'window.ran = true; document.title = "ran";';
  const hostile = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) });
  await upload(page, [
    hostile('evil.js', 'text/javascript', script),
    hostile('evil.html', 'text/html', `<script>${script}</script>`),
    hostile('evil.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`),
  ]);
  for (const name of ['evil.js', 'evil.html', 'evil.svg']) {
    await expect(row(page, name)).toBeVisible();
    const href = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
    const loaded = await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const tag = document.createElement('script');
          tag.src = src;
          tag.onload = () => resolve('loaded');
          tag.onerror = () => resolve('refused');
          document.head.append(tag);
          const frame = document.createElement('iframe');
          frame.src = src;
          document.body.append(frame);
        }),
      href,
    );
    expect([name, loaded]).toEqual([name, 'refused']);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('dialog', { name })).toContainText(/window\.ran/);
    await page.keyboard.press('Escape');
  }
  expect(await page.evaluate(() => [(window as { ran?: true }).ran, document.title === 'ran'])).toEqual([
    undefined,
    false,
  ]);
});
