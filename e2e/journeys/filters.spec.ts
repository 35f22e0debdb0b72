import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible } from '../support/axe';
import { card } from '../support/board';
import { joined } from '../support/live';

/** Conditions above list and board: made by keyboard and mouse, kept in the address, true of what changes meanwhile. */

test('a filter is made by keyboard, changed, turned round and taken away, and keeps up with others', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Filter it');
  const urgent = await leader.newTask(project._id, 'Mend the roof', { priority: 'urgent' });
  const calm = await leader.newTask(project._id, 'Paint the door', { priority: 'low' });
  const page = await as('leader');
  const row = (key: string) => page.locator(`[data-row="${key}"]`);
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await page.goto(`/acme/task?project=${project.key}`);
  await expect(row(calm.key)).toBeVisible();
  await page.waitForLoadState('networkidle');

  await page.keyboard.press('f');
  await expect(dialog.getByRole('combobox', { name: 'Field to filter by' })).toBeFocused();
  await page.keyboard.type('prio');
  await expect(dialog.getByRole('option')).toHaveText(['Priority']);
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: 'Urgent' }).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/filter=priority:urgent$/);
  await expect(row(calm.key)).toBeHidden();
  await expect(row(urgent.key)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const chip = page.getByRole('button', { name: 'Priority: Urgent' }).and(page.locator('.chip button'));
  await chip.click();
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption('not');
  await expect(page).toHaveURL(/filter=!priority:urgent$/);
  await expect(row(calm.key)).toBeVisible();
  await expect(row(urgent.key)).toBeHidden();
  await dialog.getByRole('button', { name: 'Done' }).click();

  // What changes meanwhile comes and goes by the same condition.
  await leader.ask('PATCH', `taskCard/${calm._id}`, { version: 1, priority: 'urgent' });
  await leader.ask('PATCH', `taskCard/${urgent._id}`, { version: 1, priority: 'high' });
  await expect(row(calm.key)).toBeHidden();
  await expect(row(urgent.key)).toBeVisible();

  await page.getByRole('link', { name: 'Remove the filter Priority not: Urgent' }).click();
  await expect(row(calm.key)).toBeVisible();
  await expect(page).not.toHaveURL(/filter=/);
});

test('tasks below a chosen one are found, and those that block another', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Below and behind');
  const parent = await leader.newTask(project._id, 'Build the stage');
  const part = await leader.newTask(project._id, 'Saw the planks', { parent_id: parent._id });
  const blocker = await leader.newTask(project._id, 'Buy the saw');
  await leader.ask('POST', 'dependency', { task_id: blocker._id, blocks_id: part._id });
  const page = await as('leader');
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  const keys = page.locator('.task-table [data-row] td.key');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('f');
  await expect(dialog.getByRole('combobox', { name: 'Field to filter by' })).toBeFocused();
  await page.keyboard.type('parent');
  await page.keyboard.press('Enter');
  await dialog.getByRole('searchbox', { name: 'Find' }).fill('the stage');
  await dialog.getByRole('checkbox', { name: `${parent.key} Build the stage` }).press('Space');
  await expect(keys).toHaveText([part.key]);
  await expect(page.getByRole('button', { name: `Parent: ${parent.key}`, exact: true })).toBeVisible();

  await page.goto(`/acme/task?project=${project.key}&filter=blocks:yes`);
  await expect(keys).toHaveText([blocker.key]);
  await page.goto(`/acme/task?project=${project.key}&filter=comments:yes`);
  await expect(keys).toHaveCount(0);

  // One that nobody understands is said, and nothing looks as if it matched.
  await page.goto(`/acme/task?project=${project.key}&filter=nope:1`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('There is no field “nope”.');
  await expect(keys).toHaveCount(0);
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await expect(keys).not.toHaveCount(0);
});

test('an alternative may be several conditions together, made by keyboard, changed and taken apart again', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const person = await leader.memberId(NAMES.user);
  const project = await leader.newProject('Together', [NAMES.user]);
  const late = await leader.newTask(project._id, 'Late', { due_date: '2020-01-31' });
  const both = await leader.newTask(project._id, 'High and theirs', { priority: 'high', assignee_ids: [person] });
  const high = await leader.newTask(project._id, 'Only high', { priority: 'high' });
  const page = await as('leader');
  const row = (key: string) => page.locator(`[data-row="${key}"]`);
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  const fields = dialog.getByRole('combobox', { name: 'Field to filter by' });
  const pick = async (field: string, value: string) => {
    await expect(fields).toBeFocused();
    await page.keyboard.type(field);
    await expect(dialog.getByRole('option')).toHaveText([field]);
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: value }).press('Space');
  };
  await page.goto(`/acme/task?project=${project.key}`);
  await expect(row(high.key)).toBeVisible();
  await page.keyboard.press('f');
  await pick('Due date', 'Overdue');
  await expect(row(high.key)).toBeHidden();
  await dialog.getByRole('button', { name: 'Or…' }).press('Enter');
  await pick('Priority', 'High');
  await expect(row(high.key)).toBeVisible();
  await dialog.getByRole('button', { name: 'And…' }).press('Enter');
  await pick('Assignee', NAMES.user);
  await expect(row(high.key)).toBeHidden();
  await expect(row(both.key)).toBeVisible();
  await expect(row(late.key)).toBeVisible();
  await expectAccessible(page, 'conditions together in a filter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const words = `Due date: Overdue or (Priority: High and Assignee: ${NAMES.user})`;
  const chip = page.getByRole('button', { name: words, exact: true });
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(row(both.key)).toBeVisible();
  await expect(row(high.key)).toBeHidden();

  // Unticked and ticked again it stays in its group.
  await chip.click();
  await dialog.getByRole('button', { name: /^Priority: High and/ }).click();
  await expect(dialog.getByText('All of these')).toBeVisible();
  await dialog.getByRole('button', { name: `Assignee: ${NAMES.user}` }).click();
  await dialog.getByRole('checkbox', { name: NAMES.user }).uncheck();
  await expect(row(high.key)).toBeVisible();
  await dialog.getByRole('checkbox', { name: NAMES.user }).check();
  await expect(row(high.key)).toBeHidden();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(row(high.key)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Due date: Overdue or Priority: High', exact: true })).toBeVisible();
});

test('people, alternatives and dates narrow the board by the address that the list has', async ({ as, program }) => {
  const leader = await program('leader');
  const person = await leader.memberId(NAMES.user);
  const project = await leader.newProject('Filter the board', [NAMES.user]);
  const theirs = await leader.newTask(project._id, 'Theirs', { assignee_ids: [person] });
  const late = await leader.newTask(project._id, 'Late', { due_date: '2020-01-31' });
  const other = await leader.newTask(project._id, 'Neither');
  const page = await as('leader');
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await page.goto(`/acme/task?view=board&project=${project.key}`);
  await expect(card(page, other.key)).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await dialog.getByRole('option', { name: 'Assignee' }).click();
  await dialog.getByRole('checkbox', { name: NAMES.user }).check();
  await expect(card(page, other.key)).toBeHidden();
  await expect(card(page, theirs.key)).toBeVisible();
  await dialog.getByRole('button', { name: 'Or…' }).click();
  await dialog.getByRole('option', { name: 'Due date' }).click();
  await dialog.getByRole('checkbox', { name: 'Overdue' }).check();
  await expect(card(page, late.key)).toBeVisible();
  await expect(card(page, theirs.key)).toBeVisible();
  await expect(card(page, other.key)).toBeHidden();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: `Assignee: ${NAMES.user} or Due date: Overdue` })).toBeVisible();

  // The same in the list, opened by its address alone; a name is known there too.
  await expect(page).toHaveURL(/[?&]filter=[^&]*due/);
  const filter = new URL(page.url()).searchParams.get('filter');
  await page.goto(`/acme/task?project=${project.key}&filter=${filter}`);
  await expect(page.getByRole('button', { name: `Assignee: ${NAMES.user} or Due date: Overdue` })).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(2);
});

test('a list is put in groups by priority, beside its filters', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('In groups');
  await leader.newTask(project._id, 'Calm', { priority: 'low' });
  await leader.newTask(project._id, 'Urgent', { priority: 'urgent', status: 3 });
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}&filter=status:1,3`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('In groups by priority');
  await expect(page).toHaveURL(/group=priority/);
  await expect(page.getByRole('table', { name: 'Tasks by priority' })).toBeVisible();
  const heads = page.locator('th[scope=rowgroup] button');
  await expect(heads).toHaveText([/Urgent\s*1/, /Low\s*1/]);
  await expect(page).toHaveURL(/filter=status(?::|%3A)1(?:,|%2C)3(?:&|$)/);
  await heads.first().click();
  await expect(page.locator('[data-row]')).toHaveCount(1);
});

test('a list in groups by person counts what its filters leave, and moves a row when somebody takes it', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const person = await leader.memberId(NAMES.user);
  const project = await leader.newProject('By person', [NAMES.user]);
  await leader.newTask(project._id, 'Taken', { assignee_ids: [person] });
  const free = await leader.newTask(project._id, 'Free');
  await leader.newTask(project._id, 'Done by them', { assignee_ids: [person], status: 4 });
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}&filter=!status:4`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('In groups by assignee');
  const heads = page.locator('th[scope=rowgroup] button');
  await expect(heads).toHaveText([new RegExp(`${NAMES.user}\\s*1$`), /Nobody\s*1$/]);
  await leader.ask('PATCH', `taskCard/${free._id}`, { version: 1, assignee_ids: [person] });
  await expect(heads).toHaveText([new RegExp(`${NAMES.user}\\s*2$`)]);
  await heads.first().click();
  await expect(page.locator('[data-row]')).toHaveCount(0);
});

test('columns of a list are chosen, kept in the address, and a category is set in its cell', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Columns');
  const task = await leader.newTask(project._id, 'Mend the roof', { estimate_minutes: 90 });
  const { data: category } = await leader.ask('POST', 'createCategory', { name: `Roofs ${project.key}`, colour: 'c3' });
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Category' }).check();
  await page.getByRole('checkbox', { name: 'Estimate' }).check();
  await page.getByRole('checkbox', { name: 'Priority' }).uncheck();
  await expect(page).toHaveURL(/columns=key%2Cproject|columns=key,project/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toHaveCount(0);
  const row = page.locator(`[data-row="${task.key}"]`);
  await expect(row).toContainText('1 h 30 min');
  await row.getByRole('button', { name: /^Category/ }).click();
  await page.getByRole('menuitemradio', { name: String(category.name) }).click();
  await expect(row.getByRole('button', { name: /^Category/ })).toContainText(String(category.name));
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data.category;
  await expect.poll(stored).toMatchObject({ _id: category._id });
  const live = joined(page, `private-project-${project._id}`);
  await page.reload();
  await expect(row.getByRole('button', { name: /^Category/ })).toContainText(String(category.name));
  await live;

  // Time and creator are read for those who look at them, and time that others log comes at once.
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Time spent' }).check();
  await page.getByRole('checkbox', { name: 'Created by' }).check();
  for (const name of ['Estimate', 'Due']) await page.getByRole('checkbox', { name }).uncheck();
  await expect(row.getByRole('cell', { name: NAMES.leader })).toBeVisible();
  await expect(row.locator('.spent')).toHaveText('No time');
  await leader.ask('POST', 'timeEntry', { task_id: task._id, minutes: 75 });
  await expect(row.locator('.spent')).toHaveText('1 h 15 min');
  await page.keyboard.press('Escape');

  // What gets its time meanwhile comes into a view of what has some.
  const idle = await leader.newTask(project._id, 'Paint the door');
  const other = page.locator(`[data-row="${idle.key}"]`);
  await expect(other).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('combobox', { name: 'Field to filter by' })).toBeFocused();
  await page.keyboard.type('time spent');
  await page.keyboard.press('Enter');
  await page.getByLabel('Hours from').fill('1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/filter=spent:60m\.\./);
  await expect(other).toBeHidden();
  await expect(row).toBeVisible();
  await leader.ask('POST', 'timeEntry', { task_id: idle._id, minutes: 90 });
  await expect(other.locator('.spent')).toHaveText('1 h 30 min');
});
