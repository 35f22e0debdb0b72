import { expect, type Page } from '@playwright/test';
import type { test as base } from '../fixtures';
import { NAMES } from './accounts';
import { pastePicture, pictureOf } from './files';

export const TEXT = {
  name: 'Briefing.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# Briefing\n\nThree pages.'),
};
export const TABLE = { name: 'Hours.csv', mimeType: 'text/csv', buffer: Buffer.from('name,hours\n"Osei, D",7\n') };

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const upload = (page: Page, ...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>) =>
  page.locator('input[data-upload]').setInputFiles(...files);
export const menu = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** A folder of its own in the project, so that tests do not meet; where rows are dragged, in a project of its own. */
export async function newFolder(page: Page, name: string, project = 'WEB'): Promise<string> {
  const made = `${name} ${Date.now() % 1_000_000}`;
  await page.goto(`/acme/file_manager?project=${project}`);
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill(made);
  await dialog.getByRole('button', { name: 'Create folder' }).click();
  await page.getByRole('row').getByRole('link', { name: made }).click();
  await expect(page.getByRole('navigation', { name: 'Folders above' })).toContainText(made);
  await expect(page).toHaveURL(/folder=/);
  return made;
}

type Storage = {
  /** Cuts the next upload's connection as often as the browser tries by itself. `begins`: from which byte on each request sent. */
  cut: (page: Page) => Promise<{ begins: () => number[]; mend: () => void }>;
  /** Lets uploads wait until what it returns is called. */
  hold: (page: Page) => Promise<() => Promise<void>>;
};

/** What a person does with files, wherever the bytes go. */
export function filesJourney(test: typeof base, { cut, hold }: Storage): void {
  test('files are uploaded into a folder, shown, renamed by F2 and downloaded with the same bytes', async ({ as }) => {
    const page = await as('leader');
    await newFolder(page, 'Upload');
    await upload(page, [TEXT, TABLE]);
    await expect(row(page, 'Briefing.md')).toBeVisible();
    await expect(row(page, 'Hours.csv')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('2 uploaded');

    await page.getByRole('link', { name: 'Briefing.md' }).click();
    const preview = page.getByRole('dialog', { name: 'Briefing.md' });
    await expect(preview.getByRole('heading', { name: 'Briefing', exact: true })).toBeVisible();
    await expect(preview).toContainText('Three pages.');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('dialog', { name: 'Hours.csv' }).getByRole('cell', { name: 'Osei, D' })).toBeVisible();
    await expect(page).toHaveURL(/file=/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Hours.csv' })).toBeFocused();

    await page.keyboard.press('F2');
    const field = page.getByRole('textbox', { name: 'Name of Hours.csv' });
    await expect(field).toBeFocused();
    await page.keyboard.type('Times');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Times.csv' })).toBeFocused();
    await page.keyboard.press('Shift+ArrowUp');
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);

    const arriving = page.waitForEvent('download');
    await menu(page, 'Times.csv', 'Download');
    const download = await arriving;
    expect(download.suggestedFilename()).toBe('Times.csv');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks)).toEqual(TABLE.buffer);
  });

  test('a name that exists is asked about; a new version can be followed and restored', async ({ as }) => {
    const page = await as('leader');
    await newFolder(page, 'Versions');
    await upload(page, TEXT);
    await expect(row(page, 'Briefing.md')).toBeVisible();
    await upload(page, { ...TEXT, buffer: Buffer.from('The second text') });
    await page.getByRole('dialog').getByRole('button', { name: 'Add as new version' }).click();
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('1 uploaded');
    await expect(page.getByRole('row')).toHaveCount(2);
    await menu(page, 'Briefing.md', 'Versions');
    const versions = page.getByRole('dialog', { name: 'Versions of Briefing.md' });
    await expect(versions.getByRole('listitem')).toHaveCount(2);
    await versions.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(versions.getByRole('listitem')).toHaveCount(3);
    await expect(versions.getByRole('listitem').first()).toContainText(NAMES.leader);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Briefing.md' }).click();
    const preview = page.getByRole('dialog', { name: 'Briefing.md' });
    await expect(preview).toContainText('Three pages.');
    await preview.getByRole('button', { name: 'Activity' }).click();
    await expect(preview.getByRole('region', { name: 'Activity' })).toContainText('restored version 1');
  });

  test('several files leave as one zip', async ({ as }) => {
    const page = await as('leader');
    await newFolder(page, 'Zip');
    await upload(page, [TEXT, TABLE]);
    for (const { name } of [TEXT, TABLE]) await expect(row(page, name)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    const arriving = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Download' }).click();
    const download = await arriving;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const zip = Buffer.concat(chunks);
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    for (const { name } of [TEXT, TABLE]) expect(zip.includes(name)).toBe(true);
  });

  test('a large upload goes on where the connection was cut', async ({ as, console }) => {
    console.expectError(/Failed to load resource|ERR_/);
    const page = await as('leader');
    await newFolder(page, 'Large');
    const { begins, mend } = await cut(page);
    const buffer = Buffer.alloc(20 * 1024 * 1024, 'guildhall ');
    await upload(page, { name: 'Film.bin', mimeType: 'application/octet-stream', buffer });
    const tray = page.getByRole('region', { name: 'Uploads' });
    await expect(tray.getByRole('button', { name: 'Retry Film.bin' })).toBeVisible();
    mend();
    await tray.getByRole('button', { name: 'Retry Film.bin' }).click();
    await expect(row(page, 'Film.bin')).toBeVisible();
    await expect(tray).toContainText('1 uploaded');
    // Never back to what had arrived.
    expect(begins()).toEqual(begins().toSorted((one, other) => one - other));
    expect(begins().at(-1)).toBeGreaterThan(0);
  });

  test('a paused upload waits, goes on, and leaves nothing when it is cancelled', async ({ as }) => {
    const page = await as('leader');
    await newFolder(page, 'Paused');
    const held = await hold(page);
    const buffer = Buffer.alloc(9 * 1024 * 1024, 'guildhall ');
    await upload(page, [
      { name: 'Kept.bin', mimeType: 'application/octet-stream', buffer },
      { name: 'Left.bin', mimeType: 'application/octet-stream', buffer: Buffer.concat([buffer, Buffer.from('x')]) },
    ]);
    const tray = page.getByRole('region', { name: 'Uploads' });
    await tray.getByRole('button', { name: 'Pause Kept.bin' }).click();
    await expect(tray).toContainText(/Paused at \d+ %/);
    await tray.getByRole('button', { name: 'Cancel Left.bin' }).click();
    await expect(tray).not.toContainText('Left.bin');
    await held();
    await tray.getByRole('button', { name: 'Resume Kept.bin' }).click();
    await expect(row(page, 'Kept.bin')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  test('a screenshot that is pasted hangs on the task', async ({ as, program }) => {
    const leader = await program('leader');
    const project = await leader.newProject('Pasted');
    const task = await leader.newTask(project._id, 'Look at this');
    const page = await as('leader');
    await page.goto(`/acme/taskpage?task=${task.key}`);
    const section = page.getByRole('region', { name: /^Attachments/ });
    await expect(section).toContainText('Nothing attached yet.');
    await page.getByRole('heading', { level: 2, name: /^Attachments/ }).click();
    await pastePicture(page, await pictureOf(page, '#b06'));
    // Beside it stands for a moment what was sent.
    await expect(section.locator('[data-item]')).toContainText(/Screenshot .*\.png/);
    const picture = section.locator('[data-item] img');
    await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  });
}
