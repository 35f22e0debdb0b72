import { readFile } from 'node:fs/promises';
import { type Download, expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { listensToKeys } from '../support/keys';

const TABLE = [
  'Title,List,Assignee,Due date,Labels',
  'Print the posters,To do,Nobody Known,2026-12-24,ink',
  'Hang them,Somewhere,,not a date,',
  'Take them down,Somewhere,,2026-12-31,',
].join('\n');

const CROWD = 70;
const OF_MANY = ['Title,List,Assignee', ...Array.from({ length: CROWD }, (_, at) => `Errand ${at},To do,Helper ${at}`)];

const headingsOf = async (download: Promise<Download>) =>
  (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')[0];

test('a table is checked, imported, rolled back and exported, by keyboard', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Imports', []);
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.getByRole('link', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Import tasks', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Into the project')).toHaveValue(project._id);

  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a file.' })).toBeVisible();
  // Everybody of a file can be told who they are: the rest is a press away, and found by name.
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'crowd.csv', mimeType: 'text/csv', buffer: Buffer.from(OF_MANY.join('\n')) });
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  const people = page.getByRole('group', { name: 'Who is who' });
  await expect(people.getByRole('combobox')).toHaveCount(60);
  await people.getByRole('button', { name: `Show 10 more of ${CROWD} people` }).press('Enter');
  await expect(people.getByRole('combobox')).toHaveCount(CROWD);
  await people.getByRole('searchbox', { name: 'Find a person of the file' }).fill('helper 69');
  await expect(people.getByRole('combobox')).toHaveCount(1);
  await people.getByLabel('Helper 69', { exact: true }).selectOption({ label: NAMES.leader });
  await expect(page.getByRole('status').filter({ hasText: `${CROWD} tasks will be imported` })).toBeVisible();
  await expect(people.getByLabel('Helper 69', { exact: true })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Back' }).press('Enter');

  await page
    .getByLabel('File')
    .setInputFiles({ name: 'posters.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Check it' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '2 tasks with 1 labels will be imported' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lines that are not imported' })).toContainText(
    'The due date “not a date” is no date.',
  );
  await page.getByLabel('Somewhere').selectOption({ label: 'Testing' });
  await expect(page.getByLabel('Somewhere')).toHaveValue('3');
  await page.getByRole('button', { name: 'Import 2 tasks' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '2 tasks and 0 comments were imported.' })).toBeVisible();
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}`);
  expect(docs.map(({ title, status }) => [title, status]).sort()).toEqual([
    ['Print the posters', 1],
    ['Take them down', 3],
  ]);

  await page.getByRole('link', { name: /^Open / }).press('Enter');
  await expect(page).toHaveURL(`/acme/projectdetails?project=${project.key}&tab=tasks`);
  const toImport = page.getByRole('link', { name: 'Import', exact: true });
  await expect(toImport).toHaveAttribute('href', `/acme/task?view=import&project=${project.key}`);
  const ofTab = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await page.getByRole('menuitem', { name: /^CSV/ }).press('Enter');
  expect((await ofTab).suggestedFilename()).toMatch(/^tasks-acme-.*\.csv$/);
  expect(await headingsOf(ofTab)).toBe('Key,Title,Status,Assignees,Due date,Priority');
  await page.setViewportSize({ width: 390, height: 844 });
  await toImport.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await page.setViewportSize({ width: 1360, height: 850 });

  const download = page.waitForEvent('download');
  await page.goto(`/acme/task?project=${project.key}`);
  await listensToKeys(page);
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'All columns, not only those of the list' }).press('Enter');
  await page.getByRole('menuitem', { name: /^CSV/ }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^tasks-acme-.*\.csv$/);
  expect(await headingsOf(download)).toMatch(/,Project,.*,Description$/);

  await page.goto(`/acme/task?view=import&project=${project.key}`);
  await page.getByRole('button', { name: 'Roll back the import of posters.csv' }).first().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).press('Enter');
  await expect(page.getByText('The import was rolled back.').first()).toBeVisible();
  expect((await leader.ask('GET', `taskList?project_id=${project._id}`)).docs).toEqual([]);
});

test('what is sent before the page listens is answered once it does', async ({ as }) => {
  const page = await as('leader');
  let listens = () => {};
  const held = new Promise<void>((resolve) => {
    listens = resolve;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/acme/task?view=import', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  listens();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a file.' })).toBeVisible();
  await expect(page).toHaveURL('/acme/task?view=import');
});
