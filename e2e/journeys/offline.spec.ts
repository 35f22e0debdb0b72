import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';

test('without a connection a card moves, a link stays, and the top bar says what waits; it is sent on return', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const leader = await program('leader');
  const project = await leader.newProject('On a train');
  const task = await leader.newTask(project._id, 'Moved in a tunnel', { status: 1 });
  const page = await as('leader');
  const context = page.context();
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  const header = page.getByRole('banner');
  const views = page.getByRole('link', { name: 'List', exact: true });
  const before = await views.boundingBox();
  const dialog = page.getByRole('dialog', { name: 'Move to…' });

  // The dialog is fetched ahead once the page is in use; nobody has opened it.
  const scripts = new Set<string>();
  const open = new Set<object>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') return;
    scripts.add(request.url());
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  await page.mouse.move(400, 400);
  await page.mouse.move(420, 400);
  await expect.poll(() => scripts.size > 0 && open.size === 0).toBe(true);
  await context.setOffline(true);
  await card(page, task.key, 'Pending').getByRole('link').focus();
  await page.keyboard.press('m');
  await expect(dialog).toBeVisible();
  const state = header.getByRole('button', { name: /You are offline/ });
  await dialog.getByRole('radio', { name: /Testing/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(card(page, task.key, 'Testing')).toContainText('Waiting');
  await expect(header.getByRole('button', { name: 'You are offline. 1 change waits.' })).toBeVisible();

  // Within the bar, and nothing has moved.
  const [bar, box] = [await header.boundingBox(), await state.boundingBox()];
  expect(box && bar && box.y >= bar.y && box.y + box.height <= bar.y + bar.height).toBe(true);
  expect(await views.boundingBox()).toEqual(before);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('You are offline. This page opens when you are connected again.')).toBeVisible();
  await expect(page).toHaveURL(boardUrl('acme', project.key));
  await expect(card(page, task.key, 'Testing')).toBeVisible();

  await context.setOffline(false);
  await expect(page).toHaveURL('/acme/dashboard');
  await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(3);
  await expect(state).toBeHidden();
});

test('comments written while the server is away survive a reload and arrive once each, in order', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_CONNECTION_REFUSED/);
  const leader = await program('leader');
  const project = await leader.newProject('Far from the server');
  const task = await leader.newTask(project._id, 'Talked about in a tunnel');
  const page = await as('leader');
  const away = /\/api\/addTaskComment|\/healthz/;
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const field = page.getByRole('textbox', { name: 'Comment' });
  const write = async (words: string) => {
    await field.fill(words);
    await page.keyboard.press('Control+Enter');
  };
  const pending = page.getByRole('list', { name: 'Comments on their way' }).getByRole('listitem');
  const waits = page.getByRole('banner').getByRole('button', { name: 'The server cannot be reached. 2 changes wait.' });

  await page.route(away, (route) => route.abort('connectionrefused'));
  await write('First through the tunnel');
  await write('Second through the tunnel');
  await expect(pending).toHaveText([/First through.*/, /Second through.*/]);
  await expect(pending.getByText('Waiting for connection')).toHaveCount(2);
  await expect(waits).toBeVisible();
  await page.reload();
  await expect(pending).toHaveText([/First through.*/, /Second through.*/]);

  await page.unroute(away);
  const said = async () => ((await leader.ask('GET', `task/${task.key}`)).data.comments as { body: string }[]) ?? [];
  await expect
    .poll(async () => (await said()).map(({ body }) => body))
    .toEqual(['First through the tunnel', 'Second through the tunnel']);
  await expect(pending).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Comments', exact: true }).getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Comments', exact: true }).getByRole('listitem')).toHaveCount(2);
});

test('where the editor of a comment was never fetched, Edit says so without a connection, and works with one', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_|Failed to (fetch|load)|ChunkLoadError|Loading chunk/);
  const leader = await program('leader');
  const project = await leader.newProject('Edited in a tunnel');
  const task = await leader.newTask(project._id, 'Said before the tunnel');
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: 'Words to mend' });
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const comment = page.getByRole('article', { name: /^Comment by/ });
  const edit = async () => {
    await comment.getByRole('button', { name: 'Comment actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  // The menu is there; what comes after it is not.
  await comment.getByRole('button', { name: 'Comment actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await edit();
  const field = comment.getByRole('textbox', { name: 'Comment' });
  const refused = page.getByText('That part of the page could not be loaded. Check your connection.');
  await expect(field.or(refused).first()).toBeVisible();
  await expect(comment).toContainText('Words to mend');
  await page.context().setOffline(false);
  if (!(await field.isVisible())) await edit();
  await field.fill('Mended words');
  await comment.getByRole('button', { name: 'Save' }).click();
  await expect(comment.getByText('Mended words')).toBeVisible();
});

test('titles written while the server is away survive leaving the page, and the last one counts', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_CONNECTION_REFUSED/);
  const leader = await program('leader');
  const project = await leader.newProject('Named in a tunnel');
  const task = await leader.newTask(project._id, 'Before the tunnel');
  const page = await as('leader');
  const away = /\/api\/task\/|\/healthz/;
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  const waits = page
    .getByRole('banner')
    .getByRole('button', { name: /The server cannot be reached\. \d changes? waits?\./ });

  await page.route(away, (route) => route.abort('connectionrefused'));
  await title.fill('First in the tunnel');
  await title.press('Enter');
  await expect(waits).toBeVisible();
  await title.fill('Second in the tunnel');
  await title.press('Enter');
  // Left with the last one just typed, and no key to save it.
  await title.fill('Third in the tunnel');
  await page.reload();
  await expect(waits).toBeVisible();
  await page.unroute(away);
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data.title;
  await expect.poll(stored).toBe('Third in the tunnel');
  await expect(waits).toBeHidden();
  await page.reload();
  await expect(title).toHaveValue('Third in the tunnel');
});

test('a setting that could not be saved says so, keeps what was typed over Back, and is saved on return', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  // Whom no other journey renames meanwhile.
  const me = await program('user', 'globex');
  const before = (await me.ask('GET', 'profile')).data.name;
  const name = `Typed in a tunnel ${randomInt(1e6)}`;
  const page = await as('user', 'globex');
  await page.goto('/globex/dashboard');
  await page.goto('/profile');
  const field = page.getByRole('textbox', { name: 'Name' });
  try {
    await field.fill(name);
    await page.goBack();
    await expect(page).toHaveURL('/globex/dashboard');
    await page.goForward();
    await expect(field).toHaveValue(name);
    await expect(page.getByText('Draft restored')).toBeVisible();

    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText(/^Not saved: the server cannot be reached/)).toBeVisible();
    await expect(field).toHaveValue(name);
    await page.context().setOffline(false);
    await expect.poll(async () => (await me.ask('GET', 'profile')).data.name).toBe(name);
    await expect(page.getByText(/^Not saved/)).toBeHidden();
    await page.reload();
    await expect(field).toHaveValue(name);
    await expect(page.getByText('Draft restored')).toBeHidden();
  } finally {
    await page.context().setOffline(false);
    await me.ask('PUT', 'profile', { name: before });
  }
});
