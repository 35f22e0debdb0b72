import { utimes, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { WIDE } from './axe';
import type { Organisation } from './organisation';

/** A picture of one colour, as a browser draws it. */
export async function pictureOf(page: Page, colour: string): Promise<Buffer> {
  const address = await page.evaluate((fillStyle) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = Object.assign(canvas.getContext('2d') as CanvasRenderingContext2D, { fillStyle });
    context.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  }, colour);
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** Drops a file as the system does when somebody lets go of it above `onto`. */
export async function dropFile(page: Page, info: TestInfo, onto: Locator, file: { name: string; bytes: Buffer }) {
  const path = info.outputPath(file.name);
  await writeFile(path, file.bytes);
  await onto.scrollIntoViewIfNeeded();
  const box = await onto.boundingBox();
  const { x, y, width, height } = box ?? { x: 0, y: 0, ...WIDE };
  const client = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  await client.detach();
}

/** Puts a picture on the clipboard, as a screenshot is, and presses the keys that paste it. */
export async function pastePicture(page: Page, png: Buffer): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
  }, png.toString('base64'));
  await page.keyboard.press('ControlOrMeta+V');
}

export const TEXT = {
  name: 'Briefing.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# Briefing\n\nThree pages.'),
};
export const TABLE = { name: 'Hours.csv', mimeType: 'text/csv', buffer: Buffer.from('name,hours\n"Osei, D",7\n') };

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const tray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' });
export const upload = (page: Page, ...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>) =>
  page.locator('input[data-upload]').setInputFiles(...files);
export const menu = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
/** A file of so many megabytes. */
export const large = (name: string, megabytes: number) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(megabytes * 1024 * 1024, `${name} `),
});

/** The files of a new project, as its leader sees them. */
export async function projectFiles(org: Organisation, name: string) {
  const { project } = await org.project(name);
  const page = await org.as('leader');
  await page.goto(org.url(`file_manager?project=${project.key}`));
  return { page, project };
}

/** What `begin` downloads. */
export async function downloaded(page: Page, begin: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent('download');
  await begin();
  const download = await arriving;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** Uploads, looks, adds a version and downloads, wherever the bytes go. */
export async function filesComeAndGo(page: Page, leader: string): Promise<void> {
  await upload(page, [TEXT, TABLE]);
  for (const { name } of [TEXT, TABLE]) await expect(row(page, name)).toBeVisible();
  await expect(tray(page)).toContainText('2 uploaded');
  await page.getByRole('link', { name: TEXT.name }).click();
  const preview = page.getByRole('dialog', { name: TEXT.name });
  await expect(preview.getByRole('heading', { name: 'Briefing', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: TABLE.name }).getByRole('cell', { name: 'Osei, D' })).toBeVisible();
  await page.keyboard.press('Escape');
  const { name, bytes } = await downloaded(page, () => menu(page, TABLE.name, 'Download'));
  expect([name, bytes.toString()]).toEqual([TABLE.name, TABLE.buffer.toString()]);

  await upload(page, { ...TEXT, buffer: Buffer.from('The second text') });
  await page.getByRole('dialog').getByRole('button', { name: 'Add as new version' }).click();
  await expect(tray(page)).toContainText('1 uploaded');
  await expect(page.getByRole('row')).toHaveCount(3);
  await menu(page, TEXT.name, 'Versions');
  const versions = page.getByRole('dialog', { name: `Versions of ${TEXT.name}` });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(3);
  await expect(versions.getByRole('listitem').first()).toContainText(leader);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: TEXT.name }).click();
  await expect(preview).toContainText('Three pages.');
  await preview.getByRole('button', { name: 'Activity' }).click();
  await expect(preview.getByRole('region', { name: 'Activity' })).toContainText('restored version 1');
  await page.keyboard.press('Escape');
}

const WRITTEN = new Date('2026-01-02T03:04:05Z');

/** Writes a file whose date is a whole second: of a fraction, a browser drops what Node rounds. */
export async function writeDated(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path, bytes);
  await utimes(path, WRITTEN, WRITTEN);
}
