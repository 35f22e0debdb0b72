import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';

/** Chooses an action by keyboard from wherever the focus is. */
async function choose(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search or jump to' });
  await dialog.getByRole('combobox').fill(words);
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

test('a task is duplicated with what was ticked, from its page and from the board, and others see it come', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Once more', [NAMES.user]);
  const user = await leader.memberId(NAMES.user);
  const task = await leader.newTask(project._id, 'Print the posters', {
    ...{ description: 'On thick paper', priority: 'high', due_date: '2031-01-31', assignee_ids: [user], status: 3 },
  });
  await leader.ask('POST', 'checklistItem', { task_id: task._id, title: 'Buy ink\nFold them', done: true });
  await leader.newTask(project._id, 'Choose the ink', { parent_id: task._id });
  const stored = async (number: number) => (await leader.ask('GET', `task/${project.key}-${number}`)).data;

  const board = await as('user');
  const live = joined(board, `private-project-${project._id}`);
  await board.goto(boardUrl('acme', project.key));
  await boardIsReady(board);
  await live;

  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await messagesStay(page);
  await page.getByRole('button', { name: 'Duplicate' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Duplicate task' });
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await expect(dialog.getByRole('checkbox', { name: 'Checklist' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Assignees' })).not.toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Labels' })).toHaveCount(0);
  await expectAccessibleEverywhere(page, 'the dialog that duplicates a task');
  await dialog.getByRole('checkbox', { name: 'Dates' }).press('Space');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Print the flyers');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`${project.key}-3 was made as a duplicate of ${task.key}.`)).toBeVisible();
  const copy = card(board, `${project.key}-3`, 'Pending').filter({ hasNotText: 'Part of' });
  await expect(copy).toContainText('0/2');
  expect(await stored(3)).toMatchObject({
    ...{ title: 'Print the flyers', description: 'On thick paper', priority: 'high', due_date: '2031-01-31' },
    ...{ assignees: [], subtask_progress: { done: 0, total: 1 } },
  });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Print the flyers');

  // The task in hand on the board, by the palette.
  await board.keyboard.press('j');
  const title = card(board, `${project.key}-2`).getByRole('link');
  await title.focus();
  await choose(board, 'duplicate', /Duplicate task/);
  const theirs = board.getByRole('dialog', { name: 'Duplicate task' });
  await expect(theirs).toContainText(`${project.key}-2 Choose the ink`);
  await theirs.getByRole('button', { name: 'Duplicate' }).click();
  await expect(theirs).toHaveCount(0);
  await expect(card(board, `${project.key}-5`)).toContainText('Choose the ink');

  const observer = await as('observer');
  await observer.goto(`/acme/taskpage?task=${task.key}`);
  await expect(observer.getByRole('button', { name: 'Duplicate' })).toHaveCount(0);
});

test('the palette runs the commands of the task in hand, on its page, in a list and on the board', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('In hand', [NAMES.user]);
  const { key } = await leader.newTask(project._id, 'Change me');
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data;
  // Somebody has one timer, and other journeys have theirs.
  const page = await as('admin');
  await page.goto(`/acme/taskpage?task=${key}`);
  await choose(page, 'priority', /^Priority/);
  await page.getByRole('menuitemradio', { name: 'High' }).press('Enter');
  await expect.poll(async () => (await stored()).priority).toBe('high');
  await choose(page, 'start or stop', /timer/);
  // Its own, which the key presses: the one in the bar is there earlier.
  await expect(page.getByRole('main').getByRole('button', { name: /^Stop timer/ })).toBeVisible();
  await page.locator('body').press('t');
  await expect(page.getByRole('main').getByRole('button', { name: 'Start timer' })).toBeVisible();
  await page.locator('body').press('m');
  const moving = page.getByRole('dialog', { name: 'Move to another project' });
  await expect(moving).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(moving).toHaveCount(0);

  await page.goto(`/acme/task?project=${project.key}`);
  const row = page.getByRole('row').getByRole('link', { name: 'Change me' });
  await row.focus();
  await choose(page, 'status', /^Status/);
  await page.getByRole('menuitemradio', { name: 'Testing' }).press('Enter');
  await expect.poll(async () => (await stored()).status).toBe(3);
  await row.focus();
  await page.keyboard.press('m');
  await expect(moving).toContainText(`${key} Change me`);
  await page.keyboard.press('Escape');
  await expect(moving).toHaveCount(0);
  await expect(row).toBeFocused();

  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await card(page, key).getByRole('link').focus();
  await choose(page, 'due', /^Due date/);
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Tomorrow' }).press('Enter');
  await expect.poll(async () => (await stored()).due_date).not.toBeNull();
});

test('a comment is made a task by keyboard, and each leads to the other', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Said and done', [NAMES.user], [NAMES.client]);
  const task = await leader.newTask(project._id, 'Plan the opening', { audience: 'client' });
  await leader.ask('POST', 'addTaskComment', {
    ...{ task_id: task._id, body: '**Call** the printer\nbefore Friday', internal: false },
  });
  const [page, client] = [await as('user'), await as('client')];
  for (const one of [page, client]) await one.goto(`/acme/taskpage?task=${task.key}`);
  const comment = (on: Page) => on.getByRole('article', { name: /^Comment by/ });

  await comment(page).getByRole('button', { name: 'Comment actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Make a task' }).press('Enter');
  const link = comment(page).getByRole('link', { name: `Task ${project.key}-2 Call the printer` });
  await expect(link).toBeVisible();
  await expectAccessible(page, 'a comment with a task');
  await link.press('Enter');
  await expect(page).toHaveURL(new RegExp(`task=${project.key}-2$`));
  const back = page.getByRole('link', { name: `From a comment on ${task.key} Plan the opening` });
  await back.press('Enter');
  await expect(page).toHaveURL(/&comment=/);
  await expect(comment(page)).toBeFocused();

  // The task is the team's.
  await client.reload();
  await expect(comment(client)).toContainText('before Friday');
  await expect(comment(client).getByRole('link')).toHaveCount(0);
  await comment(client).getByRole('button', { name: 'Comment actions' }).press('Enter');
  await expect(client.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect(client.getByRole('menuitem', { name: 'Make a task' })).toHaveCount(0);
});
