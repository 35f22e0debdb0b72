import { randomInt } from 'node:crypto';
import { type Browser, expect, type Page, type Route } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible } from '../support/axe';
import { codeOf, mailTo } from '../support/mail';

const PASSWORD = 'kettle violet harbor otter';
/** A red square of 64 × 64 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXdIiJQ+Zx9AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC',
  'base64',
);

const fresh = (what: string) => `${what}${randomInt(1e9)}`;

async function logIn(page: Page, key: string, email: string) {
  await page.goto(`/${key}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** An organisation of the test's own, with its first admin signed in. */
async function found(page: Page, baseURL: string | undefined, key: string): Promise<string> {
  const email = `founder@${key}.test`;
  await page.goto('/new_register');
  await page.getByLabel('Name of the organisation').fill(`Hall of ${key}`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('Your name').fill('Nora Newman');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register organisation' }).click();
  await page.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /is your code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`/${key}/dashboard`);
  return email;
}

test('an admin renames the organisation, gives it a logo and holidays; a change that was not saved asks before it is lost', async ({
  page,
  baseURL,
}) => {
  const key = fresh('shop');
  await found(page, baseURL, key);
  await page.goto(`/${key}/settings`);

  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByRole('button', { name: 'Replace the logo' })).toBeVisible();

  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeHidden();
  await page.getByLabel('Name', { exact: true }).fill('Shop of Things');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page.getByLabel('Dates, one a line').fill('2027-12-25 Christmas\n1.1.2027\n2027-02-30');
  await page.getByRole('button', { name: 'Add these' }).click();
  await expect(page.getByText('Line 3: “2027-02-30” is not a date.')).toBeVisible();
  await expect(page.getByText('Sat, 25 December 2027')).toBeVisible();
  await page.getByLabel('Dates, one a line').fill('1/2/2028 Market');
  await page.getByRole('button', { name: 'Add these' }).click();
  await expect(page.getByText(/^Which day is 1\/2\/2028/)).toBeVisible();
  await expectAccessible(page, 'settings that were changed');
  await page.getByRole('button', { name: 'Tue, 1 February 2028' }).click();
  await expect(page.getByRole('list', { name: 'Holidays' }).getByText('Tue, 1 February 2028')).toBeVisible();

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Key', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  // Left by a key, without a question: coming back finds it as it was.
  await page.getByRole('heading', { level: 1, name: 'Settings' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(`/${key}/dashboard`);
  await page.goBack();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Shop of Things');
  await save.click();
  await expect(save).toBeHidden();
  await expect(page.getByRole('button', { name: /Shop of Things ?, change organisation/ })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Shop of Things');
  await expect(page.getByText('Fri, 1 January 2027')).toBeVisible();

  // The login page shows the logo to anybody, from an address that keeps.
  const stranger = await page.context().browser()?.newContext({ baseURL });
  const outside = await stranger?.newPage();
  await outside?.goto(`/${key}/login`);
  const picture = outside?.locator('main img[src^="/logo/"]');
  const answer = await outside?.request.get((await picture?.getAttribute('src')) ?? '');
  expect([answer?.status(), answer?.headers()['content-type'], answer?.headers()['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ]);
  await stranger?.close();
});

test('two admins change the settings at once: the second is told, keeps what it typed, and decides', async ({
  page,
  baseURL,
  console: said,
}) => {
  said.expectError(/409/);
  const key = fresh('twin');
  await found(page, baseURL, key);
  // It hears nothing of the other one, or it would say so before it is asked to save.
  await page.routeWebSocket(/./, (socket) => socket.close());
  await page.goto(`/${key}/settings`);
  // Nor does it read the page again, as one without a connection does after a while.
  const reads: Route[] = [];
  const read = /[?&]_rsc=/;
  await page.route(read, (route) => void reads.push(route));
  const other = await page.context().newPage();
  await other.goto(`/${key}/settings`);
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await other.getByLabel('Name', { exact: true }).fill('Theirs');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('button', { name: 'Save' })).toBeHidden();

  const refused = page.waitForResponse((answer) => answer.status() === 409);
  await page.getByRole('button', { name: 'Save' }).click();
  await refused;
  await page.unroute(read);
  for (const route of reads) await route.continue();
  await expect(page.getByRole('alert').first()).toContainText('changed the settings in the meantime');
  await expect(page.getByText('Changed by somebody else too: Name.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs');
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();

  // What is typed while something is saved is not lost.
  let go = () => {};
  const typed = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/organisation', (route) => typed.then(() => route.continue()));
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Third');
  await page.getByRole('button', { name: 'Save' }).click();
  await name.fill('Third and last');
  go();
  await expect(page.getByRole('button', { name: /Third ?, change organisation/ })).toBeVisible();
  await expect(name).toHaveValue('Third and last');
});

test('the key changes: the session goes on, and old addresses lead on', async ({
  page,
  browser,
  baseURL,
  console: said,
}) => {
  said.expectError(/422/);
  const key = fresh('old');
  const present = fresh('new');
  const email = await found(page, baseURL, key);
  await page.goto(`/${key}/settings?section=key`);
  await page.getByRole('button', { name: 'Change the key' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change the key' });
  await dialog.getByLabel('New key').fill('login');
  await expect(dialog.getByText('is reserved for the application')).toBeVisible();
  await dialog.getByLabel('New key').fill('acme');
  await expect(dialog.getByText('“acme” is taken.')).toBeVisible();
  await dialog.getByLabel('New key').fill(present);
  await expect(dialog.getByText(`“${present}” is available.`)).toBeVisible();
  await dialog.getByLabel('Your current password').fill('wrong');
  await dialog.getByRole('button', { name: 'Change the key' }).click();
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await dialog.getByLabel('Your current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change the key' }).click();
  await expect(page).toHaveURL(`/${present}/settings?section=key`);
  await expect(page.getByText('Previous keys')).toBeVisible();

  // The same session, by the old address, with what was asked for.
  await page.goto(`/${key}/task?view=list&q=a`);
  await expect(page).toHaveURL(`/${present}/task?view=list&q=a`);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  const moved = await page.request.get(`/${key}/settings?section=key`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, `/${present}/settings?section=key`]);
  const login = await page.request.get(`/${key}/login?next=%2F${key}%2Ftask`, { maxRedirects: 0 });
  expect(login.status()).toBe(308);

  // The organisation's own host leads to its new host.
  const { port } = new URL(baseURL ?? '');
  const host = await page.request.get('/login?next=%2Ftask', {
    headers: { host: `${key}.localhost:${port}` },
    maxRedirects: 0,
  });
  expect([host.status(), host.headers().location]).toEqual([
    308,
    `http://${present}.localhost:${port}/login?next=%2Ftask`,
  ]);

  const context = await browser.newContext({ baseURL });
  const outside = await context.newPage();
  await logIn(outside, key, email);
  await expect(outside).toHaveURL(`/${present}/dashboard`);
  await context.close();
});

async function joinBy(browser: Browser, baseURL: string | undefined, key: string, email: string): Promise<string> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto(`/signup?organisation=${key}`);
  await page.getByLabel('Your name').fill('Jo Joiner');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Ask to join' }).click();
  await page.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /is your code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/(waiting|dashboard)$/);
  const done = page.url().endsWith('/waiting') ? 'waits' : 'in';
  await context.close();
  return done;
}

test('a domain is proved by email; its people are let in at once, others wait', async ({
  page,
  browser,
  baseURL,
  console: said,
}) => {
  said.expectError(/422/);
  const key = fresh('open');
  const domain = `${fresh('works')}.test`;
  await found(page, baseURL, key);
  await page.goto(`/${key}/settings?section=joining`);
  await page.getByRole('button', { name: 'Add a domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a domain' });
  await dialog.getByLabel('Email at the domain').fill('somebody@gmail.com');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect(dialog.getByText('Anybody can have an email at gmail.com.')).toBeVisible();
  await dialog.getByLabel('Email at the domain').fill(`office@${domain}`);
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await dialog.getByLabel('Code').fill(codeOf(await mailTo(baseURL, `office@${domain}`, /is yours/)));
  await dialog.getByRole('button', { name: 'Add the domain' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(domain, { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: /Verified domains without approval/ }).click();
  await expect(page.getByRole('radio', { name: /Verified domains without approval/ })).toBeChecked();
  await expectAccessible(page, 'a domain');

  expect(await joinBy(browser, baseURL, key, `jo@${domain}`)).toBe('in');
  expect(await joinBy(browser, baseURL, key, `jo@other-${domain}`)).toBe('waits');
});

test('an organisation is deleted and restored; meanwhile nobody is in it', async ({ page, baseURL, console: said }) => {
  // What is open elsewhere is refused from then on.
  said.expectError(/401|403|WebSocket/);
  const key = fresh('gone');
  const email = await found(page, baseURL, key);
  await page.goto(`/${key}/settings?section=danger`);
  await page.getByRole('button', { name: 'Delete this organisation' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete Hall of ${key}` });
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true });
  await expect(remove).toBeDisabled();
  await dialog.getByLabel(/Type the name/).fill(`Hall of ${key}`);
  await dialog.getByLabel('Your current password').fill(PASSWORD);
  await expectAccessible(page, 'deleting an organisation');
  await remove.click();
  await expect(page).toHaveURL(/\/verified\?done=deleted/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hall of ${key} has been deleted`);
  const list = await page.request.get(`/api/getOrganisationList?q=${key}`);
  expect((await list.json()).data).toEqual([]);

  const mail = await mailTo(baseURL, email, /was deleted/);
  await page.goto(mail.links[0] ?? '');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/deleted');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hall of ${key} has been deleted`);
  await expectAccessible(page, 'a deleted organisation');
  await page.goto(`/${key}/task`);
  await expect(page).toHaveURL('/deleted');
  await page.getByRole('button', { name: `Restore Hall of ${key}` }).click();
  await expect(page).toHaveURL(`/${key}/settings?section=danger`);
  await mailTo(baseURL, email, /was restored/);
  await page.goto(`/${key}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a leader reads the settings and changes nothing; what is not theirs is denied', async ({ as, console: said }) => {
  said.expectError(/403/);
  const page = await as('leader');
  await page.goto('/acme/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await expect(sections.getByRole('link', { name: 'Joining' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'Security' })).toBeHidden();
  await expect(sections.getByRole('link', { name: 'Danger zone' })).toBeHidden();
  await expect(page.getByText('Only admins and sub-admins can change this.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeHidden();
  for (const section of ['security', 'danger'])
    expect((await page.goto(`/acme/settings?section=${section}`))?.status(), section).toBe(403);
});
