import { readFile } from 'node:fs/promises';
import { type Download, expect } from '@playwright/test';
import { test } from '../fixtures';
import { PASSWORD } from '../support/accounts';
import { column } from '../support/board';
import { channelOf, deferred, lateAnswers, openLive } from '../support/live';
import { messagesStay } from '../support/messages';

/** What each key does: the parts of components/keys and of the views. */
test('from the login form to a moved task by keyboard, in less than 25 presses besides the text', async ({ org }) => {
  const { leader, project } = await org.project('By keys');
  const task = await leader.newTask(project._id, 'Move me');
  const page = await org.open(undefined);
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const email = page.getByLabel('Email');
  await page.goto(org.url('login'));
  while (!(await email.evaluate((field) => field === document.activeElement)) && presses < 25) await press('Tab');
  await page.keyboard.type(org.emailOf('leader'));
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await press('v');
  await press('b');
  // What drags listens to keys too, and is fetched when the board is drawn.
  await expect(page.locator('[draggable=true]').first()).toBeVisible();
  await press('j');
  await expect(page.getByRole('link', { name: 'Move me', exact: true })).toBeFocused();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/changeTaskStatus'));
  await press('Space');
  await press('ArrowRight');
  await press('Space');
  expect((await saved).status()).toBe(200);
  await expect(column(page, 'In Process').getByRole('link', { name: 'Move me', exact: true })).toBeFocused();
  expect(presses).toBeLessThan(25);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await leader.ask('GET', `task/${task._id}`)).data.status).toBe(1);
});

test('the Undo of a message takes back what was sent from a list that was left before the answer', async ({ org }) => {
  const { leader, project } = await org.project('Left early');
  for (const title of ['One', 'Two']) await leader.newTask(project._id, title);
  const left = async () => (await leader.ask('GET', `taskList?project_id=${project._id}`)).docs.length;
  const page = await org.as('leader');
  await page.goto(org.url(`task?project=${project.key}`));
  await messagesStay(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  const answer = await lateAnswers(page, '**/api/taskArray');
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(left).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  answer();
  await expect(page.getByText('2 tasks deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(left).toBe(2);

  // Also of a row that came after the list was drawn.
  await openLive(org.url(`task?project=${project.key}`), channelOf(project), page);
  await messagesStay(page);
  const three = await leader.newTask(project._id, 'Three');
  await page.locator(`[data-row="${three.key}"] [data-title]`).focus();
  await page.keyboard.press('s');
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();
  await expect(page.getByText(`${three.key} moved to Completed.`)).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await leader.ask('GET', `task/${three.key}`)).data.status).toBe(1);
});

const TABLE = [
  'Title,List,Assignee,Due date,Labels',
  'Print the posters,To do,Nobody Known,2026-12-24,ink',
  'Hang them,Somewhere,,not a date,',
  'Take them down,Somewhere,,2026-12-31,',
].join('\n');

const headingsOf = async (download: Promise<Download>) =>
  (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')[0];

test('a table of tasks is checked, imported, exported and rolled back, by keyboard', async ({ org }) => {
  const { leader, project } = await org.project('Imports');
  const page = await org.as('leader');
  await page.goto(org.url(`task?project=${project.key}`));
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByLabel('Into the project')).toHaveValue(project._id);
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'posters.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  await page.getByLabel('Somewhere').selectOption({ label: 'Testing' });
  await expect(page.getByLabel('Somewhere')).toHaveValue('3');
  await page.getByRole('button', { name: 'Import 2 tasks' }).press('Enter');
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
  const { promise: held, resolve: listens } = deferred();
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
