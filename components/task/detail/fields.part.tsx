import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { fileRecord } from '@/components/test/gallery/file';
import { LEADER, OTHER_USER, USER } from '@/components/test/gallery/people';
import { NO_RIGHTS, TODAY, taskDetail } from '@/components/test/gallery/task';
import { LABELS, showTask } from '@/components/test/gallery/task-page';
import { server } from '@/components/test/server';
import { undo } from '@/components/test/undo';
import { wholeTest } from '@/lib/test/whole';

test('letters open the fields of a task; what is chosen shows at once, is stored, and the field has the focus', async () => {
  const { screen, store, field } = await showTask(taskDetail(1));
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
  await screen.getByRole('textbox', { name: 'Due date' }).fill('31/01/2031');
  await userEvent.keyboard('{Enter}');
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
  const title = screen.getByRole('textbox', { name: 'Title' });
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard('{End}ps');
  await expect.element(title).toHaveValue('Task 1ps');
  expect(screen.getByRole('menu').query()).toBeNull();
  await userEvent.keyboard('{Escape}');
});

wholeTest('the other fields are changed by mouse and taken back one after the other', async () => {
  const parent = taskDetail(2, { title: 'Open the shop' });
  const { screen, store, field } = await showTask(taskDetail(1, { start_date: '2026-11-10' }), { others: [parent] });
  await field('Start date').click();
  await screen.getByRole('button', { name: 'No date', exact: true }).click();
  await expect.element(field('Start date')).toHaveTextContent('No date');
  await field('Estimate').click();
  const estimate = screen.getByRole('textbox', { name: 'Estimate' });
  await estimate.fill('soon');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Write hours and minutes, such as 2h 30m.')).toBeVisible();
  await expect.element(estimate).toBeInvalid();
  await expectAccessible(screen.getByRole('dialog', { name: 'Estimate' }));
  await estimate.fill('2h 30m');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Estimate')).toHaveTextContent('2 h 30 min');
  await field('Parent').click();
  await screen.getByRole('combobox', { name: 'Find a task' }).fill('open');
  await expectAccessible(screen.getByRole('dialog', { name: 'Parent' }));
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
  await field('Priority').click();
  await screen.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(() => store.stored.priority).toBe('high');
  server.refuseNext('PATCH task/{id}', 403, 'forbidden', 'Only the leader may do this.');
  const held = server.hold('PATCH task/{id}');
  await field('Status').click();
  await screen.getByRole('menuitemradio', { name: 'Testing' }).click();
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
  await field('Priority').click();
  await screen.getByRole('menuitemradio', { name: 'High' }).click();
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
