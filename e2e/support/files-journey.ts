import { utimes, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Organisation, Seat } from './organisation';

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

/** The files of a new project, as `seat` sees them. */
export async function projectFiles(org: Organisation, name: string, seat: Seat = 'leader') {
  const project = await (await org.program('leader')).newProject(name);
  const page = await org.as(seat);
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
