import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleInBothThemes } from '../support/axe';

const ROWS = 8000;

/** The page hears no more of the server: what it shows stays as it is while it is looked at. */
const hold = (page: Page) => page.route('**/api/**', () => {});

test('an import shows how far it is, goes on behind a closed dialog and a reload, and is cancelled by keyboard', async ({
  as,
}) => {
  const tag = randomInt(1e9);
  const rows = Array.from({ length: ROWS }, (_, nr) => `p${nr}.${tag}@many.test;Person ${nr};user;`);
  const file = {
    name: `many-${tag}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['Email;Name;Role;Projects', ...rows].join('\n')),
  };
  const admin = await as('admin', 'globex');
  await admin.goto('/globex/userlist');
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import people from CSV' });
  await dialog.getByLabel('CSV file').setInputFiles(file);
  await dialog.getByRole('button', { name: `Invite ${ROWS} people` }).click();
  await expect(dialog.getByText(new RegExp(`of ${ROWS} rows`))).toBeVisible();
  await hold(admin);

  const phone = await admin.context().newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  const lineOn = (page: Page) =>
    page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: file.name });
  const line = lineOn(phone);
  await phone.goto('/globex/userlist?view=invitations');
  await expect(line.getByRole('progressbar')).toBeVisible();
  await phone.reload();
  await expect(line.getByText(new RegExp(`[1-9]\\d* of ${ROWS} rows`))).toBeVisible();
  const watching = await admin.context().newPage();
  await watching.setViewportSize({ width: 390, height: 844 });
  await watching.goto('/globex/userlist?view=invitations');
  await expect(lineOn(watching).getByRole('progressbar')).toBeVisible();
  await hold(watching);

  await line.getByRole('button', { name: `Cancel the import of ${file.name}` }).focus();
  await phone.keyboard.press('Enter');
  await expect(line.getByText('Cancelled')).toBeVisible();
  await expect(line.getByRole('progressbar')).toBeHidden();
  await expect(line.getByText(new RegExp(`[1-9]\\d* of ${ROWS} invited`))).toBeVisible();

  expect(await watching.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessibleInBothThemes(watching, 'an upload under way on a phone');
  await expectAccessibleInBothThemes(admin, 'import under way');
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await expect(dialog).toBeHidden();
});
