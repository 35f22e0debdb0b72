import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { untilItListens } from '../support/listening';
import { joined } from '../support/live';
import { codeOf, mailsTo, mailTo } from '../support/mail';

const FIRST = 'kettle violet harbor otter';
const SECOND = 'lantern meadow pistachio dune';

/** A word nobody has used before in this run's database. */
const fresh = () => `hall${randomInt(1e9)}`;

async function logIn(page: Page, key: string, email: string, password: string) {
  await page.goto(`/${key}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Fills the form of `/new_register` and sends it. */
async function register(page: Page, { key, email }: { key: string; email: string }) {
  await page.goto('/new_register');
  await page.getByLabel('Name of the organisation').fill(`Hall of ${key}`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('Your name').fill('Nora Newman');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(FIRST);
  await page.getByRole('button', { name: 'Register organisation' }).click();
}

test('a stranger creates an organisation, confirms it with the emailed code, is signed in as its admin and creates another', async ({
  page,
  baseURL,
}) => {
  const key = fresh();
  const email = `founder@${key}.test`;
  await register(page, { key, email });

  await expect(page).toHaveURL(/\/otp\?for=create/);
  await expect(page.getByText(`We sent six digits to ${email}.`)).toBeVisible();
  const mail = await mailTo(baseURL, email, /is your code/);
  for (const link of mail.links) expect(link.startsWith(`${baseURL}/`)).toBe(true);

  await page.getByLabel('Code').fill(codeOf(mail) === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong');
  await page.getByLabel('Code').fill(codeOf(mail));
  await page.getByRole('button', { name: 'Confirm' }).click();
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
});

test('a key says while it is typed that it is free, taken, reserved or too much like another', async ({ page }) => {
  await page.goto('/new_register');
  await page.getByLabel('Name of the organisation').fill('Ünion & Söhne');
  const key = page.getByLabel('Key', { exact: true });
  await expect(key).toHaveValue('union-sohne');
  await expect(page.getByText('“union-sohne” is available.')).toBeVisible();
  for (const [typed, words] of [
    ['acme', '“acme” is taken.'],
    ['acrne', 'looks too much like the key of another organisation'],
    ['login', 'is reserved for the application'],
    ['ac me', 'letters from a to z'],
  ] as const) {
    await key.fill(typed);
    await expect(page.getByText(words)).toBeVisible();
  }
});

test('the passphrase that is offered is filled in, and a common password is refused with the reason', async ({
  page,
}) => {
  const key = fresh();
  await page.goto('/new_register');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByRole('button', { name: 'Another one' }).click();
  await page.getByRole('button', { name: 'Use this passphrase' }).click();
  await expect(password).toHaveValue(/^[a-z]+(-[a-z]+){4}$/);
  await page.getByLabel('Name of the organisation').fill(`Hall of ${key}`);
  await page.getByLabel('Your name').fill('Nora Newman');
  await page.getByLabel('Email').fill(`founder@${key}.test`);
  await password.fill('passwordpassword');
  await page.getByRole('button', { name: 'Register organisation' }).click();
  await expect(page.getByRole('alert').first()).toContainText('common');
  // What was typed is still there.
  await expect(password).toHaveValue('passwordpassword');
  await expect(page.getByLabel('Your name')).toHaveValue('Nora Newman');
});

/** Asks to join Acme and enters the code. */
async function askToJoin(page: Page, email: string, baseURL: string | undefined) {
  await page.goto('/acme/login');
  await page.getByRole('link', { name: 'Signup' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Acme Studio');
  await page.getByLabel('Your name').fill('Jo Joiner');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(FIRST);
  await page.getByRole('button', { name: 'Ask to join' }).click();
  await expect(page).toHaveURL(/\/otp\?for=join/);
  await page.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /is your code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/waiting');
}

test('somebody asks to join, waits signed in, and the waiting page notices the decision by itself', async ({
  page,
  browser,
  as,
  program,
  baseURL,
}) => {
  const email = `${fresh()}@joins.test`;
  const connected = joined(page, '#server-to-user-');
  await askToJoin(page, email, baseURL);
  await connected;

  const admin = await as('admin');
  await admin.goto('/acme/dashboard');
  const told = await admin.request.get('/api/notificationList');
  expect(await told.text()).toContain('Jo Joiner');
  const approver = await program('admin');
  const decide = async (address: string, decision: object) => {
    const { docs } = await (
      await admin.request.get(`/api/userList?approval_status=2&q=${encodeURIComponent(address)}`)
    ).json();
    await approver.ask('POST', 'userApproveOrReject', { user_id: docs[0]._id, ...decision });
  };
  await decide(email, { status: 1 });
  await expect(page).toHaveURL('/acme/dashboard');

  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  const second = `${fresh()}@joins.test`;
  // Decided before the page is connected: nobody says it.
  let connect = () => {};
  const decided = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await other.route('**/api/pusher/user', (route) => decided.then(() => route.continue()));
  const connecting = other.waitForRequest('**/api/pusher/user');
  await askToJoin(other, second, baseURL);
  await connecting;
  await decide(second, { status: 0, reason: 'Ask your project lead first' });
  connect();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your request was declined');
  await expect(other.getByText('Ask your project lead first')).toBeVisible();
  await expectAccessible(other, 'a declined request');
  await elsewhere.close();
});

test('a forgotten password: code, new password, all sessions over; then it is changed from inside', async ({
  page,
  browser,
  baseURL,
  console,
}) => {
  // The page that is open while the password changes hears at once that its session is over.
  console.expectError(/401/);
  const key = fresh();
  const email = `founder@${key}.test`;
  await register(page, { key, email });
  await expect(page).toHaveURL(/\/otp/);
  await page.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /is your code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`/${key}/dashboard`);

  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await other.goto(`/${key}/login`);
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await other.getByLabel('Email').fill(email);
  await other.getByRole('button', { name: 'Send a code' }).click();
  await expect(other).toHaveURL(/step=code/);
  await other.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /new password/)));
  await other.getByLabel('New password', { exact: true }).fill(SECOND);
  await other.getByRole('button', { name: 'Set new password' }).click();
  await expect(other).toHaveURL(`/${key}/dashboard`);
  // The page that was open elsewhere is led to the login by itself.
  await expect(page).toHaveURL(/next=/);

  await logIn(page, key, email, FIRST);
  await expect(page.getByRole('alert').first()).toContainText('The email or the password is wrong');
  await other.goto(`/${key}/newpassword`);
  await expectAccessible(other, 'a new password from inside');
  await other.getByLabel('Current password').fill(SECOND);
  await other.getByLabel('New password', { exact: true }).fill(FIRST);
  await other.getByRole('button', { name: 'Change password' }).click();
  await expect(other.getByText('Your password is changed.')).toBeVisible();
  await mailTo(baseURL, email, /was changed/);
  await elsewhere.close();
});

test('creating an organisation works without any script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const key = fresh();
  const email = `founder@${key}.test`;
  await register(page, { key: 'acme', email });
  await expect(page.getByRole('alert').first()).toContainText('“acme” is taken');
  await expect(page.getByLabel('Your name')).toHaveValue('Nora Newman');
  await register(page, { key, email });
  await expect(page).toHaveURL(/\/otp/);
  await page.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /is your code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`/${key}/dashboard`);
  await context.close();
});

// The screens themselves are in e2e/accessibility; these are states of them.
test('further states of the screens before signing in have no accessibility violation', async ({ page }) => {
  for (const path of ['/forgetpassword?step=code', '/verified?done=in&organisation=acme', '/dev/mail']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleEverywhere(page, path);
  }
  await page.goto('/signup');
  await page.getByLabel('Organisation key').fill('acme');
  await page.getByLabel('Your name').fill('Jo');
  await page.getByLabel('Email').fill('jo@joins.test');
  await page.getByLabel('Password', { exact: true }).fill('passwordpassword');
  await page.getByRole('button', { name: 'Ask to join' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'a refused sign-up');
});
