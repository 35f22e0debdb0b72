import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card, column } from '../support/board';
import { joined } from '../support/live';

/** The board is opened by something else while a change is on its way: what the server rendered before it is not what stays. */

test('a change heard of while the next view was on its way is in it', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Between views');
  const task = await leader.newTask(project._id, 'Caught between');
  const page = await as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await live;
  // The server renders the next view, then the task is changed and this page hears of it, then the next view arrives.
  let first = true;
  await page.route(/[?&]group=priority/, async (route) => {
    if (!first) return route.continue();
    first = false;
    const response = await route.fetch();
    await leader.ask('PATCH', `task/${task._id}`, { version: 1, priority: 'high' });
    await expect(card(page, task.key)).toContainText('High');
    await route.fulfill({ response });
  });
  await page.getByLabel('Columns').selectOption('priority');
  await expect(column(page, 'Urgent')).toBeVisible();
  await expect(card(page, task.key, 'High')).toBeVisible();
});

test('a change of one’s own under way shows in the view opened meanwhile, and the next one is not refused', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Under way');
  const task = await leader.newTask(project._id, 'Not yet saved');
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  const held: (() => void)[] = [];
  const reads: (() => void)[] = [];
  let [open, read] = [false, false];
  await page.route(/\/api\/task(Card\/|Board|List)/, (route) => {
    const reading = route.request().method() === 'GET';
    if (reading ? read : open) void route.continue();
    else (reading ? reads : held).push(() => void route.continue());
  });
  await card(page, task.key).getByRole('link').focus();
  await page.keyboard.press('p');
  await page.getByRole('menuitemradio', { name: 'Urgent' }).press('Enter');
  await expect(card(page, task.key)).toContainText('Urgent');
  await page.getByLabel('Columns').selectOption('assignee');
  await expect(card(page, task.key, 'Nobody')).toContainText('Urgent');
  expect(await stored()).toMatchObject({ priority: 'none', version: 1 });
  open = true;
  for (const go of held) go();
  await expect.poll(async () => (await stored()).priority).toBe('urgent');
  await expect(card(page, task.key, 'Nobody')).toContainText('Urgent');

  // Upon what the first one left, though that is not read yet: a refusal would be in the console.
  await card(page, task.key).getByRole('link').focus();
  await page.keyboard.press('p');
  await page.getByRole('menuitemradio', { name: 'High' }).press('Enter');
  await expect(card(page, task.key, 'Nobody')).toContainText('High');
  read = true;
  for (const go of reads) go();
  await expect.poll(async () => (await stored()).priority).toBe('high');
  await expect(card(page, task.key, 'Nobody')).toContainText('High');
});
