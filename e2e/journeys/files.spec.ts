import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';

const TEXT = { name: 'Briefing.md', mimeType: 'text/markdown', buffer: Buffer.from('# Briefing\n\nThree pages.') };
const TABLE = { name: 'Hours.csv', mimeType: 'text/csv', buffer: Buffer.from('name,hours\n"Osei, D",7\n') };

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const upload = (page: Page, ...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>) =>
  page.locator('input[data-upload]').setInputFiles(...files);
const menu = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** A folder of its own in the project, so that tests do not meet. */
async function newFolder(page: Page, name: string): Promise<string> {
  const made = `${name} ${Date.now() % 1_000_000}`;
  await page.goto('/acme/file_manager?project=WEB');
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill(made);
  await dialog.getByRole('button', { name: 'Create folder' }).click();
  await page.getByRole('row').getByRole('link', { name: made }).click();
  await expect(page.getByRole('navigation', { name: 'Folders above' })).toContainText(made);
  await expect(page).toHaveURL(/folder=/);
  return made;
}

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
  await expect(page.getByRole('dialog', { name: 'Briefing.md' })).toContainText('Three pages.');
});

test('what is selected moves by “Move to…”, and Undo brings it back', async ({ as }) => {
  const page = await as('leader');
  await newFolder(page, 'Moves');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Inner');
  await page.getByRole('dialog').getByRole('button', { name: 'Create folder' }).click();
  await upload(page, [TEXT, TABLE]);
  await expect(row(page, 'Hours.csv')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Briefing.md' }).check();
  await page.getByRole('checkbox', { name: 'Select Hours.csv' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Inner' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(row(page, 'Hours.csv')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Hours.csv')).toBeVisible();
  await expect(row(page, 'Briefing.md')).toBeVisible();
});

test('a client sees a file once it is shared, at once, and nothing before', async ({ as, console }) => {
  console.expectError(/404/);
  const page = await as('leader');
  await page.goto('/acme/file_manager?project=WEB');
  const name = `Offer ${Date.now() % 1_000_000}.md`;
  await upload(page, { ...TEXT, name });
  await expect(row(page, name)).toBeVisible();
  const href = await page.getByRole('link', { name }).getAttribute('href');
  const client = await as('client');
  await client.goto('/acme/file_manager?project=WEB');
  await expect(client.getByRole('navigation', { name: 'Folders above' })).toContainText('Shared with you');
  await expect(client.getByRole('link', { name })).toHaveCount(0);
  expect((await client.request.get(href ?? '')).status()).toBe(404);

  await menu(page, name, 'Visible to clients');
  const dialog = page.getByRole('dialog', { name: `Who sees “${name}”` });
  await expect(dialog).toContainText(NAMES.client);
  await dialog.getByRole('radio', { name: /the clients/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, name)).toContainText('Visible to client');
  await expect(client.getByRole('link', { name })).toBeVisible();
  expect((await client.request.get(href ?? '')).status()).toBe(200);
  await expect(client.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();
});

test('what is deleted is undone at once, or comes back from the bin', async ({ as }) => {
  const page = await as('leader');
  const folder = await newFolder(page, 'Deleted');
  const name = `Old ${Date.now() % 1_000_000}.md`;
  await upload(page, { ...TEXT, name });
  await expect(row(page, name)).toBeVisible();
  await page.getByRole('link', { name }).focus();
  await page.keyboard.press('Delete');
  await expect(row(page, name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, name)).toBeVisible();
  await menu(page, name, 'Delete');
  await expect(row(page, name)).toHaveCount(0);
  const back = page.url();
  await page.getByRole('link', { name: 'Bin' }).click();
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0);
  await page.goto(back);
  await expect(row(page, name)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Folders above' })).toContainText(folder);
});

test('several files leave as one zip', async ({ as }) => {
  const page = await as('leader');
  await newFolder(page, 'Zip');
  await upload(page, [TEXT, TABLE]);
  await expect(row(page, 'Hours.csv')).toBeVisible();
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
  test.setTimeout(120_000);
  console.expectError(/Failed to load resource|ERR_/);
  const page = await as('leader');
  await newFolder(page, 'Large');
  const buffer = Buffer.alloc(20 * 1024 * 1024, 'guildhall ');
  let pieces = 0;
  const sent: number[] = [];
  await page.route('**/api/upload/resumable/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    sent.push(Number(request.headers()['upload-offset']));
    pieces++;
    // The second piece meets a cut, as often as the browser tries by itself.
    if (pieces >= 2 && pieces <= 6) return route.abort('connectionreset');
    return route.continue();
  });
  await upload(page, { name: 'Film.bin', mimeType: 'application/octet-stream', buffer });
  const tray = page.getByRole('region', { name: 'Uploads' });
  await expect(tray.getByRole('button', { name: 'Retry Film.bin' })).toBeVisible({ timeout: 40_000 });
  await tray.getByRole('button', { name: 'Retry Film.bin' }).click();
  await expect(row(page, 'Film.bin')).toBeVisible({ timeout: 40_000 });
  await expect(tray).toContainText('1 uploaded');
  expect(sent.filter((offset) => offset === 0)).toHaveLength(1);
});

test('an observer reads and downloads, and is offered nothing else', async ({ as, program }) => {
  const leader = await program('leader');
  const name = `For reading ${Date.now() % 1_000_000}`;
  await leader.ask('POST', 'folder', { name, project_id: await leader.projectId('WEB') });
  const page = await as('observer');
  await page.goto('/acme/projectdetails?project=WEB&tab=files');
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  for (const refused of ['Upload', 'New folder', 'Bin'])
    await expect(page.getByRole('main').getByText(refused, { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Download as zip']);
});
