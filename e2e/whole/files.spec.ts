import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { large, projectFiles, row, tray, upload } from '../support/files-journey';

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
