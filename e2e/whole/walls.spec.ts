import { expect } from '@playwright/test';
import { signIn, test } from '../fixtures';
import { untilItListens } from '../support/listening';

test('to a stranger another organisation’s pages do not exist', async ({ as, console }) => {
  console.expectError(/404/);
  const page = await as('leader');
  for (const path of ['/globex/dashboard', '/globex/task', '/globex/projectdetails?project=SHOP', '/nowhere/task']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.locator('body')).not.toContainText('Globex');
    await expect(page).toHaveTitle('Page not found · Guildhall');
  }
  for (const path of ['/acme/taskpage?task=SHOP-1', '/acme/projectdetails?project=SHOP']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page).toHaveTitle('Page not found · Acme Studio');
  }
});

test('somebody with a seat in both organisations is offered to change over, and has the other role there', async ({
  page,
  console,
}) => {
  // What the page that is left had asked for is answered by the end of its session.
  console.expectError(/401 \(Unauthorized\).*\/api\//);
  await signIn(page, 'both@guild.test', 'acme');
  await expect(page.getByRole('button', { name: 'Alex Moreau Team Leader' })).toBeVisible();
  await page.goto('/globex/projectdetails?project=SHOP');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go to Globex?');
  await page.getByRole('button', { name: 'Go to Globex' }).click();
  await expect(page).toHaveURL('/globex/projectdetails?project=SHOP');
  await untilItListens(page);
  await expect(page.getByRole('button', { name: 'Alex Moreau Client' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })).toHaveCount(0);

  // And back, by the menu at the top of the sidebar.
  await page.getByRole('button', { name: 'Globex , change organisation' }).click();
  await page.getByRole('menuitem', { name: /Acme Studio/ }).click();
  await expect(page).toHaveURL(/\/acme\/dashboard$/);
  await expect(page.getByRole('button', { name: 'Alex Moreau Team Leader' })).toBeVisible();
});

test('a page that is closed to a role answers 403 inside the shell, says why, and is not in the sidebar', async ({
  as,
  console,
}) => {
  console.expectError(/403/);
  for (const seat of ['user', 'client'] as const) {
    const page = await as(seat);
    for (const place of ['userlist', 'settings']) {
      const answer = await page.goto(`/acme/${place}`);
      expect(answer?.status(), `${seat} ${place}`).toBe(403);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('You do not have access to');
      await expect(page).toHaveTitle(/not have access to [\w ]+ · Acme Studio$/);
      await expect(page.getByRole('main')).toContainText('An admin of Acme Studio');
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    }
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link');
    for (const word of ['Users', 'Settings']) await expect(places.filter({ hasText: word })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/acme/dashboard');
  }
  for (const seat of ['admin', 'subadmin', 'leader', 'observer'] as const) {
    const page = await as(seat);
    for (const place of ['userlist', 'settings']) expect((await page.goto(`/acme/${place}`))?.status()).toBe(200);
    const places = page.getByRole('navigation', { name: 'Main' });
    for (const word of ['Dashboard', 'Project', 'Task', 'File', 'Users', 'Settings'])
      await expect(places.getByRole('link', { name: word, exact: true })).toBeVisible();
  }
});

test('the same pages answer on the organisation’s own subdomain', async ({ page, baseURL, console }) => {
  // A closed page, one that is not there, and the session that was logged out.
  console.expectError(/40[134]/);
  const port = new URL(baseURL ?? '').port;
  const origin = `http://acme.localhost:${port}`;
  await page.goto(`${origin}/task?view=board&project=WEB`);
  await expect(page).toHaveURL(`${origin}/?next=%2Ftask%3Fview%3Dboard%26project%3DWEB`);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(`${origin}/login?next=%2Ftask%3Fview%3Dboard%26project%3DWEB`);
  await page.getByLabel('Email').fill('user@acme.test');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${origin}/task?view=board&project=WEB`);
  await expect(page.getByRole('region', { name: 'Testing' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'page',
  );

  // Whatever leads on keeps the short form: links and forms of every page, the palette, keys, what a page leads to.
  const long = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement | HTMLFormElement>('a[href], form[action]')]
        .map((one) => ('href' in one ? one.getAttribute('href') : one.getAttribute('action')) ?? '')
        .filter((address) => /^(https?:\/\/[^/]+)?\/acme(\/|$)/.test(address)),
    );
  for (const path of [
    ...['/dashboard', '/project', '/projectdetails?project=WEB', '/projectdetails?project=WEB&tab=tasks', '/task'],
    ...['/task?q=nothing-is-called-so', '/taskpage?task=WEB-7', '/taskpage?task=WEB-999', '/file_manager', '/settings'],
    ...['/profile', '/waiting', '/acme/task'],
  ]) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await long(), path).toEqual([]);
  }
  await expect(page).toHaveURL(`${origin}/acme/task`);
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  // The inbox is none of the twelve routes that are shortened.
  expect(await long(), 'notifications').toEqual(['/acme/notifications']);
  await page.getByRole('link', { name: 'Open the inbox' }).click();
  await expect(page).toHaveURL(`${origin}/acme/notifications`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  const inbox = /^\/acme\/notifications(\?state=\w+)?$/;
  expect((await long()).filter((address) => !inbox.test(address))).toEqual([]);
  for (const [letter, path] of [
    ['p', '/project'],
    ['t', '/task'],
    ['d', '/dashboard'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(`${origin}${path}`);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Website relaunch');
  await page
    .getByRole('option', { name: /Website relaunch/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${origin}/projectdetails?project=WEB`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await page.goto(`${origin}/settings`);
  await expect(page).toHaveURL(`${origin}/login?next=%2Fsettings`);
});
