import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

test('a timer runs on without its tab, once for each person; others see what it logged, clients do not', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('On the clock', [nameOf('user')], [nameOf('client')]);
  const first = await leader.newTask(project._id, 'Draw the poster', { audience: 'client', estimate_minutes: 30 });
  const second = await leader.newTask(project._id, 'Print the poster');
  const [page, other, clients] = [await org.as('leader'), await org.as('user'), await org.as('client')];
  const live = joined(other, `private-project-${project._id}`);
  await other.goto(org.url(`taskpage?task=${first.key}`));
  await live;
  await page.goto(org.url(`taskpage?task=${first.key}`));
  await page.getByRole('button', { name: 'Start timer' }).press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: `Timer: ${first.key}` })).toBeVisible();

  const again = await page.context().newPage();
  await page.close();
  await again.goto(org.url(`taskpage?task=${second.key}`));
  await expect(again.getByRole('banner').getByRole('link', { name: `Timer: ${first.key}` })).toBeVisible();
  const [entry] = (await leader.ask('GET', `timeEntryList?task_id=${first._id}`)).docs;
  const started_at = new Date(Date.now() - 45 * 60_000).toISOString();
  await leader.ask('PATCH', `timeEntry/${entry?._id}`, { version: entry?.version, started_at });
  await again.getByRole('main').getByRole('button', { name: 'Start timer' }).click();
  await expect(again.getByText(`Logged 45 min on ${first.key}.`)).toBeVisible();
  await expect(again.getByRole('banner').getByRole('link', { name: `Timer: ${second.key}` })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Time spent/ })).toHaveText('Time spent: 45 min (15 min over)');
  await again
    .getByRole('main')
    .getByRole('button', { name: /^Stop timer/ })
    .click();
  await expect(again.getByRole('banner').getByRole('link', { name: /^Timer/ })).toHaveCount(0);

  await clients.goto(org.url(`taskpage?task=${first.key}`));
  await expect(clients.getByRole('heading', { name: 'Draw the poster' })).toBeVisible();
  await expect(clients.getByText('Time spent')).toHaveCount(0);
  expect(await clients.content()).not.toContain('45 min');
});
