import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { CLIENT, LEADER, OTHER_USER, USER } from '@/components/test/gallery/people';
import { fileRecord, NO_RIGHTS, OTHER_PROJECT, PROJECT, TODAY, taskDetail } from '@/components/test/gallery/records';
import { LABELS, showTask } from '@/components/test/gallery/task-page';
import { enter, expectAccessible, expectLink, navigation, pickFrom, pressOn, undo } from '@/components/test/part';
import { list, Refusal, server } from '@/components/test/server';
import type { RecurrenceRecord } from '@/lib/recurrence/schema';
import { parseRule, type Rule, ruleWords } from '@/lib/rrule/vocabulary';
import { wholly } from '@/lib/test/whole';
import { STANDARD, type Workflow } from '@/lib/workflow/vocabulary';

test('letters open the fields of a task; what is chosen shows at once, is stored, and the field has the focus', async () => {
  const { screen, store, field, title } = await showTask(taskDetail(1));
  for (const [letter, name, choice, shown, stored] of [
    ['s', 'Status', 'Testing', 'Testing', { status: 3 }],
    ['p', 'Priority', 'High', 'High', { priority: 'high' }],
  ] as const) {
    await userEvent.keyboard(letter);
    await expectAccessible(screen.getByRole('menu'));
    const held = server.hold('PATCH task/{id}');
    await userEvent.keyboard('{ArrowDown}');
    await screen.getByRole('menuitemradio', { name: choice }).click();
    await expect.element(field(name)).toHaveTextContent(shown);
    await expect.element(field(name)).toHaveFocus();
    held.release();
    await expect.poll(() => store.stored).toMatchObject(stored);
  }
  await userEvent.keyboard('a');
  await expect.element(screen.getByRole('checkbox', { name: USER.name })).not.toBeChecked();
  await expectAccessible(screen.getByRole('dialog', { name: 'Assignees' }));
  await screen.getByRole('checkbox', { name: USER.name }).click();
  await expect.element(field('Assignees')).toHaveTextContent(USER.name);
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Assignees')).toHaveFocus();
  await userEvent.keyboard('d');
  await expectAccessible(screen.getByRole('dialog', { name: 'Due date' }));
  await enter(screen.getByRole('textbox', { name: 'Due date' }), '31/01/2031');
  await expect.element(field('Due date')).toHaveFocus();
  await userEvent.keyboard('l');
  await screen.getByRole('checkbox', { name: 'Own' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Labels')).toHaveFocus();
  await expect.element(field('Labels')).toHaveTextContent('Own');
  await expect
    .poll(() => store.stored)
    .toMatchObject({ assignees: [{ _id: USER._id }], due_date: '2031-01-31', labels: [{ _id: 'l-own' }] });
  await userEvent.keyboard('w');
  await expect.element(screen.getByRole('button', { name: 'Stop watching' })).toHaveFocus();

  // In the title they are letters.
  await userEvent.keyboard('e');
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard('{End}ps');
  await expect.element(title).toHaveValue('Task 1ps');
  expect(screen.getByRole('menu').query()).toBeNull();
  await userEvent.keyboard('{Escape}');
});

test('the other fields are changed by mouse and taken back one after the other', async () => {
  const parent = taskDetail(2, { title: 'Open the shop' });
  const { screen, store, field } = await showTask(taskDetail(1, { start_date: '2026-11-10' }), { others: [parent] });
  await field('Start date').click();
  await screen.getByRole('button', { name: 'No date', exact: true }).click();
  await expect.element(field('Start date')).toHaveTextContent('No date');
  await field('Estimate').click();
  const estimate = screen.getByRole('textbox', { name: 'Estimate' });
  await enter(estimate, 'soon');
  await expect.element(screen.getByText('Write hours and minutes, such as 2h 30m.')).toBeVisible();
  await expect.element(estimate).toBeInvalid();
  await wholly(() => expectAccessible(screen.getByRole('dialog', { name: 'Estimate' })));
  await enter(estimate, '2h 30m');
  await expect.element(field('Estimate')).toHaveTextContent('2 h 30 min');
  await field('Parent').click();
  await screen.getByRole('combobox', { name: 'Find a task' }).fill('open');
  await wholly(() => expectAccessible(screen.getByRole('dialog', { name: 'Parent' })));
  await screen.getByRole('option', { name: /Open the shop/ }).click();
  await expect.element(field('Parent')).toHaveTextContent('WEB-2 Open the shop');
  await expect.element(field('Parent')).toHaveFocus();
  await expect
    .poll(() => store.stored)
    .toMatchObject({ start_date: null, estimate_minutes: 150, parent: { _id: 't-2' } });
  for (const [name, before] of [
    ['Parent', 'None'],
    ['Estimate', 'None'],
    ['Start date', '10 Nov'],
  ] as const) {
    await undo();
    await expect.element(field(name)).toHaveTextContent(before);
  }
  await expect
    .poll(() => store.stored)
    .toMatchObject({ start_date: '2026-11-10', estimate_minutes: null, parent: null });
  // A parent is taken away where there is one.
  store.changedByOther('t-1', { parent: { _id: 't-2', key: 'WEB-2', title: 'Open the shop' } });
  await expect.element(field('Parent')).toHaveTextContent('WEB-2');
  await field('Parent').click();
  await screen.getByRole('button', { name: 'No parent' }).click();
  await expect.element(field('Parent')).toHaveTextContent('None');
  await expect.poll(() => store.stored.parent).toBeNull();
});

test('fields that say nothing are folded, come with what others write, and stay while the page is open', async () => {
  const { screen, store, field } = await showTask(taskDetail(1, { estimate_minutes: 30 }), { folded: true });
  await expect.element(field('Estimate')).toBeVisible();
  await expect.element(field('Category')).not.toBeInTheDocument();
  store.changedByOther('t-1', { start_date: '2026-11-10' });
  await expect.element(field('Start date')).toBeVisible();
  store.changedByOther('t-1', { start_date: null });
  await expect.element(field('Start date')).toHaveTextContent('No date');
  await screen.getByRole('button', { name: 'Show 6 empty fields' }).click();
  await expect.element(field('Category')).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Hide empty fields' }).click();
  await expect.element(field('Category')).not.toBeInTheDocument();
});

test('a change that is refused goes back, says why and leaves no step to undo', async () => {
  const { screen, store, field } = await showTask(taskDetail(1));
  await pickFrom(field('Priority'), 'High');
  await expect.poll(() => store.stored.priority).toBe('high');
  server.refuseNext('PATCH task/{id}', 403, 'forbidden', 'Only the leader may do this.');
  const held = server.hold('PATCH task/{id}');
  await pickFrom(field('Status'), 'Testing');
  await expect.element(field('Status')).toHaveTextContent('Testing');
  held.release();
  await expect.element(screen.getByText('WEB-1 was not changed. Only the leader may do this.')).toBeVisible();
  await expect.element(field('Status')).toHaveTextContent('Pending');
  await undo();
  await expect.element(field('Priority')).toHaveTextContent('No priority');
  await expect.poll(() => store.stored).toMatchObject({ priority: 'none', status: 1 });
});

test('what somebody else changed of other fields and people stays; of the same field both are named', async () => {
  const { screen, store, field } = await showTask(taskDetail(1, { assignees: [LEADER] }));
  // Nothing is heard of it.
  store.write('t-1', { title: 'Theirs', assignees: [LEADER, OTHER_USER] });
  await field('Assignees').click();
  await screen.getByRole('checkbox', { name: USER.name }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Assignees')).toHaveTextContent(OTHER_USER.name);
  await expect
    .poll(() => store.stored.assignees.map(({ name }) => name).sort())
    .toEqual([LEADER, OTHER_USER, USER].map(({ name }) => name).sort());
  await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Theirs');

  store.write('t-1', { priority: 'urgent' });
  await pickFrom(field('Priority'), 'High');
  await expect
    .element(screen.getByText(/WEB-1 was not changed\..* The priority is now Urgent; yours was High\./))
    .toBeVisible();
  await expect.element(field('Priority')).toHaveTextContent('Urgent');
  expect(store.stored.priority).toBe('urgent');
});

test('a field follows what others change, also while its menu is open', async () => {
  const { screen, store, field } = await showTask(taskDetail(1));
  await field('Priority').click();
  await expect.element(screen.getByRole('menuitemradio', { name: 'None' })).toBeChecked();
  store.changedByOther('t-1', { priority: 'low', status: 2, labels: [...LABELS] });
  await expect.element(screen.getByRole('menuitemradio', { name: 'Low' })).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Priority')).toHaveFocus();
  await expect.element(field('Status')).toHaveTextContent('In Process');
  await expect.element(field('Labels')).toHaveTextContent(/Own.*Theirs/);
  store.changedByOther('t-1', { deleted_at: '2026-11-24T10:00:00.000Z' });
  await expect.element(screen.getByText('This task is in the bin.')).toBeVisible();
});

test('a status to which the workflow allows no move cannot be chosen, and each is called as the project calls it', async () => {
  const workflow: Workflow = {
    ...STANDARD,
    columns: STANDARD.columns.map((one) => (one.status === 2 ? { ...one, name: 'Doing' } : one)),
    moves: { 1: [2], 2: [], 3: [], 4: [], 5: [] },
  };
  const { screen, store, field } = await showTask(taskDetail(1), { shell: { workflows: { [PROJECT._id]: workflow } } });
  await field('Status').click();
  const testing = screen.getByRole('menuitemradio', { name: 'Testing' });
  await expect.element(testing).toHaveAttribute('aria-disabled', 'true');
  await expect.element(testing).toHaveTextContent('Not allowed from here');
  await screen.getByRole('menuitemradio', { name: 'Doing' }).click();
  await expect.element(field('Status')).toHaveTextContent('Doing');
  await expect.poll(() => store.stored.status).toBe(2);
});

test('of a task in the bin it is said who brings it back; who may not is offered nothing to do with it', async () => {
  const deleted_at = '2026-11-24T10:00:00.000Z';
  const { screen } = await showTask(taskDetail(1, { deleted_at, rights: NO_RIGHTS }));
  await expect.element(screen.getByText('It can be restored for 30 days by who deleted it or an admin.')).toBeVisible();
  for (const name of ['Restore', 'Delete task', 'Duplicate', 'Save as template', 'Add subtask', 'Add line'])
    expect(screen.getByRole('button', { name }).query(), name).toBeNull();
});

test('who sees a task is switched, its files say so, and the message’s Undo switches it back', async () => {
  const { screen, store } = await showTask(taskDetail(1, { attachments: [fileRecord(1, { task_id: 't-1' })] }));
  const file = screen.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  const clients = screen.getByRole('switch', { name: 'Visible to the project’s clients' });
  await clients.click();
  await expect.element(clients).toBeChecked();
  await expect.element(screen.getByText('WEB-1 is visible to the project’s clients now.')).toBeVisible();
  await expect.element(screen.getByText('Clients see this', { exact: true })).toBeVisible();
  await expect.element(file).toHaveTextContent('Visible to client');
  await expect.poll(() => store.stored.audience).toBe('client');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(clients).not.toBeChecked();
  await expect.element(file).not.toHaveTextContent('Visible to client');
  await expect.poll(() => store.stored.audience).toBe('internal');
});

test('each is offered what is theirs: a user takes a task on, an observer and a client change nothing', async () => {
  const own = await showTask(taskDetail(1, { rights: { ...NO_RIGHTS, assign_self: true, comment: true } }), {
    as: 'user',
  });
  await own.field('Assignees').click();
  const boxes = own.screen.getByRole('dialog', { name: 'Assignees' }).getByRole('checkbox');
  await expect.element(boxes).toHaveAccessibleName(USER.name);
  expect(boxes.elements()).toHaveLength(1);
  await boxes.click();
  await expect.poll(() => own.store.stored.assignees.map(({ _id }) => _id)).toEqual([USER._id]);
  await own.screen.unmount();

  const task = taskDetail(1, { rights: NO_RIGHTS, description: '- [ ] Buy ink', due_date: TODAY, time: null });
  const { screen, field } = await showTask(task, { as: 'client' });
  await expect.element(screen.getByRole('heading', { name: 'Task 1', level: 1 })).toBeVisible();
  await userEvent.keyboard('s');
  expect(screen.getByRole('textbox').query()).toBeNull();
  expect(screen.getByRole('switch').query()).toBeNull();
  expect(screen.getByText('Time spent').query()).toBeNull();
  expect(screen.getByRole('checkbox').query()).toBeNull();
  await expect.element(screen.getByText('☐ Buy ink')).toBeVisible();
  for (const name of ['Status', 'Assignees', 'Priority', 'Due date', 'Labels', 'Parent', 'Repeats', 'Blocked by'])
    expect(field(name).query(), name).toBeNull();
  // What is empty and not theirs to fill is not drawn.
  await expect.element(screen.getByText('Due date', { exact: true })).toBeVisible();
  for (const name of ['Priority', 'Start date', 'Category', 'Labels', 'Estimate', 'Parent', 'Blocked by', 'Blocks'])
    expect(screen.getByText(name, { exact: true }).query(), name).toBeNull();
  for (const name of ['Duplicate', 'Delete task', 'Add subtask', 'Add line', 'Edit description', 'Save as template'])
    expect(screen.getByRole('button', { name }).query(), name).toBeNull();
  await expectAccessible(screen.getByRole('article'));
});

test('a label that is not found is made by Enter and set; who may make none only finds', async () => {
  const { screen, field } = await showTask(taskDetail(1));
  await field('Labels').click();
  const find = screen.getByRole('searchbox', { name: 'Find or create a label' });
  await enter(find, 'own');
  expect(server.inputs('POST label')).toEqual([]);
  server.refuseNext('POST label', 409, 'conflict', 'There is one of that name.');
  await enter(find, 'Needs ink');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('There is one of that name.');
  await expectAccessible(screen.getByRole('dialog', { name: 'Labels' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('checkbox', { name: 'Needs ink' })).toBeChecked();
  await expect.element(find).toHaveValue('');
  expect(server.inputs('PATCH task/{id}')).toMatchObject([{ label_ids: [expect.any(String)] }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Labels')).toHaveFocus();
  await screen.unmount();

  const user = await showTask(taskDetail(1), { as: 'user' });
  await user.field('Labels').click();
  await user.screen.getByRole('searchbox', { name: 'Find a label' }).fill('Needs ink');
  // Asks the server for nothing.
  await userEvent.keyboard('{Enter}');
  await expect.element(user.screen.getByText('No label matches “Needs ink”.')).toBeVisible();
  expect(user.screen.getByRole('button', { name: /^Create/ }).query()).toBeNull();
});

const ALL = { screen: true, email: true, feed: true, export: true };
const NONE = { screen: false, email: false, feed: false, export: false };

test('who sees a task is told by groups, with reasons; a failure can be retried', async () => {
  const { screen } = await showTask(taskDetail(1));
  server.refuse('GET accessOf', 403, 'forbidden', 'Your role does not allow that.');
  const open = screen.getByRole('button', { name: 'Who sees this?' });
  await open.click();
  const dialog = screen.getByRole('dialog', { name: 'Who sees this task?' });
  await expect.element(dialog.getByText('Who sees this could not be loaded')).toBeVisible();
  await expectAccessible(dialog);
  server.on('GET accessOf', () =>
    list(
      [
        { member: LEADER, sees: true, reason: 'Is in the project', doors: ALL },
        { member: CLIENT, sees: false, reason: 'Is a client, and this is internal', doors: NONE },
      ],
      { totalDocs: 3 },
    ),
  );
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect
    .element(dialog.getByRole('region', { name: 'Sees it', exact: true }))
    .toHaveTextContent('Is in the project · on screen, by email, in the history and in exports');
  await expect
    .element(dialog.getByRole('region', { name: 'Does not see it' }))
    .toHaveTextContent('Is a client, and this is internal');
  await expect.element(dialog).toHaveTextContent('The first 2 of 3 people are shown.');
  await expectAccessible(dialog);
});

test('a client is not offered it', async () => {
  const { screen } = await showTask(taskDetail(1), { as: 'client' });
  expect(screen.getByRole('button', { name: 'Who sees this?' }).query()).toBeNull();
});

async function moving() {
  const page = await showTask(taskDetail(1, { assignees: [USER] }));
  server.onAny('GET projectList', () => list([{ ...OTHER_PROJECT, rights: { create_task: true } }]));
  server.on('POST moveTask/{id}', ({ dry_run }) => ({
    moved: !dry_run,
    task: { ...page.store.stored, key: dry_run ? 'WEB-1' : 'APP-1' },
    former_key: 'WEB-1',
    subtasks: 0,
    loses: {
      assignees: [USER],
      parent: null,
      milestone: null,
      clients: true,
      fields: ['Budget'],
      each: [{ _id: 't-1', assignees: 1, clients: true, fields: 1 }],
    },
  }));
  const open = page.screen.getByRole('button', { name: 'Move to another project' }).first();
  const dialog = page.screen.getByRole('dialog', { name: 'Move to another project' });
  return { ...page, open, dialog };
}

test('before a task moves to another project it is said what it loses; it goes by keyboard and the page follows', async () => {
  const { screen, open, dialog } = await moving();
  await userEvent.keyboard('m');
  await expect.element(dialog).toHaveTextContent('WEB-1 Task 1');
  await expect.element(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByLabelText('Project').selectOptions('Loyalty app (APP)');
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent(`${USER.name} does not belong to that project’s team`);
  await expectAccessible(dialog);
  await pressOn(dialog.getByLabelText('Project'), '{Control>}{Enter}{/Control}');
  await expect.element(screen.getByText('WEB-1 is APP-1 now.')).toBeVisible();
  await expect.poll(() => navigation.url).toBe('/acme/taskpage?task=APP-1');
  expect(server.inputs('POST moveTask/{id}').map(({ dry_run = false }) => dry_run)).toEqual([true, false]);
});

test('a move that is refused says why in its dialog, which stays', async () => {
  const { open, dialog } = await moving();
  await open.click();
  await dialog.getByLabelText('Project').selectOptions('Loyalty app (APP)');
  await expect.element(dialog.getByRole('button', { name: 'Move', exact: true })).toBeEnabled();
  server.refuseNext('POST moveTask/{id}', 409, 'conflict', 'Somebody changed this task meanwhile.');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.element(dialog.getByText('Somebody changed this task meanwhile.')).toBeVisible();
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-1');
});

const START = '2099-11-24';
const TASK = taskDetail(1, { due_date: START });

/** A task whose series the server keeps; days that are skipped are a week each. */
async function repeating(series?: Partial<RecurrenceRecord>) {
  const page = await showTask(TASK);
  const { store, screen, field } = page;
  const keep = (part: Partial<RecurrenceRecord> | null): RecurrenceRecord => {
    const before = store.stored.recurrence;
    const now: RecurrenceRecord = {
      ...{ _id: 's-1', rule: 'FREQ=WEEKLY', words: '', mode: 'completion', starts_on: START, number: 1 },
      ...{ next_on: '2099-12-01', version: 0, task_id: 't-1', stopped: part === null },
      ...before,
      ...part,
    };
    now.version += 1;
    now.words = ruleWords(parseRule(now.rule) as Rule, START);
    store.write('t-1', { recurrence: part && now });
    return now;
  };
  server.on('POST recurrence', ({ rule, mode }) => keep({ rule, ...(mode && { mode }) }));
  server.on('PATCH recurrence/{id}', ({ id: _, version, ...fields }) => {
    const current = store.stored.recurrence;
    if (Number(version) !== current?.version)
      throw new Refusal(409, 'conflict', 'Somebody else changed it in the meantime.', { current });
    return keep(fields);
  });
  server.on('DELETE recurrence/{id}', () => keep(null));
  server.on('POST skipRecurrence/{id}', () => {
    const skipped = keep({ next_on: '2099-12-08' });
    const line = { kind: 'recurrence.skipped', data: { day: '2099-12-01' }, says: 'skipped a repetition' };
    const rest = { _id: 'a-1', actor: null, task_id: 't-1', task_key: null, task_title: null, created_at: START };
    store.write('t-1', { activity: [{ ...line, ...rest }] }, true);
    return skipped;
  });
  server.on('POST undoActivity/{id}', () => {
    keep({ next_on: '2099-12-01' });
    return store.stored;
  });
  if (series) {
    keep(series);
    store.changedByOther('t-1', {});
    await expect.element(field('Repeats')).not.toHaveTextContent('Never');
  }
  const panel = screen.getByRole('dialog', { name: 'Repeats' });
  const open = async () => {
    await field('Repeats').click();
    await expect.element(panel).toBeVisible();
  };
  return { ...page, keep, panel, open, repeats: field('Repeats') };
}

test('a task is made to repeat by keyboard, in words; Ctrl+Z ends it, unless somebody changed it since', async () => {
  const { screen, store, panel, repeats, keep } = await repeating();
  await expect.element(repeats).toHaveTextContent('Repeats: Never');
  await pressOn(repeats, '{Enter}');
  await expect.element(panel.getByLabelText('Every')).toHaveFocus();
  await userEvent.keyboard('{Backspace}2');
  await expect.element(panel.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked();
  await expect.element(panel.getByRole('status')).toHaveTextContent('Every second Tuesday');
  await expectAccessible(panel);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('WEB-1 repeats: Every second Tuesday.')).toBeVisible();
  await expect.element(repeats).toHaveTextContent('Repeats: Every second Tuesday');
  await expect.element(repeats).toHaveFocus();
  await undo();
  await expect.element(repeats).toHaveTextContent('Never');
  expect(store.stored.recurrence).toBeNull();

  await repeats.click();
  await panel.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect.element(repeats).toHaveTextContent('Every Tuesday');
  keep({ rule: 'FREQ=DAILY' });
  store.changedByOther('t-1', {});
  await expect.element(repeats).toHaveTextContent('Every day');
  await undo();
  await expect.element(screen.getByText(/was not undone. Somebody else changed it in the meantime/)).toBeVisible();
  await expect.element(repeats).toHaveTextContent('Every day');
});

test('a series is changed to another month’s day, one of it is skipped, and both are taken back', async () => {
  const { screen, store, panel, open, repeats } = await repeating({ rule: 'FREQ=WEEKLY' });
  await open();
  await expect.element(panel.getByText('Next: 1 Dec 2099')).toBeVisible();
  await panel.getByRole('button', { name: 'Skip it' }).click();
  await expect.element(panel.getByText('Next: 8 Dec 2099')).toBeVisible();
  await expect.element(screen.getByText('One repetition of WEB-1 is skipped.')).toBeVisible();
  await panel.getByLabelText('Unit').selectOptions('months');
  await panel.getByLabelText('On', { exact: true }).selectOptions('the fourth Tuesday');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.element(repeats).toHaveTextContent('Every month on the fourth Tuesday');
  await expect.element(panel).not.toBeInTheDocument();
  await undo();
  await expect.element(repeats).toHaveTextContent('Every Tuesday');
  await undo();
  await expect.poll(() => store.stored.recurrence?.next_on).toBe('2099-12-01');
});

test('a series is stopped, and the message’s Undo begins it again with as many as were left', async () => {
  const { screen, panel, open, repeats } = await repeating({ rule: 'FREQ=WEEKLY;COUNT=5', number: 3 });
  await open();
  await panel.getByRole('button', { name: 'Stop repeating' }).click();
  await expect.element(screen.getByText('WEB-1 no longer repeats.')).toBeVisible();
  await expect.element(repeats).toHaveTextContent('Repeats: Never');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.inputs('POST recurrence')).toMatchObject([{ rule: 'FREQ=WEEKLY;COUNT=3' }]);
  await expect.element(repeats).not.toHaveTextContent('Never');
});

test('the next one is made on its day and the series ends after a number, as is chosen; one weekday always stays', async () => {
  const { panel, open } = await repeating();
  await open();
  await panel.getByLabelText('The next one is made').selectOptions('On its day');
  const tuesday = panel.getByRole('checkbox', { name: 'Tuesday' });
  await tuesday.click();
  await expect.element(tuesday).toBeChecked();
  await panel.getByRole('checkbox', { name: 'Friday' }).click();
  await tuesday.click();
  await expect.element(tuesday).not.toBeChecked();
  await panel.getByLabelText('Ends').selectOptions('after a number');
  await panel.getByLabelText('Tasks in all').fill('4');
  await panel.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect
    .poll(() => server.inputs('POST recurrence'))
    .toMatchObject([{ rule: 'FREQ=WEEKLY;BYDAY=FR;COUNT=4', mode: 'schedule' }]);
});

test('Ctrl+Z leaves a series that somebody has changed again since, and says so', async () => {
  const { screen, store, panel, open, repeats, keep } = await repeating({ rule: 'FREQ=WEEKLY' });
  await open();
  await panel.getByLabelText('Every').fill('3');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(store.stored.recurrence?.rule).toBe('FREQ=WEEKLY;INTERVAL=3');
  keep({ rule: 'FREQ=DAILY' });
  store.changedByOther('t-1', {});
  await expect.element(repeats).toHaveTextContent('Every day');
  await undo();
  await expect.element(screen.getByText(/^How WEB-1 repeats was not undone\. Somebody else changed it/)).toBeVisible();
  expect(store.stored.recurrence?.rule).toBe('FREQ=DAILY');
});

test('what is refused is said in the panel, which stays; the next task of the series is led to', async () => {
  const { screen, store, panel, open } = await repeating();
  await open();
  server.refuse('POST recurrence', 403, 'forbidden', 'Not in this project.');
  await panel.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect.element(panel.getByRole('alert')).toHaveTextContent('Not in this project.');
  await userEvent.keyboard('{Escape}');
  store.changedByOther('t-1', { successor: { _id: 't-2', key: 'WEB-2', title: 'Task 1' } });
  await expectLink(screen.getByRole('link', { name: 'WEB-2 Task 1' }), '/acme/taskpage?task=WEB-2');
});
