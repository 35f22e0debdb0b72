import { expect, type Route } from '@playwright/test';
import { test } from '../fixtures';

test('what is changed, made and deleted while the page is on its way is in it once it is there', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('On its way');
  const [renamed, gone] = [
    await leader.newTask(project._id, 'Old name'),
    await leader.newTask(project._id, 'Soon deleted'),
  ];
  const page = await org.as('leader');
  // The page is read, and its scripts are on their way.
  const held: Route[] = [];
  let come = false;
  await page.route(/\/_next\/static\/.*\.js/, (route) => (come ? route.continue() : void held.push(route)));
  const there = page.goto(org.url(`task?project=${project.key}`));
  await expect(page.getByRole('link', { name: 'Old name' })).toBeVisible();
  await leader.ask('PATCH', `taskCard/${renamed._id}`, { version: 1, title: 'New name' });
  await leader.ask('DELETE', `task/${gone._id}`);
  await leader.newTask(project._id, 'Made meanwhile');
  come = true;
  await Promise.all(held.map((route) => route.continue()));
  await there;
  const rows = page.locator('[data-row] [data-title]');
  await expect.poll(async () => (await rows.allTextContents()).sort()).toEqual(['Made meanwhile', 'New name']);
});
