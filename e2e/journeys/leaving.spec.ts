import { expect, type WebSocket } from '@playwright/test';
import { test } from '../fixtures';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';
import { fillLogin, logIn } from '../support/sign-in';

test('logging out leaves every tab, keeps the organisation, and no tab takes it for an expiry', async ({
  org,
  console,
}) => {
  // The connection is ended with the session; the page asks whether it still holds before it leaves.
  console.expectError(/401/);
  const page = await org.open(undefined);
  await logIn(page, org.key, org.emailOf('subadmin'));
  await expect(page).toHaveURL(org.url('dashboard'));
  const other = await page.context().newPage();
  const sockets: WebSocket[] = [];
  other.on('websocket', (socket) => sockets.push(socket));
  const connected = joined(other, '#server-to-user-');
  await other.goto(org.url('project'));
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await connected;
  // What others do meanwhile would draw the other tab anew, and a page without a session leads to the login.
  await other.route(/[?&]_rsc=/, () => undefined);
  // The other tab's connection ends with the session, before this tab has its answer: that is no expiry.
  const ended = Promise.race(sockets.filter((one) => !one.isClosed()).map((one) => one.waitForEvent('close')));
  await page.route(`**${org.url('dashboard')}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await ended;
    // Longer than a tab that was refused waits for another one's logout, by its own clock.
    await other.evaluate(() => new Promise((done) => setTimeout(done, 1_000)));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog', { name: 'Logout' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).toContain('company');
  for (const gone of ['user', 'token', 'organisation']) expect(kept).not.toContain(gone);
  await page.goto(org.url('dashboard'));
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(org.url('dashboard'))}`);
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${org.url('login')}`));
});

test('a session that was ended elsewhere says so, knows the email, and comes back to the same page and draft', async ({
  org,
  console,
}) => {
  console.expectError(/401|403/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Posters', [nameOf('user')]);
  const { key } = await leader.newTask(project._id, 'Draw');
  const page = await org.as('user');
  const address = org.url(`taskpage?task=${key}`);
  await page.goto(address);
  const comment = page.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
  await comment.fill('Half a thought');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half a thought');
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('guildhall.session'))?.value;
  const ended = await fetch(`${org.baseURL}/api/signout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(ended.status).toBe(200);

  // The connection is taken away at once; the page finds out why and leads to the login by itself.
  const login = org.url(`login?next=${encodeURIComponent(address)}`);
  await expect(page).toHaveURL(login);
  const notice = page.getByRole('status').filter({ hasText: 'Your session ended.' });
  await expect(notice).toHaveText('Your session ended. Sign in again; your draft is saved.');
  await expect(page.getByLabel('Email')).toHaveValue(org.emailOf('user'));
  // Opening a page does not lose the reason either, nor does a session that ran out.
  await page.goto(address);
  await expect(page).toHaveURL(login);
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page).toHaveURL(/^[^?]*\/\?next=/);
  await page.goto(login);
  await expect(notice).toBeVisible();
  await fillLogin(page, org.emailOf('user'));
  await expect(page).toHaveURL(address);
  await expect(comment).toHaveValue('Half a thought');
});
