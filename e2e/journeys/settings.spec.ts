import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { PASSWORD } from '../support/accounts';
import { pictureOf } from '../support/files';
import { mailTo } from '../support/mail';
import { fillLogin, logIn } from '../support/sign-in';

test('an admin renames the organisation and gives it a logo and a holiday, which others see', async ({ org }) => {
  const [page, leader] = [await org.as('admin'), await org.as('leader')];
  await leader.goto(org.url('settings'));
  await expect(leader.getByText('Only admins and sub-admins can change this.')).toBeVisible();
  await expect(leader.getByLabel('Name', { exact: true })).toBeHidden();
  await page.goto(org.url('settings'));
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await pictureOf(page, '#d22') });
  await expect(page.getByRole('button', { name: 'Replace the logo' })).toBeVisible();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Shop of Things');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page.getByLabel('Dates, one a line').fill('1.1.2027');
  await page.getByRole('button', { name: 'Add these' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(save).toBeHidden();
  await expect(page.getByRole('button', { name: /Shop of Things ?, change organisation/ })).toBeVisible();
  await leader.reload();
  await expect(leader.getByRole('main').getByText('Shop of Things')).toBeVisible();
  await expect(leader.getByText('Fri, 1 January 2027')).toBeVisible();

  // The login page shows the logo to anybody, from an address that keeps.
  const outside = await org.open(undefined);
  await outside.goto(org.url('login'));
  await expect(outside.getByRole('heading', { level: 1 })).toHaveText('Log in to Shop of Things');
  const picture = outside.locator('main img[src^="/logo/"]');
  const answer = await outside.request.get((await picture.getAttribute('src')) ?? '');
  expect([answer.status(), answer.headers()['content-type'], answer.headers()['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ]);
});

test('the key changes: the session goes on, and old addresses lead on', { tag: '@whole' }, async ({ org }) => {
  const [page, { key, baseURL }, present] = [await org.as('admin'), org, `new-${randomInt(1e9)}`];
  await page.goto(org.url('settings?section=key'));
  await page.getByRole('button', { name: 'Change the key' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change the key' });
  await dialog.getByLabel('New key').fill('login');
  await expect(dialog.getByText('is reserved for the application')).toBeVisible();
  await dialog.getByLabel('New key').fill(present);
  await expect(dialog.getByText(`“${present}” is available.`)).toBeVisible();
  await dialog.getByLabel('Your current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change the key' }).click();
  await expect(page).toHaveURL(`/${present}/settings?section=key`);
  await expect(page.getByText('Previous keys')).toBeVisible();

  // The same session, by the old address, with what was asked for.
  await page.goto(`/${key}/task?view=list&q=a`);
  await expect(page).toHaveURL(`/${present}/task?view=list&q=a`);
  const moved = await page.request.get(`/${key}/settings?section=key`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, `/${present}/settings?section=key`]);
  const login = await page.request.get(`/${key}/login?next=%2F${key}%2Ftask`, { maxRedirects: 0 });
  expect(login.status()).toBe(308);
  // The organisation's own host leads to its new host.
  const { port } = new URL(baseURL);
  const host = await page.request.get('/login?next=%2Ftask', {
    headers: { host: `${key}.localhost:${port}` },
    maxRedirects: 0,
  });
  expect([host.status(), host.headers().location]).toEqual([
    308,
    `http://${present}.localhost:${port}/login?next=%2Ftask`,
  ]);
  const outside = await org.open(undefined);
  await logIn(outside, key, org.emailOf('admin'));
  await expect(outside).toHaveURL(`/${present}/dashboard`);
});

test('an organisation is deleted and restored; meanwhile nobody is in it', async ({ org, console: said }) => {
  // What is open elsewhere is refused from then on.
  said.expectError(/401|403|WebSocket/);
  const { name, key, baseURL } = org;
  const email = org.emailOf('admin');
  const [page, other] = [await org.as('admin'), await org.as('user')];
  await other.goto(org.url('task'));
  await page.goto(org.url('settings?section=danger'));
  await page.getByRole('button', { name: 'Delete this organisation' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}` });
  await dialog.getByLabel(/Type the name/).fill(name);
  await dialog.getByLabel('Your current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/verified\?done=deleted/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} has been deleted`);
  await expect(other).not.toHaveURL(org.url('task'));
  const list = await page.request.get(`/api/getOrganisationList?q=${key}`);
  expect((await list.json()).data).toEqual([]);

  const mail = await mailTo(baseURL, email, /was deleted/);
  await page.goto(mail.links[0] ?? '');
  await fillLogin(page, email);
  await expect(page).toHaveURL('/deleted');
  await page.goto(org.url('task'));
  await expect(page).toHaveURL('/deleted');
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page).toHaveURL(org.url('settings?section=danger'));
  await mailTo(baseURL, email, /was restored/);
  await page.goto(org.url('dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
