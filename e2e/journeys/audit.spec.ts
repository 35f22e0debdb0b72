import fs from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';

const lines = (page: Page) => page.getByRole('list', { name: 'Entries of the audit log' }).getByRole('listitem');

/** Saves what the page shows as a file, and answers its name and text. */
async function exported(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), text: fs.readFileSync(await saved.path(), 'utf8') };
}

test('a changed role is a line: found by filter, read in words, exported; observers read it too', {
  tag: '@whole',
}, async ({ org }) => {
  const [name, audit] = ['=Somebody', org.url('settings?section=audit')];
  const by = await org.program('admin');
  const { data } = await by.ask('POST', 'createobserver', { name, email: `somebody@${org.key}.test` });
  await by.ask('POST', 'userApproveOrReject', { user_id: data._id, status: 1 });
  await by.ask('POST', 'changeUserRoles', { user_id: data._id, role: 'user' });

  const admin = await org.as('admin');
  await admin.goto(audit);
  await admin.getByLabel('Search').fill(name);
  await admin.getByLabel('Action').selectOption({ label: 'People and roles' });
  await admin.getByRole('button', { name: 'Filter' }).click();
  await expect(admin).toHaveURL(/group=people/);
  const line = lines(admin).filter({ hasText: `changed the role of ${name} from Observer to User` });
  await expect(line).toHaveCount(1);
  await line.getByText('changed the role').click();
  await expect(line.getByRole('row', { name: 'Role Observer User' })).toBeVisible();
  const csv = await exported(admin, 'Export CSV');
  expect(csv.name).toMatch(new RegExp(`^audit-${org.key}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  expect(csv.text).toContain(`changed the role of ${name} from Observer to User`);
  expect(csv.text).toContain(`,'${name},`);
  const json = JSON.parse((await exported(admin, 'Export JSON')).text);
  expect(json.lines.map(({ action }: { action: string }) => action)).toContain('member.role_changed');
  expect(json.filters).toMatchObject({ q: name, group: 'people' });

  const observer = await org.as('observer');
  await observer.goto(`${audit}&q=Somebody`);
  await expect(lines(observer).filter({ hasText: `changed the role of ${name}` })).toHaveCount(1);
});
