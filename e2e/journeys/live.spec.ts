import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { boardUrl, card, column, drag } from '../support/board';
import { day, dayName } from '../support/days';
import { channelOf, deferred, joined, openLive } from '../support/live';
import { messagesStay } from '../support/messages';
import { nameOf } from '../support/organisation';
import { Program } from '../support/program';

test('P11 two browsers follow what somebody does, and a page that was cut off has what only a rendering shows once it is back', async ({
  org,
}) => {
  const { leader, project } = await org.project('Cut off', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Draw the map');
  const [page, other] = [await org.as('user'), await org.as('observer')];
  const live = [page, other].map((one) => joined(one, 'private-org-'));
  for (const one of [page, other]) {
    await one.goto(boardUrl(org.key, project.key));
    await expect(card(one, task.key, 'Pending')).toBeVisible();
  }
  await Promise.all(live);
  const mine = await leader.newTask(project._id, 'Hang it up', { status: 2 });
  for (const one of [page, other]) await expect(card(one, mine.key, 'In Process')).toBeVisible();
  const { promise: meanwhile, resolve: comesBack } = deferred();
  await page.route('**/api/pusher/user', (route) => meanwhile.then(() => route.continue()));
  const drawings = new Set<object>();
  page.on('request', (request) => request.headers().rsc === '1' && drawings.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void drawings.delete(request));
  const cutOff = page.waitForRequest('**/api/pusher/user');
  // Another session of the same person ends, and with it all connections of that person.
  await new Program(org.baseURL, await org.token('user', 'bearer')).ask('POST', 'signout', {});
  await cutOff;
  // The end of its connection draws it anew, once: what changes from here on is not in that.
  await expect.poll(() => drawings.size).toBe(0);
  const { data: workflow } = await leader.ask('GET', `workflow?project_id=${project._id}`);
  const columns = (workflow.columns as object[]).map((one, at) => (at ? one : { ...one, name: 'To do' }));
  await leader.ask('PUT', 'workflow', { project_id: project._id, version: 0, columns });
  await expect(card(other, task.key, 'To do')).toBeVisible();
  await expect(card(page, task.key, 'Pending')).toBeVisible();
  comesBack();
  await expect(card(page, task.key, 'To do')).toBeVisible();
});

test('what a leader drags shows for the user without a reload, and for the client only what clients may see', async ({
  org,
}) => {
  const { leader, project } = await org.project('Drag and see', [nameOf('user')], [nameOf('client')]);
  const shown = await leader.newTask(project._id, 'Shown to the client', { status: 2, audience: 'client' });
  const hidden = await leader.newTask(project._id, 'Kept in the team', { status: 2 });
  const [mine, users, clients] = [await org.as('leader'), await org.as('user'), await org.as('client')];
  await openLive(boardUrl(org.key, project.key), channelOf(project), mine, users, clients);
  await expect(card(clients, shown.key, 'In Process')).toBeVisible();
  await expect(card(clients, hidden.key)).toHaveCount(0);

  for (const task of [shown, hidden]) {
    await drag(mine, card(mine, task.key, 'In Process'), column(mine, 'Testing'));
    await expect(card(mine, task.key, 'Testing')).toBeVisible();
    await expect(card(users, task.key, 'Testing')).toBeVisible();
    await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(3);
  }
  await expect(card(clients, shown.key, 'Testing')).toBeVisible();
  await expect(card(clients, hidden.key)).toHaveCount(0);
  await expect(column(clients, 'Testing').getByRole('listitem')).toHaveCount(1);
});

test('a project gets its own names, limit and moves by keyboard; an open board follows and refuses in words', async ({
  org,
}) => {
  const { leader, project } = await org.project('Workflow', [nameOf('user')]);
  const mine = { assignee_ids: [org.memberId('user')] };
  const task = await leader.newTask(project._id, 'Draw the map', mine);
  await leader.newTask(project._id, 'Print the map');
  const board = await org.as('user');
  await openLive(boardUrl(org.key, project.key), 'private-org-', board);
  await expect(card(board, task.key, 'Pending')).toBeVisible();

  const page = await org.as('leader');
  await page.goto(org.url(`settings?section=workflow&project=${project.key}`));
  await messagesStay(page);
  await page.getByLabel('Name of Pending').fill('To do');
  await page.getByLabel('Limit of Pending').fill('1');
  await page.getByLabel('Colour of Testing').selectOption({ label: 'Purple' });
  await page.getByRole('checkbox', { name: 'Only some moves are allowed' }).press('Space');
  await page.getByRole('checkbox', { name: 'From To do to Testing' }).press('Space');
  await page.getByLabel('Name of Pending').press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // The open board hears of it: the name, and how far it is over the limit.
  await expect(column(board, 'To do')).toContainText('2 of 1');
  await drag(board, card(board, task.key), column(board, 'Testing'));
  await expect(board.getByRole('alert').filter({ hasText: 'From To do it can go to' })).toBeVisible();
  await expect(card(board, task.key, 'To do')).toBeVisible();

  // The message that stays lies over it.
  await page.getByRole('button', { name: 'Go by the organisation’s workflow again' }).press('Enter');
  await expect(column(board, 'Pending')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('goes by the organisation’s workflow.');
  await expect(page.getByLabel('Name of Pending')).toHaveValue('Pending');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(column(board, 'To do')).toBeVisible();
});

/** How calendar and timeline work: components/calendar/calendar.part.tsx, components/timeline/timeline.part.tsx. */

test('a task moved in the calendar moves in the timeline of another, and the other way round', async ({ org }) => {
  const { leader, project } = await org.project('Over time', [nameOf('user')]);
  const dates = { start_date: day(0), due_date: day(2) };
  const task = await leader.newTask(project._id, 'Hang the lamp', { ...dates, assignee_ids: [org.memberId('user')] });
  const stored = async () => (await leader.ask('GET', `task/${task._id}`)).data;
  const [calendar, timeline] = [await org.as('leader'), await org.as('user')];
  const channel = channelOf(project);
  await openLive(org.url(`task?view=calendar&project=${project.key}&span=week&date=${day(2)}`), channel, calendar);
  await openLive(org.url(`task?view=timeline&project=${project.key}&zoom=week`), channel, timeline);

  const on = (date: string) => calendar.locator(`[data-day="${date}"]`).getByRole('link', { name: 'Hang the lamp' });
  await on(day(2)).focus();
  await calendar.keyboard.press('Alt+ArrowUp');
  const row = timeline.locator(`[data-row="${task.key}"] [data-title]`);
  await expect(row).toContainText(`${dayName(-7)} to ${dayName(-5)}`);
  expect(await stored()).toMatchObject({ start_date: day(-7), due_date: day(-5) });

  const grip = timeline.locator(`[data-bar="${task._id}"] [data-grip="due"]`);
  const box = await grip.boundingBox();
  if (!box) throw new Error('Not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await timeline.mouse.move(x, y);
  await timeline.mouse.down();
  await timeline.mouse.move(x + 60, y, { steps: 4 });
  await timeline.mouse.move(x + 112, y, { steps: 4 });
  await timeline.mouse.up();
  await expect(on(day(2))).toBeVisible();
  expect(await stored()).toMatchObject({ start_date: day(-7), due_date: day(2) });
  await timeline.keyboard.press('Control+z');
  await expect(on(day(2))).toHaveCount(0);
  expect(await stored()).toMatchObject({ start_date: day(-7), due_date: day(-5) });
});

test('a timer runs on without its tab, once for each person; others see what it logged, clients do not', async ({
  org,
}) => {
  const { leader, project } = await org.project('On the clock', [nameOf('user')], [nameOf('client')]);
  const first = await leader.newTask(project._id, 'Draw the poster', { audience: 'client', estimate_minutes: 30 });
  const second = await leader.newTask(project._id, 'Print the poster');
  const [page, other, clients] = [await org.as('leader'), await org.as('user'), await org.as('client')];
  await openLive(org.url(`taskpage?task=${first.key}`), channelOf(project), other);
  await page.goto(org.url(`taskpage?task=${first.key}`));
  await page.getByRole('button', { name: 'Start timer' }).press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: `Timer: ${first.key}` })).toBeVisible();

  const again = await page.context().newPage();
  await page.close();
  await again.goto(org.url(`taskpage?task=${second.key}`));
  await expect(again.getByRole('banner').getByRole('link', { name: `Timer: ${first.key}` })).toBeVisible();
  const [entry] = (await leader.ask('GET', `timeEntryList?task_id=${first._id}`)).docs;
  const started_at = new Date(Date.now() - 45 * 60_000).toISOString();
  await leader.ask('PATCH', `timeEntry/${entry?._id}`, { version: entry?.version, started_at });
  await again.getByRole('main').getByRole('button', { name: 'Start timer' }).click();
  await expect(again.getByText(`Logged 45 min on ${first.key}.`)).toBeVisible();
  await expect(again.getByRole('banner').getByRole('link', { name: `Timer: ${second.key}` })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Time spent/ })).toHaveText('Time spent: 45 min (15 min over)');
  await again
    .getByRole('main')
    .getByRole('button', { name: /^Stop timer/ })
    .click();
  await expect(again.getByRole('banner').getByRole('link', { name: /^Timer/ })).toHaveCount(0);

  await clients.goto(org.url(`taskpage?task=${first.key}`));
  await expect(clients.getByRole('heading', { name: 'Draw the poster' })).toBeVisible();
  await expect(clients.getByText('Time spent')).toHaveCount(0);
  expect(await clients.content()).not.toContain('45 min');
});

test('a rule that is made acts on a task that is moved; the open page follows and its log says so', async ({ org }) => {
  const { leader, project } = await org.project('Rules');
  const task = await leader.newTask(project._id, 'Proof the flyer');
  const page = await org.as('leader');
  await page.goto(org.url(`settings?section=rules&project=${project.key}`));
  await page.getByRole('button', { name: 'New rule' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Review');
  await dialog.getByLabel('Action 1').selectOption({ label: 'Set the priority to' });
  await dialog.getByLabel('Which priority').selectOption({ label: 'Urgent' });
  await dialog.getByRole('button', { name: 'Try' }).press('Enter');
  await expect(dialog.getByRole('status')).toContainText('would have matched 0 tasks');
  await dialog.getByRole('button', { name: 'Make the rule' }).press('Enter');
  const rule = page.getByRole('listitem').filter({ hasText: 'Review' });
  await expect(rule).toContainText('A task is moved to Testing → Set the priority to Urgent');

  await page.goto(org.url(`taskpage?task=${task.key}`));
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  await expect(page.getByRole('button', { name: /^Priority/ })).toContainText('Urgent');
  await page.goto(org.url(`settings?section=rules&project=${project.key}`));
  await rule.getByRole('button', { name: 'Log of Review' }).press('Enter');
  const log = page.getByRole('dialog', { name: 'Log of Review' }).getByRole('listitem');
  await expect(log).toContainText(`${task.key} Proof the flyer`);
  await expect(log).toContainText('Priority: Urgent.');
});

/** Saved views: kept from a filter, opened, changed and discarded, shared with the team, opened first. */

const views = (page: Page) => page.getByRole('button', { name: /^Saved views:/ });
const viewNamed = (page: Page, name: string | RegExp) =>
  page.locator('nav[aria-label="Saved views"]').getByRole('link', { name, includeHidden: true });
const options = async (page: Page, view: string, item: string) => {
  await page.getByRole('button', { name: `Options of the view ${view}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a shared view is the team’s, not the client’s, and may be what the project opens with; open pages hear of it', async ({
  org,
}) => {
  const { leader, project } = await org.project('Shared views', [nameOf('user')], [nameOf('client')]);
  const open = await leader.newTask(project._id, 'To be done', { audience: 'client' });
  const done = await leader.newTask(project._id, 'Tested', { status: 3, audience: 'client' });
  const page = await org.as('leader');
  const at = org.url(`projectdetails?project=${project.key}&tab=tasks`);
  await page.goto(`${at}&filter=status:3`);
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByLabel('Name').fill('To be tested');
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(views(page)).toContainText('To be tested');
  await options(page, 'To be tested', 'Open the project with this');
  await expect(page.getByText('The list opens with To be tested.')).toBeVisible();

  const user = await org.as('user');
  await openLive(at, channelOf(project), user);
  await expect(views(user)).toContainText('To be tested');
  await expect(user.locator(`[data-row="${done.key}"]`)).toBeVisible();
  await expect(user.locator(`[data-row="${open.key}"]`)).toHaveCount(0);
  await expect(user.getByRole('button', { name: /^Options of the view/ })).toHaveCount(0);
  await views(user).click();
  await viewNamed(user, 'All tasks').click();
  await expect(user.locator(`[data-row="${open.key}"]`)).toBeVisible();

  const client = await org.as('client');
  await client.goto(at);
  await expect(client.locator(`[data-row="${open.key}"]`)).toBeVisible();
  await expect(views(client)).toHaveCount(0);

  // Open pages hear of a new name, of a view that is not shared any more, and of none but those for them.
  const [view] = (await leader.ask('GET', `viewList?project_id=${project._id}`)).docs;
  const given = { name: 'Urgent ones', project_id: project._id, filter: 'priority:urgent' };
  await leader.ask('POST', 'view', given);
  await expect(viewNamed(page, /^Urgent ones/)).toBeAttached();
  await leader.ask('PATCH', `view/${view?._id}`, { version: view?.version, name: 'All to be tested' });
  await expect(viewNamed(user, 'All to be tested')).toBeAttached();
  await expect(viewNamed(page, 'All to be tested')).toBeAttached();
  await expect(viewNamed(user, /^Urgent ones/)).toHaveCount(0);
  await leader.ask('DELETE', `view/${view?._id}`);
  await expect(views(user)).toHaveCount(0);
});
