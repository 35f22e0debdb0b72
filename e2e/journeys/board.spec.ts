import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { announcement, boardAddress, boardIsReady, card, column, drag } from '../support/board';
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
    await page.goto(boardAddress('acme', project.key));
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
    // A journey is no stopwatch: how soon is measured, not asserted, so that a busy machine does not fail it.
    const within = { timeout: 10_000 };
    await Promise.all([
      expect(card(users, task.key, 'Testing')).toBeVisible(within),
      task === shown ? expect(card(clients, task.key, 'Testing')).toBeVisible(within) : undefined,
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
  await page.goto(boardAddress('acme', project.key));
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
  await page.goto(boardAddress('acme', project.key));
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
  await page.goto(boardAddress('acme', project.key));
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
    await page.goto(boardAddress('acme', project.key));
    await boardIsReady(page);
    await expect(card(page, task.key, 'Pending')).toBeVisible();
    await card(page, task.key)
      .getByRole('button', { name: `Actions for ${task.key}` })
      .click();
    const offered = ['Open', ...(seat === 'user' ? ['Assign…'] : []), 'Copy link'];
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
