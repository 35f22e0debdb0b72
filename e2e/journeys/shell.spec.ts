import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('the bell counts what is unread, and reading one takes it off', async ({ as, program }) => {
  const page = await as('admin');
  const admin = await program('admin');
  // Other journeys tell the admin things meanwhile, so the bell is compared with what is unread now.
  const unread = async () => (await admin.ask('GET', 'notificationList?limit=200')).docs.filter((one) => !one.read_at);
  const bellIsRight = () =>
    expect(async () => {
      await page.reload();
      const count = (await unread()).length;
      await expect(page.getByRole('button', { name: `Notifications, ${count} unread` })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();

  await page.goto('/acme/dashboard');
  await bellIsRight();
  await page.getByRole('button', { name: /^Notifications, .*unread$/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const first = panel
    .getByRole('listitem')
    .filter({ hasText: 'Unread' })
    .getByRole('link')
    .and(page.locator('a[href*="task="]'))
    .first();
  const id = String(await first.getAttribute('data-notification'));
  await page.locator(`[data-notification="${id}"]`).click();
  await expect(page).toHaveURL(/\/acme\/taskpage\?task=/);
  await expect.poll(async () => (await unread()).some(({ _id }) => _id === id)).toBe(false);
  await bellIsRight();
  // As it was: the demo promises seventeen.
  await admin.ask('POST', 'markNotifications', { ids: [id], read: false });
  await bellIsRight();
});

test('the theme that was chosen is there from the first paint on, on every page', async ({ as }) => {
  const page = await as('leader', 'acme', { colorScheme: 'light' });
  const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const choose = async (theme: string) => {
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.ok());
    await page.getByRole('radio', { name: theme }).check();
    await kept;
  };
  await page.goto('/profile');
  const light = await canvas();
  await choose('Dark');
  await expect.poll(canvas).not.toBe(light);
  const dark = await canvas();
  for (const path of ['/acme/dashboard', '/', '/acme/project']) {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    expect(await answer?.text(), path).toMatch(/<html[^>]*data-theme="dark"/);
    expect(await canvas(), path).toBe(dark);
  }
  await page.goto('/acme/settings?section=appearance');
  await choose('Light');
  await expect.poll(canvas).toBe(light);
});

test('on a phone the places are in the bar at the bottom and in a drawer, and nothing is wider than the screen', async ({
  as,
}) => {
  const page = await as('leader', 'acme', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto('/acme/dashboard');
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  await bar.getByRole('link', { name: 'Task', exact: true }).tap();
  await expect(page).toHaveURL('/acme/task');
  await bar.getByRole('button', { name: 'More' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toBeVisible();
  expect(Math.round((await drawer.boundingBox())?.width ?? 0)).toBe(240);
  await drawer.getByRole('link', { name: 'Settings' }).tap();
  await expect(page).toHaveURL('/acme/settings');
  await expect(drawer).toBeHidden();
  for (const path of [
    '/',
    '/acme/dashboard',
    '/acme/project',
    '/acme/task',
    '/acme/task?view=board&project=WEB',
    '/acme/taskpage?task=WEB-7',
    '/acme/projectdetails?project=WEB',
    '/acme/userlist',
    '/profile',
  ]) {
    await page.goto(path);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, path).toBeLessThanOrEqual(0);
  }
});

test('an address that does not exist offers a way on, with or without a session', async ({ page, as, console }) => {
  console.expectError(/404/);
  expect((await page.goto('/there/is/nothing'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL('/');
  const inside = await as('user');
  expect((await inside.goto('/acme/nothing'))?.status()).toBe(404);
  await inside
    .getByRole('link', { name: /dashboard/i })
    .last()
    .click();
  await expect(inside).toHaveURL('/acme/dashboard');
});

test('a link shows its press while its page is on the way, and no page is fetched before', async ({ as }) => {
  const page = await as('leader');
  const ahead: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch']) ahead.push(request.url());
  });
  await page.goto('/acme/task');
  await page.waitForLoadState('networkidle');
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/acme\/task\?.*assignee=me/, async (route) => {
    await arrival;
    await route.continue();
  });
  const chip = page.getByRole('main').getByRole('link', { name: 'Mine', exact: true });
  const before = await chip.boundingBox();
  await chip.click();
  await expect(chip.locator('[data-link-pending]')).toHaveCount(1);
  expect(await chip.boundingBox()).toEqual(before);
  arrive();
  await expect(page).toHaveURL(/assignee=me/);
  await expect(chip.locator('[data-link-pending]')).toHaveCount(0);
  expect(ahead).toEqual([]);
});

test('the first hover on a person shows who it is, a press keeps it and Escape gives the focus back', async ({
  as,
}) => {
  const page = await as('leader');
  await page.goto('/acme/task?view=board&project=WEB');
  const face = page.locator('[data-card] [data-person]').first();
  const card = page.getByRole('dialog', { name: (await face.getAttribute('data-person-name')) ?? '' });
  await face.hover();
  await expect(card).toContainText('@acme.test');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(card).toBeHidden();

  await page.goto('/acme/projectdetails?project=WEB&tab=people');
  const trigger = page.getByRole('main').getByRole('list').getByRole('button', { name: 'Daniel Osei', exact: true });
  await trigger.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Daniel Osei' })).toContainText('User');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test('to a client a person is a name and a picture', async ({ as }) => {
  const page = await as('client');
  await page.goto('/acme/taskpage?task=WEB-7');
  const answered = page.waitForResponse(/userList\?ids=/);
  // Before the page listens a press does nothing.
  await expect(async () => {
    await page.getByRole('main').locator('[data-person-trigger]').first().click();
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await answered;
  await expect(page.getByRole('dialog')).not.toContainText('@');
});
