import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { drawn } from '../support/drawn';
import { joined, lateAnswers } from '../support/live';
import { messagesStay } from '../support/messages';

/** The server has done what was asked for, others have heard of it, and the answer is still on its way. */

test('a comment that is edited stays open when something else is answered; a deleted one is counted once', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Late answers');
  const task = await leader.newTask(project._id, 'Talk it over');
  for (const body of ['Which paper?', 'Which ink?'])
    await leader.ask('POST', 'addTaskComment', { task_id: task._id, body });
  const page = await as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await live;
  const comment = (words: string) => page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: words });
  const choose = async (words: string, name: string) => {
    await comment(words).getByRole('button', { name: 'Comment actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  let answer = await lateAnswers(page, '**/api/commentReaction');
  let answered = page.waitForResponse('**/api/commentReaction');
  await comment('Which paper?').getByRole('button', { name: 'React' }).click();
  await page.getByRole('menuitem', { name: 'Party popper' }).click();
  await expect(page.getByRole('button', { name: 'Party popper, 1' })).toBeVisible();
  await choose('Which paper?', 'Edit');
  const field = page.getByRole('article', { name: /^Comment by/ }).getByRole('textbox', { name: 'Comment' });
  await field.fill('Which thick pa');
  answer();
  await answered;
  await drawn(page);
  await expect(field).toHaveValue('Which thick pa');
  await field.fill('Which thick paper?');
  await field.press('Control+Enter');
  await expect(field).toHaveCount(0);
  await expect(comment('Which thick paper?')).toBeVisible();

  const tab = page.getByRole('tab', { name: 'Comments' });
  await expect(tab).toHaveText(/2/);
  answer = await lateAnswers(page, '**/api/comment/*');
  answered = page.waitForResponse((one) => one.request().method() === 'DELETE');
  await choose('Which ink?', 'Delete');
  await expect(comment('Which ink?')).toHaveCount(0);
  await expect(tab).toHaveText(/1/);
  answer();
  await answered;
  await drawn(page);
  await expect(tab).toHaveText(/1/);
});

test('Ctrl+Z takes back what was changed last, also while that is not answered', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Late undo');
  const { key } = await leader.newTask(project._id, 'Print the posters');
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data;
  const page = await as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(`/acme/taskpage?task=${key}`);
  await live;
  const title = page.getByRole('textbox', { name: 'Title' });
  const talk = page.getByRole('region', { name: 'Comments and activity' });
  const history = talk.getByRole('tab', { name: 'History' });

  await page.getByRole('button', { name: /^Priority/ }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(async () => (await stored()).priority).toBe('high');

  let answer = await lateAnswers(page, '**/api/task/*');
  await title.fill('Print the flyers');
  await title.press('Enter');
  await expect.poll(async () => (await stored()).title).toBe('Print the flyers');
  await history.focus();
  await page.keyboard.press('Control+z');
  answer();
  await expect(title).toHaveValue('Print the posters');
  await expect.poll(stored).toMatchObject({ title: 'Print the posters', priority: 'high' });

  answer = await lateAnswers(page, '**/api/undoActivity/*');
  await history.click();
  const back = talk.getByRole('button', { name: /^Undo.*to “Print the posters”/ });
  await back.click();
  await expect(title).toHaveValue('Print the flyers');
  await page.keyboard.press('Control+z');
  answer();
  await expect(title).toHaveValue('Print the posters');
  await expect.poll(stored).toMatchObject({ title: 'Print the posters', priority: 'high' });

  answer = await lateAnswers(page, '**/api/task/*');
  await page.getByRole('button', { name: 'Delete task' }).filter({ visible: true }).click();
  await expect(page.getByText('This task is in the bin.')).toBeVisible();
  await page.keyboard.press('Control+z');
  answer();
  await expect(page.getByText('This task is in the bin.')).toBeHidden();
  await expect.poll(stored).toMatchObject({ title: 'Print the posters', priority: 'high', deleted_at: null });
});

test('a timer shows in the bar although nothing is heard, and T pressed twice does not begin it anew', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/WebSocket/);
  const leader = await program('leader');
  const project = await leader.newProject('Unheard', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Draw the poster');
  // Somebody has one timer, and other journeys have theirs.
  const page = await as('user');
  await page.routeWebSocket(/./, (socket) => socket.close());
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/timer') && request.method() === 'POST') starts.push(request.url());
  });
  await page.goto(`/acme/taskpage?task=${task.key}`);
  let read = () => {};
  const reading = new Promise<void>((resolve) => {
    read = resolve;
  });
  await page.route('**/api/task/*', async (route) => {
    await reading;
    await route.continue();
  });
  const bar = page.getByRole('banner').getByRole('link', { name: `Timer: ${task.key}` });
  await page.keyboard.press('t');
  await expect(bar).toBeVisible();
  await page.keyboard.press('t');
  read();
  const own = page.getByRole('main').getByRole('button', { name: /^(Start|Stop) timer/ });
  await expect(own).toHaveAccessibleName(/^Stop timer/);
  expect(starts).toHaveLength(1);
  await page.keyboard.press('t');
  await expect(own).toHaveAccessibleName('Start timer');
  await expect(bar).toHaveCount(0);
});

test('Ctrl+Z waits for the answer to a box and to a comment’s deletion, and takes back nothing older', async ({
  as,
  program,
  console: watched,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Late boxes');
  const text = '- [ ] Buy ink\n- [ ] Fold';
  const task = await leader.newTask(project._id, 'Print the posters', { description: text });
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: '- [ ] Ask Priya' });
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  const said = async () => ((await stored()).comments as { body: string }[]).map(({ body }) => body);
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.getByRole('button', { name: /^Priority/ }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(async () => (await stored()).priority).toBe('high');

  let answer = await lateAnswers(page, '**/api/task/*');
  const ink = page.getByRole('region', { name: 'Description' }).getByRole('checkbox', { name: 'Buy ink' });
  await ink.click();
  await expect.poll(stored).toMatchObject({ description: text.replace('[ ] Buy', '[x] Buy') });
  await page.keyboard.press('Control+z');
  answer();
  await expect.poll(stored).toMatchObject({ description: text, priority: 'high' });
  await expect(ink).not.toBeChecked();

  // Pressed twice before the first is answered, and both taken back in turn, it is as it was.
  answer = await lateAnswers(page, '**/api/task/*');
  const { version } = await stored();
  await ink.click();
  await ink.click();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  answer();
  await expect.poll(stored).toMatchObject({ version: Number(version) + 4, description: text });
  await expect(ink).not.toBeChecked();

  // The first of two presses is refused: that is all that is said, and the box goes on working.
  const priya = page.getByRole('article', { name: /^Comment by/ }).getByRole('checkbox', { name: 'Ask Priya' });
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/api/comment/*', (route) => refused.then(() => route.abort()), { times: 1 });
  watched.expectError(/ERR_FAILED/);
  await priya.click();
  await priya.click();
  refuse();
  await expect(page.getByText('“Ask Priya” was not ticked.')).toBeVisible();
  await expect(priya).not.toBeChecked();

  answer = await lateAnswers(page, '**/api/comment/*');
  await priya.click();
  await expect.poll(said).toEqual(['- [x] Ask Priya']);
  await page.keyboard.press('Control+z');
  answer();
  await expect(priya).not.toBeChecked();
  await expect.poll(said).toEqual(['- [ ] Ask Priya']);

  answer = await lateAnswers(page, '**/api/comment/*');
  await page.getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(said).toEqual([]);
  await page.keyboard.press('Control+z');
  answer();
  await expect.poll(said).toEqual(['- [ ] Ask Priya']);
  await expect(priya).toBeVisible();
  expect(await stored()).toMatchObject({ description: text, priority: 'high' });
});

test('the Undo of a message takes back what was sent from a list that was left before the answer', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Left early');
  for (const title of ['One', 'Two']) await leader.newTask(project._id, title);
  const left = async () => (await leader.ask('GET', `taskList?project_id=${project._id}`)).docs.length;
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  await messagesStay(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  const answer = await lateAnswers(page, '**/api/taskArray');
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(left).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/acme\/dashboard$/);
  answer();
  await expect(page.getByText('2 tasks deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(left).toBe(2);

  // Also of a row that came after the list was drawn.
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(`/acme/task?project=${project.key}`);
  await live;
  await messagesStay(page);
  const three = await leader.newTask(project._id, 'Three');
  await page.locator(`[data-row="${three.key}"] [data-title]`).focus();
  await page.keyboard.press('s');
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();
  await expect(page.getByText(`${three.key} moved to Completed.`)).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/acme\/dashboard$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await leader.ask('GET', `task/${three.key}`)).data.status).toBe(1);
});
