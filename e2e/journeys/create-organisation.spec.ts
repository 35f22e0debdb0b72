import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { untilItListens } from '../support/listening';
import { codeOf, mailsTo, mailTo } from '../support/mail';
import { register } from '../support/sign-in';

test('a stranger creates an organisation, confirms it with the emailed code, is signed in as its admin, creates another and goes back', async ({
  page,
  baseURL,
  console,
}) => {
  // Going over to another organisation ends the session that the page reads with.
  console.expectError(/401/);
  const key = `hall${randomInt(1e9)}`;
  const email = `founder@${key}.test`;
  await register(page, { key, email });
  await expect(page).toHaveURL(/\/otp\?for=create/);
  await expect(page.getByText(`We sent six digits to ${email}.`)).toBeVisible();
  const mail = await mailTo(baseURL, email, /is your code/);
  for (const link of mail.links) expect(link.startsWith(`${baseURL}/`)).toBe(true);
  await page.getByLabel('Code').fill(codeOf(mail) === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong');
  await page.getByLabel('Code').fill(codeOf(mail));
  // The code is the sign-in: nothing is asked for twice.
  await expect(page).toHaveURL(`/${key}/dashboard`);
  expect(await mailsTo(baseURL, email)).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Nora Newman Admin' })).toBeVisible();

  await page.getByRole('button', { name: /change organisation/ }).click();
  await page.getByRole('menuitem', { name: 'Create another organisation' }).click();
  await expect(page).toHaveURL('/new_register');
  await untilItListens(page);
  await page.getByLabel('Name of the organisation').fill('Second Hall');
  await page.getByLabel('Key', { exact: true }).fill(`${key}-two`);
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page).toHaveURL(`/${key}-two/dashboard`);
  await untilItListens(page);
  await page.getByRole('button', { name: 'Second Hall , change organisation' }).click();
  await page.getByRole('menuitem', { name: `Hall of ${key}` }).click();
  await expect(page).toHaveURL(`/${key}/dashboard`);
});
