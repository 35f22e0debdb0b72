import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { caughtUp, joined } from '../support/live';

/** From now on the browser cannot write a date (or can again): pages with dates fail when they are drawn. */
const breakDates = (page: Page, broken = true) =>
  page.evaluate((isBroken) => {
    const { prototype } = Intl.DateTimeFormat;
    const kept = window as unknown as Record<string, PropertyDescriptor>;
    for (const name of ['format', 'formatToParts'] as const) {
      kept[name] ??= Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      const get = () => {
        throw new Error('planted');
      };
      Object.defineProperty(prototype, name, isBroken ? { get, configurable: true } : kept[name]);
    }
  }, broken);

test('an error in the browser has a reference and is reported under it; Back leads to what was written', async ({
  org,
  console,
}) => {
  console.expectError(/planted|ERR_FAILED/);
  const leader = await org.program('leader');
  // What others do in a project that they share would draw the page once more.
  const project = await leader.newProject('Fails in the browser');
  const address = org.url(`taskpage?task=${(await leader.newTask(project._id, 'Written upon')).key}`);
  const page = await org.as('leader');
  // Until it has caught up the page draws its dates once more.
  const current = caughtUp(page, /\/api\/task\/[^/]+$/);
  await page.goto(address);
  await current;
  const comment = page.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
  await comment.fill('Not lost');
  const places = page.getByRole('navigation', { name: 'Main' });
  const reference = page.getByRole('main').locator('code');

  await breakDates(page);
  const [report] = await Promise.all([
    page.waitForResponse(/\/api\/error-report$/),
    places.getByRole('link', { name: 'Dashboard' }).click(),
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await expect(reference).toHaveText(/^[0-9a-f]{10}$/);
  expect(report.status()).toBe(204);
  expect(report.request().postDataJSON()).toMatchObject({
    reference: await reference.textContent(),
    message: 'planted',
    page: org.url('dashboard'),
  });
  await expect(page.getByText('If it happens again, give your admin this reference.')).toBeVisible();
  await expect(page.getByText('Text that you have not sent is kept in this browser.')).toBeVisible();
  await breakDates(page, false);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(address);
  await expect(comment).toHaveValue('Not lost');
});

test('Reload leads to the page that was asked for, also when the one before it fails while that is on its way', {
  tag: '@whole',
}, async ({ org, console }) => {
  console.expectError(/planted/);
  const { leader, project } = await org.project('Fails on the way');
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

test('what leads to another page is no error to the browser, another one is', { tag: '@whole' }, async ({
  org,
  console,
}) => {
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
