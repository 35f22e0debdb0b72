import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';

test('a task is saved as a template by keyboard, kept in the settings, and makes its tree again', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Templates', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Welcome somebody');
  await leader.ask('POST', 'Task', { project_id: project._id, title: 'Order a computer', parent_id: task._id });
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.getByRole('button', { name: 'Save as template' }).press('Enter');
  const saving = page.getByRole('dialog', { name: 'Save as template' });
  await saving.getByLabel('Name').fill(`Welcome ${project.key}`);
  await saving.getByLabel('Name').press('Enter');
  await expect(page.getByText(`Saved as the template Welcome ${project.key}`)).toBeVisible();

  // Another leader's open page of the settings follows; its first task gets a day.
  const settings = await as('admin');
  await settings.goto(`/acme/settings?section=templates&project=${project.key}`);
  const item = settings.getByRole('listitem').filter({ hasText: `Welcome ${project.key}` });
  await expect(item).toContainText('Task · 2 tasks · Templates');
  await item.getByRole('button', { name: `Edit Welcome ${project.key}` }).press('Enter');
  const editing = settings.getByRole('dialog', { name: `Edit Welcome ${project.key}` });
  await editing.getByText('Details of task 2').press('Enter');
  await editing.getByLabel('Due after days').nth(1).fill('3');
  await editing.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(settings.getByText(`Welcome ${project.key} saved`)).toBeVisible();

  await page.goto(`/acme/task?project=${project.key}`);
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'New task' }).getByRole('button', { name: 'Use a template' }).press('Enter');
  const using = page.getByRole('dialog', { name: 'Use a template' });
  await using.getByLabel('Template').selectOption({ label: `Welcome ${project.key}` });
  await expect(using.getByRole('list', { name: 'Tasks of the template' })).toContainText('due after 3 days');
  await using.getByLabel('Title').fill('Welcome Ada');
  await using.getByLabel('Begins on').fill('2031-03-01');
  await using.getByLabel('Title').press('Enter');
  await expect(page.getByText(/^\S+ was made from Welcome/)).toBeVisible();
  await expect(page.getByRole('table').getByRole('link', { name: 'Welcome Ada', exact: true })).toBeVisible();
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}&q=computer&sort=-created`);
  expect(docs[0]).toMatchObject({ title: 'Order a computer', status: 1, due_date: '2031-03-04' });
});

test('what a template makes may stand below a task, and its page shows it', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Below another');
  const pattern = await leader.newTask(project._id, 'Prepare a talk');
  const top = await leader.newTask(project._id, 'Conference');
  const name = `Talk ${project.key}`;
  await leader.ask('POST', 'template', { name, project_id: project._id, of_task_id: pattern._id });
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${top.key}`);
  await page.getByRole('button', { name: 'Use a template' }).press('Enter');
  const using = page.getByRole('dialog', { name: 'Use a template' });
  await expect(using).toContainText(`What it makes stands below ${top.key} Conference.`);
  await expect(using.getByLabel('Project')).toHaveCount(0);
  await using.getByLabel('Template').selectOption({ label: name });
  await expect(using.getByRole('list', { name: 'Tasks of the template' })).toContainText('Prepare a talk');
  await using.getByLabel('Title').fill('Talk in May');
  await using.getByLabel('Title').press('Enter');
  await expect(page.getByRole('link', { name: 'Talk in May', exact: true })).toBeVisible();
  const { data } = await leader.ask('GET', `task/${top._id}`);
  expect(data.subtasks).toMatchObject([{ title: 'Talk in May' }]);
});

test('a project is saved as a template and makes another one, with people for its roles', async ({ as, program }) => {
  const admin = await program('admin');
  const project = await admin.newProject('Launch pattern', [NAMES.user]);
  await admin.newTask(project._id, 'Talk with the client');
  const page = await as('admin');
  await page.goto(`/acme/projectdetails?project=${project.key}`);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Save as template' }).press('Enter');
  const saving = page.getByRole('dialog', { name: 'Save as template' });
  await saving.getByLabel('Name').fill(`Launch ${project.key}`);
  await saving.getByRole('button', { name: 'Save template' }).press('Enter');
  await expect(page.getByText(`Saved as the template Launch ${project.key}`)).toBeVisible();

  await page.goto('/acme/project');
  await page.getByRole('button', { name: 'New project' }).first().press('Enter');
  await page
    .getByRole('dialog', { name: 'New project' })
    .getByRole('button', { name: 'Use a template' })
    .press('Enter');
  const using = page.getByRole('dialog', { name: 'New project from a template' });
  await using.getByLabel('Template').selectOption({ label: `Launch ${project.key}` });
  await using.getByLabel('Name').fill(`Again ${project.key}`);
  await using.getByLabel('User', { exact: true }).selectOption({ label: NAMES.user });
  await using.getByRole('button', { name: 'Clients' }).press('Enter');
  await page.getByRole('checkbox', { name: NAMES.client }).press('Space');
  await page.keyboard.press('Escape');
  await using.getByRole('button', { name: 'Create project' }).press('Enter');
  await expect(page.getByText(`Again ${project.key} created`)).toBeVisible();
  await expect(page).toHaveURL(/projectdetails\?project=/);
  await expect(page.getByText(`made the project from the template “Launch ${project.key}”`)).toBeVisible();
  const key = new URL(page.url()).searchParams.get('project');
  await page.goto(`/acme/projectdetails?project=${key}&tab=people`);
  await expect(page.getByRole('button', { name: `Remove ${NAMES.client}` })).toBeVisible();
});
