import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleInBothThemes } from '../support/axe';

test('time is told by person and project, narrowed, and taken along as a table', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Report of time', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Measure the hall');
  const log = (who: typeof leader, minutes: number) =>
    who.ask('POST', 'timeEntry', { task_id: task._id, minutes, started_at: '2026-03-03T10:00:00Z' });
  await log(leader, 45);
  await log(user, 90);
  await log(user, 30);
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.getByRole('link', { name: 'Time', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Time of Report of time', level: 1 })).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2026-03-01');
  await page.getByLabel('To', { exact: true }).fill('2026-03-31');
  await page.getByRole('button', { name: 'Show' }).press('Enter');
  const rows = page.getByRole('table', { name: 'Time' }).getByRole('row');
  await expect(rows).toHaveText([
    /Person/,
    new RegExp(`${NAMES.user}.*2 h.*2`),
    new RegExp(`${NAMES.leader}.*45 min.*1`),
    /All together.*2 h 45 min/,
  ]);
  await expectAccessibleInBothThemes(page, 'a report of time');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain(`${NAMES.user},Report of time,${project.key},120,2,2`);

  await page.locator('select[name=by]').selectOption('project');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(rows).toHaveText([/Project/, /Report of time.*2 h 45 min.*3/, /All together/]);
  await page.getByLabel('From', { exact: true }).fill('2030-01-01');
  await page.getByLabel('To', { exact: true }).fill('2030-01-31');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('No time was logged in these days')).toBeVisible();
});

test('the report is not for clients', async ({ as, console }) => {
  console.expectError(/403/);
  const page = await as('client');
  await page.goto('/acme/task');
  await expect(page.getByRole('link', { name: 'Time', exact: true })).toHaveCount(0);
  expect((await page.goto('/acme/task?view=time'))?.status()).toBe(403);
});
