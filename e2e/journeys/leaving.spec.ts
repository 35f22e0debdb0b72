import { expect } from '@playwright/test';
import { fillLogin, signIn, test } from '../fixtures';

test('the logout dialog asks in the specified words; No stays, Yes logs out every tab and keeps the organisation', async ({
  page,
  console,
}) => {
  // The connection is ended with the session; the page asks whether it still holds before it leaves.
  console.expectError(/401/);
  await signIn(page, 'subadmin@acme.test', 'acme');
  const other = await page.context().newPage();
  await other.goto('/acme/project');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.waitForLoadState('networkidle');

  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Logout' });
  await expect(dialog).toContainText('Are you sure you want to logout ?');
  const buttons = dialog.getByRole('button');
  await expect(buttons.filter({ hasText: /^(No|Yes)$/ })).toHaveText(['No', 'Yes']);
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused();
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/acme/dashboard');

  await page.getByRole('button', { name: 'Logout' }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'guildhall-return'));
  expect(kept).toContain('company');
  for (const gone of ['user', 'token', 'organisation']) expect(kept).not.toContain(gone);
  await page.goto('/acme/dashboard');
  await expect(page).toHaveURL('/?next=%2Facme%2Fdashboard');
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(/^[^?]*\/acme\/login/);
});

test('a session that was ended elsewhere says so at the next step and comes back to the same page', async ({
  page,
  baseURL,
  console,
}) => {
  console.expectError(/401|403/);
  await signIn(page, 'observer@globex.test', 'globex');
  await page.goto('/globex/task?view=board&project=SHOP');
  await expect(page.getByRole('region', { name: 'Testing' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('guildhall.session'))?.value;
  const ended = await fetch(`${baseURL}/api/signout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(ended.status).toBe(200);

  // The connection is taken away at once; the page finds out why and leads to the login by itself.
  await expect(page).toHaveURL('/globex/login?next=%2Fglobex%2Ftask%3Fview%3Dboard%26project%3DSHOP');
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended.' })).toBeVisible();
  await fillLogin(page, 'observer@globex.test');
  await expect(page).toHaveURL('/globex/task?view=board&project=SHOP');
});
