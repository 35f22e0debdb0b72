import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('what is sent before the page listens is answered once it does', async ({ org }) => {
  await (await org.program('leader')).newProject('Early');
  const page = await org.as('leader');
  let listens = () => {};
  const held = new Promise<void>((resolve) => {
    listens = resolve;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(org.url('task?view=import'), { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  listens();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a file.' })).toBeVisible();
  await expect(page).toHaveURL(org.url('task?view=import'));
});
