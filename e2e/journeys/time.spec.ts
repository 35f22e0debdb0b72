import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';

test('a timer runs on without its tab, once for each person, and others see what it logged', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('On the clock', [NAMES.user], [NAMES.client]);
  const first = await leader.newTask(project._id, 'Draw the poster', { audience: 'client', estimate_minutes: 30 });
  const second = await leader.newTask(project._id, 'Print the poster');
  const [page, other, clients] = [await as('leader'), await as('user'), await as('client')];
  const live = joined(other, `private-project-${project._id}`);
  await other.goto(`/acme/taskpage?task=${first.key}`);
  await live;
  await page.goto(`/acme/taskpage?task=${first.key}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Start timer' }).press('Enter');
  const bar = page.getByRole('banner').getByRole('link', { name: `Timer: ${first.key}` });
  await expect(bar).toBeVisible();
  await expectAccessibleEverywhere(page, 'a timer that runs');

  const again = await page.context().newPage();
  await page.close();
  await again.goto(`/acme/taskpage?task=${second.key}`);
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

  await clients.goto(`/acme/taskpage?task=${first.key}`);
  await expect(clients.getByRole('heading', { name: 'Draw the poster' })).toBeVisible();
  await expect(clients.getByText('Time spent')).toHaveCount(0);
  expect(await clients.content()).not.toContain('45 min');
});

test('time is logged by hand, changed, removed and brought back, by keyboard', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Timesheet', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Write the texts');
  const page = await as('user');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.waitForLoadState('networkidle');
  const total = page.getByRole('button', { name: /^Time spent/ });
  await expect(total).toHaveText('Time spent: None');
  await total.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Time spent' });
  await expect(panel.getByText('Nothing logged yet.')).toBeVisible();
  const time = panel.getByRole('textbox', { name: 'Time', exact: true });
  await time.fill('soon');
  await time.press('Enter');
  await expect(panel.getByText('Write up to 24 hours, such as 1h 30m.')).toBeVisible();
  await expectAccessible(page, 'a time that cannot be read');
  await time.fill('1h 30m');
  await panel.getByRole('textbox', { name: /^Note/ }).fill('First draft');
  await page.keyboard.press('Enter');
  const line = panel.getByRole('list', { name: 'Logged time' }).getByRole('listitem');
  await expect(line).toContainText(['1 h 30 min']);
  await expect(line).toContainText(['First draft']);
  await expect(time).toBeFocused();
  await expectAccessibleEverywhere(page, 'time spent on a task');

  await line.getByRole('button', { name: 'Edit 1 h 30 min' }).press('Enter');
  await line.getByRole('textbox', { name: 'Time', exact: true }).fill('45m');
  await page.keyboard.press('Enter');
  await expect(line).toContainText(['45 min']);
  await messagesStay(page);
  await line.getByRole('button', { name: 'Remove 45 min' }).press('Enter');
  await expect(panel.getByText('Nothing logged yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(total).toHaveText('Time spent: 45 min');
});
