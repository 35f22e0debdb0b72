import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { list, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { TemplateCard, TemplateContent, TemplateRecord } from '@/lib/template/schema';
import { wholeTest } from '@/lib/test/whole';
import { TemplateList } from './template-list';

const task = (title: string, part: Partial<TemplateContent['tasks'][number]> = {}) => ({
  ...{ title, description: '', priority: 'none' as const, category_id: null, label_ids: [], estimate_minutes: null },
  ...{ start_in: null, due_in: null, checklist: [], audience: 'internal' as const, parent: null, blocked_by: [] },
  ...{ milestone: null, roles: [], ...part },
});
const CARD: TemplateCard = {
  ...{ _id: 'tp-1', kind: 'task', name: 'Welcome', summary: 'Somebody begins', project_id: null, tasks: 2 },
  ...{ created_by: null, may_edit: true, version: 1, updated_at: '2026-11-01T09:00:00.000Z' },
};
const CONTENT = {
  project: null,
  roles: [],
  milestones: [],
  tasks: [task('Welcome somebody'), task('Order a computer', { parent: 0, due_in: 3 })],
};
const RECORD: TemplateRecord = { ...CARD, content: CONTENT };

function serveTemplates(record = RECORD) {
  server.on('GET templateList', () => list([CARD]));
  server.on('GET template/{id}', () => record);
  server.onAny('GET projectList', () => list([]));
}

test('a task is saved as a template by keyboard; a name that is taken is said at its field', async () => {
  const { screen } = await showTask(taskDetail(1));
  server.on('POST template', ({ name }) => ({ ...RECORD, name }));
  server.refuseNext('POST template', 409, 'conflict', 'There is a template of that name.');
  const open = screen.getByRole('button', { name: 'Save as template' }).first();
  (open.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Save as template' });
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Task 1');
  await expectAccessible(dialog);
  await dialog.getByLabelText('Name').fill('Welcome');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('There is a template of that name.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect.element(screen.getByText('Saved as the template Welcome')).toBeVisible();
  await expect.element(open).toHaveFocus();
  expect(server.inputs('POST template').at(-1)).toMatchObject({ name: 'Welcome', of_task_id: 't-1' });
});

test('a template is used below a task, after it is shown what it makes', async () => {
  const { screen } = await showTask(taskDetail(1, { title: 'Conference' }));
  serveTemplates();
  server.on('POST useTemplate/{id}', () => taskDetail(2, { title: 'Welcome Ada' }));
  const open = screen.getByRole('button', { name: 'Use a template' });
  await open.click();
  const dialog = screen.getByRole('dialog', { name: 'Use a template' });
  await expect.element(dialog).toHaveTextContent('What it makes stands below WEB-1 Conference.');
  expect(dialog.getByLabelText('Project').query()).toBeNull();
  await dialog.getByLabelText('Template').selectOptions('Welcome');
  const tree = dialog.getByRole('list', { name: 'Tasks of the template' });
  await expect.element(tree).toHaveTextContent('Welcome somebodyOrder a computerdue after 3 days');
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('Welcome somebody');
  await expectAccessible(dialog);
  await dialog.getByLabelText('Title').fill('Welcome Ada');
  await dialog.getByRole('textbox', { name: 'Begins on' }).fill('2031-03-01');
  await dialog.getByRole('button', { name: 'Create tasks' }).click();
  await expect.element(screen.getByText('WEB-2 was made from Welcome.')).toBeVisible();
  expect(server.inputs('POST useTemplate/{id}')).toMatchObject([
    { id: 'tp-1', project_id: 'p-web', title: 'Welcome Ada', start_date: '2031-03-01', parent_id: 't-1' },
  ]);
  await expect.element(open).toHaveFocus();
});

wholeTest('a template is edited by who may: tasks get days, come and go', async () => {
  serveTemplates();
  const screen = await show(<TemplateList templates={[CARD]} projects={[]} />);
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('Task · 2 tasks · The organisation');
  const open = screen.getByRole('button', { name: 'Edit Welcome' });
  await open.click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Welcome' });
  await dialog.getByText('Details of task 2').click();
  await dialog.getByLabelText('Due after days').nth(1).fill('5');
  await dialog.getByRole('button', { name: 'Add a task' }).click();
  await dialog.getByLabelText('Title of task 3').fill('Give a key');
  await expectAccessible(dialog);
  server.on('PATCH template/{id}', ({ name }) => ({ ...RECORD, name: name ?? '' }));
  server.refuseNext('PATCH template/{id}', 422, 'invalid', 'Not valid.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Not valid.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Welcome saved')).toBeVisible();
  expect(server.inputs('PATCH template/{id}').at(-1)).toMatchObject({
    version: 1,
    content: { tasks: [{ title: 'Welcome somebody' }, { due_in: 5 }, { title: 'Give a key', parent: 0 }] },
  });
  await expect.element(open).toHaveFocus();
  server.on('DELETE template/{id}', () => RECORD);
  await screen.getByRole('button', { name: 'Delete Welcome' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Delete Welcome?' });
  await expect.element(question).toHaveTextContent('What was made from it stays.');
  await expectAccessible(question);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText('Welcome deleted')).toBeVisible();
});

test('who may not edit a template is shown what it makes', async () => {
  serveTemplates({ ...RECORD, may_edit: false });
  const screen = await show(<TemplateList templates={[{ ...CARD, may_edit: false }]} projects={[]} />, { as: 'user' });
  expect(screen.getByRole('button', { name: /^Delete/ }).query()).toBeNull();
  await screen.getByRole('button', { name: 'Show Welcome' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Welcome' })).toHaveTextContent('It makes 2 tasks');
});
