import { expect } from '@playwright/test';
import { signIn, test } from '../fixtures';
import { boardUrl, card, column, drag } from '../support/board';
import { joined, joining } from '../support/live';
import { nameOf } from '../support/organisation';
import { Program } from '../support/program';
import { ServerCopy } from '../support/server-copy';

test('P11 with realtime stopped the screen says so and saves all the same; when it returns, what was missed is there', async ({
  browser,
  baseURL,
  console,
}) => {
  test.setTimeout(240_000);
  console.expectError(/WebSocket/);
  const copy = await ServerCopy.start('live', baseURL ?? '', 8);
  try {
    const leader = await Program.signIn(copy.url, 'leader', 'acme');
    const project = await leader.newProject('Without a wire');
    const mine = await leader.newTask(project._id, 'Moved here', { status: 1 });
    const others = await leader.newTask(project._id, 'Moved elsewhere', { status: 1 });
    const context = await browser.newContext({ baseURL: copy.url });
    const page = await context.newPage();
    await signIn(page, 'leader@acme.test', 'acme');
    const live = joined(page, `private-project-${project._id}`);
    await page.goto(boardUrl('acme', project.key));
    await expect(card(page, mine.key, 'Pending')).toBeVisible();
    await live;

    const bringBack = await copy.stopRealtime();
    const paused = page.getByRole('button', { name: 'Live updates paused.' });
    await expect(paused).toBeVisible();
    await drag(page, card(page, mine.key, 'Pending'), column(page, 'In Process'));
    await expect(card(page, mine.key, 'In Process')).toBeVisible();
    await expect.poll(async () => (await leader.ask('GET', `task/${mine.key}`)).data.status).toBe(2);
    await leader.ask('POST', 'changeTaskStatus', { task_id: others._id, status: 3 });
    await expect(paused).toBeVisible();

    // It says so for three seconds.
    const again = page.getByText('Live again', { exact: true }).first().waitFor({ state: 'attached', timeout: 90_000 });
    await bringBack();
    await expect(card(page, others.key, 'Testing')).toBeVisible({ timeout: 60_000 });
    await expect(paused).toBeHidden({ timeout: 60_000 });
    await again;

    // And live it is.
    await leader.ask('POST', 'changeTaskStatus', { task_id: others._id, status: 4 });
    await expect(card(page, others.key, 'Completed')).toBeVisible();
    await context.close();
  } finally {
    await copy.stop();
  }
});

test('a page that follows 220 projects asks for its channels in a few requests', async ({ org }) => {
  const leader = await org.program('leader');
  const projects: { _id: string }[] = [];
  for (let at = 0; at < 220; at++) projects.push(await leader.newProject(`Room ${at}`));
  const page = await org.as('leader');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/pusher/') && asked.push(request.url()));
  const all = Promise.all(projects.map(({ _id }) => joined(page, `private-project-${_id}`)));
  await page.goto(org.url('dashboard'));
  await all;
  expect(asked.length).toBeLessThanOrEqual(4);
});

test('a drag is one request, and nothing is read again though the message about it is faster than its answer', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Answered late', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Dragged once', { status: 1 });
  const [mine, users] = [await org.as('leader'), await org.as('user')];
  const joins = joining(mine);
  const live = [mine, users].map((page) => joined(page, `private-project-${project._id}`));
  for (const page of [mine, users]) {
    await page.goto(boardUrl(org.key, project.key));
    await expect(card(page, task.key, 'Pending')).toBeVisible();
  }
  await Promise.all(live);
  joins();
  const asked: string[] = [];
  mine.on('request', (request) => {
    const [, path = ''] = request.url().split('/api/');
    if (/^(changeTaskStatus|taskCard|task\/)/.test(path)) asked.push(`${request.method()} ${path}`);
  });
  const seen = expect(card(users, task.key, 'Testing')).toBeVisible();
  await mine.route('**/api/changeTaskStatus', async (route) => {
    const response = await route.fetch();
    await seen;
    await route.fulfill({ response });
  });

  const answered = mine.waitForResponse((answer) => answer.url().endsWith('/api/changeTaskStatus'));
  await drag(mine, card(mine, task.key, 'Pending'), column(mine, 'Testing'));
  await answered;
  // What comes after it has been heard in its turn.
  await leader.ask('PATCH', `task/${task._id}`, { version: 2, title: 'Dragged and renamed' });
  await expect(card(mine, task.key, 'Testing')).toContainText('Dragged and renamed');
  const [own, ...later] = asked;
  expect(own).toBe('POST changeTaskStatus');
  // Who joins its channels anew reads the whole board again, with or without the task alone.
  if (joins()) expect(later.filter((one) => !one.startsWith('GET '))).toEqual([]);
  else expect(later).toEqual([`GET taskCard/${task._id}`]);
});
