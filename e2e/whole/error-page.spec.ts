import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { joined } from '../support/live';

/** From now on the browser cannot write a date: pages with dates fail when they are drawn. */
const breakDates = (page: Page) =>
  page.evaluate(() => {
    const get = () => {
      throw new Error('planted');
    };
    for (const name of ['format', 'formatToParts'])
      Object.defineProperty(Intl.DateTimeFormat.prototype, name, { get, configurable: true });
  });

test('Reload leads to the page that was asked for, also when the one before it fails while that is on its way', async ({
  org,
  console,
}) => {
  console.expectError(/planted/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Fails on the way');
  const task = await leader.newTask(project._id, 'Drawn once more');
  const page = await org.as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await live;

  // The dashboard's answer to a soft navigation does not come.
  await page.route('**/dashboard*', (route) => {
    if (!route.request().headers().rsc) return route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await breakDates(page);
  await leader.ask('PATCH', `task/${task._id}`, { version: task.version, title: 'Drawn with a date' });
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page).toHaveURL(org.url(`taskpage?task=${task.key}`));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveURL(org.url('dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong');
});

test('what leads to another page is no error to the browser, another one is', async ({ org, console }) => {
  console.expectError(/planted 500/);
  const page = await org.as('user');
  await page.goto(org.url('dashboard'));
  // As React does with an error of a redraw that was overtaken.
  const report = (digest: string) =>
    page.evaluate((value) => reportError(Object.assign(new Error(`planted ${value}`), { digest: value })), digest);
  await report('NEXT_HTTP_ERROR_FALLBACK;403');
  await report('NEXT_REDIRECT;replace;/acme/login;307;');
  await report('500');
  await expect.poll(() => console.said).toEqual([expect.stringContaining('planted 500')]);
});
