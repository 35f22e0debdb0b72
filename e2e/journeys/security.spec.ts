import { type Browser, expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { fillLogin, test } from '../fixtures';
import { expectAccessibleInBothThemes } from '../support/axe';
import { joined } from '../support/live';
import { codeOf, mailTo } from '../support/mail';
import { logIn, organisationOfItsOwn, PASSPHRASE, send, tokenOf, withAuthenticator } from '../support/organisations';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

/** Goes through the three steps that are on the screen; the secret and the recovery codes. */
async function setUp(page: Page, what: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Current password').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Continue' }).click();
  const shown = page.getByTestId('totp-secret');
  await expect(page.getByRole('img', { name: /Picture to scan with your authenticator/ })).toBeVisible();
  const secret = ((await shown.textContent()) ?? '').replace(/\s/g, '');
  await expectAccessibleInBothThemes(page, `${what}: secret`);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectAccessibleInBothThemes(page, `${what}: recovery codes`);
  return { secret, codes: await list.getByRole('listitem').allTextContents() };
}

/** A code counts once: the one of the next half minute is accepted already. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

async function telephone(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, userAgent: IPHONE });
  return { context, page: await context.newPage() };
}

test('A16 S08 an authenticator is set up and asked for, a recovery code stands in, a session is ended from elsewhere, the address changes by code', async ({
  page,
  browser,
  baseURL: address,
  console: watched,
}) => {
  const baseURL = address as string;
  watched.expectError(/401|422/);
  const nora = await organisationOfItsOwn(baseURL);
  await logIn(page, nora);
  await expect(page).toHaveURL(`/${nora.key}/dashboard`);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('dialog', { name: 'Set up a second factor' })).toBeVisible();
  const { secret, codes } = await setUp(page, 'second factor');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download codes' }).click();
  expect((await saved).suggestedFilename()).toBe('guildhall-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security).toContainText('10 recovery codes are left');
  await expectAccessibleInBothThemes(page, 'security of the profile');
  await mailTo(baseURL, nora.email, /Your second factor is on/);

  // Out, and in again with a code: the password alone opens nothing.
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/');
  await logIn(page, nora);
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'second step');
  const unfinished = await page.context().newPage();
  await unfinished.goto(`/${nora.key}/dashboard`);
  await expect(unfinished).toHaveURL(/^[^?]*\/\?next=/);
  await unfinished.close();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeFocused();
  await page.getByLabel('Code').fill(nextCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`/${nora.key}/dashboard`);

  // On a telephone with a recovery code.
  const phone = await telephone(browser, baseURL);
  watched.watch(phone.context);
  const connected = joined(phone.page, '#server-to-user-');
  await logIn(phone.page, nora);
  await phone.page.getByRole('button', { name: 'Use a recovery code' }).click();
  await phone.page.getByLabel('Recovery code', { exact: true }).fill(codes[0]?.toLowerCase() ?? '');
  await phone.page.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.page).toHaveURL(`/${nora.key}/dashboard`);
  await connected;
  await mailTo(baseURL, nora.email, /A recovery code was used/);

  // It is seen from the desk, and ended from there: the open page leaves.
  await page.goto('/profile');
  await expect(security).toContainText('9 recovery codes are left');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.getByRole('button', { name: /Sign out Safari on iPhone/ }).click();
  await expect(phone.page).toHaveURL(/\/login/);
  await expect(sessions.getByText('Safari on iPhone')).toHaveCount(0);

  // Another address, by the code that was mailed to it.
  const moved = `moved.${nora.email}`;
  await security.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByLabel('New email').fill(moved);
  await dialog.getByLabel('Current password').fill(PASSPHRASE);
  await expectAccessibleInBothThemes(page, 'another email');
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await mailTo(baseURL, nora.email, /Your email is about to change/);
  await dialog.getByLabel('Code').fill(codeOf(await mailTo(baseURL, moved, /confirms your new email/)));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(security).toContainText(moved);
  await mailTo(baseURL, nora.email, /Your email was changed/);
  await phone.page.goto(`/${nora.key}/login`);
  await fillLogin(phone.page, moved, PASSPHRASE);
  await expect(phone.page.getByLabel('Code')).toBeVisible();
  await phone.context.close();

  // Switched off with a recovery code, the password alone is enough again.
  await security.getByRole('button', { name: 'Switch off' }).click();
  const off = page.getByRole('dialog', { name: 'Switch off your second factor' });
  await off.getByLabel('Current password').fill(PASSPHRASE);
  await off.getByLabel('Code').fill(codes[1] ?? '');
  await expectAccessibleInBothThemes(page, 'switching off');
  await off.getByRole('button', { name: 'Switch off' }).click();
  await expect(security.getByRole('button', { name: 'Set up' })).toBeFocused();
});

test('an organisation that requires a second factor leads everybody without one to the set-up, and opens right after it', async ({
  page,
  baseURL: address,
  console: watched,
}) => {
  const baseURL = address as string;
  watched.expectError(/40[13]|422/);
  const nora = await organisationOfItsOwn(baseURL);
  const token = await tokenOf(baseURL, nora);
  // The rule can be made by whoever has a second factor; then hers is switched off, as for another telephone.
  const secret = await withAuthenticator(baseURL, token);
  await send(baseURL, 'PUT securityRules', { requires_second_factor: true, current_password: PASSPHRASE }, token);
  await send(baseURL, 'POST disableTotp', { current_password: PASSPHRASE, code: nextCode(secret) }, token);

  await logIn(page, nora);
  await expect(page).toHaveURL('/security');
  await expectAccessibleInBothThemes(page, 'a required second factor');
  for (const path of [`/${nora.key}/task`, `/${nora.key}/settings`, '/profile']) {
    await page.goto(path);
    await expect(page).toHaveURL('/security');
  }
  expect(await page.evaluate(async () => (await fetch('/api/taskList')).status)).toBe(403);
  await setUp(page, 'a required second factor');
  await page.getByRole('button', { name: /I have saved them/ }).click();
  await expect(page).toHaveURL(`/${nora.key}/dashboard`);
  expect(await page.evaluate(async () => (await fetch('/api/taskList')).status)).toBe(200);
});

test('without any script, the login asks for the code and takes it', async ({ browser, baseURL: address }) => {
  const baseURL = address as string;
  const nora = await organisationOfItsOwn(baseURL);
  const secret = await withAuthenticator(baseURL, await tokenOf(baseURL, nora));
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await logIn(page, nora);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible();
  await page.getByLabel('Code').fill(nextCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`/${nora.key}/dashboard`);
  await context.close();
});

test('next-auth’s addresses tell an ended session as none, and a limit as a limit', async ({ baseURL, request }) => {
  const { email, key } = await organisationOfItsOwn(baseURL ?? '');
  const form = async (password: string) => {
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
    const fields = { csrfToken, json: 'true', sub_domain: key, email, password };
    return request.post('/api/auth/callback/credentials', { form: fields });
  };
  expect((await form(PASSPHRASE)).ok()).toBe(true);
  expect(await (await request.get('/api/auth/session')).json()).toMatchObject({ user: { organisation: key } });
  const cookie = (await request.storageState()).cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await request.post('/api/auth/signout', {
    form: { csrfToken: (await (await request.get('/api/auth/csrf')).json()).csrfToken, json: 'true' },
  });
  const ended = await fetch(`${baseURL}/api/auth/session`, { headers: { cookie } });
  expect(await ended.json()).toEqual({});
  expect(ended.headers.getSetCookie().join()).toMatch(/guildhall\.session=;/);

  let refusal = await form('a wrong password, again');
  for (let tries = 1; tries < 12 && refusal.status() === 401; tries++) refusal = await form('a wrong password, again');
  expect(refusal.status()).toBe(429);
  expect(Number(refusal.headers()['retry-after'])).toBeGreaterThan(0);
});

test('a form that is sent as nobody’s page sends it is answered with words and 400, before scripts and after', async ({
  baseURL,
}) => {
  const origin = baseURL as string;
  const page = await (await fetch(`${origin}/acme/login`)).text();
  const field = (name: string) =>
    new RegExp(`name="(\\$ACTION_${name})" value="([^"]*)"`)
      .exec(page)
      ?.slice(1)
      .map((text) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as [string, string];
  const [reference] = /\$ACTION_REF_\d+/.exec(page) ?? [];
  const [action, bound, key] = [field('\\d+:0'), field('\\d+:1'), field('KEY')];
  const send = async (args: string) => {
    const form = new FormData();
    form.set(`${reference}`, '');
    form.set(...action);
    form.set(bound[0], args);
    form.set(...key);
    form.set('email', 'user@acme.test');
    form.set('password', 'wrong');
    const answer = await fetch(`${origin}/acme/login`, { method: 'POST', body: form, headers: { origin } });
    return [answer.status, /wrong for this organisation|cannot be read/.exec(await answer.text())?.[0]];
  };
  expect(await send(bound[1])).toEqual([200, 'wrong for this organisation']);
  for (const args of ['[7,{}]', '[{},{}]', '[null]', '[]', '["$2"]', '["$n1"]', '[', '["$Q1"]'])
    expect([args, await send(args)]).toEqual([args, [400, 'cannot be read']]);

  const id = (JSON.parse(action[1]) as { id: string }).id;
  const call = async (parts: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) form.set(name, value);
    const headers = { origin, 'next-action': id, accept: 'text/x-component' };
    return (await fetch(`${origin}/acme/login`, { method: 'POST', body: form, headers })).status;
  };
  const fields = { '1_email': 'user@acme.test', '1_password': 'wrong' };
  expect(await call({ ...fields, 0: '["acme",{},"$K1"]' })).toBe(200);
  for (const args of ['["acme",{},"x"]', '["acme"]', '[7,{},"$K1"]', '["acme","$Q2","$K1"]', '["$2",{},"$K1"]'])
    expect([args, await call({ ...fields, 0: args, 2: '{' })]).toEqual([args, 400]);
});
