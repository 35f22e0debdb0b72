import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';
import { messagesStay } from '../support/messages';
import { nameOf } from '../support/organisation';

test('a task is made, edited, assigned, talked about and completed; its history tells it all, and all of it is taken back', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Whole life', [nameOf('user')]);
  const key = `${project.key}-1`;
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data;
  const page = await org.as('leader');
  await page.goto(boardUrl(org.key, project.key));
  await boardIsReady(page);
  await page.getByRole('button', { name: 'New task', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('Title').fill('Print the opening posters');
  await dialog.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(card(page, key, 'Pending')).toBeVisible();

  // A press shows it over the board; its page is one press further.
  await card(page, key).getByRole('link').click();
  await page
    .getByRole('region', { name: `Task ${key}` })
    .getByRole('link', { name: 'Open', exact: true })
    .click();
  await expect(page).toHaveURL(org.url(`taskpage?task=${key}`));
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Print the opening posters in A2');
  await expect(page).toHaveTitle(`${key} Print the opening posters in A2 · ${org.name}`);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Assignees/ }).click();
  await page.getByRole('checkbox', { name: nameOf('user') }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit description' }).click();
  await page.getByRole('button', { name: 'Write in Markdown' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('- [ ] On thick paper');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('checkbox', { name: 'On thick paper' }).click();
  await expect.poll(async () => (await stored()).description).toBe('- [x] On thick paper');
  await page.getByRole('textbox', { name: /comment/i }).fill('The printer needs **three days**.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('main').locator('strong', { hasText: 'three days' })).toBeVisible();
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();

  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await talk.getByRole('tab', { name: 'History' }).click();
  for (const words of [
    'created this task',
    'changed the title from “Print the opening posters” to “Print the opening posters in A2”',
    'assigned Daniel Osei',
    'moved this task from Pending to Completed',
    /comment/,
  ])
    await expect(talk).toContainText(words);
  expect(await stored()).toMatchObject({ title: 'Print the opening posters in A2', status: 4, priority: 'high' });

  // The key takes back the last change, a line of history its own, and both of them leave the rest.
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored()).status).toBe(1);
  await talk.getByRole('button', { name: /^Undo.*changed the title/ }).click();
  await expect(title).toHaveValue('Print the opening posters');
  await expect.poll(async () => (await stored()).title).toBe('Print the opening posters');
  await messagesStay(page);
  await page.getByRole('button', { name: 'Delete task' }).click();
  await expect.poll(async () => (await leader.ask('GET', `taskList?project_id=${project._id}`)).totalDocs).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('This task is in the bin.')).toBeHidden();
  expect(await stored()).toMatchObject({ priority: 'high', status: 1, deleted_at: null });
});

test('two people edit the same task: neither text is lost, and Ctrl+Z leaves what the other did since', async ({
  org,
  console,
}) => {
  console.expectError(/409|WebSocket/);
  const [leader, admin] = [await org.program('leader'), await org.program('admin')];
  const project = await leader.newProject('Two hands');
  const task = await leader.newTask(project._id, 'As it was');
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  const theyChange = async (fields: Record<string, unknown>) =>
    admin.ask('PATCH', `task/${task.key}`, { version: (await stored()).version, ...fields });
  const page = await org.as('leader');
  // Nothing is heard of it.
  await page.routeWebSocket(/./, (socket) => socket.close());
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await theyChange({ title: 'What the other wrote', due_date: '2031-01-31' });
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('What I wrote');
  const both = page.getByRole('alert').filter({ hasText: 'Somebody changed the title' });
  await expect(both).toContainText('What the other wrote');
  await expect(title).toHaveValue('What I wrote');
  expect((await stored()).title).toBe('What the other wrote');
  await both.getByRole('button', { name: 'Use mine' }).click();
  await page.keyboard.press('Enter');
  await expect.poll(stored).toMatchObject({ title: 'What I wrote', due_date: '2031-01-31' });

  await page.getByRole('button', { name: /^Priority/ }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(async () => (await stored()).priority).toBe('high');
  await theyChange({ priority: 'urgent' });
  await page.getByRole('tab', { name: 'Comments' }).focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('was not undone. Somebody else changed it in the meantime.')).toBeVisible();
  expect((await stored()).priority).toBe('urgent');
});
