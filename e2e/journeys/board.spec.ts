import { expect, type Locator } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { announcement, boardIsReady, boardUrl, card, column, drag } from '../support/board';
import { joined } from '../support/live';

test('a task dragged to Testing shows there for the user without a reload, and for the client only if clients see it', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Drag and see', [NAMES.user], [NAMES.client]);
  const shown = await leader.newTask(project._id, 'Shown to the client', { status: 2, audience: 'client' });
  const hidden = await leader.newTask(project._id, 'Kept in the team', { status: 2 });
  const [mine, users, clients] = [await as('leader'), await as('user'), await as('client')];
  const everybody = [mine, users, clients];
  const live = everybody.map((page) => joined(page, `private-project-${project._id}`));
  for (const page of everybody) {
    await page.goto(boardUrl('acme', project.key));
    await boardIsReady(page);
  }
  await Promise.all(live);
  await expect(card(clients, shown.key, 'In Process')).toBeVisible();
  await expect(card(clients, hidden.key)).toHaveCount(0);

  for (const task of [shown, hidden]) {
    const saved = mine.waitForResponse((answer) => answer.url().endsWith('/api/changeTaskStatus'));
    await drag(mine, card(mine, task.key, 'In Process'), column(mine, 'Testing'));
    await expect(card(mine, task.key, 'Testing')).toBeVisible();
    expect((await saved).status()).toBe(200);
    await Promise.all([
      expect(card(users, task.key, 'Testing')).toBeVisible(),
      task === shown ? expect(card(clients, task.key, 'Testing')).toBeVisible() : undefined,
    ]);
  }
  await expect(card(clients, hidden.key)).toHaveCount(0);
  await expect(column(clients, 'Testing').getByRole('listitem')).toHaveCount(1);
});

test('by keyboard alone a task is lifted, carried to another column and dropped; Escape takes the lift back', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Keys only');
  const task = await leader.newTask(project._id, 'Carry me', { status: 1 });
  await leader.newTask(project._id, 'Already there', { status: 2 });
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);

  await card(page, task.key).getByRole('link').focus();
  await page.keyboard.press('Space');
  await expect(announcement(page, 'Lifted Carry me.')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(announcement(page, 'Carry me: In Process, position 1 of 2')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(card(page, task.key, 'Pending')).toBeVisible();

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(announcement(page, 'position 2 of 2')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(card(page, task.key, 'In Process').getByRole('link')).toBeFocused();
  await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(2);
  await page.reload();
  await expect(column(page, 'In Process').getByRole('listitem')).toHaveCount(2);
  await expect(column(page, 'In Process').getByRole('listitem').nth(1)).toContainText(task.key);
});

test('“Move to…” puts a task at the top of another column, and Ctrl+Z takes that back', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Menu only');
  const task = await leader.newTask(project._id, 'Move me', { status: 5 });
  await leader.newTask(project._id, 'First so far', { status: 4 });
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);

  await card(page, task.key)
    .getByRole('button', { name: `Actions for ${task.key}` })
    .click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByText('Completed').click();
  await dialog.getByLabel('Position').selectOption({ label: 'Top' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(column(page, 'Completed').getByRole('listitem').first()).toContainText(task.key);
  await expect(page.getByText('moved to Completed.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(card(page, task.key, 'Backlogs')).toBeVisible();
  await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(5);
});

test('a move that the server refuses is put back, with the reason', async ({ as, program, console }) => {
  console.expectError(/403|WebSocket/);
  const leader = await program('leader');
  const project = await leader.newProject('Refused', [NAMES.user]);
  const user = await leader.memberId(NAMES.user);
  const task = await leader.newTask(project._id, 'No longer yours', { status: 1, assignee_ids: [user] });
  const page = await as('user');
  // Without live updates the page does not hear that the task has been given to nobody.
  await page.routeWebSocket(/./, (socket) => socket.close());
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await expect(card(page, task.key)).toHaveCSS('cursor', 'grab');
  await leader.ask('PATCH', `task/${task.key}`, { version: task.version, assignee_ids: [] });

  await drag(page, card(page, task.key, 'Pending'), column(page, 'Testing'));
  const reason = page.getByRole('alert').filter({ hasText: '“No longer yours” was put back.' });
  await expect(reason).toBeVisible();
  await expect(card(page, task.key, 'Pending')).toBeVisible();
  expect((await leader.ask('GET', `task/${task.key}`)).data.status).toBe(1);
});

test('an observer, a client, and a user on somebody else’s task are offered no way to move it', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Look only', [NAMES.user], [NAMES.client]);
  const task = await leader.newTask(project._id, 'Not yours to move', { status: 1, audience: 'client' });
  for (const seat of ['observer', 'client', 'user'] as const) {
    const page = await as(seat);
    await page.goto(boardUrl('acme', project.key));
    await boardIsReady(page);
    await expect(card(page, task.key, 'Pending')).toBeVisible();
    await card(page, task.key)
      .getByRole('button', { name: `Actions for ${task.key}` })
      .click();
    const ofTeam = (name: string) => (seat === 'user' ? [name] : []);
    const offered = ['Open', 'Peek', ...ofTeam('Assign…'), 'Copy link', ...ofTeam('Duplicate…')];
    await expect(page.getByRole('menuitem')).toHaveText(offered.map((name) => new RegExp(`^${name}`)));
    await page.keyboard.press('Escape');
    await card(page, task.key).getByRole('link').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await drag(page, card(page, task.key, 'Pending'), column(page, 'Testing'));
    await expect(card(page, task.key, 'Pending')).toBeVisible();
    if (seat !== 'user') await expect(page.getByRole('main')).toContainText('Read only');
    await page.context().close();
  }
  expect((await leader.ask('GET', `task/${task.key}`)).data.version).toBe(1);
});

test('the menu of a task changes it in place, takes it to the bin, and gives it back', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Menu of a task', [], [NAMES.client]);
  const task = await leader.newTask(project._id, 'Change me here', { status: 2 });
  await leader.newTask(project._id, 'Beside it', { status: 2 });
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  const choose = async (name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => {
    await card(page, task.key)
      .getByRole('button', { name: `Actions for ${task.key}` })
      .click();
    await page.getByRole(role, { name }).click();
  };

  await choose('Priority…');
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(card(page, task.key)).toContainText('High');
  await expect(card(page, task.key).getByRole('link')).toBeFocused();
  await choose('Due date…');
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Today' }).click();
  await expect(card(page, task.key)).toContainText('Today');
  await choose('Visible to client', 'menuitemcheckbox');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Visible to client' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(card(page, task.key)).toContainText('Visible to client');
  await expect.poll(stored).toMatchObject({ priority: 'high', audience: 'client' });
  const heightOf = (one: Locator) => one.evaluate((element) => (element as HTMLElement).offsetHeight);
  const height = await heightOf(card(page, task.key));
  expect(height).toBeLessThanOrEqual(112);
  expect(await heightOf(column(page, 'In Process').getByRole('listitem').last())).toBe(height);

  await choose('Delete');
  await expect(card(page, task.key)).toHaveCount(0);
  await expect(column(page, 'In Process').getByRole('link')).toBeFocused();
  await page.getByRole('region', { name: 'Messages' }).getByText(`${task.key} was moved to the bin.`).waitFor();
  await page.keyboard.press('Control+z');
  await expect(card(page, task.key, 'In Process')).toBeVisible();
  // It is back on the board before it is stored.
  await expect.poll(async () => (await stored()).deleted_at).toBeNull();
});

test('on a phone the actions are a sheet of targets that a thumb meets', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('By thumb');
  const task = await leader.newTask(project._id, 'Press me', { status: 1 });
  const page = await as('leader', 'acme', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await card(page, task.key)
    .getByRole('button', { name: `Actions for ${task.key}` })
    .tap();
  const sheet = page.getByRole('dialog', { name: 'Press me' });
  const targets = sheet.getByRole('listitem').locator('a, button');
  await expect(targets).toHaveText([
    'Open',
    'Peek',
    'Edit the title…',
    'Assign…',
    'Due date…',
    'Priority…',
    'Labels…',
    'Visible to client',
    'Copy link',
    'Move to…',
    'Move to another project…',
    'Duplicate…',
    'Delete',
  ]);
  for (const target of await targets.all()) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await sheet.getByRole('button', { name: 'Priority…' }).tap();
  await page.getByRole('menuitemradio', { name: 'Urgent' }).tap();
  await expect(card(page, task.key)).toContainText('Urgent');
});

test('without a connection “Move to…” opens, the move shows, waits and is sent later', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const leader = await program('leader');
  const project = await leader.newProject('Offline');
  const task = await leader.newTask(project._id, 'Carry me later', { status: 1 });
  const page = await as('leader');
  // The dialog and the menu are fetched ahead; each is known by words of its own.
  const fetched = (words: string) =>
    page.waitForResponse(
      async (answer) => answer.request().resourceType() === 'script' && (await answer.text()).includes(words),
    );
  const prefetched = Promise.all([fetched('"Position"'), fetched('Not available offline')]);
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await prefetched;
  await page.context().setOffline(true);
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByText('Testing').click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card(page, task.key, 'Testing')).toContainText('Waiting');
  await page.keyboard.press('.');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await expect(card(page, task.key, 'Testing')).not.toContainText('Waiting');
  await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(3);
});

test('what was completed long ago is counted, shown on request, and the choice is remembered', async ({ as }) => {
  const page = await as('leader');
  await page.goto(boardUrl('acme', 'BRD'));
  await boardIsReady(page);
  const completed = column(page, 'Completed');
  await expect(completed).toContainText('4 tasks');
  await expect(completed.getByRole('listitem')).toHaveCount(1);
  await expect(completed).toContainText('3 tasks completed more than 14 days ago');
  await completed.getByRole('button', { name: 'Show all' }).click();
  await expect(completed.getByRole('listitem')).toHaveCount(4);
  await page.reload();
  await expect(completed.getByRole('listitem')).toHaveCount(4);
  await boardIsReady(page);
  await completed.getByRole('button', { name: 'Show the last 14 days' }).click();
  await expect(completed.getByRole('listitem')).toHaveCount(1);
});

test('the board takes the width that there is: five columns on a wide screen, and a page of text keeps its measure', async ({
  as,
}) => {
  const page = await as('leader', 'acme', { viewport: { width: 1920, height: 900 } });
  await page.goto(boardUrl('acme', 'WEB'));
  const width = async (name: string) => (await column(page, name).boundingBox())?.width;
  await expect.poll(() => width('Pending')).toBe(320);
  const widthOfMain = () => page.locator('main').evaluate((main) => main.clientWidth);
  await expect.poll(widthOfMain).toBe(1720);
  await page.setViewportSize({ width: 1500, height: 900 });
  const end = async () => {
    const last = await column(page, 'Backlogs').boundingBox();
    return (last?.x ?? 0) + (last?.width ?? 0);
  };
  await expect.poll(end).toBeLessThanOrEqual(1500);
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect.poll(() => width('Pending')).toBe(240);
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto('/acme/dashboard');
  await expect.poll(widthOfMain).toBeLessThanOrEqual(1440);
});
