import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

/** Drawer, menus and dialogs of the frame: components/shell/shell.part.tsx. */

test('the bell tells at once of a task that somebody assigned, and reading it takes it off', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Bell', [nameOf('user')]);
  const page = await org.as('user');
  const live = joined(page, `private-user-${org.memberId('user')}`);
  await page.goto(org.url('dashboard'));
  await live;
  const bell = (count: number) => page.getByRole('button', { name: `Notifications, ${count} unread` });
  // Of the project, which is told too.
  await expect(bell(1)).toBeVisible();
  await leader.newTask(project._id, 'For you', { assignee_ids: [org.memberId('user')] });
  await bell(2).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /For you/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/taskpage\?task=/);
  await expect(bell(1)).toBeVisible();
});

test('a link shows its press while its page is on the way, and no page is fetched before', { tag: '@whole' }, async ({
  org,
}) => {
  await (await org.program('leader')).newProject('Pending links');
  const page = await org.as('leader');
  const ahead: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch']) ahead.push(request.url());
  });
  await page.goto(org.url('task'));
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/task\?.*assignee=me/, async (route) => {
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

test('the theme that was chosen is there from the first paint on, on every page and in another browser', {
  tag: '@whole',
}, async ({ org }) => {
  const page = await org.as('leader', { colorScheme: 'light' });
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
  for (const path of [org.url('dashboard'), '/']) {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    expect(await answer?.text(), path).toMatch(/<html[^>]*data-theme="dark"/);
    expect(await canvas(), path).toBe(dark);
  }
  const other = await org.as('leader', { colorScheme: 'light' });
  await other.goto(org.url('dashboard'));
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(org.url('settings?section=appearance'));
  await choose('Light');
  await expect.poll(canvas).toBe(light);
});
