import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { test } from '../fixtures';
import { PASSWORD } from '../support/accounts';
import { joined } from '../support/live';
import { mailTo } from '../support/mail';
import type { Program } from '../support/program';
import { logIn } from '../support/sign-in';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

/** Goes through the three steps that are on the screen; the secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate());
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { secret, codes: await codes.allTextContents() };
}

/** Sets a second factor up outside any browser. @returns its secret */
async function withAuthenticator(person: Program): Promise<string> {
  const { data } = await person.ask('POST', 'totp', { current_password: PASSWORD });
  const secret = String(data.secret);
  await person.ask('POST', 'confirmTotp', { code: new TOTP({ secret }).generate() });
  return secret;
}

/** A code counts once: the one of the next half minute is accepted already. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

test('A16 S08 an authenticator is set up and asked for, a recovery code stands in, a session is ended from elsewhere, and it is switched off', async ({
  org,
  console: watched,
}) => {
  watched.expectError(/401/);
  const email = org.emailOf('user');
  const page = await org.as('user');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  const { secret, codes } = await setUp(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security).toContainText('10 recovery codes are left');
  await mailTo(org.baseURL, email, /Your second factor is on/);

  // Out, and in again with a code: the password alone opens nothing.
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/');
  await logIn(page, org.key, email);
  await expect(page.getByLabel('Code')).toBeFocused();
  const unfinished = await page.context().newPage();
  await unfinished.goto(org.url('dashboard'));
  await expect(unfinished).toHaveURL(/^[^?]*\/\?next=/);
  await unfinished.close();
  await page.getByLabel('Code').fill('000000');
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeFocused();
  await page.getByLabel('Code').fill(nextCode(secret));
  await expect(page).toHaveURL(org.url('dashboard'));

  // On a telephone with a recovery code.
  const phone = await org.open(undefined, { userAgent: IPHONE });
  const connected = joined(phone, '#server-to-user-');
  await logIn(phone, org.key, email);
  await phone.getByRole('button', { name: 'Use a recovery code' }).click();
  await phone.getByLabel('Recovery code', { exact: true }).fill(codes[0]?.toLowerCase() ?? '');
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone).toHaveURL(org.url('dashboard'));
  await connected;
  await mailTo(org.baseURL, email, /A recovery code was used/);

  // It is seen from the desk, and ended from there: the open page leaves.
  await page.goto('/profile');
  await expect(security).toContainText('9 recovery codes are left');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.getByRole('button', { name: /Sign out Safari on iPhone/ }).click();
  await expect(phone).toHaveURL(/\/login/);
  await expect(sessions.getByText('Safari on iPhone')).toHaveCount(0);

  // Switched off with a recovery code, the password alone is enough again.
  await security.getByRole('button', { name: 'Switch off' }).click();
  const off = page.getByRole('dialog', { name: 'Switch off your second factor' });
  await off.getByLabel('Current password').fill(PASSWORD);
  await off.getByLabel('Code').fill(codes[1] ?? '');
  await off.getByRole('button', { name: 'Switch off' }).click();
  await expect(security.getByRole('button', { name: 'Set up' })).toBeFocused();
  await logIn(phone, org.key, email);
  await expect(phone).toHaveURL(org.url('dashboard'));
});

test('an organisation that requires a second factor leads everybody without one to the set-up, and opens right after it', {
  tag: '@whole',
}, async ({ org, console: watched }) => {
  watched.expectError(/40[13]/);
  const admin = await org.program('admin');
  await withAuthenticator(admin);
  await admin.ask('PUT', 'securityRules', { requires_second_factor: true, current_password: PASSWORD });
  const page = await org.open(undefined);
  await logIn(page, org.key, org.emailOf('user'));
  await expect(page).toHaveURL('/security');
  for (const path of [org.url('task'), org.url('settings'), '/profile']) {
    await page.goto(path);
    await expect(page).toHaveURL('/security');
  }
  const status = () => page.evaluate(async () => (await fetch('/api/taskList')).status);
  expect(await status()).toBe(403);
  await setUp(page);
  await page.getByRole('button', { name: /I have saved them/ }).click();
  await expect(page).toHaveURL(org.url('dashboard'));
  expect(await status()).toBe(200);
});

test('without any script, the login asks for the code and takes it', { tag: '@whole' }, async ({ org }) => {
  const secret = await withAuthenticator(await org.program('user'));
  const page = await org.open(undefined, { javaScriptEnabled: false });
  await logIn(page, org.key, org.emailOf('user'));
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible();
  await page.getByLabel('Code').fill(nextCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(org.url('dashboard'));
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Project');
});
