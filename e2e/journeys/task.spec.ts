import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';

test('a task is created in a dialog, edited in place, assigned and talked about, and its history tells it all', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Whole life', [NAMES.user]);
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await page.getByRole('button', { name: 'New task', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('Title').fill('Print the opening posters');
  await dialog.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(card(page, `${project.key}-1`, 'Pending')).toBeVisible();

  await card(page, `${project.key}-1`).getByRole('link').click();
  await expect(page).toHaveURL(`/acme/taskpage?task=${project.key}-1`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Print the opening posters in A2');
  await expect(page).toHaveTitle(`${project.key}-1 Print the opening posters in A2 · Acme Studio`);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^Assignees/ }).click();
  await page.getByRole('checkbox', { name: NAMES.user }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitemradio', { name: 'In Process' }).click();

  await page.getByRole('textbox', { name: /comment/i }).fill('The printer needs **three days**.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('main').locator('strong', { hasText: 'three days' })).toBeVisible();

  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await talk.getByRole('tab', { name: 'History' }).click();
  for (const words of [
    'created this task',
    'changed the title from “Print the opening posters” to “Print the opening posters in A2”',
    'assigned Daniel Osei',
    'moved this task from Pending to In Process',
    /comment/,
  ])
    await expect(talk).toContainText(words);
  const { data } = await leader.ask('GET', `task/${project.key}-1`);
  expect(data).toMatchObject({ title: 'Print the opening posters in A2', status: 2, priority: 'high' });
});

test('a comment that is announced before it is answered leaves its line in the history', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Fast message', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Talk about it');
  const page = await as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await live;
  await page.waitForLoadState('networkidle');

  // The reading that the message asks for sets out before the answer, and ends after it.
  const read = page.waitForRequest((request) => request.method() === 'GET' && request.url().endsWith(task._id));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/addTaskComment', async (route) => {
    const response = await route.fetch();
    await read;
    await route.fulfill({ response });
  });
  await page.route(
    `**/api/task/${task._id}`,
    async (route) => {
      const response = await route.fetch();
      await answered;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  const said = page.waitForResponse('**/api/addTaskComment');
  await page.getByRole('textbox', { name: /comment/i }).fill('Before its answer.');
  await page.keyboard.press('Control+Enter');
  await said;
  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await expect(talk.getByRole('tab', { name: 'Comments 1' })).toBeVisible();
  answer();
  await talk.getByRole('tab', { name: 'History' }).click();
  await expect(talk).toContainText('commented');
});

test('an edit and a comment show in another browser within a second, and an internal note never reaches the client', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Two readers', [NAMES.user], [NAMES.client]);
  const task = await leader.newTask(project._id, 'Read together', { audience: 'client' });
  const [users, clients] = [await as('user'), await as('client')];
  const live = [users, clients].map((page) => joined(page, `private-project-${project._id}`));
  for (const page of [users, clients]) await page.goto(`/acme/taskpage?task=${task.key}`);
  await Promise.all(live);
  for (const page of [users, clients]) await page.waitForLoadState('networkidle');

  await leader.ask('PATCH', `task/${task.key}`, { version: task.version, title: 'Read together, edited' });
  for (const page of [users, clients])
    await expect(
      page
        .getByRole('heading', { level: 1 })
        .or(page.getByRole('textbox', { name: 'Title' }))
        .first(),
      'title',
    ).toContainText('edited');
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: 'Between us: they pay late.', internal: true });
  await expect(users.getByText('Between us: they pay late.')).toBeVisible();
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: 'The draft is ready.', internal: false });
  await Promise.all([users, clients].map((page) => expect(page.getByText('The draft is ready.')).toBeVisible()));
  await expect(clients.getByText('they pay late')).toHaveCount(0);
  await clients.reload();
  await expect(clients.getByText('The draft is ready.')).toBeVisible();
  await expect(clients.getByText('they pay late')).toHaveCount(0);
  expect(await clients.content()).not.toContain('they pay late');
});

test('a deleted task goes to the bin, and Undo brings it back as it was', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Bin and back');
  const task = await leader.newTask(project._id, 'Too early to delete', { status: 3 });
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.waitForLoadState('networkidle');
  await messagesStay(page);
  await page.getByRole('button', { name: 'Delete task' }).click();
  await expect.poll(async () => (await leader.ask('GET', `taskList?project_id=${project._id}`)).totalDocs).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await leader.ask('GET', `taskList?project_id=${project._id}`)).totalDocs).toBe(1);
  expect((await leader.ask('GET', `task/${task.key}`)).data).toMatchObject({ status: 3, deleted_at: null });
});

test('somebody who edits what another has changed meanwhile loses neither text', async ({ as, program, console }) => {
  console.expectError(/409|WebSocket/);
  const leader = await program('leader');
  const project = await leader.newProject('Two hands');
  const task = await leader.newTask(project._id, 'As it was');
  const page = await as('leader');
  await page.routeWebSocket(/./, (socket) => socket.close());
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.waitForLoadState('networkidle');
  await leader.ask('PATCH', `task/${task.key}`, { version: task.version, title: 'What the other wrote' });
  await page.getByRole('textbox', { name: 'Title' }).fill('What I wrote');
  await expect(page.getByRole('main')).toContainText('What the other wrote');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('What I wrote');
  expect((await leader.ask('GET', `task/${task.key}`)).data.title).toBe('What the other wrote');
});

test('of many people one is taken off in the list, and one on the board: the others stay, and undo brings them back', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  // Whom no other journey takes away meanwhile.
  const names = [NAMES.user, NAMES.hana, NAMES.ines, NAMES.tomasz];
  const project = await leader.newProject('Crowded', names);
  const people = await Promise.all(
    [...names, NAMES.leader].map(async (name) => ({ id: await leader.memberId(name), name: name as string })),
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
  const page = await as('leader');
  await page.goto(`/acme/projectdetails?project=${project.key}&tab=tasks`);
  await page.getByRole('button', { name: /^Assignees/ }).click();
  await page.getByRole('checkbox', { name: first }).uncheck();
  await expect.poll(stored).toEqual(without(first));
  await page.keyboard.press('Escape');

  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await card(page, task.key).getByRole('link').focus();
  await page.keyboard.press('a');
  await page.getByRole('checkbox', { name: second }).uncheck();
  await expect.poll(stored).toEqual(without(first, second));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toEqual(without(first));
});

test('boxes of a description and of one’s own comment are ticked where they are read', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Boxes', [NAMES.user]);
  const text = 'Before we open:\n\n- [ ] Buy ink\n- [x] Fold\n  - [ ] Twice';
  const task = await leader.newTask(project._id, 'Print the posters', { description: text });
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: '- [ ] Ask Priya' });
  const written = async () => (await leader.ask('GET', `task/${task._id}`)).data.description as string;
  const said = async () => JSON.stringify((await leader.ask('GET', `task/${task._id}`)).data.comments);
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const description = page.getByRole('region', { name: 'Description' });
  await page.keyboard.press('Shift');
  const ink = description.getByRole('checkbox', { name: 'Buy ink' });
  await expect(ink).not.toBeChecked();
  await expectAccessible(page, 'boxes of a description');
  await ink.press('Space');
  await expect.poll(written).toBe(text.replace('[ ] Buy', '[x] Buy'));
  await expect(ink).toBeChecked();
  await expect(ink).toBeFocused();
  // The line above it is somebody else’s by now; this one is where it was.
  await leader.ask('PATCH', `task/${task._id}`, { version: 2, description: text.replace('Fold', 'Fold all') });
  await expect(description.getByRole('checkbox', { name: 'Fold all' })).toBeChecked();
  await description.getByRole('checkbox', { name: 'Twice' }).click();
  const twice = text.replace('Fold', 'Fold all').replace('[ ] Twice', '[x] Twice');
  await expect.poll(written).toBe(twice);
  await page.keyboard.press('Control+z');
  await expect.poll(written).toBe(text.replace('Fold', 'Fold all'));

  const priya = page.getByRole('article', { name: /^Comment by/ }).getByRole('checkbox', { name: 'Ask Priya' });
  await priya.click();
  await expect.poll(said).toContain('- [x] Ask Priya');
  await expect(priya).toBeChecked();
  await page.keyboard.press('Control+z');
  await expect(priya).not.toBeChecked();

  const reader = await as('user');
  await reader.goto(`/acme/taskpage?task=${task.key}`);
  await reader.keyboard.press('Shift');
  await expect(reader.getByText('☐ Buy ink')).toBeVisible();
  await expect(reader.getByRole('checkbox', { name: 'Buy ink' })).toHaveCount(0);
});
