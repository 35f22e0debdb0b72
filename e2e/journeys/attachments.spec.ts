import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { dropFile, pastePicture, pictureOf } from '../support/files';
import { channelOf, openLive } from '../support/live';
import { nameOf } from '../support/organisation';

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Door measures 92 by 210.\n') };

const section = (page: Page) => page.getByRole('region', { name: /^Attachments/ });
const attached = (page: Page) => section(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const choose = (within: Locator, file: typeof NOTES) => within.getByLabel('Files to attach').setInputFiles(file);
const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

test('files are attached to a task by choosing, drop and paste, come back with Undo, and others see them at once', async ({
  org,
}, info) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Attached', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Measure the doors');
  const [page, other] = [await org.as('leader'), await org.as('user')];
  await openLive(org.url(`taskpage?task=${task.key}`), channelOf(project), other, page);
  await choose(section(page), NOTES);
  await expect(attached(other)).toContainText(['notes.txt']);
  await expect(attached(other).first()).toContainText(nameOf('leader'));
  await dropFile(page, info, section(page), { name: 'door.png', bytes: await pictureOf(page, '#0b6') });
  await expect(attached(page)).toContainText(['notes.txt', 'door.png']);
  await isDrawn(attached(page).nth(1).locator('img'));
  await page.getByRole('heading', { level: 2, name: /^Attachments/ }).click();
  await pastePicture(page, await pictureOf(page, '#b06'));
  await expect(attached(page)).toContainText(['notes.txt', 'door.png', /Screenshot .*\.png/]);

  await attached(other).first().getByRole('link').click();
  const preview = other.getByRole('dialog', { name: 'notes.txt' });
  await expect(preview).toContainText('Door measures 92 by 210.');
  await preview.getByRole('button', { name: 'Next file' }).click();
  await expect(other.getByRole('dialog', { name: 'door.png' })).toBeVisible();
  await other.keyboard.press('Escape');
  // A user removes what it added, and nothing else.
  await expect(attached(other).first().getByRole('button')).toHaveCount(0);
  await choose(section(other), { ...NOTES, name: 'mine.txt' });
  await expect(attached(page)).toHaveCount(4);
  await other.getByRole('button', { name: 'Remove mine.txt' }).click();
  await expect(attached(page)).toHaveCount(3);
  await other.keyboard.press('Control+z');
  await expect(attached(page)).toHaveCount(4);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'Comments and activity' })).toContainText(
    'added the file “door.png” to this task',
  );
});
