import { expect } from '@playwright/test';
import { test } from '../fixtures';

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
