import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';

/** Drafts that are resumed after somebody else changed the same. */

test('a restored draft of an account asks about the field that somebody else changed, and keeps the others', async ({
  as,
  program,
}) => {
  const other = await program('subadmin');
  const id = await other.memberId(NAMES.client);
  const stored = async () => (await other.ask('GET', `memberDetail?user_id=${id}`)).data;
  const before = await stored();
  const [mine, theirs] = [`+44 1 ${randomInt(1e6)}`, `+44 2 ${randomInt(1e6)}`];
  const admin = await as('admin');
  await admin.goto(`/acme/userlist?q=${encodeURIComponent(NAMES.client)}`);
  const edit = admin.getByRole('dialog', { name: 'Edit Client' });
  const open = async () => {
    await admin.getByRole('button', { name: `Actions for ${NAMES.client}` }).click();
    await admin.getByRole('menuitem', { name: 'Edit details' }).click();
  };
  await open();
  await edit.getByLabel('Telephone').fill(mine);
  await edit.getByLabel('Company').fill(`Mine ${mine}`);
  await admin.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  const { name, email, version } = before;
  await other.ask('PUT', `editClient/${id}`, { name, email, version, phone: theirs, company: before.company });

  await admin.reload();
  await open();
  const box = edit.getByRole('alert').filter({ hasText: 'Somebody changed the telephone number' });
  await expect(box).toContainText(theirs);
  await expect(box).toContainText(mine);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Choose first what to keep')).toBeVisible();
  expect((await stored()).phone).toBe(theirs);
  await box.getByRole('button', { name: 'Take theirs' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  expect(await stored()).toMatchObject({ phone: theirs, company: `Mine ${mine}` });
});

test('a restored draft of a label asks whose name to keep', async ({ as, program }) => {
  const other = await program('subadmin');
  const name = `Draft ${randomInt(1e9)}`;
  const label = (await other.ask('POST', 'label', { name, colour: 'c2' })).data;
  const admin = await as('admin');
  await admin.goto('/acme/settings?section=labels');
  const dialog = admin.getByRole('dialog');
  const row = admin.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel('Name').fill(`${name} mine`);
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await other.ask('PATCH', `label/${label._id}`, { version: label.version, name: `${name} theirs` });

  await admin.reload();
  await row.getByRole('button', { name: /^Edit/ }).click();
  const box = dialog.getByRole('alert').filter({ hasText: 'Somebody changed the name' });
  await expect(box).toContainText(`${name} theirs`);
  await box.getByRole('button', { name: 'Use mine' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(`${name} mine`);
});
