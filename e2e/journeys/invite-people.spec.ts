import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible } from '../support/axe';
import { mailTo } from '../support/mail';

const PASSPHRASE = 'kettle violet harbor otter';

async function chooseRole(admin: Page, name: string, role: string) {
  await admin.getByRole('button', { name: `Actions for ${name}` }).click();
  await admin.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = admin.getByRole('dialog', { name: `Change the role of ${name}` });
  await dialog.getByLabel('Role').selectOption({ label: role });
  await expect(dialog.getByRole('heading', { name: /^Can/ }).first()).toBeVisible();
  await expectAccessible(admin, 'invite people');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(dialog).toBeHidden();
}

test('twelve people by CSV, two rows bad; one accepts, asks for a role, is promoted, demoted, and loses access within 5 s', async ({
  as,
  browser,
  baseURL: address,
  console: watched,
}) => {
  const baseURL = address as string;
  const tag = randomInt(1e9);
  const email = (nr: number) => `p${nr}.${tag}@people.test`;
  const name = (nr: number) => `Person ${nr} ${tag}`;
  const rows = Array.from({ length: 12 }, (_, nr) => `${email(nr)};${name(nr)};user;`);
  rows[3] = 'no address;Bad Row;user;';
  rows[7] = `${email(7)};${name(7)};emperor;`;
  const file = {
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['\uFEFFEmail;Name;Role;Projects', ...rows].join('\r\n')),
  };

  const admin = await as('admin');
  await admin.goto('/acme/userlist');
  await expectAccessible(admin, 'users');
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import people from CSV' });
  await dialog.getByLabel('CSV file').setInputFiles(file);
  await expect(dialog.getByText('10 of 12 people will be invited; 2 with an error.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /5 email no address/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /9 role emperor/ })).toBeVisible();
  await expectAccessible(admin, 'invite people');
  await dialog.getByRole('button', { name: 'Invite 10 people' }).click();
  await expect(dialog.getByText('10 of 12 people were invited; 2 with an error.')).toBeVisible();
  const saved = admin.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download result' }).click();
  expect((await saved).suggestedFilename()).toBe('invitations-result.csv');
  await dialog.getByRole('button', { name: 'Done' }).click();

  // The same file again invites nobody.
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  await dialog.getByLabel('CSV file').setInputFiles(file);
  await expect(dialog.getByText('0 of 12 people will be invited; 2 with an error, 10 left out.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const mail = await mailTo(baseURL, email(0), /invites you to/);
  const link = mail.links.find((one) => one.includes('/invitation?token=')) as string;
  expect(link.startsWith(`${baseURL}/`)).toBe(true);
  const context = await browser.newContext({ baseURL });
  watched.watch(context);
  const person = await context.newPage();
  await person.goto(link);
  await expect(person.getByRole('heading', { level: 1 })).toContainText('Join');
  await expectAccessible(person, 'invite people');
  await person.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
  await person.getByRole('button', { name: 'Join' }).click();
  await expect(person).toHaveURL(/\/acme\/dashboard$/);

  await person.goto('/profile');
  await person.getByRole('button', { name: 'Ask for another role' }).click();
  const request = person.getByRole('dialog', { name: 'Ask for another role' });
  await request.getByLabel('Role').selectOption({ label: 'Sub Admin' });
  await request.getByLabel('Reason').fill('I look after the people here.');
  await expectAccessible(person, 'invite people');
  await request.getByRole('button', { name: 'Send request' }).click();
  await expect(person.getByText('You asked to be Sub Admin.')).toBeVisible();

  await admin.goto(`/acme/userlist?q=${tag}`);
  await expectAccessible(admin, 'invite people');
  await admin.getByRole('button', { name: `Grant ${name(0)}` }).click();
  await expect(admin.getByRole('button', { name: `Grant ${name(0)}` })).toBeHidden();

  await person.goto('/acme/userlist');
  await expect(person.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(person.getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
  watched.expectError(/403/);
  await chooseRole(admin, name(0), 'User');
  await expect(person.getByRole('heading', { level: 1, name: 'Users' })).toBeHidden();
  expect((await person.request.get('/api/invitationList')).status()).toBe(403);
  await mailTo(baseURL, email(0), /Your role in .* is now User/);

  // A used link is over, and says so.
  // Left first: a page that is still open would ask for its live connection without a session.
  await person.goto('about:blank');
  await context.clearCookies();
  await person.goto(link);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid');
  await context.close();
});

test('one field takes many emails; each has its outcome; an invitation is revoked', async ({ as }) => {
  const tag = randomInt(1e9);
  const admin = await as('admin');
  await admin.goto('/acme/userlist');
  await admin.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email addresses').fill(`a.${tag}@people.test, nonsense; user@acme.test`);
  await expectAccessible(admin, 'invite people');
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
  const outcome = admin.getByRole('dialog', { name: 'Result' });
  await expect(outcome.getByText('Invited', { exact: true })).toBeVisible();
  await expect(outcome.getByText('Already a member.')).toBeVisible();
  await expectAccessible(admin, 'invite people');
  await outcome.getByRole('button', { name: 'Done' }).click();
  await admin.goto(`/acme/userlist?view=invitations&q=${tag}`);
  await expectAccessible(admin, 'invite people');
  await admin.getByRole('button', { name: `Revoke the invitation of a.${tag}@people.test` }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(admin.getByText('Revoked', { exact: true }).first()).toBeVisible();
});
