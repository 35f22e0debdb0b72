import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { codeOf, mailTo } from '../support/mail';
import { nameOf } from '../support/organisation';
import { register } from '../support/sign-in';

/** Forms that make and edit projects and tasks, as pages: before scripts have loaded, and without any. */

test.use({ javaScriptEnabled: false });

const press = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const status = (page: Page) => page.getByRole('main').getByRole('status').first();

test('a task is created and edited without scripts, and an edit that comes second is told', async ({ org }) => {
  const { leader, project } = await org.project('Forms', [nameOf('user')]);
  // With one alone there is nothing to choose.
  await leader.newProject('Other forms');
  const label = `Label of ${project.key}`;
  await leader.ask('POST', 'label', { name: label });
  const page = await org.as('leader');
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

test('creating an organisation works without any script', { tag: '@whole' }, async ({ page, baseURL }) => {
  const key = `hall${randomInt(1e9)}`;
  const email = `founder@${key}.test`;
  await register(page, { key: 'acme', email });
  await expect(page.getByRole('alert').first()).toContainText('“acme” is taken');
  await expect(page.getByLabel('Your name')).toHaveValue('Nora Newman');
  await register(page, { key, email });
  await expect(page).toHaveURL(/\/otp/);
  await page.getByLabel('Code').fill(codeOf(await mailTo(baseURL, email, /is your code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`/${key}/dashboard`);
});

test('without scripts the files of a task are links, and a form attaches one', { tag: '@whole' }, async ({ org }) => {
  const { leader, project } = await org.project('Plain');
  const task = await leader.newTask(project._id, 'Plain task');
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Door measures 92 by 210.\n') };
  await page.getByLabel('File to attach').setInputFiles(file);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(page).toHaveURL(org.url(`taskpage?task=${task.key}`));
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('link', { name: 'notes.txt' })).toBeVisible();
});

test('a template is used without scripts, below a task and for a project', { tag: '@whole' }, async ({ org }) => {
  const { leader, project } = await org.project('Patterns');
  const pattern = await leader.newTask(project._id, 'Greet somebody');
  const top = await leader.newTask(project._id, 'Spring');
  const name = `Greeting ${project.key}`;
  await leader.ask('POST', 'template', { name, project_id: project._id, of_task_id: pattern._id });
  await (await org.program('admin')).ask('POST', 'template', { name: 'Launch', of_project_id: project._id });
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${top.key}`));
  await press(page, 'Use a template');
  await expect(page.getByText(`Below ${top.key} Spring`)).toBeVisible();
  await page.getByLabel('Template').selectOption({ label: name });
  await page.getByLabel('Title').fill('Greet Ada');
  await send(page, 'Create tasks');
  await expect(page).toHaveURL(/&done=created$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Greet Ada');
  expect((await leader.ask('GET', `task/${top._id}`)).data.subtasks).toMatchObject([{ title: 'Greet Ada' }]);

  await page.goto(org.url('project?view=new'));
  await press(page, 'Use a template');
  await page.getByLabel('Template').selectOption({ label: 'Launch' });
  await send(page, 'Create project');
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('The name must not be empty.');
  await page.getByLabel('Name').fill('Launched without scripts');
  await send(page, 'Create project');
  await expect(page).toHaveURL(/projectdetails\?project=LAU\w*&done=created$/);
});

test('another project is chosen without scripts, and its people with it', { tag: '@whole' }, async ({ org }) => {
  const page = await org.as('leader');
  const leader = await org.program('leader');
  const { key: first } = await leader.newProject('First');
  const { key: other } = await leader.newProject('Second');
  await page.goto(org.url(`task?view=new&project=${first}`));
  await page.getByRole('combobox', { name: 'Project' }).selectOption(other);
  await send(page, 'Choose');
  await expect(page).toHaveURL(new RegExp(`project=${other}`));
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue(other);
});

test('whoever may not is refused the forms, and finds no link to them', { tag: '@whole' }, async ({ org, console }) => {
  console.expectError(/40[34]/);
  const leader = await org.program('leader');
  const { _id, key } = await leader.newProject('Forms', [], [nameOf('client')]);
  const task = await leader.newTask(_id, 'To edit');
  const forms = [
    ...['task?view=new', 'project?view=new', 'task?view=template', 'project?view=template'],
    ...[`taskpage?task=${task.key}&view=edit`, `projectdetails?project=${key}&view=edit`],
  ];
  for (const seat of ['observer', 'client'] as const) {
    const page = await org.as(seat);
    for (const path of forms) {
      const answer = await page.goto(org.url(path));
      expect([403, 404], `${path} for ${seat}`).toContain(answer?.status());
      await expect(page.locator('form[method]'), `${path} for ${seat}`).toHaveCount(0);
    }
    for (const path of ['project', 'task', `projectdetails?project=${key}`]) {
      await page.goto(org.url(path));
      const links = page.locator('a[href*="view=new"], a[href*="view=edit"], a[href*="view=template"]');
      await expect(links, `${path} for ${seat}`).toHaveCount(0);
    }
  }
});
