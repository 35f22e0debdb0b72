import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf } from '../support/organisation';

/** Drafts that are resumed after somebody else changed the same. */

test('a restored draft of an account asks about the field that somebody else changed, and keeps the others', async ({
  org,
}) => {
  const other = await org.program('subadmin');
  const id = org.memberId('client');
  const stored = async () => (await other.ask('GET', `memberDetail?user_id=${id}`)).data;
  const { name, email, version, company } = await stored();
  const admin = await org.as('admin');
  await admin.goto(org.url(`userlist?q=${encodeURIComponent(nameOf('client'))}`));
  const edit = admin.getByRole('dialog', { name: 'Edit Client' });
  const open = async () => {
    await admin.getByRole('button', { name: `Actions for ${nameOf('client')}` }).click();
    await admin.getByRole('menuitem', { name: 'Edit details' }).click();
  };
  await open();
  await edit.getByLabel('Telephone').fill('+44 1 11');
  await edit.getByLabel('Company').fill('Mine');
  await admin.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  await other.ask('PUT', `editClient/${id}`, { name, email, version, phone: '+44 2 22', company });
  await admin.reload();
  await open();
  const box = edit.getByRole('alert').filter({ hasText: 'Somebody changed the telephone number' });
  await expect(box).toContainText('+44 2 22');
  await expect(box).toContainText('+44 1 11');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Choose first what to keep')).toBeVisible();
  expect((await stored()).phone).toBe('+44 2 22');
  await box.getByRole('button', { name: 'Take theirs' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  expect(await stored()).toMatchObject({ phone: '+44 2 22', company: 'Mine' });
});

test('a restored draft of a label asks whose name to keep', async ({ org }) => {
  const other = await org.program('subadmin');
  const label = (await other.ask('POST', 'label', { name: 'Draft', colour: 'c2' })).data;
  const admin = await org.as('admin');
  await admin.goto(org.url('settings?section=labels'));
  const dialog = admin.getByRole('dialog');
  const row = admin.getByRole('listitem').filter({ hasText: 'Draft' });
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel('Name').fill('Draft mine');
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await other.ask('PATCH', `label/${label._id}`, { version: label.version, name: 'Draft theirs' });
  await admin.reload();
  await row.getByRole('button', { name: /^Edit/ }).click();
  const box = dialog.getByRole('alert').filter({ hasText: 'Somebody changed the name' });
  await expect(box).toContainText('Draft theirs');
  await box.getByRole('button', { name: 'Use mine' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Draft mine');
});
