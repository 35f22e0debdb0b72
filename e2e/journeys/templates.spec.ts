import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('a task is saved as a template, kept in the settings, and makes its tree again', { tag: '@whole' }, async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Templates');
  const task = await leader.newTask(project._id, 'Welcome somebody');
  await leader.newTask(project._id, 'Order a computer', { parent_id: task._id });
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await page.getByRole('button', { name: 'Save as template' }).press('Enter');
  const saving = page.getByRole('dialog', { name: 'Save as template' });
  await saving.getByLabel('Name').fill('Welcome');
  await saving.getByLabel('Name').press('Enter');
  await expect(page.getByText('Saved as the template Welcome')).toBeVisible();

  const settings = await org.as('admin');
  await settings.goto(org.url(`settings?section=templates&project=${project.key}`));
  const item = settings.getByRole('listitem').filter({ hasText: 'Welcome' });
  await expect(item).toContainText('Task · 2 tasks · Templates');
  await item.getByRole('button', { name: 'Edit Welcome' }).press('Enter');
  const editing = settings.getByRole('dialog', { name: 'Edit Welcome' });
  await editing.getByText('Details of task 2').press('Enter');
  await editing.getByLabel('Due after days').nth(1).fill('3');
  await editing.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(settings.getByText('Welcome saved')).toBeVisible();

  await page.goto(org.url(`task?project=${project.key}`));
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'New task' }).getByRole('button', { name: 'Use a template' }).press('Enter');
  const using = page.getByRole('dialog', { name: 'Use a template' });
  await using.getByLabel('Template').selectOption({ label: 'Welcome' });
  await expect(using.getByRole('list', { name: 'Tasks of the template' })).toContainText('due after 3 days');
  await using.getByLabel('Title').fill('Welcome Ada');
  await using.getByRole('textbox', { name: 'Begins on' }).fill('2031-03-01');
  await using.getByLabel('Title').press('Enter');
  await expect(page.getByText(/^\S+ was made from Welcome/)).toBeVisible();
  await expect(page.getByRole('table').getByRole('link', { name: 'Welcome Ada', exact: true })).toBeVisible();
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}&q=computer&sort=-created`);
  expect(docs[0]).toMatchObject({ title: 'Order a computer', status: 1, due_date: '2031-03-04' });
});
