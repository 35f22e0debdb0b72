import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';
import { nameOf } from '../support/organisation';

/** Ctrl+Z where a change is none of the task's fields. The focus is in no field, which would undo its own typing. */
const undo = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('main').focus();
  await page.keyboard.press('Control+z');
};

test('Ctrl+Z takes back subtasks, ticks, checklist lines, dependencies, comments and watching on the task’s page', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Back on the page', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Print the posters');
  const other = await leader.newTask(project._id, 'Choose the paper');
  const below = await leader.newTask(project._id, 'Buy ink', { parent_id: task._id });
  for (const title of ['One', 'Two', 'Three']) await leader.ask('POST', 'checklistItem', { task_id: task._id, title });
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: 'Order more paper' });
  const stored = async (key = task.key) => (await leader.ask('GET', `task/${key}`)).data;
  const lines = async () => ((await stored()).checklist_items as { title: string }[]).map(({ title }) => title);
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));

  await page.getByRole('button', { name: `Complete ${below.key} Buy ink` }).click();
  await expect.poll(async () => (await stored(below.key)).status).toBe(4);
  await undo(page);
  await expect.poll(async () => (await stored(below.key)).status).toBe(1);

  await page.getByRole('button', { name: 'Add subtask' }).click();
  await page.getByRole('textbox', { name: 'New subtask' }).fill('Made in passing');
  await page.keyboard.press('Enter');
  const made = page.getByRole('link', { name: 'Made in passing' });
  await expect(made).toBeVisible();
  await expect.poll(async () => (await stored()).subtasks).toHaveLength(2);
  await undo(page);
  await expect(made).toHaveCount(0);
  await expect.poll(async () => (await stored()).subtasks).toHaveLength(1);

  const list = page.getByRole('list', { name: 'Checklist' });
  await list.getByRole('checkbox').nth(2).press('Alt+ArrowUp');
  await expect.poll(lines).toEqual(['One', 'Three', 'Two']);
  await undo(page);
  await expect.poll(lines).toEqual(['One', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Add line' }).click();
  await page.getByRole('textbox', { name: 'New checklist line' }).fill('Four');
  await page.keyboard.press('Enter');
  await expect.poll(lines).toEqual(['One', 'Two', 'Three', 'Four']);
  await undo(page);
  await expect.poll(lines).toEqual(['One', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Make Two a subtask' }).click();
  await expect.poll(lines).toEqual(['One', 'Three']);
  await expect(page.getByRole('link', { name: 'Two', exact: true })).toBeVisible();
  await undo(page);
  await expect.poll(lines).toEqual(['One', 'Two', 'Three']);
  await expect(page.getByRole('link', { name: 'Two', exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: /^Blocked by/ }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find a task' }).fill(other.key);
  await page
    .getByRole('list', { name: 'Tasks' })
    .getByRole('button', { name: /Choose the paper/ })
    .press('Enter');
  const blockers = page.getByRole('list', { name: 'Blocked by' });
  await expect(blockers).toContainText(other.key);
  await undo(page);
  await expect(blockers).toHaveCount(0);
  await leader.ask('POST', 'dependency', { task_id: other._id, blocks_id: task._id });
  await page.getByRole('button', { name: `Remove ${other.key} from Blocked by` }).click();
  await expect(blockers).toHaveCount(0);
  await undo(page);
  await expect(blockers).toContainText(other.key);

  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await talk.getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('The comment was deleted.')).toBeVisible();
  await expect(talk.getByText('Order more paper')).toHaveCount(0);
  await undo(page);
  await expect(talk.getByText('Order more paper')).toBeVisible();

  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
  await undo(page);
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeVisible();
});

test('Ctrl+Z takes back time and repetitions; what somebody changed since stays', async ({ org, console: watched }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Back in panels', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Water the plants', { due_date: '2099-11-24' });
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const total = page.getByRole('button', { name: /^Time spent/ });
  await total.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Time spent' });
  const line = panel.getByRole('list', { name: 'Logged time' }).getByRole('listitem');
  await panel.getByRole('textbox', { name: 'Time', exact: true }).fill('50m');
  await page.keyboard.press('Enter');
  await expect(line).toContainText(['50 min']);
  for (const [from, to] of [
    ['50 min', '45m'],
    ['45 min', '30m'],
  ] as const) {
    await line.getByRole('button', { name: `Edit ${from}` }).press('Enter');
    await line.getByRole('textbox', { name: 'Time', exact: true }).fill(to);
    await page.keyboard.press('Enter');
    await expect(line).toContainText([to.replace('m', ' min')]);
  }
  await expect(total).toHaveText('Time spent: 30 min');
  // The panel is gone, its steps are not; those before the last one find a newer version, which says the same.
  await undo(page);
  await expect(total).toHaveText('Time spent: 45 min');
  watched.expectError(/409 \(Conflict\)/);
  await page.keyboard.press('Control+z');
  await expect(total).toHaveText('Time spent: 50 min');
  await page.keyboard.press('Control+z');
  await expect(total).toHaveText('Time spent: None');

  const field = page.getByRole('button', { name: /^Repeats/ });
  await field.press('Enter');
  const repeats = page.getByRole('dialog', { name: 'Repeats' });
  await repeats.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect(field).toHaveText('Repeats: Every Tuesday');
  await undo(page);
  await expect(field).toHaveText('Repeats: Never');
  await field.press('Enter');
  await repeats.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect(field).toHaveText('Repeats: Every Tuesday');
  await expect(repeats).toHaveCount(0);
  await field.press('Enter');
  await repeats.getByRole('button', { name: 'Skip it' }).click();
  await expect(repeats.getByText('Next: 8 Dec 2099')).toBeVisible();
  await expect(repeats.getByRole('button', { name: 'Skip it' })).toBeEnabled();
  await undo(page);
  const next = async () =>
    ((await leader.ask('GET', `task/${task.key}`)).data.recurrence as { next_on: string }).next_on;
  await expect.poll(next).toBe('2099-12-01');
  // By their lines of history too.
  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await talk.getByRole('tab', { name: 'History' }).click();
  await talk.getByRole('button', { name: /^Undo/ }).filter({ hasText: 'brought back the repetition' }).click();
  await expect.poll(next).toBe('2099-12-08');
  await page.keyboard.press('Control+z');
  await expect.poll(next).toBe('2099-12-01');
  const { recurrence } = (await leader.ask('GET', `task/${task.key}`)).data as unknown as {
    recurrence: { _id: string; version: number };
  };
  const { _id: id, version } = recurrence;
  await leader.ask('PATCH', `recurrence/${id}`, { version, rule: 'FREQ=DAILY' });
  await expect(field).toHaveText('Repeats: Every day');
  await undo(page);
  await expect(page.getByText(/was not undone. Somebody else changed it in the meantime/)).toBeVisible();
  await expect(field).toHaveText('Repeats: Every day');
});

test('Ctrl+Z takes back tasks that were made in a dialog or a group of the list', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Back in views');
  await leader.newTask(project._id, 'There already');
  const titles = async () =>
    (await leader.ask('GET', `taskList?project_id=${project._id}`)).docs.map(({ title }) => title).sort();
  const page = await org.as('leader');
  await page.goto(org.url(`task?project=${project.key}`));
  await page.getByRole('button', { name: 'Add task to Pending' }).press('Enter');
  await page.getByRole('textbox', { name: 'New task in Pending' }).fill('In a group');
  await page.keyboard.press('Enter');
  await expect.poll(titles).toEqual(['In a group', 'There already']);
  await expect(page.locator('[data-row]').filter({ hasText: 'In a group' })).toBeVisible();
  await undo(page);
  await expect.poll(titles).toEqual(['There already']);
  await expect(page.locator('[data-row]').filter({ hasText: 'In a group' })).toHaveCount(0);

  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('In the dialog');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(titles).toEqual(['In the dialog', 'There already']);
  await undo(page);
  await expect.poll(titles).toEqual(['There already']);
});

test('Ctrl+Z takes back a tick in My day', async ({ org }) => {
  // Nobody gives work to this person meanwhile.
  const leader = await org.program('leader');
  const project = await leader.newProject('Back in the day');
  const me = (await leader.ask('GET', 'loggedInUser')).data._id;
  const due_date = new Date().toISOString().slice(0, 10);
  const task = await leader.newTask(project._id, 'Due today', { due_date, assignee_ids: [me] });
  const status = async () => (await leader.ask('GET', `task/${task.key}`)).data.status;
  const page = await org.as('leader');
  await page.goto(org.url('dashboard'));
  const row = page.locator(`[data-row="${task.key}"]`).first();
  await row.getByRole('button', { name: /^Complete/ }).click();
  await expect.poll(status).toBe(4);
  await expect(page.getByText(`${task.key} completed`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(status).toBe(1);
  await expect(row).toBeVisible();
});

test('of many people one is taken off in the list, and one on the board: the others stay, and undo brings them back', async ({
  org,
}) => {
  const leader = await org.program('leader');
  // Whom no other journey takes away meanwhile.
  const names = [nameOf('user'), nameOf('hana'), nameOf('ines'), nameOf('tomasz')];
  const project = await leader.newProject('Crowded', names);
  const people = await Promise.all(
    [...names, nameOf('leader')].map(async (name) => ({ id: await leader.memberId(name), name: name as string })),
  );
  const task = await leader.newTask(project._id, 'Many hands', { assignee_ids: people.map(({ id }) => id) });
  const stored = async () => {
    const { data } = await leader.ask('GET', `task/${task.key}`);
    return (data.assignees as { name: string }[]).map(({ name }) => name).sort();
  };
  const without = (...left: string[]) =>
    people
      .map(({ name }) => name)
      .filter((name) => !left.includes(name))
      .sort();
  const [first = '', second = ''] = names.toReversed();
  const page = await org.as('leader');
  await page.goto(org.url(`projectdetails?project=${project.key}&tab=tasks`));
  await page.getByRole('button', { name: /^Assignees/ }).click();
  await page.getByRole('checkbox', { name: first }).uncheck();
  await expect.poll(stored).toEqual(without(first));
  await page.keyboard.press('Escape');

  await page.goto(boardUrl(org.key, project.key));
  await boardIsReady(page);
  await card(page, task.key).getByRole('link').focus();
  await page.keyboard.press('a');
  await page.getByRole('checkbox', { name: second }).uncheck();
  await expect.poll(stored).toEqual(without(first, second));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toEqual(without(first));
});
