import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import {
  downloaded,
  filesComeAndGo,
  large,
  menu,
  projectFiles,
  row,
  TABLE,
  TEXT,
  tray,
  upload,
  writeDated,
} from '../support/files';
import { nameOf } from '../support/organisation';

const PIECES = '**/api/upload/resumable/**';

test('files are uploaded, looked at, get versions, and leave with the same bytes, also as one zip', async ({ org }) => {
  const { page } = await projectFiles(org, 'Files');
  await filesComeAndGo(page, nameOf('leader'));
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  const { bytes } = await downloaded(page, () => bar.getByRole('button', { name: 'Download' }).click());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  for (const { name } of [TEXT, TABLE]) expect(bytes.includes(name)).toBe(true);
});

test('a large upload goes on after a reload where it stopped, never with another file of the same name, size and date', async ({
  org,
}, info) => {
  const { page } = await projectFiles(org, 'Large');
  const begins: number[] = [];
  await page.route(PIECES, (route) => {
    const request = route.request();
    if (request.method() === 'PATCH') begins.push(Number(request.headers()['upload-offset']));
    // The second piece of each stays on its way.
    if (request.method() === 'PATCH' && begins.at(-1)) return;
    return route.continue();
  });
  // On the disk, as it is known by when it was changed, too.
  const paths = ['Film.bin', 'Left.bin', 'Twin.bin'].map((name) => info.outputPath(name));
  const [film, left, twin] = paths as [string, string, string];
  await writeFile(film, large('Film.bin', 20).buffer);
  await writeFile(left, large('Left.bin', 9).buffer);
  await writeDated(twin, large('Twin.bin', 9).buffer);
  await upload(page, [film, left, twin]);
  await expect.poll(() => begins.filter((at) => at > 0).length).toBe(3);
  await tray(page).getByRole('button', { name: 'Cancel Left.bin' }).click();
  await expect(tray(page)).not.toContainText('Left.bin');
  await tray(page).getByRole('button', { name: 'Pause Film.bin' }).click();
  await expect(tray(page)).toContainText(/Paused at \d+ %/);
  await page.reload();
  await expect(tray(page)).toContainText(/Stopped at \d+ %\. Choose the file again/);
  await page.unroute(PIECES);
  const { length } = begins;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') begins.push(Number(request.headers()['upload-offset']));
  });
  const choose = (name: string, path: string) =>
    tray(page).getByRole('listitem').filter({ hasText: name }).locator('input[type=file]').setInputFiles(path);
  await choose('Film.bin', film);
  await expect(row(page, 'Film.bin')).toBeVisible();
  expect(begins[length]).toBeGreaterThan(0);
  await expect(page.getByRole('row')).toHaveCount(2);
  const { buffer } = large('Another', 9);
  await writeDated(twin, buffer);
  await choose('Twin.bin', twin);
  await expect(row(page, 'Twin.bin')).toBeVisible();
  const { bytes } = await downloaded(page, () => menu(page, 'Twin.bin', 'Download'));
  expect(bytes.equals(buffer)).toBe(true);
});

test('a client sees a file once it is shared, at once, and of what is said about it what is for clients', async ({
  org,
  console,
}) => {
  console.expectError(/404/);
  const project = await (await org.program('leader')).newProject('Offers', [], [nameOf('client')]);
  const [page, client] = [await org.as('leader'), await org.as('client')];
  for (const one of [page, client]) await one.goto(org.url(`file_manager?project=${project.key}`));
  const { name } = TEXT;
  await upload(page, TEXT);
  await expect(row(page, name)).toBeVisible();
  const href = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
  await expect(client.getByRole('navigation', { name: 'Folders above' })).toContainText('Shared with you');
  await expect(client.getByRole('link', { name })).toHaveCount(0);
  expect((await client.request.get(href)).status()).toBe(404);
  await menu(page, name, 'Visible to clients');
  const dialog = page.getByRole('dialog', { name: `Who sees “${name}”` });
  await dialog.getByRole('radio', { name: /the clients/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await client.getByRole('link', { name }).click();
  expect((await client.request.get(href)).status()).toBe(200);

  await page.getByRole('link', { name }).click();
  const preview = page.getByRole('dialog', { name });
  await preview.getByRole('button', { name: 'Comments' }).click();
  const talk = preview.getByRole('region', { name: 'Comments' });
  const field = talk.getByRole('textbox', { name: 'Comment' });
  await field.fill('Too dear for them');
  await talk.getByRole('button', { name: 'Add note' }).click();
  await expect(talk.getByRole('listitem')).toContainText(['Too dear for them']);
  const seen = client.getByRole('dialog', { name });
  await seen.getByRole('button', { name: 'Comments' }).click();
  const list = seen.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await expect(seen.getByText('Nobody has commented')).toBeVisible();
  await talk.getByRole('checkbox', { name: 'Visible to clients' }).check();
  await field.fill('Is this **what you meant**?');
  await field.press('Control+Enter');
  await expect(list).toHaveText([/Is this what you meant\?/]);
  await seen.getByRole('textbox', { name: 'Comment' }).fill('It is');
  await seen.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(talk.getByRole('listitem')).toContainText(['Too dear', 'Is this what you meant?', 'It is']);
});

test('F05 a script and a page that were uploaded do not run in the application', { tag: '@whole' }, async ({
  org,
  console,
}) => {
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
