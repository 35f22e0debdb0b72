import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showList } from '@/components/test/gallery/list-page';
import { CATEGORY, LEADER, taskCard, USER } from '@/components/test/gallery/records';
import { dismiss, enter, finish, press, pressOn } from '@/components/test/keys';
import { expectAccessible, list, navigation, pickFrom, server } from '@/components/test/part';
import { textsOf } from '@/components/test/screen';
import type { CustomFieldRecord } from '@/lib/custom-field/schema';
import { wholeTest, wholly } from '@/lib/test/whole';

const dialog = page.getByRole('dialog', { name: 'Filter' });
const fields = dialog.getByRole('combobox', { name: 'Field to filter by' });
const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
const chip = (words: string) => page.getByCss('.chip').getByRole('button', { name: words, exact: true });
const url = () => decodeURIComponent(navigation.url);
const order = page.getByRole('combobox', { name: 'Order' });
/** Ids of filters are those of the database. */
const ANNA = { _id: '018f0000-0000-7000-8000-000000000001', name: 'Anna Berg', pic: null };

async function begin(typed = '') {
  await expect.element(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
  await press('f');
  await expect.element(fields).toHaveFocus();
  if (typed) await press(typed);
}

async function pick(field: string, value: string) {
  await expect.element(fields).toHaveFocus();
  await press(field);
  await expect.element(dialog.getByRole('option')).toHaveTextContent(field);
  await press('{Enter}');
  await expect.element(box(value)).toBeVisible();
  await pressOn(box(value), ' ');
}

test('a filter is made by keyboard, changed, turned round and taken away, and keeps up with others', async () => {
  const { store, keys } = await showList([taskCard(1, { priority: 'urgent' }), taskCard(2, { priority: 'low' })]);
  await begin('prio');
  await expectAccessible();
  await expect.element(dialog.getByRole('option')).toHaveTextContent('Priority');
  await press('{Enter}');
  await expect.element(dialog.getByRole('combobox', { name: 'Condition' })).toHaveFocus();
  await pressOn(box('Urgent'), ' ');
  await expect.poll(url).toBe('/acme/task?filter=priority:urgent');
  await expect.poll(keys).toEqual(['WEB-1']);
  await expect.element(box('Urgent')).toHaveFocus();
  await expectAccessible();
  await pressOn(box('High'), ' ');
  await expect.poll(url).toBe('/acme/task?filter=priority:urgent,high');
  await press(' ');
  await expect.poll(url).toBe('/acme/task?filter=priority:urgent');
  await dismiss(dialog);
  // Its whole making is one step of the history.
  expect(navigation.all.filter(({ way }) => way === 'push')).toHaveLength(1);

  await chip('Priority: Urgent').click();
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOptions('is not');
  await expect.poll(url).toBe('/acme/task?filter=!priority:urgent');
  await expect.poll(keys).toEqual(['WEB-2']);
  await finish(dialog, 'Done');
  await expect.element(chip('Priority not: Urgent')).toHaveFocus();

  // What changes meanwhile comes and goes by the same condition.
  store.changedByOther('t-2', { priority: 'urgent' });
  store.changedByOther('t-1', { priority: 'high' });
  await expect.poll(keys).toEqual(['WEB-1']);

  await page.getByRole('link', { name: 'Remove the filter Priority not: Urgent' }).click();
  await expect.poll(() => keys().toSorted()).toEqual(['WEB-1', 'WEB-2']);
  expect(url()).toBe('/acme/task');
});

test('Shift+F clears all filters, and an unknown field is said to be none', async () => {
  const { keys } = await showList([taskCard(1), taskCard(2, { priority: 'high' })], {
    url: '/acme/task?filter=priority:high&sort=title',
  });
  await expect.poll(keys).toEqual(['WEB-2']);
  await begin('zzz');
  await expect.element(dialog.getByText('No field is called “zzz”.')).toBeVisible();
  // While one writes letters are text, and Enter chooses nothing.
  await press('{Shift>}F{/Shift}{Enter}');
  await expect.element(fields).toHaveValue('zzzF');
  await dismiss(dialog);
  await press('{Shift>}F{/Shift}');
  await expect.poll(url).toBe('/acme/task?sort=title');
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2']);
});

test('an alternative may be several conditions, made by keyboard, changed and taken apart again', async () => {
  const { keys } = await showList([
    taskCard(1, { due_date: '2020-01-31' }),
    taskCard(2, { priority: 'high', assignees: [LEADER] }),
    taskCard(3, { priority: 'high' }),
  ]);
  await begin();
  await pick('Due date', 'Overdue');
  await expect.poll(keys).toEqual(['WEB-1']);
  await pressOn(dialog.getByRole('button', { name: 'Or…' }), '{Enter}');
  await pick('Priority', 'High');
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  await pressOn(dialog.getByRole('button', { name: 'And…' }), '{Enter}');
  await pick('Assignee', 'Me');
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2']);
  await wholly(() => expectAccessible());
  await dismiss(dialog);
  const together = chip('Due date: Overdue or (Priority: High and Assignee: Me)');
  await expect.element(together).toBeVisible();

  // Unticked and ticked again it stays in its group.
  await together.click();
  await expect.element(dialog.getByText('One of these is enough')).toBeVisible();
  await dialog.getByRole('button', { name: /^Priority: High and/ }).click();
  await expect.element(dialog.getByText('All of these')).toBeVisible();
  await wholly(() => expectAccessible());
  await dialog.getByRole('button', { name: 'Assignee: Me' }).click();
  await box('Me').click();
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  await box('Me').click();
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2']);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  await expect.element(chip('Due date: Overdue or Priority: High')).toBeVisible();
});

test('of several conditions all must be met, or any', async () => {
  const { keys } = await showList(
    [taskCard(1, { priority: 'high', status: 2 }), taskCard(2, { priority: 'high' }), taskCard(3, { status: 2 })],
    { url: '/acme/task?filter=priority:high;status:2' },
  );
  await expect.poll(keys).toEqual(['WEB-1']);
  await page.getByRole('button', { name: 'All of them' }).click();
  await expect.poll(() => keys().toSorted()).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  await page.getByRole('button', { name: 'Any of them' }).click();
  await expect.poll(keys).toEqual(['WEB-1']);
});

test('people and tasks are sought by name; a list that does not come is asked for again', async () => {
  const { keys } = await showList([
    taskCard(1, { assignees: [ANNA] }),
    taskCard(2, { parent: { _id: '018f0000-0000-7000-8000-000000000002', key: 'WEB-3', title: 'Build the stage' } }),
    taskCard(3, { _id: '018f0000-0000-7000-8000-000000000002', title: 'Build the stage' }),
  ]);
  const people = Array.from({ length: 9 }, (_, at) => ({
    ...ANNA,
    _id: `${ANNA._id.slice(0, -1)}${at + 3}`,
    name: `P ${at}`,
  }));
  server.refuse('GET userList', 422, 'invalid', 'No.');
  await begin('assignee{Enter}');
  await expect.element(dialog.getByText('People could not be loaded')).toBeVisible();
  server.on('GET userList', ({ q = '' }) =>
    list([ANNA, ...people].filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))),
  );
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('searchbox', { name: 'Find' }).fill('anna');
  await expect.element(box('P 1')).not.toBeInTheDocument();
  await box(ANNA.name).click();
  await expect.poll(keys).toEqual(['WEB-1']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(chip(`Assignee: ${ANNA.name}`)).toBeVisible();
  await page.getByRole('link', { name: `Remove the filter Assignee: ${ANNA.name}` }).click();

  await begin('parent{Enter}');
  await dialog.getByRole('checkbox', { name: 'WEB-3 Build the stage' }).click();
  await expect.poll(keys).toEqual(['WEB-2']);
  await expect.element(chip('Parent: WEB-3')).toBeVisible();
});

test('each field offers its own values, by their names, and none where a task may have none', async () => {
  const fields = (['number', 'choice', 'text'] as const).map(
    (kind, at): CustomFieldRecord => ({
      ...{ _id: `${ANNA._id.slice(0, -1)}${at + 2}`, name: `Own ${kind}`, kind, audience: 'internal', archived: false },
      choices: kind === 'choice' ? [{ _id: ANNA._id, name: 'Large', colour: 'c2' }] : [],
      ...{ project_ids: null, position: at, version: 1, created_at: '2026-11-01T09:00:00.000Z' },
    }),
  );
  const own = (at: number) => `${fields[at]?.kind}.${fields[at]?._id}`;
  await showList([taskCard(1)], { all: true, fields });
  await expect.element(order).toHaveTextContent('In groups by project');
  const remove = dialog.getByRole('button', { name: 'Remove' });
  for (const [field, value, filter] of [
    ['status', 'Testing', 'status:3'],
    ['visible to', 'Team only', 'audience:internal'],
    ['watched', 'Me', 'watcher:me'],
    ['project', 'Loyalty app', 'project:APP'],
    ['category', 'No category', 'category:none'],
    ['label', 'No label', 'label:none'],
    ['milestone', 'No milestone', 'milestone:none'],
    ['start', 'Tomorrow', 'start:tomorrow'],
    ['own choice', 'Large', `${own(1)}:${ANNA._id}`],
  ] as const) {
    await begin(`${field}{Enter}`);
    if (field === 'start') await expect.element(box('Yesterday')).not.toBeInTheDocument();
    if (field === 'category') await expect.element(box(CATEGORY.name)).toBeVisible();
    if (field === 'label') await expect.element(box('Design')).toBeVisible();
    if (field === 'milestone') await expect.element(box('WEB Launch')).toBeVisible();
    await box(value).click();
    await expect.poll(url).toBe(`/acme/task?filter=${filter}`);
    await remove.click();
    await expect.poll(url).toBe('/acme/task');
  }
  await begin('own number{Enter}');
  await dialog.getByLabelText('From').fill('5');
  await enter(dialog.getByLabelText('until'), '9');
  await expect.poll(url).toBe(`/acme/task?filter=${own(0)}:5..9`);
  await enter(dialog.getByLabelText('until'), '5');
  await expect.poll(url).toBe(`/acme/task?filter=${own(0)}:5`);
  await enter(dialog.getByLabelText('From'), '');
  await enter(dialog.getByLabelText('until'), '');
  await expect.poll(url).toBe('/acme/task');
  await dismiss(dialog);
  await begin('own text{Enter}');
  await box('None').click();
  await enter(dialog.getByLabelText('Contains'), ' ink ');
  await expect.poll(url).toBe(`/acme/task?filter=${own(2)}:none,ink`);
});

test('an arrow leads to what can be chosen, and never turns a condition around', async () => {
  await showList([taskCard(1, { priority: 'high' })], { url: '/acme/task' });
  await begin('priority{Enter}');
  const condition = dialog.getByLabelText('Condition');
  await pressOn(condition, '{ArrowDown}');
  await expect.element(dialog.getByRole('checkbox').first()).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowRight}');
  await expect.element(condition).toHaveFocus();
  await expect.element(condition).toHaveValue('is');
});

test('days, hours and words are given by themselves', async () => {
  const { keys } = await showList(
    [taskCard(1, { due_date: '2031-01-31' }), taskCard(2, { spent_minutes: 90 }), taskCard(3, { spent_minutes: 0 })],
    { url: '/acme/task?columns=key,spent' },
  );
  await begin('due{Enter}');
  await dialog.getByRole('textbox', { name: 'From' }).fill('2031-01-01');
  await enter(dialog.getByRole('textbox', { name: 'Until' }), '2031-02-01', '{Tab}');
  await expect.poll(url).toContain('filter=due:2031-01-01..2031-02-01');
  await expect.poll(keys).toEqual(['WEB-1']);
  await wholly(() => expectAccessible());
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(keys).toHaveLength(3);

  await begin('time spent{Enter}');
  await enter(dialog.getByLabelText('Hours from'), '1');
  await expect.poll(url).toContain('filter=spent:60m..');
  await expect.poll(keys).toEqual(['WEB-2']);
  await dialog.getByRole('button', { name: 'Remove' }).click();

  await begin('text{Enter}');
  await enter(dialog.getByLabelText('Title or key contains'), 'task 2');
  await expect.poll(keys).toEqual(['WEB-2']);
});

test('a usual filter is set by one press, and taken away by another', async () => {
  const { keys } = await showList([taskCard(1, { assignees: [LEADER] }), taskCard(2)]);
  const mine = page.getByRole('main').getByRole('link', { name: 'Mine' });
  await mine.click();
  await expect.poll(url).toBe('/acme/task?assignee=me');
  await expect.poll(keys).toEqual(['WEB-1']);
  await mine.click();
  await expect.poll(url).toBe('/acme/task');
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2']);
});

wholeTest('the usual filters are one press each; where none matches each is shown, and all are cleared', async () => {
  const { keys } = await showList([taskCard(1, { assignees: [LEADER], audience: 'client' }), taskCard(2)]);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Mine' }).click();
  await expect.poll(keys).toEqual(['WEB-1']);
  await main.getByRole('link', { name: 'Overdue' }).click();
  await expect.element(page.getByRole('heading', { name: 'No tasks match 2 filters' })).toBeVisible();
  await expectAccessible();
  await main.getByRole('link', { name: 'Overdue' }).last().click();
  await expect.poll(keys).toEqual(['WEB-1']);
  await main.getByRole('link', { name: 'Visible to client' }).click();
  await expect.poll(url).toBe('/acme/task?assignee=me&audience=client');
  await main.getByRole('link', { name: 'Clear' }).click();
  await expect.poll(keys).toEqual(['WEB-1', 'WEB-2']);
  expect(url()).toBe('/acme/task');
});

test('words are sought beside the other filters', async () => {
  const { keys } = await showList(
    [taskCard(1, { title: 'Mend the roof' }), taskCard(2, { title: 'Roof', priority: 'high' })],
    { url: '/acme/task?filter=!priority:high' },
  );
  await enter(page.getByRole('searchbox', { name: 'Find a task' }), 'roof');
  await expect.poll(keys).toEqual(['WEB-1']);
  expect(url()).toBe('/acme/task?filter=!priority:high&q=roof');
});

test('a filter that nobody understands is said, and nothing looks as if it matched', async () => {
  const { keys } = await showList([taskCard(1)], { url: '/acme/task?filter=nope:1&status=77' });
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('There is no field “nope”.');
  await expect.element(alert).toHaveTextContent('“77” is not a value of status.');
  expect(keys()).toEqual([]);
  await expectAccessible();
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await expect.poll(keys).toEqual(['WEB-1']);
});

test('a client learns nothing of audiences', async () => {
  await showList([taskCard(1)], { as: 'client' });
  await expect.element(page.getByRole('link', { name: 'Overdue' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Visible to client' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Mine' })).not.toBeInTheDocument();
  await begin('audience');
  await expect.element(dialog.getByText('No field is called “audience”.')).toBeVisible();
});

const heads = () =>
  [...document.querySelectorAll('th[scope=rowgroup] button')].map(({ textContent }) =>
    textContent?.replace(/\s+/g, ' '),
  );

test('a list is put in groups beside its filters, which fold, count and move rows as others change them', async () => {
  const { keys, store } = await showList(
    [
      taskCard(1, { priority: 'low', assignees: [USER] }),
      taskCard(2, { priority: 'urgent' }),
      taskCard(3, { priority: 'urgent', status: 4 }),
    ],
    { url: '/acme/task?filter=!status:4' },
  );
  await order.selectOptions('In groups by priority');
  await expect.poll(url).toBe('/acme/task?filter=!status:4&group=priority');
  await expect.element(page.getByRole('table', { name: 'Tasks by priority' })).toBeVisible();
  // Of one project there are no groups by project.
  await expect.element(order).not.toHaveTextContent('In groups by project');
  await expect.poll(heads).toEqual(['Urgent1', 'Low1']);
  await page.getByRole('button', { name: /^Urgent/ }).click();
  await expect.poll(keys).toEqual(['WEB-1']);

  await order.selectOptions('In groups by assignee');
  await expect.poll(heads).toEqual([`${USER.name}1`, 'Nobody1']);
  store.changedByOther('t-2', { assignees: [USER] });
  await expect.poll(heads).toEqual([`${USER.name}2`]);
  await page.getByRole('button', { name: new RegExp(`^${USER.name}`) }).click();
  await expect.poll(keys).toEqual([]);

  await order.selectOptions('By title');
  await expect.poll(url).toBe('/acme/task?filter=!status:4&sort=title');
  await expect.poll(heads).toEqual([]);
  await order.selectOptions('By status');
  await expect.poll(url).toBe('/acme/task?filter=!status:4');
});

const columns = () => textsOf(page.getByRole('columnheader'));
const shows = (...names: string[]) => expect.poll(columns).toEqual(['Select', 'Done', 'Key', 'Title', ...names]);

test('columns are put in another order by keys, buttons and drag, kept in the address', async () => {
  await showList([taskCard(1)]);
  await shows('Status', 'Assignees', 'Due', 'Priority');
  await pressOn(page.getByRole('button', { name: 'Columns' }), '{Enter}');
  const menu = page.getByRole('dialog', { name: 'Columns' });
  const priority = menu.getByRole('checkbox', { name: 'Priority' });
  await expect.element(priority).toBeVisible();
  await pressOn(priority, '{Alt>}{ArrowUp}{/Alt}');
  await shows('Status', 'Assignees', 'Priority', 'Due');
  await expect.element(menu.getByRole('status')).toHaveTextContent('Priority: column 3 of 4.');
  await expect.element(priority).toHaveFocus();
  await menu.getByRole('button', { name: 'Move Due to the left' }).click();
  await shows('Status', 'Assignees', 'Due', 'Priority');
  await userEvent.dragAndDrop(menu.getByText('Priority', { exact: true }), menu.getByText('Status', { exact: true }));
  await shows('Priority', 'Status', 'Assignees', 'Due');
  await wholly(() => expectAccessible());
  await expect.element(menu.getByRole('button', { name: 'Move Priority to the left' })).toBeDisabled();
  expect(url()).toBe('/acme/task?columns=key,project,priority,status,people,due');
});

test('columns are chosen, at least one stays, and a category is set in its cell', async () => {
  const { row, field, store } = await showList([taskCard(1, { estimate_minutes: 90 })]);
  await pressOn(page.getByRole('button', { name: 'Columns' }), '{Enter}');
  const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await tick('Category').click();
  await tick('Estimate').click();
  await tick('Priority').click();
  await shows('Status', 'Assignees', 'Due', 'Category', 'Estimate');
  await expect.element(row(1)).toHaveTextContent('1 h 30 min');
  for (const name of ['Status', 'Assignees', 'Due', 'Estimate', 'Key']) await tick(name).click();
  await expect.element(tick('Category')).toBeDisabled();
  await press('{Escape}');
  await pickFrom(field(1, 'Category'), CATEGORY.name);
  await expect.element(field(1, 'Category')).toHaveTextContent(CATEGORY.name);
  await expect.poll(() => store.task('t-1').category_id).toBe(CATEGORY._id);
});
