import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { caughtUp } from '../support/live';

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
  await comment.fill('');
  await breakDates(page);
  await places.getByRole('link', { name: 'Dashboard' }).click();
  await expect(reference).toHaveText(/^[0-9a-f]{10}$/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong');
  await expect(page).toHaveURL(org.url('dashboard'));
});
