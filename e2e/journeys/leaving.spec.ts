import { expect, type WebSocket } from '@playwright/test';
import { signIn, test } from '../fixtures';
import { PASSWORD } from '../support/accounts';
import { joined } from '../support/live';

test('the logout dialog asks in the specified words; No stays, Yes logs out every tab and keeps the organisation', async ({
  page,
  console,
}) => {
  // The connection is ended with the session; the page asks whether it still holds before it leaves.
  console.expectError(/401/);
  await signIn(page, 'subadmin@acme.test', 'acme');
  const other = await page.context().newPage();
  const sockets: WebSocket[] = [];
  other.on('websocket', (socket) => sockets.push(socket));
  const connected = joined(other, '#server-to-user-');
  await other.goto('/acme/project');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await connected;

  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Logout' });
  await expect(dialog).toContainText('Are you sure you want to logout ?');
  const buttons = dialog.getByRole('button');
  await expect(buttons.filter({ hasText: /^(No|Yes)$/ })).toHaveText(['No', 'Yes']);
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused();
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/acme/dashboard');

  // What others do meanwhile would draw the other tab anew, and a page without a session leads to the login.
  await other.route(/[?&]_rsc=/, () => undefined);
  // The other tab's connection ends with the session, before this tab has its answer: that is no expiry.
  const ended = Promise.race(sockets.filter((one) => !one.isClosed()).map((one) => one.waitForEvent('close')));
  await page.route('**/acme/dashboard', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await ended;
    // Longer than a tab that was refused waits for another one's logout, by its own clock.
    await other.evaluate(() => new Promise((done) => setTimeout(done, 1_000)));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).toContain('company');
  for (const gone of ['user', 'token', 'organisation']) expect(kept).not.toContain(gone);
  await page.goto('/acme/dashboard');
  await expect(page).toHaveURL('/?next=%2Facme%2Fdashboard');
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(/^[^?]*\/acme\/login/);
});

test('a session that was ended elsewhere says so, knows the email, and comes back to the same page and draft', async ({
  page,
  baseURL,
  console,
}) => {
  console.expectError(/401|403/);
  await signIn(page, 'leader@globex.test', 'globex');
  await page.goto('/globex/task?project=SHOP');
  await page.getByRole('row').getByRole('link').first().click();
  const comment = page.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
  await comment.fill('Half a thought');
  await page.waitForLoadState('networkidle');
  const task = new URL(page.url());

  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('guildhall.session'))?.value;
  const ended = await fetch(`${baseURL}/api/signout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(ended.status).toBe(200);

  // The connection is taken away at once; the page finds out why and leads to the login by itself.
  const login = `/globex/login?next=${encodeURIComponent(task.pathname + task.search)}`;
  await expect(page).toHaveURL(login);
  const notice = page.getByRole('status').filter({ hasText: 'Your session ended.' });
  await expect(notice).toHaveText('Your session ended. Sign in again; your draft is saved.');
  await expect(page.getByLabel('Email')).toHaveValue('leader@globex.test');
  // Opening a page does not lose the reason either, nor does a session that ran out.
  await page.goto(task.href);
  await expect(page).toHaveURL(login);
  await page.context().clearCookies();
  await page.goto(task.href);
  await expect(page).toHaveURL(/^[^?]*\/\?next=/);
  await page.goto(login);
  await expect(notice).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(task.href);
  await expect(comment).toHaveValue('Half a thought');
  await comment.fill('');
});
