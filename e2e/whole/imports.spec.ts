import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleInBothThemes } from '../support/axe';

const ROWS = 8000;

/** The page hears no more of the server: what it shows stays as it is while it is looked at. */
const hold = (page: Page) => page.route('**/api/**', () => {});

test('an import shows how far it is, goes on behind a closed dialog and a reload, and is cancelled by keyboard', async ({
  org,
}) => {
  const rows = Array.from({ length: ROWS }, (_, nr) => `p${nr}@many-${org.key}.test;Person ${nr};user;`);
  const buffer = Buffer.from(['Email;Name;Role;Projects', ...rows].join('\n'));
  const file = { name: 'many.csv', mimeType: 'text/csv', buffer };
  const admin = await org.as('admin');
  await admin.goto(org.url('userlist'));
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import people from CSV' });
  await dialog.getByLabel('CSV file').setInputFiles(file);
  await dialog.getByRole('button', { name: `Invite ${ROWS} people` }).click();
  await expect(dialog.getByText(new RegExp(`of ${ROWS} rows`))).toBeVisible();
  await hold(admin);
  const lineOn = (page: Page) =>
    page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: file.name });
  const onPhone = async () => {
    const page = await admin.context().newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(org.url('userlist?view=invitations'));
    await expect(lineOn(page).getByRole('progressbar')).toBeVisible();
    return page;
  };
  const phone = await onPhone();
  const line = lineOn(phone);
  await phone.reload();
  await expect(line.getByText(new RegExp(`[1-9]\\d* of ${ROWS} rows`))).toBeVisible();
  const watching = await onPhone();
  await hold(watching);
  await line.getByRole('button', { name: `Cancel the import of ${file.name}` }).press('Enter');
  await expect(line.getByText('Cancelled')).toBeVisible();
  await expect(line.getByRole('progressbar')).toBeHidden();
  await expect(line.getByText(new RegExp(`[1-9]\\d* of ${ROWS} invited`))).toBeVisible();
  expect(await watching.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessibleInBothThemes(watching, 'an upload under way on a phone');
  await expectAccessibleInBothThemes(admin, 'import under way');
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await expect(dialog).toBeHidden();
});

test('what is sent before the page listens is answered once it does', async ({ org }) => {
  await (await org.program('leader')).newProject('Early');
  const page = await org.as('leader');
  let listens = () => {};
  const held = new Promise<void>((resolve) => {
    listens = resolve;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(org.url('task?view=import'), { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  listens();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a file.' })).toBeVisible();
  await expect(page).toHaveURL(org.url('task?view=import'));
});
