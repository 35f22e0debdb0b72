import { expect } from '@playwright/test';
import { signIn, test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { boardIsReady, boardUrl, card, column, drag } from '../support/board';
import { joined, joining } from '../support/live';
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
    await boardIsReady(page);
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

test('what only a rendering shows is there too once a page that was cut off is back', async ({
  as,
  program,
  baseURL,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Cut off', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Draw the map');
  const [page, other] = [await as('user'), await as('observer')];
  const live = [page, other].map((one) => joined(one, 'private-org-'));
  for (const one of [page, other]) {
    await one.goto(boardUrl('acme', project.key));
    await boardIsReady(one);
  }
  await Promise.all(live);
  let comesBack = () => {};
  const meanwhile = new Promise<void>((resolve) => {
    comesBack = resolve;
  });
  await page.route('**/api/pusher/user', (route) => meanwhile.then(() => route.continue()));
  const drawings = new Set<object>();
  page.on('request', (request) => request.headers().rsc === '1' && drawings.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void drawings.delete(request));
  const cutOff = page.waitForRequest('**/api/pusher/user');
  // Another session of the same person ends, and with it all connections of that person.
  await (await Program.signIn(baseURL ?? '', 'user', 'acme')).ask('POST', 'signout', {});
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

test('a drag is one request, and nothing is read again though the message about it is faster than its answer', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Answered late', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Dragged once', { status: 1 });
  const [mine, users] = [await as('leader'), await as('user')];
  const joins = joining(mine);
  const live = [mine, users].map((page) => joined(page, `private-project-${project._id}`));
  for (const page of [mine, users]) {
    await page.goto(boardUrl('acme', project.key));
    await boardIsReady(page);
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
