import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openOverlay } from '@/components/overlay/overlay';
import { SaveTemplateDialog } from '@/components/template/save-template-dialog';
import { TemplateList } from '@/components/template/template-list';
import { DESIGN, serveNames } from '@/components/test/gallery/names';
import { LEADER, PROJECT, projectDetail, servePeople, taskDetail, USER } from '@/components/test/gallery/records';
import { showTask } from '@/components/test/gallery/task-page';
import {
  enter,
  expectAccessible,
  list,
  live,
  navigation,
  pressOn,
  server,
  show,
  textsOf,
} from '@/components/test/part';
import { organisationChannel } from '@/lib/realtime/events';
import type { RuleRecord } from '@/lib/rule/schema';
import type { TemplateCard, TemplateContent, TemplateRecord } from '@/lib/template/schema';
import { wholly } from '@/lib/test/whole';
import { RuleList } from './rule-list';

const RULE: RuleRecord = {
  ...{ _id: 'ru-1', name: 'Review', project_id: PROJECT._id, enabled: true, trigger: 'moved', value: '3', filter: '' },
  ...{ actions: [{ do: 'priority', priority: 'urgent' }], actor: LEADER, active: true, last_run_at: null },
  ...{ may_edit: true, version: 1 },
};
const listed = (rules: RuleRecord[], creates = true) => (
  <RuleList rules={rules} projectId={PROJECT._id} creates={creates} names={{}} projects={[PROJECT]} />
);

test('a rule is made by keyboard: what it waits for, does and would have matched; what is wrong is said at its field', async () => {
  server.on('GET customFieldList', () => list([]));
  const screen = await show(listed([]));
  await expect.element(screen.getByText(/^No rules yet\./)).toBeVisible();
  const open = screen.getByRole('button', { name: 'New rule' });
  await pressOn(open, '{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'New rule' });
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Review');
  await expect.element(dialog.getByLabelText('Which status')).toHaveValue('3');
  await dialog.getByLabelText('Action 1', { exact: true }).selectOptions('Set the priority to');
  await dialog.getByLabelText('Which priority').selectOptions('Urgent');
  await dialog.getByRole('button', { name: 'Another action' }).click();
  await expect.element(dialog.getByLabelText('Action 2', { exact: true })).toBeVisible();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Remove action 2' }).click();
  server.on('GET ruleMatches', () => ({ total: 7, tasks: [{ _id: 't-1', key: 'WEB-1', title: 'Task 1' }] }));
  await dialog.getByRole('button', { name: 'Try' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('it would have matched 7 tasks: WEB-1 …');
  server.refuse('POST rule', 422, 'invalid', 'Not valid.', { errors: { name: ['There is one of that name.'] } });
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await expect.element(dialog.getByText('There is one of that name.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  server.on('POST rule', () => RULE);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Review saved')).toBeVisible();
  expect(server.inputs('POST rule').at(-1)).toMatchObject({
    ...{ name: 'Review', trigger: 'moved', value: '3', project_id: PROJECT._id },
    actions: [{ do: 'priority', priority: 'urgent' }],
  });
  await expect.element(open).toHaveFocus();
  await screen.showAgain(listed([RULE]));
  await expect
    .element(screen.getByRole('listitem'))
    .toHaveTextContent('ReviewA task is moved to Testing → Set the priority to Urgent');
  const before = navigation.refreshes;
  live.say(organisationChannel('o-acme'), 'rules.changed', { id: 'o-acme' });
  await expect.poll(() => navigation.refreshes).toBeGreaterThan(before);
});

test('a rule tells what it did, is switched off, changed and deleted; a refusal is said and it stays on', async () => {
  server.on('GET customFieldList', () => list([]));
  const screen = await show(listed([RULE]));
  const run = {
    _id: 'r-1',
    task: { _id: 't-1', key: 'WEB-1', title: 'Task 1' },
    created_at: '2026-11-24T09:00:00.000Z',
  };
  server.on('GET ruleRunList', () => list([{ ...run, outcome: 'done', said: ['Priority: Urgent.'] }]));
  await screen.getByRole('button', { name: 'Log of Review' }).click();
  const log = screen.getByRole('dialog', { name: 'Log of Review' });
  await expect.element(log.getByRole('listitem')).toHaveTextContent(/WEB-1 Task 1.*Priority: Urgent\./);
  await expectAccessible(log);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Log of Review' })).toHaveFocus();

  server.on('PATCH rule/{id}', ({ id: _, version: __, ...fields }) => ({
    ...RULE,
    ...(fields as Partial<RuleRecord>),
  }));
  server.refuseNext('PATCH rule/{id}', 403, 'forbidden', 'Not yours.');
  const on = screen.getByRole('checkbox', { name: 'On: Review' });
  await on.click();
  await expect.element(screen.getByText('Not yours.')).toBeVisible();
  await expect.element(on).toBeChecked();
  await on.click();
  await expect.element(screen.getByText('Review is off')).toBeVisible();
  expect(server.inputs('PATCH rule/{id}').at(-1)).toMatchObject({ enabled: false, version: 1 });

  await screen.getByRole('button', { name: 'Edit Review' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Review' });
  await dialog.getByLabelText('When').selectOptions('due');
  await expect.element(dialog.getByLabelText('In how many days')).toHaveValue(2);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Review saved')).toBeVisible();
  expect(server.inputs('PATCH rule/{id}').at(-1)).toMatchObject({ trigger: 'due', value: '2' });

  server.on('DELETE rule/{id}', () => RULE);
  await screen.getByRole('button', { name: 'Delete Review' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Delete Review?' });
  await expect.element(question).toHaveTextContent('Its log goes with it.');
  await expectAccessible(question);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText('Review deleted')).toBeVisible();
});

test('who may not edit a rule reads it and its log', async () => {
  const screen = await show(listed([{ ...RULE, may_edit: false, active: false }], false), { as: 'user' });
  await expect.element(screen.getByText(/who can no longer sign in: it does not run/)).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'On: Review' })).toBeDisabled();
  await expect.element(screen.getByRole('button')).toHaveAccessibleName('Log of Review');
});

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
  await pressOn(open, '{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Save as template' });
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Task 1');
  await expectAccessible(dialog);
  await enter(dialog.getByLabelText('Name'), 'Welcome');
  await expect.element(dialog.getByText('There is a template of that name.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect.element(screen.getByText('Saved as the template Welcome')).toBeVisible();
  await expect.element(open).toHaveFocus();
  expect(server.inputs('POST template').at(-1)).toMatchObject({ name: 'Welcome', of_task_id: 't-1' });
});

test('a project becomes a template of its team, or of everybody by who may; its people stay behind unless that is ticked', async () => {
  server.on('POST template', ({ name }) => ({ ...RECORD, kind: 'project', name }));
  const form = <SaveTemplateDialog task={null} project={PROJECT} onClose={() => undefined} />;
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  const places = () => textsOf(dialog.getByLabelText('Who can use it').getByRole('option'));
  const team = `The team of ${PROJECT.name}`;
  const screen = await show(form);
  await expect.poll(places).toEqual([team]);
  await screen.unmount();
  await show(form, { as: 'admin' });
  await expect.poll(places).toEqual(['Everybody on the team', team]);
  const save = dialog.getByRole('button', { name: 'Save template' });
  await save.click();
  await expect.element(page.getByText(`Saved as the template ${PROJECT.name}`)).toBeVisible();
  await dialog.getByLabelText('Who can use it').selectOptions(team);
  await dialog.getByRole('checkbox', { name: /^Keep who does what/ }).click();
  await save.click();
  const of_project_id = PROJECT._id;
  await expect
    .poll(() => server.inputs('POST template'))
    .toMatchObject([
      { project_id: null, of_project_id, with_people: false },
      { project_id: PROJECT._id, of_project_id, with_people: true },
    ]);
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

test('a template is edited by who may: tasks get days, come and go', async () => {
  serveTemplates();
  const screen = await show(<TemplateList templates={[CARD]} projects={[]} />);
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('Task · 2 tasks · The organisation');
  const open = screen.getByRole('button', { name: 'Edit Welcome' });
  await open.click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Welcome' });
  await dialog.getByText('Details of task 2').click();
  // No task waits for itself.
  expect(textsOf(dialog.getByLabelText('Waits for').nth(1).getByRole('option'))).toEqual([
    'Nothing',
    'Welcome somebody',
  ]);
  await dialog.getByLabelText('Due after days').nth(1).fill('5');
  await dialog.getByRole('button', { name: 'Add a task' }).click();
  await dialog.getByLabelText('Title of task 3').fill('Give a key');
  await wholly(() => expectAccessible(dialog));
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
  await wholly(() => expectAccessible(question));
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

test('each beginning and each action of a rule asks for what it needs, and sends that', async () => {
  serveNames();
  server.on('GET customFieldList', () => list([]));
  const screen = await show(listed([]));
  await screen.getByRole('button', { name: 'New rule' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New rule' });
  await dialog.getByLabelText('Name').fill('Mixed');
  const when = dialog.getByLabelText('When', { exact: true });
  await when.selectOptions('priority');
  await dialog.getByLabelText('Which priority').selectOptions('High');
  await dialog.getByLabelText('Which priority').selectOptions('Any');
  await expect.element(dialog.getByLabelText('Which priority')).toHaveValue('');
  await when.selectOptions('labelled');
  await expect.element(dialog.getByLabelText('Which label')).toHaveValue('');
  await dialog.getByLabelText('Which label').selectOptions(DESIGN.name);
  await when.selectOptions('overdue');
  await expect.element(dialog.getByLabelText('Which label')).not.toBeInTheDocument();
  // Any, and not the label from before.
  await when.selectOptions('priority');
  await expect.element(dialog.getByLabelText('Which priority')).toBeVisible();
  const action = (at: number) => dialog.getByLabelText(`Action ${at}`, { exact: true });
  const more = async (at: number, kind: string) => {
    if (at > 1) await dialog.getByRole('button', { name: 'Another action' }).click();
    await action(at).selectOptions(kind);
  };
  await more(1, 'Move to');
  await dialog.getByLabelText('Which status').selectOptions('Completed');
  await more(2, 'Add the label');
  await dialog.getByLabelText('Which label').selectOptions(DESIGN.name);
  await more(3, 'Write an internal comment');
  await dialog.getByLabelText('Comment').fill('Look at it');
  // Who works on it is told, and not assigned again.
  await more(4, 'Assign');
  await expect.element(dialog.getByLabelText('Whom')).not.toHaveTextContent('Its assignees');
  await more(4 + 1, 'Notify');
  await expect.element(dialog.getByLabelText('Whom').nth(1)).toHaveTextContent('Its assignees');
  await dialog.getByLabelText('Whom').nth(1).selectOptions('A person');
  await dialog.getByLabelText('Which person').selectOptions(LEADER.name);
  // Six are as many as there may be.
  await dialog.getByRole('button', { name: 'Another action' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Another action' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Remove action 6' }).click();
  server.refuse('POST rule', 422, 'invalid', 'Not valid.', {
    errors: { 'actions.2.text': ['Say it in other words.'] },
  });
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await expect.element(dialog.getByLabelText('Comment')).toHaveAccessibleDescription('Say it in other words.');
  server.on('POST rule', ({ name }) => ({ ...RULE, name }));
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [sent] = server.inputs('POST rule');
  expect(sent).toMatchObject({
    ...{ name: 'Mixed', trigger: 'priority' },
    actions: [
      { do: 'status', status: 4 },
      { do: 'label', label_id: DESIGN._id },
      { do: 'comment', text: 'Look at it' },
      { do: 'assign', who: 'leader' },
      { do: 'tell', who: 'person', member_id: LEADER._id },
    ],
  });
  expect(sent?.value ?? null).toBeNull();
});

test('a rule is for the tasks that match its conditions, which are sent with it', async () => {
  server.on('GET customFieldList', () => list([]));
  server.on('POST rule', () => RULE);
  const screen = await show(listed([]));
  await screen.getByRole('button', { name: 'New rule' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New rule' });
  await dialog.getByLabelText('Name').fill('Burning');
  await dialog.getByRole('button', { name: '+ Condition' }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await expect.element(filter.getByRole('combobox', { name: 'Field to filter by' })).toHaveFocus();
  await userEvent.keyboard('priority');
  await expect.element(filter.getByRole('option')).toHaveTextContent('Priority');
  await userEvent.keyboard('{Enter}');
  await filter.getByRole('checkbox', { name: 'Urgent', exact: true }).click();
  await filter.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await expect.element(screen.getByText('Review saved')).toBeVisible();
  expect(server.inputs('POST rule')).toMatchObject([{ name: 'Burning', filter: 'priority:urgent' }]);
});

test('a project is made from a template: its people are chosen, what is wrong stands at its field, and it is led to', async () => {
  servePeople();
  serveTemplates({
    ...{ ...RECORD, kind: 'project' },
    content: {
      ...CONTENT,
      roles: [
        { name: 'Designer', member_id: null },
        { name: 'Tester', member_id: USER._id },
      ],
    },
  });
  await show(<button type="button">Before</button>, { as: 'admin' });
  (page.getByRole('button', { name: 'Before' }).element() as HTMLElement).focus();
  openOverlay('use-project-template');
  const dialog = page.getByRole('dialog', { name: 'New project from a template' });
  const create = dialog.getByRole('button', { name: 'Create project' });
  await expect.element(create).toBeDisabled();
  await dialog.getByLabelText('Template').selectOptions('Welcome');
  await expect.element(dialog.getByLabelText('Tester')).toHaveValue(USER._id);
  await dialog.getByLabelText('Designer').selectOptions(LEADER.name);
  await dialog.getByRole('textbox', { name: 'Begins on' }).fill('2031-03-01');
  server.refuse('POST useProjectTemplate/{id}', 422, 'invalid', 'Check the fields.', {
    errors: { name: ['This name is taken.'] },
  });
  await enter(dialog.getByLabelText('Name'), 'Spring tour');
  await expect.element(dialog.getByText('This name is taken.')).toBeVisible();
  server.on('POST useProjectTemplate/{id}', () => projectDetail({ key: 'TOUR', name: 'Spring tour' }));
  await create.click();
  await expect.poll(() => navigation.url).toBe('/acme/projectdetails?project=TOUR');
  await expect.element(page.getByText('Spring tour created')).toBeVisible();
  expect(server.inputs('POST useProjectTemplate/{id}').at(-1)).toMatchObject({
    ...{ id: 'tp-1', name: 'Spring tour', start_date: '2031-03-01' },
    people: [{ role: 0, member_id: LEADER._id }],
  });
});
