import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showMade } from '@/components/task/new/made-task';
import { middleOf, swipe, touchScreen } from '@/components/test/finger';
import { showList } from '@/components/test/gallery/list-page';
import { DESIGN, LEADER, OTHER_USER, taskCard, taskDetail, USER } from '@/components/test/gallery/records';
import { dismiss, enter, press, pressOn } from '@/components/test/keys';
import { expectAccessible, live, message, navigation, pickFrom, server, textsOf } from '@/components/test/part';
import { wholeTest, wholly } from '@/lib/test/whole';

const UNDO = '{Control>}z{/Control}';
const three = () => [taskCard(1), taskCard(2), taskCard(3)];
const text = (words: string | RegExp) => page.getByText(words);

test('status, people, date and priority are changed in their cells by mouse', async () => {
  const { store, field } = await showList([taskCard(1), taskCard(2)]);
  await pickFrom(field(1, 'Priority'), 'Urgent');
  await expect.element(field(1, 'Priority')).toHaveTextContent('Urgent');
  await field(1, 'Due date').click();
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Tomorrow' }).click();
  await expect.element(field(1, 'Due date')).not.toHaveTextContent('No date');
  await field(1, 'Assignees').click();
  const people = page.getByRole('dialog', { name: 'Assignees' });
  await people.getByRole('checkbox', { name: USER.name }).click();
  await dismiss(people);
  await pickFrom(field(1, 'Status'), 'In process');
  await expect.element(text('WEB-1 moved to In process.')).toBeVisible();
  await expect
    .poll(() => store.task('t-1'))
    .toMatchObject({ status: 2, priority: 'urgent', assignees: [{ _id: USER._id }] });
  expect(store.task('t-1').due_date).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => store.task('t-1').status).toBe(1);
  await expect.element(text('The change of WEB-1 was undone.')).toBeVisible();
  expect(store.task('t-1').priority).toBe('urgent');
  expect(store.task('t-2').version).toBe(1);
});

test('of a task that names some of its people all are read before one more is put on it', async () => {
  const { store, field } = await showList([taskCard(1, { assignees: [LEADER], more_assignees: 1 })]);
  store.write('t-1', { assignees: [LEADER, USER], more_assignees: undefined }, true);
  await field(1, 'Assignees').click();
  const box = (name: string) => page.getByRole('dialog', { name: 'Assignees' }).getByRole('checkbox', { name });
  await expect.element(box(USER.name)).toBeChecked();
  await box(OTHER_USER.name).click();
  const ids = [LEADER, USER, OTHER_USER].map(({ _id }) => _id);
  await expect.poll(() => server.inputs('PATCH taskCard/{id}')).toMatchObject([{ assignee_ids: ids }]);
  await expect.poll(() => store.task('t-1').assignees).toHaveLength(3);
});

test('J, K and arrows walk the rows, and letters open the fields of the row in hand', async () => {
  const { store, title, field } = await showList(three());
  await press('j');
  await expect.element(title(1)).toHaveFocus();
  await press('jj{ArrowUp}{ArrowDown}k');
  await expect.element(title(2)).toHaveFocus();
  await press('jjj');
  await expect.element(title(3)).toHaveFocus();
  await press('kkkk');
  await expect.element(title(1)).toHaveFocus();
  await press('j');

  await press('s');
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  await expect.poll(() => store.task('t-2').status).toBe(3);
  await title(2).element().focus();
  for (const [letter, name] of [
    ['a', 'Assignees'],
    ['d', 'Due date'],
  ] as const) {
    await press(letter);
    await expect.element(page.getByRole('dialog', { name })).toBeVisible();
    await dismiss(page.getByRole('dialog', { name }));
    await expect.element(field(2, name)).toHaveFocus();
  }
  await press('p');
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(() => store.task('t-2').priority).toBe('high');
  await expect.element(field(2, 'Priority')).toHaveFocus();
  // A letter pressed again opens the same menu again.
  await press('p');
  await expect.element(page.getByRole('menuitemradio', { name: 'High' })).toBeChecked();
  await press('{Escape}');
  // With Ctrl they are the browser's.
  await press('{Control>}p{/Control}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('letters do nothing where they were switched off', async () => {
  const { title } = await showList(three());
  localStorage.setItem('single-keys', 'off');
  await pressOn(title(1), 'jspx');
  await expect.element(title(1)).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(title(2)).toHaveFocus();
  expect(document.querySelector('[role=menu], .picked')).toBeNull();
});

test('L and E work where no column shows the field', async () => {
  const { row, title, store } = await showList([taskCard(1)]);
  await pressOn(title(1), 'l');
  const box = page.getByRole('dialog', { name: 'Labels' }).getByRole('checkbox', { name: DESIGN.name });
  await box.click();
  await expect.element(row(1)).toHaveTextContent(DESIGN.name);
  await press('{Escape}');
  await expect.element(title(1)).toHaveFocus();
  await press('l');
  await expect.element(box).toBeChecked();
  await box.click();
  await press('{Escape}');
  await expect.element(title(1)).toHaveFocus();
  await expect.element(row(1)).not.toHaveTextContent(DESIGN.name);
  await expect.poll(() => store.task('t-1').labels).toEqual([]);
});

test('a title is edited in its cell by key and mouse; what somebody else wrote meanwhile is said and kept', async () => {
  const { row, title, store } = await showList([taskCard(1, { title: 'Paint the fence' })]);
  const input = row(1).getByRole('textbox', { name: 'Title' });
  await pressOn(title(1), 'e');
  await expect.element(input).toHaveFocus();
  await enter(input, 'Paint the gate');
  await expect.element(title(1)).toHaveTextContent('Paint the gate');
  await expect.element(title(1)).toHaveFocus();
  await expect.poll(() => store.task('t-1').title).toBe('Paint the gate');
  await press(UNDO);
  await expect.element(title(1)).toHaveTextContent('Paint the fence');
  await expect.poll(() => store.task('t-1').title).toBe('Paint the fence');

  await row(1).hover();
  await page.getByRole('button', { name: 'Edit the title of WEB-1' }).click();
  await enter(input, '');
  await expect.element(input).toHaveAccessibleDescription('A task needs a title.');
  await expectAccessible();
  await press('{Escape}');
  await expect.element(title(1)).toHaveTextContent('Paint the fence');
  await expect.element(title(1)).toHaveFocus();

  // Leaving the field saves, as Enter does; without a change nothing is sent.
  await press('e');
  await input.fill('Paint it red');
  (document.activeElement as HTMLElement).blur();
  await expect.poll(() => store.task('t-1').title).toBe('Paint it red');
  const { version } = store.task('t-1');
  await pressOn(title(1), 'e');
  await expect.element(input).toHaveFocus();
  await press('{Enter}');
  await expect.element(title(1)).toHaveFocus();
  expect(store.task('t-1').version).toBe(version);

  // Somebody else is faster: both titles are there, and the one that was typed can be saved again.
  await press('e');
  await input.fill('Wash the fence');
  store.write('t-1', { title: 'Burn the fence' });
  await press('{Enter}');
  await expect.element(input).toHaveValue('Wash the fence');
  await expect.element(input).toHaveAccessibleDescription(/is now “Burn the fence”; yours was “Wash the fence”/);
  await expectAccessible();
  await pressOn(input, '{Enter}');
  await expect.element(title(1)).toHaveTextContent('Wash the fence');
  await expect.poll(() => store.task('t-1').title).toBe('Wash the fence');
});

test('what others change of other fields is kept beside a change, and an undo takes back no more than it made', async () => {
  const { field, title, store } = await showList([taskCard(1)]);
  store.write('t-1', { title: 'Renamed by them' });
  await pickFrom(field(1, 'Priority'), 'High');
  await expect.poll(() => store.task('t-1')).toMatchObject({ priority: 'high', title: 'Renamed by them' });
  await expect.element(title(1)).toHaveTextContent('Renamed by them');
  store.changedByOther('t-1', { priority: 'low' });
  await expect.element(field(1, 'Priority')).toHaveTextContent('Low');
  await press(UNDO);
  await expect.element(text(/^The change of WEB-1 was not undone\./)).toBeVisible();
  await expect.element(field(1, 'Priority')).toHaveTextContent('Low');
  expect(store.task('t-1').priority).toBe('low');
});

test('a change shows before it is answered, also when another comes upon it, and goes back where it is refused', async () => {
  const { field, title, store } = await showList([taskCard(1)]);
  const held = server.hold('PATCH taskCard/{id}');
  await pickFrom(field(1, 'Priority'), 'High');
  await held.reached;
  await expect.element(field(1, 'Priority')).toHaveTextContent('High');
  await pickFrom(field(1, 'Priority'), 'Low');
  await expect.element(field(1, 'Priority')).toHaveTextContent('Low');
  held.release();
  await expect.poll(() => store.task('t-1').priority).toBe('low');
  await expect.element(field(1, 'Priority')).toHaveTextContent('Low');

  server.refuseNext('PATCH taskCard/{id}', 403, 'forbidden', 'Only the leader may change this.');
  const late = server.hold('PATCH taskCard/{id}');
  await pickFrom(field(1, 'Priority'), 'Urgent');
  await late.reached;
  await expect.element(field(1, 'Priority')).toHaveTextContent('Urgent');
  store.write('t-1', { title: 'Meanwhile' });
  live.say('private-project-p-web', 'task.changed', { id: 't-1', version: store.task('t-1').version });
  await expect.element(field(1, 'Priority')).toHaveTextContent('Urgent');
  late.release();
  await expect.element(text('WEB-1 was not changed. Only the leader may change this.')).toBeVisible();
  await expect.element(field(1, 'Priority')).toHaveTextContent('Low');
  await expect.element(title(1)).toHaveTextContent('Meanwhile');
  // What was refused is no step: the one before it is taken back.
  await press(UNDO);
  await expect.poll(() => store.task('t-1').priority).toBe('high');
});

test('a tick completes and reopens, and Undo takes it back', async () => {
  const { row, store, keys } = await showList(three());
  await row(1).getByRole('button', { name: 'Complete WEB-1 Task 1' }).click();
  await expect.poll(() => store.task('t-1').status).toBe(4);
  // Completed tasks are folded away, and counted.
  await expect.poll(keys).toEqual(['WEB-2', 'WEB-3']);
  const completed = page.getByRole('button', { name: /^Completed\s*1$/ });
  await expect.element(completed).toHaveAttribute('aria-expanded', 'false');
  await completed.click();
  await expect.poll(keys).toEqual(['WEB-2', 'WEB-3', 'WEB-1']);
  await row(1).getByRole('button', { name: 'Reopen WEB-1 Task 1' }).click();
  await expect.poll(() => store.task('t-1').status).toBe(1);
  await row(2).getByRole('button', { name: 'Complete WEB-2 Task 2' }).click();
  await expect.poll(() => store.task('t-2').status).toBe(4);
  await press(UNDO);
  await expect.poll(() => store.task('t-2').status).toBe(1);
});

test('groups fold and open; those by status as they were left', async () => {
  const tasks = [...three(), taskCard(4, { status: 4 })];
  const { keys, screen } = await showList(tasks);
  await expect.element(page.getByRole('table', { name: 'Tasks by status' })).toBeVisible();
  await page.getByRole('button', { name: /^Pending\s*3$/ }).click();
  await expect.poll(keys).toEqual([]);
  await page.getByRole('button', { name: /^Completed\s*1$/ }).click();
  await expect.poll(keys).toEqual(['WEB-4']);
  await expectAccessible();
  await screen.unmount();
  await showList(tasks);
  await expect.poll(keys).toEqual(['WEB-4']);
});

test('a task made elsewhere on the page is shown, also where its group was folded', async () => {
  const { store, keys } = await showList(three());
  await page.getByRole('button', { name: /^Pending\s*3$/ }).click();
  await expect.poll(keys).toEqual([]);
  store.add(taskDetail(4));
  expect(showMade(taskCard(4))).toBe('shown');
  await expect.poll(keys).toContain('WEB-4');
  expect(showMade(taskCard(5, { project_id: 'p-app' }))).toBe('elsewhere');
});

test('a group is written to at its end, once that is read; a folded one is read when it is opened', async () => {
  const { screen } = await showList(
    Array.from({ length: 61 }, (_, at) => taskCard(at + 1, { status: at < 60 ? 1 : 4 })),
    { first: 50 },
  );
  const more = page.getByRole('button', { name: 'Show more of 61' });
  const add = page.getByRole('button', { name: 'Add task to Pending' });
  await expect.element(more).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  await more.click();
  await expect.element(add).toBeVisible();
  await screen.unmount();
  const { keys } = await showList([...three(), taskCard(4, { status: 4 })], { first: 3 });
  await page.getByRole('button', { name: /^Completed\s*1$/ }).click();
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4']);
});

test('what others make, change, move and delete is in the list at once, and the focus stays with its row', async () => {
  const { store, title, keys, row } = await showList(three());
  title(2).element().focus();
  store.madeByOther(taskCard(4, { title: 'Made by them' }));
  await expect.element(row(4)).toHaveTextContent('Made by them');
  store.changedByOther('t-1', { title: 'Another name' });
  await expect.element(title(1)).toHaveTextContent('Another name');
  await expect.element(title(2)).toHaveFocus();
  // Its row goes to another group: the focus goes along.
  store.changedByOther('t-2', { status: 2 });
  await expect.element(row(2).getByRole('button', { name: 'Status: In process' })).toBeVisible();
  await expect.element(title(2)).toHaveFocus();
  // Its row goes: the focus is in the one that came into its place.
  const before = keys();
  store.changedByOther('t-2', { deleted_at: '2026-11-24T10:00:00.000Z' });
  await expect.element(row(2)).not.toBeInTheDocument();
  const place = Math.min(before.indexOf('WEB-2'), before.length - 2);
  await expect.element(title(keys()[place] ?? '')).toHaveFocus();

  // An editor that is open stays open, with what is being written.
  await pressOn(title(1), 'e');
  const input = row(1).getByRole('textbox', { name: 'Title' });
  await input.fill('Half a na');
  store.changedByOther('t-1', { priority: 'urgent' });
  store.madeByOther(taskCard(5));
  await expect.element(row(5)).toBeVisible();
  await expect.element(row(1)).toHaveTextContent('Urgent');
  await expect.element(input).toHaveValue('Half a na');
  await expect.element(input).toHaveFocus();
});

test('what happened while live updates paused is read when they are back', async () => {
  const { store, title, row } = await showList(three());
  live.become('paused');
  store.write('t-1', { title: 'Unheard of' });
  store.write('t-3', { deleted_at: '2026-11-24T10:00:00.000Z' });
  expect(title(1).element().textContent).toBe('Task 1');
  live.become('live');
  await expect.element(title(1)).toHaveTextContent('Unheard of');
  await expect.element(row(3)).not.toBeInTheDocument();
});

test('a change made without a connection waits, says so, and is sent when there is one', async () => {
  const { store, field, row } = await showList([taskCard(1)]);
  server.setOnline(false);
  await pickFrom(field(1, 'Priority'), 'High');
  await expect.element(field(1, 'Priority')).toHaveTextContent('High');
  await expect.element(row(1).getByText('Waiting')).toBeVisible();
  expect(store.task('t-1').priority).toBe('none');
  server.setOnline(true);
  await expect.poll(() => store.task('t-1').priority).toBe('high');
  await expect.element(row(1).getByText('Waiting')).not.toBeInTheDocument();
});

test('more rows that could not be read are said, and can be asked for again', async () => {
  const tasks = Array.from({ length: 70 }, (_, at) => taskCard(at + 1));
  const { keys } = await showList(tasks, { url: '/acme/task?sort=created', first: 50 });
  expect(keys()).toHaveLength(50);
  const more = page.getByRole('button', { name: 'Show more of 70' });
  server.refuseNext('GET taskList', 422, 'invalid', 'It did not work.');
  await more.click();
  await expect.element(text('More tasks could not be loaded. It did not work.')).toBeVisible();
  expect(keys()).toHaveLength(50);
  await expect.element(more).toBeEnabled();
});

test('who asked for more by J and went elsewhere meanwhile stays there', async () => {
  const tasks = Array.from({ length: 70 }, (_, at) => taskCard(at + 1));
  const { keys, title } = await showList(tasks, { url: '/acme/task?sort=created', first: 50 });
  title(50).element().focus();
  const held = server.hold('GET taskList');
  await press('j');
  await held.reached;
  await press('k');
  await expect.element(title(49)).toHaveFocus();
  held.release();
  await expect.poll(keys).toHaveLength(70);
  await expect.element(title(49)).toHaveFocus();
});

test('who may only read finds no button in a row; a user has those of the own tasks', async () => {
  const tasks = [taskCard(1, { created_by_id: USER._id, created_by: USER, assignees: [USER] }), taskCard(2)];
  const { screen, row } = await showList(tasks, { as: 'observer' });
  await expect.element(row(1)).toBeVisible();
  expect(row(1).getByRole('button').elements()).toHaveLength(0);
  await press('jspdalex');
  expect(document.querySelector('[role=menu], [role=dialog], input[aria-label=Title], .picked')).toBeNull();
  await expectAccessible();
  await screen.unmount();
  const own = await showList(tasks, { as: 'user' });
  await expect.element(own.field(1, 'Priority')).toBeVisible();
  await expect.element(own.field(2, 'Priority')).not.toBeInTheDocument();
});

test('time that others log comes into its column at once', async () => {
  const { row, store } = await showList([taskCard(1, { spent_minutes: 0 })], {
    url: '/acme/task?columns=key,spent,creator',
  });
  await expect.element(row(1)).toHaveTextContent('No time');
  await expect.element(row(1).getByRole('cell', { name: LEADER.name })).toBeVisible();
  store.write('t-1', { spent_minutes: 75 });
  live.say('private-project-p-web', 'time.changed', { id: 'e-1', task_id: 't-1' });
  await expect.element(row(1)).toHaveTextContent('1 h 15 min');
});

test('a list without tasks offers to make one', async () => {
  await showList([]);
  await expect.element(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New task' })).toBeVisible();
  await expectAccessible();
});

test('a list without tasks offers none to make to who only reads', async () => {
  await showList([], { as: 'client' });
  await expect.element(text('Tasks that the team shares with you appear here.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New task' })).not.toBeInTheDocument();
});

test('a press on a title leads to its page, on its marks too; with Ctrl the browser opens it beside', async () => {
  const { row, title } = await showList([taskCard(1, { blocked: true })]);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const mark = row(1).getByText('Blocked');
  const click = (on: Element, more: MouseEventInit) =>
    on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more }));
  click(mark.element(), { ctrlKey: true });
  expect(opened).toHaveBeenCalledWith(expect.stringContaining('/acme/taskpage?task=WEB-1'), '_blank', 'noopener');
  expect(navigation.all).toEqual([]);
  click(mark.element(), {});
  await expect.poll(() => navigation.url).toBe('/acme/taskpage?task=WEB-1');
  await title(1).click();
  expect(navigation.all).toHaveLength(2);
});

test('each column tells what it is called for, and what is missing in words', async () => {
  const tasks = [
    taskCard(1, {
      ...{ start_date: '2026-11-10', due_date: '2026-11-27', completed_at: '2026-11-20T23:30:00.000Z', status: 4 },
      ...{ milestone: { _id: 'm-1', name: 'Launch' }, parent: { _id: 't-9', key: 'WEB-9', title: 'Above' } },
    }),
    taskCard(2, { created_by: null }),
  ];
  const { row } = await showList(tasks, {
    url: '/acme/task?sort=created&columns=key,milestone,parent,start,creator,created,updated,completed',
    as: 'observer',
  });
  const cells = (number: number) => textsOf(row(number).getByRole('cell'));
  // The reader's day of the moment: in Berlin it is the next one.
  expect(cells(1)).toEqual([
    ...['WEB-1', 'Launch', expect.stringMatching(/WEB-9 Above/), expect.stringContaining('10 Nov'), LEADER.name],
    ...[expect.stringContaining('2 Nov'), expect.stringContaining('2 Nov'), expect.stringContaining('21 Nov')],
  ]);
  expect(cells(2)).toEqual([
    ...['WEB-2', 'No milestone', 'No parent', 'No date', 'Somebody else'],
    ...[expect.stringContaining('2 Nov'), expect.stringContaining('2 Nov'), 'No date'],
  ]);
});

test('start, estimate and labels are changed in their cells by keyboard, and undone', async () => {
  const { store, field } = await showList([taskCard(1)], { url: '/acme/task?columns=key,start,estimate,labels' });
  await pressOn(field(1, 'Estimate'), '{Enter}');
  await page.getByRole('textbox', { name: 'Estimate' }).fill('2h 30m');
  await wholly(() => expectAccessible());
  await press('{Enter}');
  await expect.element(field(1, 'Estimate')).toHaveTextContent('Estimate: 2 h 30 min');
  await expect.element(field(1, 'Estimate')).toHaveFocus();

  await pressOn(field(1, 'Labels'), '{Enter}');
  const box = page.getByRole('dialog', { name: 'Labels' }).getByRole('checkbox', { name: DESIGN.name });
  await expect.element(box).toBeVisible();
  await pressOn(box, ' ');
  await expect.element(field(1, 'Labels')).toHaveTextContent(DESIGN.name);
  await wholly(() => expectAccessible());
  await press('{Escape}');
  await expect.element(field(1, 'Labels')).toHaveFocus();

  await pressOn(field(1, 'Start date'), '{Enter}');
  const today = page.getByRole('dialog', { name: 'Start date' }).getByRole('button', { name: 'Today', exact: true });
  await expect.element(today).toBeVisible();
  await wholly(() => expectAccessible());
  await pressOn(today, '{Enter}');
  await expect.element(field(1, 'Start date')).not.toHaveTextContent('No date');
  await expect.element(field(1, 'Start date')).toHaveFocus();
  const kept = () => {
    const { start_date, estimate_minutes, labels = [] } = store.task('t-1');
    return [start_date !== null, estimate_minutes, labels.map(({ name }) => name)];
  };
  await expect.poll(kept).toEqual([true, 150, [DESIGN.name]]);
  await press(UNDO);
  await expect.element(field(1, 'Start date')).toHaveTextContent('Start date: No date');
  await press(UNDO);
  await expect.element(field(1, 'Labels')).toHaveTextContent('Labels: None');
  await expect.poll(kept).toEqual([false, 150, []]);
  await press(UNDO);
  await expect.poll(kept).toEqual([false, null, []]);
});

/** Readings that meet, tasks that are made beside a long list, and rows that a finger swipes. */

const LONG = Array.from({ length: 110 }, (_, at) => taskCard(at + 1));
const byDue = { url: '/acme/task?sort=due', first: 50 };

test('rows that came while the list was read again do not go', async () => {
  const { keys, store } = await showList(LONG, byDue);
  const reading = server.hold('GET taskList');
  // The last one comes first by now: none of those that follow.
  store.changedByOther('t-110', { rank: 'a0', title: 'First now' });
  live.catchUp('reconnected');
  await reading.reached;
  await page.getByRole('button', { name: /^Show more/ }).click();
  await expect.poll(() => keys().length).toBeGreaterThanOrEqual(109);
  reading.release();
  await expect.poll(() => keys()[0]).toBe('WEB-110');
  await expect.poll(() => new Set(keys()).size).toBe(110);
  expect(keys()).toHaveLength(110);
});

test('rows that were asked for before the list was read again come', async () => {
  const { keys, store } = await showList(LONG, byDue);
  const paging = server.hold('GET taskList');
  await page.getByRole('button', { name: /^Show more/ }).click();
  await paging.reached;
  store.write('t-110', { rank: 'a0' });
  live.catchUp('reconnected');
  await expect.poll(() => keys()[0]).toBe('WEB-110');
  paging.release();
  await expect.poll(() => new Set(keys()).size).toBe(110);
  expect(keys()).toHaveLength(110);
  // Read again as far as it is shown.
  store.write('t-110', { title: 'Read again' });
  live.catchUp('reconnected');
  await expect.element(page.getByRole('link', { name: 'Read again' })).toBeVisible();
  expect(keys()).toHaveLength(110);
});

test('J at the last row that was read brings the next ones, and goes on to them', async () => {
  const { keys, title } = await showList(LONG, byDue);
  title(keys().at(-1) ?? '')
    .element()
    .focus();
  await press('j');
  const inHand = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? '';
  await expect.poll(() => keys().indexOf(inHand())).toBe(50);
  expect(server.inputs('GET taskList').at(-1)).toMatchObject({ sort: 'due' });
});

test('a new task has the focus in a list of more than a page, in any order and in its folded group; filters that hide it are named', async () => {
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const make = async (title: string) => {
    await press('c');
    await enter(dialog.getByRole('textbox', { name: 'Title' }), title, '{Control>}{Enter}{/Control}');
    await expect.element(dialog).not.toBeInTheDocument();
  };
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  const first = await showList(LONG.slice(0, 60), byDue);
  await make('The last plank');
  await expect.element(link('The last plank')).toHaveFocus();
  await expect.element(link('The last plank')).toBeInViewport();
  await expect.element(message(/was created\./)).toBeVisible();
  // What is read again are the first rows alone, and this one.
  live.catchUp('reconnected');
  await expect.poll(() => server.inputs('GET taskList').length).toBeGreaterThan(0);
  await expect.element(link('The last plank')).toHaveFocus();
  await first.screen.unmount();

  const grouped = await showList(LONG.slice(0, 60), { url: '/acme/task?group=priority' });
  await page.getByRole('button', { name: /^No(ne| priority)/ }).click();
  await expect.poll(grouped.keys).toEqual([]);
  await make('In its folded group');
  await expect.element(link('In its folded group')).toHaveFocus();
  await grouped.screen.unmount();

  await showList(LONG, { url: '/acme/task?filter=priority:urgent' });
  await make('Not urgent');
  await expect.element(message('was created. The filters of this view hide it.')).toBeVisible();
  await expect.element(link('Not urgent')).not.toBeInTheDocument();
});

wholeTest('no head of a group lies over the row with the focus, and J goes on where a row was taken away', async () => {
  const cards = Array.from({ length: 24 }, (_, at) => taskCard(at + 1, { status: 1 + Math.floor(at / 8) }));
  const { keys, store, title } = await showList(cards, { height: 500 });
  expect(keys()).toHaveLength(24);
  const at = (index: number) => title(keys()[index] ?? '');
  at(2).element().focus();
  store.changedByOther(keys()[2] ?? '', { status: 4 });
  await expect.poll(keys).toHaveLength(23);
  await expect.element(at(2)).toHaveFocus();
  const isCovered = () => {
    const { left, top, height } = (document.activeElement as HTMLElement).getBoundingClientRect();
    return document.elementFromPoint(left + 4, top + height / 2)?.closest('[data-row]') === null;
  };
  const walk = async (key: string, to: number) => {
    await press(key);
    await expect.element(at(to)).toHaveFocus();
    expect(isCovered(), `row ${to} by ${key}`).toBe(false);
  };
  for (let index = 3; index < 23; index++) await walk('j', index);
  for (let index = 21; index >= 0; index--) await walk('k', index);
});

test('by touch a row is swiped to the right to complete it, and to the left for its date', async () => {
  touchScreen();
  const { row, store } = await showList([taskCard(1), taskCard(2)], { width: 390, height: 844 });
  await expect.element(page.getByRole('table')).toHaveStyle({ touchAction: 'pan-y pinch-zoom' });
  const { y } = middleOf(row(1));
  const due = page.getByRole('dialog', { name: 'Due date' });
  // Not far enough, down, and from the edge, which goes back a page: none does anything.
  swipe({ x: 10, y }, { x: 180 });
  swipe({ x: 120, y }, { x: 60 });
  swipe({ x: 120, y }, { x: 20, y: 150 });
  swipe({ x: 320, y }, { x: -180 });
  await expect.element(due).toBeVisible();
  expect(store.task('t-1').status).toBe(1);
  await dismiss(due);
  swipe({ x: 120, y }, { x: 180 });
  await expect.poll(() => store.task('t-1').status).toBe(4);
  await expect.element(message('WEB-1 moved to Completed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => store.task('t-1').status).toBe(1);
});
