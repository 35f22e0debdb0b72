import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { projectFiles, row, upload } from '../support/files-journey';

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
