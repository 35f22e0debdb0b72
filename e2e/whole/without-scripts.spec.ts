import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { codeOf, mailTo } from '../support/mail';
import { logIn, register } from '../support/sign-in';

test.use({ javaScriptEnabled: false });

test('creating an organisation works without any script', async ({ page, baseURL }) => {
  const key = `hall${randomInt(1e9)}`;
  const email = `founder@${key}.test`;
  await register(page, { key: 'acme', email });
  await expect(page.getByRole('alert').first()).toContainText('“acme” is taken');
  await expect(page.getByLabel('Your name')).toHaveValue('Nora Newman');
  await register(page, { key, email });
  await expect(page).toHaveURL(/\/otp/);
  await page.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /is your code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`/${key}/dashboard`);
});

test('without any script, the login works and leads to a page with its navigation', async ({ org }) => {
  const page = await org.open(undefined);
  await logIn(page, org.key, org.emailOf('client'));
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Project');
});
