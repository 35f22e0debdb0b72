import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showList } from '@/components/test/gallery/list-page';
import { LEADER, OTHER_USER, USER } from '@/components/test/gallery/people';
import { CATEGORY, DESIGN, OTHER_PROJECT, PRINT, taskCard } from '@/components/test/gallery/records';
import { dismiss, expectAccessible, finish, navigation, pickFrom, press, server } from '@/components/test/part';
import { wholeTest, wholly } from '@/lib/test/whole';

type Shown = Awaited<ReturnType<typeof showList>>;

const UNDO = '{Control>}z{/Control}';
const ALL = '{Control>}a{/Control}';
const three = () => [taskCard(1), taskCard(2), taskCard(3)];
const text = (words: string | RegExp) => page.getByText(words);
const many = (count: number) => Array.from({ length: count }, (_, at) => taskCard(at + 1));
const selected = ({ bar }: Shown, count: number) => expect.element(bar.getByText(`${count} selected`)).toBeVisible();
const pick = ({ row }: Shown, number: number) =>
  row(number)
    .getByRole('button', { name: `Select WEB-${number}` })
    .click();
const choose = async ({ bar }: Shown, button: string, item: string) => {
  await pickFrom(bar.getByRole('button', { name: button }), item);
};
/** Whether who leaves the page now is asked first. */
const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
async function allSelected(shown: Shown, count: number) {
  await press('j', ALL);
  await selected(shown, count);
}

async function threeSelected() {
  const shown = await showList(three());
  await allSelected(shown, 3);
  return shown;
}

test('rows are selected by X, boxes, Shift and Ctrl+A, and let go by Escape', async () => {
  const shown = await showList(three());
  const { title, row, bar } = shown;
  const picked = () => [...document.querySelectorAll('.picked')].map((one) => one.getAttribute('data-row'));
  // Nothing is in hand: the whole page is the browser's to select.
  await press(ALL);
  expect(picked()).toEqual([]);
  await press('jx');
  await selected(shown, 1);
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await selected(shown, 3);
  await press('{Shift>}{ArrowUp}{/Shift}');
  await selected(shown, 2);
  expect(picked()).toEqual(['WEB-1', 'WEB-2']);
  await expect.element(title(2)).toHaveFocus();
  await expectAccessible();
  await press('x');
  await selected(shown, 1);
  await dismiss(bar);
  // Nothing of what was selected before comes back.
  await press('{Shift>}{ArrowDown}{/Shift}');
  await selected(shown, 2);
  expect(picked()).toEqual(['WEB-2', 'WEB-3']);
  // What was selected apart from them stays.
  await press('kkx{Shift>}{ArrowDown}{/Shift}');
  expect(picked()).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  await dismiss(bar);
  await pick(shown, 3);
  await row(1)
    .getByRole('button', { name: 'Select WEB-1' })
    .click({ modifiers: ['Shift'] });
  await selected(shown, 3);
  expect(navigation.all).toEqual([]);
  await finish(bar, 'Clear selection');
  await allSelected(shown, 3);
  await expect.element(row(3).getByRole('button', { name: 'Select WEB-3' })).toHaveAttribute('aria-pressed', 'true');
});

test('several tasks are changed together at once, and taken back by the message or by Ctrl+Z', async () => {
  const shown = await showList(three());
  const { store, bar, keys } = shown;
  const statuses = () => store.cards().map(({ status }) => status);
  await press('jx{Shift>}{ArrowDown}{/Shift}');
  await selected(shown, 2);
  const held = server.hold('POST taskArray');
  await pickFrom(bar.getByRole('button', { name: 'Status' }), 'Testing');
  await held.reached;
  await expect.element(page.getByRole('button', { name: /^Testing\s*2$/ })).toBeVisible();
  held.release();
  await expect.element(text('2 tasks changed.')).toBeVisible();
  expect(statuses()).toEqual([3, 3, 1]);
  await selected(shown, 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(text('The change of 2 tasks was undone.')).toBeVisible();
  expect(statuses()).toEqual([1, 1, 1]);

  await press(ALL);
  await selected(shown, 3);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.element(text('3 tasks deleted.')).toBeVisible();
  await expect.poll(keys).toEqual([]);
  await expect.element(bar).not.toBeInTheDocument();
  expect(store.cards()).toEqual([]);
  await press(UNDO);
  await expect.poll(() => keys().length).toBe(3);
  expect(store.cards()).toHaveLength(3);
});

test('what one may not change is left, with the reason, and the rest is done', async () => {
  const shown = await showList([taskCard(1, { priority: 'low' }), taskCard(2), taskCard(3, { priority: 'urgent' })]);
  const { store, field } = shown;
  const priorities = () => store.cards().map(({ priority }) => priority);
  store.refuseAmongMany('t-2', 'Only the leader may change it.');
  await allSelected(shown, 3);
  await choose(shown, 'Priority', 'High');
  await expect.element(text('1 task of 3 not changed. Only the leader may change it.')).toBeVisible();
  await expect.element(text('2 tasks changed.')).toBeVisible();
  await expect.element(field(2, 'Priority')).toHaveTextContent('No priority');
  expect(priorities()).toEqual(['high', 'none', 'high']);
  await press(UNDO);
  await expect.element(text('The change of 2 tasks was undone.')).toBeVisible();
  // Each its own.
  expect(priorities()).toEqual(['low', 'none', 'urgent']);
});

test('a call that fails changes nothing', async () => {
  const shown = await threeSelected();
  const { field } = shown;
  server.refuse('POST taskArray', 403, 'forbidden', 'You may not do this.');
  const held = server.hold('POST taskArray');
  await choose(shown, 'Priority', 'Low');
  await held.reached;
  await expect.element(field(1, 'Priority')).toHaveTextContent('Low');
  held.release();
  await expect.element(text('Nothing was changed. You may not do this.')).toBeVisible();
  await expect.element(field(1, 'Priority')).toHaveTextContent('No priority');
  await selected(shown, 3);
});

test('an undo leaves what others changed since, and says so', async () => {
  const shown = await threeSelected();
  const { store } = shown;
  await choose(shown, 'Priority', 'High');
  await expect.element(text('3 tasks changed.')).toBeVisible();
  store.changedByOther('t-1', { priority: 'low' });
  await expect.element(shown.field(1, 'Priority')).toHaveTextContent('Low');
  await press(UNDO);
  await expect.element(text('The change of 2 tasks was undone.')).toBeVisible();
  await expect.element(text(/^The change of WEB-1 was not undone\./)).toBeVisible();
  expect(store.cards().map(({ priority }) => priority)).toEqual(['low', 'none', 'none']);
});

test('labels: those of all are ticked, and what is ticked and unticked is given to and taken from all at the end', async () => {
  const shown = await showList([taskCard(1, { labels: [PRINT] }), taskCard(2, { labels: [PRINT, DESIGN] })]);
  const { store, bar } = shown;
  const labels = () => store.cards().map((card) => card.labels?.map(({ name }) => name).toSorted());
  const box = (name: string) => page.getByRole('checkbox', { name });
  await allSelected(shown, 2);
  await bar.getByRole('button', { name: 'Labels' }).click();
  await expect.element(box(PRINT.name)).toBeChecked();
  await expect.element(box(DESIGN.name)).not.toBeChecked();
  await box(DESIGN.name).click();
  await box(PRINT.name).click();
  expect(server.inputs('POST taskArray')).toEqual([]);
  await press('{Escape}');
  await expect.element(text('2 tasks changed.')).toBeVisible();
  expect(labels()).toEqual([['Design'], ['Design']]);
  await press(UNDO);
  await expect.poll(labels).toEqual([['Print'], ['Design', 'Print']]);
  // Closed as it was, nothing is sent.
  const calls = server.inputs('POST taskArray').length;
  await bar.getByRole('button', { name: 'Labels' }).click();
  await expect.element(box(PRINT.name)).toBeChecked();
  await dismiss(page.getByRole('dialog', { name: 'Labels' }));
  expect(server.inputs('POST taskArray')).toHaveLength(calls);
});

test('people are added to all and taken off all; who else works on one goes on', async () => {
  const shown = await showList([
    taskCard(1, { assignees: [USER, OTHER_USER] }),
    taskCard(2, { assignees: [OTHER_USER] }),
  ]);
  const { store, bar } = shown;
  const people = () => store.cards().map(({ assignees }) => assignees.map(({ name }) => name));
  const box = (name: string) => page.getByRole('checkbox', { name });
  await allSelected(shown, 2);
  await bar.getByRole('button', { name: 'Assignees' }).click();
  await expect.element(box(OTHER_USER.name)).toBeChecked();
  await expect.element(box(USER.name)).not.toBeChecked();
  await wholly(() => expectAccessible());
  await box(OTHER_USER.name).click();
  await box(LEADER.name).click();
  await press('{Escape}');
  await expect.poll(people).toEqual([[LEADER.name, USER.name], [LEADER.name]]);
  await bar.getByRole('button', { name: 'Assignees' }).click();
  await page.getByRole('button', { name: 'Unassign everybody' }).click();
  await expect.poll(people).toEqual([[], []]);
  await press(UNDO);
  await expect.poll(people).toEqual([[LEADER.name, USER.name], [LEADER.name]]);
  await press(UNDO);
  await expect.poll(people).toEqual([[USER.name, OTHER_USER.name], [OTHER_USER.name]]);
  await bar.getByRole('button', { name: 'Assignees' }).click();
  await box(OTHER_USER.name).click();
  await press('{Escape}');
  await expect.poll(people).toEqual([[USER.name], []]);
  // Closed as it was, nothing is sent.
  const calls = server.inputs('POST taskArray').length;
  await bar.getByRole('button', { name: 'Assignees' }).click();
  await expect.element(box(OTHER_USER.name)).not.toBeChecked();
  await dismiss(page.getByRole('dialog', { name: 'Assignees' }));
  expect(server.inputs('POST taskArray')).toHaveLength(calls);
});

wholeTest('people of tasks of several projects are sought among all', async () => {
  const shown = await showList([taskCard(1), taskCard(2, { project_id: OTHER_PROJECT._id })], { all: true });
  await allSelected(shown, 2);
  await shown.bar.getByRole('button', { name: 'Assignees' }).click();
  await page.getByRole('checkbox', { name: USER.name }).click();
  await press('{Escape}');
  await expect.poll(() => shown.store.cards().map(({ assignees }) => assignees.length)).toEqual([1, 1]);
  expect(server.calls).not.toContain('GET assigneeList');
});

test('dates, category, milestone and audience are set, and where they differ none is chosen', async () => {
  const shown = await showList([taskCard(1, { due_date: '2031-01-31', audience: 'client' }), taskCard(2)]);
  const { store, bar } = shown;
  await allSelected(shown, 2);
  await bar.getByRole('button', { name: 'Due date' }).click();
  const due = page.getByRole('dialog', { name: 'Due date' });
  await expect.element(due.getByRole('button', { name: 'No date' })).toHaveAttribute('aria-pressed', 'false');
  await wholly(() => expectAccessible());
  await due.getByRole('button', { name: 'No date' }).click();
  await expect.poll(() => store.cards().map(({ due_date }) => due_date)).toEqual([null, null]);
  await bar.getByRole('button', { name: 'Start date' }).click();
  const start = page.getByRole('dialog', { name: 'Start date' });
  await expect.element(start.getByRole('button', { name: 'No date' })).toHaveAttribute('aria-pressed', 'true');
  await start.getByRole('button', { name: 'Tomorrow' }).click();
  await expect.poll(() => store.cards().every(({ start_date }) => start_date !== null)).toBe(true);
  await choose(shown, 'Category', CATEGORY.name);
  await expect.poll(() => store.cards().map(({ category_id }) => category_id)).toEqual([CATEGORY._id, CATEGORY._id]);
  await choose(shown, 'Milestone', 'Launch');
  await expect.poll(() => server.inputs('POST taskArray').at(-1)?.set).toEqual({ milestone_id: 'm-launch' });
  await bar.getByRole('button', { name: 'Audience' }).click();
  await expect.element(page.getByRole('menuitemradio', { checked: true })).not.toBeInTheDocument();
  await wholly(() => expectAccessible());
  await page.getByRole('menuitemradio', { name: 'Visible to clients' }).click();
  await expect.poll(() => store.cards().map(({ audience }) => audience)).toEqual(['client', 'client']);
  await press(UNDO);
  await expect.poll(() => store.cards().map(({ audience }) => audience)).toEqual(['client', 'internal']);
});

test('who only works on tasks is not offered their audience', async () => {
  const mine = { assignees: [USER] };
  const shown = await showList([taskCard(1, mine), taskCard(2, mine)], { as: 'user' });
  await allSelected(shown, 2);
  await expect.element(shown.bar.getByRole('button', { name: 'Priority' })).toBeVisible();
  await expect.element(shown.bar.getByRole('button', { name: 'Audience' })).not.toBeInTheDocument();
});

test('several tasks move to another project once it is said what they lose there', async () => {
  const shown = await showList([taskCard(1, { assignees: [USER] }), taskCard(2), taskCard(3)]);
  const { store, bar, keys } = shown;
  await pick(shown, 1);
  await pick(shown, 2);
  await bar.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 tasks' });
  const move = dialog.getByRole('button', { name: 'Move' });
  await expect.element(move).toBeDisabled();
  await expect.element(dialog.getByRole('option', { name: /Website relaunch/ })).not.toBeInTheDocument();
  await dialog.getByLabelText('Project').selectOptions(`${OTHER_PROJECT.name} (${OTHER_PROJECT.key})`);
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent(`${USER.name} does not belong to that project’s team and will be unassigned from 1 task.`);
  await wholly(() => expectAccessible());
  // Until it is confirmed nothing moves.
  expect(server.inputs('POST taskArray')).toMatchObject([{ dry_run: true, set: { project_id: OTHER_PROJECT._id } }]);
  expect(store.task('t-1').version).toBe(1);
  await dismiss(dialog);
  await selected(shown, 2);

  store.refuseAmongMany('t-2', 'It is locked.');
  await bar.getByRole('button', { name: 'Move to…' }).click();
  await dialog.getByLabelText('Project').selectOptions(`${OTHER_PROJECT.name} (${OTHER_PROJECT.key})`);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 of them will stay here. It is locked.');
  await move.click();
  await expect.element(text(`1 task moved to ${OTHER_PROJECT.name}.`)).toBeVisible();
  await expect.element(text('1 task of 2 not moved. It is locked.')).toBeVisible();
  await expect.poll(keys).toEqual(['WEB-2', 'WEB-3']);
  await expect.element(bar).not.toBeInTheDocument();
  expect(store.task('t-1').project_id).toBe(OTHER_PROJECT._id);
});

test('all that match are selected, also those not drawn, and changed in several calls with word of how far it is', async () => {
  const shown = await showList(many(120), { url: '/acme/task?sort=created', first: 50 });
  const { bar, store, keys } = shown;
  const count = (priority: string) => store.cards().filter((card) => card.priority === priority).length;
  await allSelected(shown, 50);
  await bar.getByRole('button', { name: 'Select all 120' }).click();
  await selected(shown, 120);
  await expect.element(bar.getByRole('button', { name: /^Select/ })).not.toBeInTheDocument();

  const readings = () => server.inputs('GET taskList').length;
  const before = readings();
  const [first, second] = [server.hold('POST taskArray'), server.hold('POST taskArray')];
  await choose(shown, 'Priority', 'High');
  await first.reached;
  await expect.element(bar.getByText('Changing: 0 of 120 done')).toBeVisible();
  first.release();
  await second.reached;
  await expect.element(bar.getByText('Changing: 50 of 120 done')).toBeVisible();
  expect(asksToStay()).toBe(true);
  second.release();
  await expect.element(text('120 tasks changed.')).toBeVisible();
  expect(asksToStay()).toBe(false);
  expect(count('high')).toBe(120);
  // What became of rows that are not loaded only the server knows.
  await expect.poll(readings).toBeGreaterThan(before);
  await press(UNDO);
  await expect.element(text('The change of 120 tasks was undone.')).toBeVisible();
  expect(count('none')).toBe(120);

  const third = server.hold('POST taskArray');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await third.reached;
  // The rows that were there have left, and the rest is on its way.
  await expect.element(page.getByRole('heading', { name: 'Deleting 120 tasks' })).toBeVisible();
  await expect.element(bar.getByText('Deleting: 0 of 120 done')).toBeVisible();
  await expectAccessible();
  third.release();
  await expect.element(text('120 tasks deleted.')).toBeVisible();
  expect(keys()).toEqual([]);
  expect(store.cards()).toEqual([]);
  await expect.element(bar).not.toBeInTheDocument();
  await press(UNDO);
  await expect.poll(() => store.cards().length).toBe(120);
  await expect.element(bar).not.toBeInTheDocument();
  await expect.poll(() => keys().length).toBeGreaterThan(49);
});

wholeTest('a call that fails among several refuses the rest alone', async () => {
  const shown = await showList(many(70), { url: '/acme/task?sort=created', first: 70 });
  await allSelected(shown, 70);
  const held = server.hold('POST taskArray');
  await choose(shown, 'Priority', 'High');
  await held.reached;
  server.refuse('POST taskArray', 422, 'invalid', 'That did not work.');
  held.release();
  await expect.element(text('20 tasks of 70 not changed. That did not work.')).toBeVisible();
  await expect.element(text('50 tasks changed.')).toBeVisible();
  await expect.element(shown.field(1, 'Priority')).toHaveTextContent('High');
  await expect.element(shown.field(70, 'Priority')).toHaveTextContent('No priority');
});

test('where all rows that were drawn are deleted, those that follow are a press away', async () => {
  const shown = await showList(many(60), { url: '/acme/task?sort=created', first: 50 });
  await allSelected(shown, 50);
  await shown.bar.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('heading', { name: 'The rows that were here are gone' })).toBeVisible();
  await page.getByRole('button', { name: 'Show more of 10' }).click();
  await expect.poll(() => shown.keys().length).toBe(10);
});

test('what could not be selected is said, and the selection stays as it was', async () => {
  const shown = await showList(many(70), { url: '/acme/task?sort=created', first: 50 });
  await allSelected(shown, 50);
  server.refuseNext('GET taskList', 422, 'invalid', 'That did not work.');
  await shown.bar.getByRole('button', { name: 'Select all 70' }).click();
  await expect.element(text('They could not all be selected. That did not work.')).toBeVisible();
  await selected(shown, 50);
});

test('what others delete or change while it is selected is selected no more, or as it is now', async () => {
  const shown = await threeSelected();
  const { store } = shown;
  store.changedByOther('t-3', { deleted_at: '2026-11-24T10:00:00.000Z' });
  await selected(shown, 2);
  store.changedByOther('t-1', { title: 'Named anew' });
  await expect.element(shown.title(1)).toHaveTextContent('Named anew');
  await choose(shown, 'Priority', 'High');
  await expect.element(text('2 tasks changed.')).toBeVisible();
  expect(server.inputs('POST taskArray')[0]?.task_ids).toEqual(['t-1', 't-2']);
});

test('rows that one may not change are named before, and left out; boxes show while one is chosen', async () => {
  const own = { created_by_id: USER._id, created_by: USER, assignees: [USER] };
  const shown = await showList([taskCard(1, own), taskCard(2), taskCard(3)], { as: 'user' });
  const box = () =>
    getComputedStyle(
      shown
        .row(3)
        .getByRole('button', { name: /^Select/ })
        .element(),
      '::before',
    ).borderTopColor;
  const quiet = box();
  expect(quiet).toMatch(/, 0\)$/);
  await allSelected(shown, 3);
  await expect.poll(box).not.toBe(quiet);
  await expect.element(shown.bar).toHaveTextContent('Not yours to change, and left out: WEB-2, WEB-3.');
  await expectAccessible();
  await choose(shown, 'Priority', 'High');
  await expect.element(text('1 task changed.')).toBeVisible();
  expect(server.inputs('POST taskArray')[0]?.task_ids).toEqual(['t-1']);
});

test('on a phone rows are selected by a press, once that was asked for', async () => {
  const { row, bar, title } = await showList(three(), { width: 390, height: 844 });
  const box = row(1).getByRole('button', { name: 'Select WEB-1' });
  await expect.element(box).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Select tasks' }).click();
  await expect.element(box).toBeVisible();
  await title(1).click();
  await expect.element(bar.getByText('1 selected')).toBeVisible();
  await wholly(() => expectAccessible());
  expect(navigation.url).toBe('/acme/task');
  await title(1).click();
  await expect.element(bar).not.toBeInTheDocument();
  await title(2).click();
  await expect.element(bar.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Done selecting' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(box).not.toBeInTheDocument();
});
