import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { deferred, joined } from '../support/live';

/** What the page alone puts into its address (a peek, a zoom, a preview) is kept whenever the page is read anew. */

/** Holds what the page reads anew until `come`, and tells how often it asked. */
async function heldRedraws(page: Page) {
  const { promise: coming, resolve: come } = deferred();
  const held = { asked: 0, come };
  await page.route('**/task?*', async (route) => {
    if (!route.request().headers().rsc) return route.fallback();
    held.asked += 1;
    await coming;
    await route.fallback();
  });
  return held;
}

/** How often the page's connection has brought something of this record. */
function heard(page: Page): (id: string) => number {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void frames.push(String(payload))));
  return (id) => frames.filter((frame) => frame.includes(id)).length;
}

/** In the panel of saved views, which is closed. */
const viewNamed = (page: Page, name: string) =>
  page.locator('nav[aria-label="Saved views"]').getByRole('link', { name, includeHidden: true });

test('what changes twice while a task is peeked at leaves the page where it is', async ({ org }) => {
  const { leader, project } = await org.project('Peeked at');
  const tasks: { key: string }[] = [];
  for (let n = 1; n <= 40; n++) tasks.push(await leader.newTask(project._id, `Task ${n}`));
  const keyOf = (number: number) => tasks[number - 1]?.key ?? '';
  const page = await org.as('leader');
  const live = joined(page, 'private-user-');
  const changes = heard(page);
  await page.goto(org.url(`task?project=${project.key}`));
  await live;
  const given = { name: 'First name', project_id: project._id, filter: 'priority:urgent' };
  const { data: view } = await leader.ask('POST', 'view', given);
  await expect(viewNamed(page, 'First name')).toHaveCount(1);
  await expect.poll(() => changes(String(view._id))).toBe(1);

  const peek = page.getByLabel(`Task ${keyOf(36)}`);
  const title = page.locator(`[data-row="${keyOf(36)}"] [data-title]`);
  await title.focus();
  await title.press('o');
  await expect(peek.getByRole('heading', { name: 'Task 36' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`task=${keyOf(36)}`));
  await page.evaluate(() => Object.assign(window, { kept: true }));
  const top = await page.evaluate(() => window.scrollY);
  expect(top).toBeGreaterThan(300);

  const held = await heldRedraws(page);
  await leader.ask('PATCH', `view/${view._id}`, { version: 1, name: 'Second name' });
  await expect.poll(() => held.asked).toBe(1);
  await leader.ask('PATCH', `view/${view._id}`, { version: 2, name: 'Third name' });
  await expect.poll(() => changes(String(view._id))).toBe(3);
  held.come();
  await expect(viewNamed(page, 'Third name')).toHaveCount(1);
  expect(await page.evaluate(() => [window.scrollY, 'kept' in window])).toEqual([top, true]);
  await expect(peek.getByRole('heading', { name: 'Task 36' })).toBeVisible();

  // The next one is peeked at, and the one after it while the page is read.
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`task=${keyOf(37)}`));
  const second = await heldRedraws(page);
  await leader.ask('PATCH', `view/${view._id}`, { version: 3, name: 'Fourth name' });
  await expect.poll(() => second.asked).toBe(1);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`task=${keyOf(38)}`));
  second.come();
  await expect(viewNamed(page, 'Fourth name')).toHaveCount(1);
  const last = page.getByLabel(`Task ${keyOf(38)}`).getByRole('heading', { name: 'Task 38' });
  await expect(last).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`task=${keyOf(38)}`));
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);
  await page.reload();
  await expect(last).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(/^Task /)).toHaveCount(0);
});

test('a link shows its press while its page is on the way, and no page is fetched before', async ({ org }) => {
  await (await org.program('leader')).newProject('Pending links');
  const page = await org.as('leader');
  const ahead: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch']) ahead.push(request.url());
  });
  await page.goto(org.url('task'));
  const { promise: arrival, resolve: arrive } = deferred();
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
