import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible } from '../support/axe';

test('a team leader is added by keyboard, is told from members, and ends with the invitation', async ({ as }) => {
  const tag = randomInt(1e9);
  const [name, email] = [`Lena ${tag}`, `lena.${tag}@people.test`];
  const admin = await as('admin');
  await admin.goto('/acme/userlist');
  await admin.getByRole('button', { name: 'Add account' }).click();
  const add = admin.getByRole('dialog', { name: 'Add account' });
  await add.getByLabel('Role').selectOption({ label: 'Team Leader' });
  await expect(add.getByText('who leads one is set in the project')).toBeVisible();
  await add.getByLabel('Name').fill(name);
  await add.getByLabel('Email').fill(email);
  await expectAccessible(admin, 'add account');
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(add).toBeHidden();
  await admin.goto(`/acme/userlist?q=${tag}&state=invited`);
  await expect(admin.getByRole('table').getByText('Not activated yet').filter({ visible: true })).toBeVisible();

  // Nobody has used it yet, so its email can be corrected.
  await admin.getByRole('button', { name: `Actions for ${name}` }).click();
  await admin.getByRole('menuitem', { name: 'Edit details' }).click();
  const edit = admin.getByRole('dialog', { name: 'Edit Team Leader' });
  await edit.getByLabel('Email').fill(`right.${email}`);
  await expect(edit.getByText('a new one is sent to this email')).toBeVisible();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();

  await admin.goto(`/acme/userlist?view=invitations&state=open&q=${tag}`);
  await expect(admin.getByText(`right.${email}`)).toBeVisible();
  await admin.getByRole('button', { name: `Revoke the invitation of right.${email}` }).focus();
  await admin.keyboard.press('Enter');
  const question = admin.getByRole('alertdialog', { name: 'Revoke this invitation' });
  await expect(question.getByText('the account created for them is deactivated')).toBeVisible();
  await expectAccessible(admin, 'revoke');
  await question.getByRole('button', { name: 'Revoke' }).focus();
  await admin.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await admin.goto(`/acme/userlist?q=${tag}&state=deactivated`);
  await expect(admin.getByRole('rowheader').getByText('Deactivated').filter({ visible: true })).toBeVisible();
});

test('after a line is dealt with by keyboard, the focus is on the next one', async ({ as }) => {
  const tag = randomInt(1e9);
  const admin = await as('admin');
  await admin.goto('/acme/userlist');
  await admin.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email addresses').fill(`a.${tag}@people.test b.${tag}@people.test, bad one, nobody@`);
  await expect(dialog.getByText('Not emails, so left out: “bad one”, “nobody@”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
  await admin.getByRole('button', { name: 'Done' }).click();
  await admin.goto(`/acme/userlist?view=invitations&state=open&q=${tag}`);
  for (const left of [1, 0]) {
    await admin
      .getByRole('button', { name: /^Revoke the invitation/ })
      .first()
      .focus();
    await admin.keyboard.press('Enter');
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).focus();
    await admin.keyboard.press('Enter');
    await expect(admin.getByRole('listitem').filter({ hasText: `${tag}@people.test` })).toHaveCount(left);
    await expect(
      left
        ? admin.getByRole('listitem').filter({ hasText: `${tag}@people.test` })
        : admin.getByRole('group', { name: 'Invitations' }),
    ).toBeFocused();
  }
});
