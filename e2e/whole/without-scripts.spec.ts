import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { codeOf, mailTo } from '../support/mail';
import { nameOf, type Organisation } from '../support/organisation';
import { register } from '../support/sign-in';

test.use({ javaScriptEnabled: false });

test('creating an organisation works without any script', async ({ page, baseURL }) => {
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

test('without scripts the files of a task are links, and a form attaches one', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Plain');
  const task = await leader.newTask(project._id, 'Plain task');
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Door measures 92 by 210.\n') };
  await page.getByLabel('File to attach').setInputFiles(file);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(page).toHaveURL(org.url(`taskpage?task=${task.key}`));
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('link', { name: 'notes.txt' })).toBeVisible();
});

const press = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a template is used without scripts, below a task and for a project', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Patterns');
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

test('another project is chosen without scripts, and its people with it', async ({ org }) => {
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

/** Paths of all forms, of a project with one task. */
const formsOf = async (org: Organisation) => {
  const leader = await org.program('leader');
  const { _id, key } = await leader.newProject('Forms', [], [nameOf('client')]);
  const task = await leader.newTask(_id, 'To edit');
  return [
    ...['task?view=new', 'project?view=new', 'task?view=template', 'project?view=template'],
    ...[`taskpage?task=${task.key}&view=edit`, `projectdetails?project=${key}&view=edit`],
  ].map((path) => org.url(path));
};

for (const seat of ['observer', 'client'] as const)
  test(`whoever may not is refused the forms, and finds no link to them: ${seat}`, async ({ org, console }) => {
    console.expectError(/40[34]/);
    const page = await org.as(seat);
    const forms = await formsOf(org);
    for (const path of forms) {
      const answer = await page.goto(path);
      expect([403, 404], path).toContain(answer?.status());
      await expect(page.locator('form[method]'), path).toHaveCount(0);
    }
    for (const path of [org.url('project'), org.url('task'), forms.at(-1)?.replace('&view=edit', '') ?? '']) {
      await page.goto(path);
      await expect(
        page.locator('a[href*="view=new"], a[href*="view=edit"], a[href*="view=template"]'),
        path,
      ).toHaveCount(0);
    }
  });
