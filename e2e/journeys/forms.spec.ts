import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';

/** Forms that make and edit projects and tasks, as pages: before scripts have loaded, and without any. */

const WITHOUT_SCRIPTS = { javaScriptEnabled: false };
const press = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const status = (page: Page) => page.getByRole('main').getByRole('status').first();

test('a project is created and edited without scripts', async ({ as }) => {
  const page = await as('leader', 'acme', WITHOUT_SCRIPTS);
  await page.goto('/acme/project');
  await press(page, 'New project');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New project');

  await page.getByLabel('Description').fill('Kept\nas it was written');
  await page.getByLabel('Start date').fill('2030-02-02');
  await page.getByLabel('Due date').fill('2030-02-01');
  await page.getByLabel('Type').selectOption({ label: 'Mobile Application' });
  await page.getByRole('group', { name: 'Members' }).getByRole('checkbox').first().check();
  await send(page, 'Create project');
  await expect(page.getByRole('alert').first()).toContainText('The name must not be empty.');
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('The name must not be empty.');
  await expect(page.getByLabel('Description')).toHaveValue('Kept\nas it was written');
  await expect(page.getByLabel('Start date')).toHaveValue('2030-02-02');
  await expect(page.getByLabel('Type')).toHaveValue('mobile_application');
  await expect(page.getByRole('group', { name: 'Members' }).getByRole('checkbox').first()).toBeChecked();

  await page.getByLabel('Name').fill('Made without scripts');
  await send(page, 'Create project');
  await expect(page.getByLabel('Due date')).toHaveAccessibleDescription('The due date is before the start date.');
  await expect(page.getByLabel('Name')).toHaveValue('Made without scripts');
  await page.getByLabel('Due date').fill('2030-02-03');
  await send(page, 'Create project');
  await expect(page).toHaveURL(/projectdetails\?project=MAD\w*&done=created$/);
  await expect(status(page)).toHaveText('Made without scripts was created.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made without scripts');

  await press(page, 'Edit project');
  await expect(page.getByLabel('Name')).toHaveValue('Made without scripts');
  await page.getByLabel('Name').fill('Edited without scripts');
  await page.getByLabel('Due date').fill('');
  await send(page, 'Save');
  await expect(status(page)).toHaveText('Your changes are saved.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edited without scripts');
});

test('a task is created and edited without scripts, and an edit that comes second is told', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Forms', [NAMES.user]);
  const label = `Label of ${project.key}`;
  await leader.ask('POST', 'label', { name: label });
  const page = await as('leader', 'acme', WITHOUT_SCRIPTS);
  await page.goto(`/acme/projectdetails?project=${project.key}&tab=tasks`);
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
  await expect(page).toHaveURL(`/acme/taskpage?task=${key}&done=created`);
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

test('a template is used without scripts, below a task and for a project', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Patterns');
  const pattern = await leader.newTask(project._id, 'Greet somebody');
  const top = await leader.newTask(project._id, 'Spring');
  const name = `Greeting ${project.key}`;
  await leader.ask('POST', 'template', { name, project_id: project._id, of_task_id: pattern._id });
  const page = await as('leader', 'acme', WITHOUT_SCRIPTS);
  await page.goto(`/acme/taskpage?task=${top.key}`);
  await press(page, 'Use a template');
  await expect(page.getByText(`Below ${top.key} Spring`)).toBeVisible();
  await page.getByLabel('Template').selectOption({ label: name });
  await page.getByLabel('Title').fill('Greet Ada');
  await send(page, 'Create tasks');
  await expect(page).toHaveURL(/&done=created$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Greet Ada');
  expect((await leader.ask('GET', `task/${top._id}`)).data.subtasks).toMatchObject([{ title: 'Greet Ada' }]);

  await page.goto('/acme/project?view=new');
  await press(page, 'Use a template');
  await page.getByLabel('Template').selectOption({ label: 'Website launch' });
  await send(page, 'Create project');
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('The name must not be empty.');
  await page.getByLabel('Name').fill('Launched without scripts');
  await send(page, 'Create project');
  await expect(page).toHaveURL(/projectdetails\?project=LAU\w*&done=created$/);
});

test('another project is chosen without scripts, and its people with it', async ({ as }) => {
  const page = await as('leader', 'acme', WITHOUT_SCRIPTS);
  await page.goto('/acme/task?view=new&project=WEB');
  const other = await page
    .getByRole('combobox', { name: 'Project' })
    .locator('option:not(:checked)')
    .first()
    .getAttribute('value');
  await page.getByRole('combobox', { name: 'Project' }).selectOption(other);
  await send(page, 'Choose');
  await expect(page).toHaveURL(new RegExp(`project=${other}`));
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue(other ?? '');
});

const FORMS = [
  '/acme/task?view=new',
  '/acme/project?view=new',
  '/acme/task?view=template',
  '/acme/project?view=template',
  '/acme/taskpage?task=WEB-7&view=edit',
  '/acme/projectdetails?project=WEB&view=edit',
];

for (const seat of ['observer', 'client'] as const)
  test(`whoever may not is refused the forms, and finds no link to them: ${seat}`, async ({ as, console }) => {
    console.expectError(/40[34]/);
    const page = await as(seat, 'acme', WITHOUT_SCRIPTS);
    for (const path of FORMS) {
      const answer = await page.goto(path);
      expect([403, 404], path).toContain(answer?.status());
      await expect(page.locator('form[method]'), path).toHaveCount(0);
    }
    for (const path of ['/acme/project', '/acme/task', '/acme/projectdetails?project=WEB']) {
      await page.goto(path);
      await expect(
        page.locator('a[href*="view=new"], a[href*="view=edit"], a[href*="view=template"]'),
        path,
      ).toHaveCount(0);
    }
  });

test('a form that another site sends is refused', async ({ as }) => {
  const page = await as('leader');
  for (const path of FORMS) {
    const answer = await page.request.post(path, {
      headers: { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
      multipart: { title: 'From elsewhere' },
    });
    expect(answer.status(), path).toBe(403);
  }
});

test('with scripts the pages send through the same action, and links open dialogs', async ({ as, program }) => {
  const project = await (await program('leader')).newProject('Forms with scripts');
  const page = await as('leader');
  await page.goto(`/acme/task?view=new&project=${project.key}`);
  await page.getByLabel('Description').fill('Stays');
  await send(page, 'Create task');
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('The title must not be empty.');
  await expect(page.getByRole('alert').first()).toBeFocused();
  await expect(page.getByLabel('Description')).toHaveValue('Stays');
  await page.getByLabel('Title').fill('Sent by scripts');
  await send(page, 'Create task');
  await expect(page).toHaveURL(`/acme/taskpage?task=${project.key}-1&done=created`);

  await page.goto(`/acme/projectdetails?project=${project.key}`);
  await page.getByRole('button', { name: 'Edit project' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit project' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit project' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Edit project' })).toBeVisible();
});

test('the forms have no accessibility violation, refused or not', async ({ as }) => {
  const page = await as('admin');
  for (const path of FORMS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleEverywhere(page, path);
  }
  await page.goto('/acme/task?view=new');
  await send(page, 'Create task');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'a refused form');
});
