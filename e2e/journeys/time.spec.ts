import { readFile } from 'node:fs/promises';
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

test('time is told by person and project, narrowed, and taken along as a table; not to clients', {
  tag: '@whole',
}, async ({ org, console }) => {
  const [leader, user] = [await org.program('leader'), await org.program('user')];
  const project = await leader.newProject('Report of time', [nameOf('user')], [nameOf('client')]);
  const task = await leader.newTask(project._id, 'Measure the hall');
  const log = (who: typeof leader, minutes: number) =>
    who.ask('POST', 'timeEntry', { task_id: task._id, minutes, started_at: '2026-03-03T10:00:00Z' });
  await log(leader, 45);
  await log(user, 90);
  await log(user, 30);
  const page = await org.as('leader');
  await page.goto(org.url(`task?project=${project.key}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Time', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Time of Report of time', level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2026-03-01');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2026-03-31');
  await page.getByRole('button', { name: 'Show' }).press('Enter');
  const rows = page.getByRole('table', { name: 'Time' }).getByRole('row');
  await expect(rows).toHaveText([
    /Person/,
    new RegExp(`${nameOf('user')}.*2 h.*2`),
    new RegExp(`${nameOf('leader')}.*45 min.*1`),
    /All together.*2 h 45 min/,
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain(`${nameOf('user')},Report of time,${project.key},120,2,0,2`);

  await page.locator('select[name=by]').selectOption('project');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(rows).toHaveText([/Project/, /Report of time.*2 h 45 min.*3/, /All together/]);
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2030-01-01');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2030-01-31');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('No time was logged in these days')).toBeVisible();

  console.expectError(/403/);
  const client = await org.as('client');
  await client.goto(org.url('task'));
  await expect(client.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await client.getByRole('button', { name: 'More actions' }).click();
  await expect(client.getByRole('menuitem', { name: 'CSV' })).toBeVisible();
  await expect(client.getByRole('menuitem', { name: 'Time', exact: true })).toHaveCount(0);
  expect((await client.goto(org.url('task?view=time')))?.status()).toBe(403);
});
