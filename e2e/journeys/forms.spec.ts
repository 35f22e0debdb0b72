import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf } from '../support/organisation';

/** Forms that make and edit projects and tasks, as pages: before scripts have loaded, and without any. */

const WITHOUT_SCRIPTS = { javaScriptEnabled: false };
const press = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const status = (page: Page) => page.getByRole('main').getByRole('status').first();

test('a task is created and edited without scripts, and an edit that comes second is told', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Forms', [nameOf('user')]);
  // With one alone there is nothing to choose.
  await leader.newProject('Other forms');
  const label = `Label of ${project.key}`;
  await leader.ask('POST', 'label', { name: label });
  const page = await org.as('leader', WITHOUT_SCRIPTS);
  await page.goto(org.url(`projectdetails?project=${project.key}&tab=tasks`));
  await press(page, 'New task');
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue(project.key);

  await page.getByLabel('Description').fill('Words that stay');
  await page.getByLabel('Priority').selectOption({ label: 'High' });
  const somebody = page.getByRole('group', { name: 'Assignees' }).getByRole('checkbox').first();
  await somebody.check();
  await send(page, 'Create task');
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('The title must not be empty.');
  await expect(page.getByLabel('Description')).toHaveValue('Words that stay');
  await expect(page.getByLabel('Priority')).toHaveValue('high');
  await expect(somebody).toBeChecked();

  await page.getByLabel('Title').fill('Written without scripts');
  await send(page, 'Create task');
  const key = `${project.key}-1`;
  await expect(page).toHaveURL(org.url(`taskpage?task=${key}&done=created`));
  await expect(status(page)).toHaveText(`${key} was created.`);

  await press(page, 'Edit all fields');
  await expect(page.getByLabel('Title')).toHaveValue('Written without scripts');
  await page.getByRole('group', { name: 'Labels' }).getByRole('checkbox', { name: label, exact: true }).check();
  await page.getByLabel('Title').fill('My words');
  await leader.call('PATCH', `task/${key}`, { version: 1, title: 'Theirs', priority: 'low' });
  await send(page, 'Save');
  await expect(page.getByRole('alert').first()).toContainText('Somebody else changed this in the meantime.');
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('It was changed to “Theirs” in the meantime.');
  await expect(page.getByLabel('Title')).toHaveValue('My words');
  await expect(page.getByLabel('Priority')).toHaveValue('low');

  await page.getByLabel('Status').selectOption({ label: 'Testing' });
  await send(page, 'Save');
  await expect(page).toHaveURL(/&done=saved$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My words');
  expect((await leader.ask('GET', `task/${key}`)).data.labels).toMatchObject([{ name: label }]);
});
