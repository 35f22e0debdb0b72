import { readFile } from 'node:fs/promises';
import { type Download, expect } from '@playwright/test';
import { test } from '../fixtures';

const TABLE = [
  'Title,List,Assignee,Due date,Labels',
  'Print the posters,To do,Nobody Known,2026-12-24,ink',
  'Hang them,Somewhere,,not a date,',
  'Take them down,Somewhere,,2026-12-31,',
].join('\n');

const headingsOf = async (download: Promise<Download>) =>
  (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')[0];

test('a table of tasks is checked, imported, exported and rolled back, by keyboard', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Imports');
  const page = await org.as('leader');
  await page.goto(org.url(`task?project=${project.key}`));
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Import tasks', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Into the project')).toHaveValue(project._id);
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'posters.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Check it' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '2 tasks with 1 label will be imported' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lines that are not imported' })).toContainText(
    'The due date “not a date” is no date.',
  );
  await page.getByLabel('Somewhere').selectOption({ label: 'Testing' });
  await expect(page.getByLabel('Somewhere')).toHaveValue('3');
  await page.getByRole('button', { name: 'Import 2 tasks' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '2 tasks and 0 comments were imported.' })).toBeVisible();
  const tasks = async () => (await leader.ask('GET', `taskList?project_id=${project._id}`)).docs;
  expect((await tasks()).map(({ title, status }) => [title, status]).sort()).toEqual([
    ['Print the posters', 1],
    ['Take them down', 3],
  ]);

  await page.getByRole('link', { name: /^Open / }).press('Enter');
  await expect(page).toHaveURL(org.url(`projectdetails?project=${project.key}&tab=tasks`));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Actions for Imports' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'All columns, not only those of the list' }).press('Enter');
  await page.getByRole('menuitem', { name: /^CSV/ }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^tasks-${org.key}-.*\\.csv$`));
  expect(await headingsOf(download)).toMatch(/^Key,Title,.*,Description$/);

  await page.goto(org.url(`task?view=import&project=${project.key}`));
  await page.getByRole('button', { name: 'Roll back the import of posters.csv' }).first().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).press('Enter');
  await expect(page.getByText('The import was rolled back.').first()).toBeVisible();
  expect(await tasks()).toEqual([]);
});

test('what is sent before the page listens is answered once it does', { tag: '@whole' }, async ({ org }) => {
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
