import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startUploadThing, type UploadThingService } from '../../lib/test/uploadthing-service';
import { test as base } from '../fixtures';
import { chatIn, roomOf } from '../support/chat';
import { downloaded, filesComeAndGo, large, menu, projectFiles, row, tray, upload, writeDated } from '../support/files';
import { closeDatabase, nameOf } from '../support/organisation';
import { ServerCopy } from '../support/server-copy';

/** With UploadThing, by its own client in the browser, beside a server that has its token. */
const test = base.extend<object, { service: UploadThingService; copy: ServerCopy }>({
  service: [
    async ({ browser: _ }, use) => {
      const service = await startUploadThing();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  copy: [
    async ({ service }, use) => {
      const environment = { ...service.environment, UPLOADTHING_TOKEN: service.token };
      const copy = await ServerCopy.start('service', process.env.E2E_BASE_URL ?? '', 40, environment);
      // The organisation of this worker's journey lives there.
      process.env.E2E_DATA_DIR = copy.dir;
      process.env.AUTH_SECRET = readFileSync(path.join(copy.dir, 'secret'), 'utf8').trim();
      await use(copy);
      await closeDatabase();
      await copy.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ copy }, use) => use(copy.url),
});

// One copy of the server for all of them, which two workers would start in the same place.
test.describe.configure({ mode: 'default' });

test('files go straight to the service, get versions and come back, and a cut upload goes on where it was cut', async ({
  org,
  service,
  console,
}) => {
  console.expectError(/Failed to load resource|ERR_/);
  const { page } = await projectFiles(org, 'At the service');
  const before = service.stored.size;
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await filesComeAndGo(page, nameOf('leader'));
  expect(posts).toContain('/api/uploadthing');
  expect(posts).not.toContain('/api/upload');
  expect(service.stored.size).toBe(before + 3);

  const { length } = service.begins;
  // Browsers try a cut request again by themselves too: each gets a little further.
  service.cutAfter(200_000);
  await upload(page, large('Film.bin', 12));
  const retry = tray(page).getByRole('button', { name: 'Retry Film.bin' });
  await expect(retry).toBeVisible();
  service.cutAfter(Number.POSITIVE_INFINITY);
  await retry.click();
  await expect(row(page, 'Film.bin')).toBeVisible();
  const begins = service.begins.slice(length);
  expect(begins).toEqual(begins.toSorted((one, other) => one - other));
  expect(begins.at(-1)).toBeGreaterThan(0);
});

test('after a reload the same file goes on at the service, another of the same name, size and date begins anew', async ({
  org,
  service,
  console,
}, info) => {
  // The service’s client says of what a reload cut off which request it was.
  console.expectError(/Failed to load resource|ERR_|method: HEAD/);
  const { page } = await projectFiles(org, 'Twins at the service');
  for (const [name, isSame] of [
    ['Same.bin', true],
    ['Twin.bin', false],
  ] as const) {
    const path = info.outputPath(name);
    await writeDated(path, large(name, 12).buffer);
    service.cutAfter(200_000);
    await upload(page, path);
    await expect(tray(page).getByRole('button', { name: `Retry ${name}` })).toBeVisible();
    service.cutAfter(Number.POSITIVE_INFINITY);
    const { buffer } = large(isSame ? name : 'Other', 12);
    await writeDated(path, buffer);
    await page.reload();
    await tray(page).locator('input[type=file]').setInputFiles(path);
    await expect(row(page, name)).toBeVisible();
    expect([name, (service.begins.at(-1) ?? 0) > 0]).toEqual([name, isSame]);
    const { bytes } = await downloaded(page, () => menu(page, name, 'Download'));
    expect(bytes.equals(buffer)).toBe(true);
  }
});

test('a large file is downloaded from the service under its name, and the chat sends there too', async ({
  org,
  service,
  console,
}) => {
  console.expectError(/Failed to load resource|ERR_/);
  const { page, project } = await projectFiles(org, 'Said at the service');
  const score = large('Score.bin', 9);
  await upload(page, score);
  await expect(row(page, score.name)).toBeVisible();
  const { name, bytes } = await downloaded(page, () => menu(page, score.name, 'Download'));
  expect([name, bytes.equals(score.buffer)]).toEqual([score.name, true]);

  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await page.goto(org.url(`chat?room=${await roomOf(await org.program('leader'), project)}`));
  const chat = chatIn(page);
  await expect(chat.getByRole('textbox', { name: 'Message to the team' })).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await chat.getByRole('button', { name: 'Attach files' }).click();
  await (await choosing).setFiles([large('Take.bin', 9)]);
  await expect.poll(() => [...service.stored.values()].map((one) => one.name)).toContain('Take.bin');
  const waiting = chat.getByRole('list', { name: 'Attached to this message' });
  await expect(waiting.getByRole('button', { name: 'Remove Take.bin' })).toBeVisible();
  expect(posts).toContain('/api/uploadthing');
  expect(posts).not.toContain('/api/chatUpload');
});
