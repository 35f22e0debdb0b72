import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../fixtures';
import { boardUrl, card } from '../support/board';
import { day } from '../support/days';
import { channelOf, openLive } from '../support/live';
import { nameOf } from '../support/organisation';

/** How a meeting works: components/meeting/meeting.part.tsx; how minutes are merged: lib/meeting/commands.test.ts. */

test('two write minutes at once, one without a connection: nothing is lost, both are told; a client reads what is for clients', async ({
  org,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const { leader, project } = await org.project('Round table', [nameOf('user')], [nameOf('client')]);
  const { data: meeting } = await leader.ask('POST', 'meeting', {
    ...{ title: 'Review of the fair', starts_at: `${day(7)}T09:00:00Z`, duration_minutes: 60, audience: 'client' },
    ...{ time_zone: 'Europe/Berlin', project_id: project._id },
    attendee_ids: [org.memberId('user'), org.memberId('client')],
    agenda: [
      { title: 'Stand', audience: 'client' },
      { title: 'Posters', audience: 'client' },
      { title: 'Margins', audience: 'internal' },
    ],
  });
  const lines = meeting.agenda as { _id: string; title: string; version: number }[];
  for (const { _id, version } of lines.slice(1))
    await leader.ask('PATCH', `agendaItem/${_id}`, { version, notes: 'In A2.\n\nIn blue.\n\nBy Friday.' });
  const [one, other, clients] = [await org.as('leader'), await org.as('user'), await org.as('client')];
  await openLive(org.url(`meeting?meeting=${meeting._id}`), channelOf(project), one, other, clients);
  const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
  const field = (page: Page, title: string) => page.getByRole('textbox', { name: `Minutes of ${title}` });
  const begin = async (page: Page, title: string) => {
    await page.getByRole('button', { name: `Minutes of ${title}` }).click();
    await expect(field(page, title)).toBeEditable();
  };
  const write = async (page: Page, title: string, text: string) => {
    await field(page, title).fill(text);
    await field(page, title).press('Control+Enter');
    await expect(field(page, title)).toBeHidden();
  };
  for (const page of [one, other]) {
    await page.evaluate(() => localStorage.setItem('guildhall-editor', 'markdown'));
    for (const { title } of lines) await begin(page, title);
  }
  await other.context().setOffline(true);
  await write(other, 'Stand', 'Two metres more.');
  await write(other, 'Posters', 'In A2.\n\nIn blue.\n\nBy Monday.');
  await write(other, 'Margins', 'In A2.\n\nIn green.\n\nBy Friday.');
  await other.getByRole('textbox', { name: 'New line' }).fill('Catering');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('banner').getByRole('button', { name: /offline\. 4 changes wait\./ })).toBeVisible();
  await write(one, 'Stand', 'A corner is free.');
  await write(one, 'Posters', 'In A1.\n\nIn blue.\n\nBy Friday.');
  await write(one, 'Margins', 'In A2.\n\nIn red.\n\nBy Friday.');
  await expect(row(clients, 'Posters')).toContainText('In A1.');
  await expect(row(one, 'Margins')).toContainText('In red.');
  await other.context().setOffline(false);

  const ends = { Stand: ['A corner is free.', 'Two metres more.'], Posters: ['In A1.', 'In blue.', 'By Monday.'] };
  for (const page of [one, other, clients])
    for (const [title, texts] of Object.entries(ends))
      for (const text of texts) await expect(row(page, title)).toContainText(text);
  for (const page of [one, other]) {
    for (const text of ['In red.', 'In green.']) await expect(row(page, 'Margins')).toContainText(text);
    await expect(row(page, 'Catering')).toHaveCount(1);
  }
  await expect(other.getByText('Somebody else wrote minutes of “Margins” at the same time.')).toBeVisible();
  await expect
    .poll(async () => (await leader.ask('GET', 'notificationList')).docs.map(({ says }) => says))
    .toEqual(expect.arrayContaining([expect.stringContaining('Stand'), expect.stringContaining('Margins')]));

  await expect(row(clients, 'Margins')).toHaveCount(0);
  await clients.goto(org.url(`meeting?view=week&date=${day(7)}`));
  await clients
    .getByRole('list', { name: 'Days' })
    .getByRole('link', { name: /^Review of the fair/ })
    .click();
  await expect(row(clients, 'Stand')).toContainText('Two metres more.');
  await expect(row(clients, 'Posters')).toContainText('By Monday.');
  expect(await clients.content()).not.toMatch(/Margins|In red|In green/);
});

test('without a connection a card moves, a link stays, and the top bar says what waits; it is sent on return', async ({
  org,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const { leader, project } = await org.project('On a train');
  const task = await leader.newTask(project._id, 'Moved in a tunnel', { status: 1 });
  const page = await org.as('leader');
  await page.goto(boardUrl(org.key, project.key));
  const header = page.getByRole('banner');
  const views = page.getByRole('link', { name: 'List', exact: true });
  await expect(card(page, task.key, 'Pending')).toBeVisible();
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
  await page.context().setOffline(true);
  await card(page, task.key, 'Pending').getByRole('link').focus();
  await page.keyboard.press('m');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('radio', { name: /Testing/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(card(page, task.key, 'Testing')).toContainText('Waiting');
  const state = header.getByRole('button', { name: 'You are offline. 1 change waits.' });
  await expect(state).toBeVisible();
  // Within the bar, and nothing has moved.
  const [bar, box] = [await header.boundingBox(), await state.boundingBox()];
  expect(box && bar && box.y >= bar.y && box.y + box.height <= bar.y + bar.height).toBe(true);
  expect(await views.boundingBox()).toEqual(before);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('You are offline. This page opens when you are connected again.')).toBeVisible();
  await expect(page).toHaveURL(boardUrl(org.key, project.key));
  await page.context().setOffline(false);
  await expect(page).toHaveURL(org.url('dashboard'));
  await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(3);
  await expect(state).toBeHidden();
});

test('what is written while the server is away survives a reload, and arrives once each, in order', async ({
  org,
  console,
}) => {
  console.expectError(/ERR_CONNECTION_REFUSED/);
  const { leader, project } = await org.project('Far from the server');
  const task = await leader.newTask(project._id, 'Talked about in a tunnel');
  const page = await org.as('leader');
  // Nothing that is written, and no sign of life.
  const away = (route: Route) =>
    route.request().method() === 'GET' && !route.request().url().includes('/healthz')
      ? route.fallback()
      : route.abort('connectionrefused');
  const written = /\/api\/|\/healthz/;
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const field = page.getByRole('textbox', { name: 'Comment' });
  const title = page.getByRole('textbox', { name: 'Title' });
  const pending = page.getByRole('list', { name: 'Comments on their way' }).getByRole('listitem');
  const waits = page
    .getByRole('banner')
    .getByRole('button', { name: /The server cannot be reached\. \d changes wait\./ });
  await page.route(written, away);
  for (const words of ['First through the tunnel', 'Second through the tunnel']) {
    await field.fill(words);
    await page.keyboard.press('Control+Enter');
  }
  await expect(pending).toHaveText([/First through.*/, /Second through.*/]);
  await expect(pending.getByText('Waiting for connection')).toHaveCount(2);
  await title.fill('Named in a tunnel');
  await title.press('Enter');
  await expect(waits).toBeVisible();
  // Left with the last one just typed, and no key to save it.
  await title.fill('Named later in a tunnel');
  await page.reload();
  await expect(pending).toHaveText([/First through.*/, /Second through.*/]);
  await expect(waits).toBeVisible();
  await page.unroute(written);
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  await expect.poll(async () => (await stored()).title).toBe('Named later in a tunnel');
  await expect
    .poll(async () => ((await stored()).comments as { body: string }[]).map(({ body }) => body))
    .toEqual(['First through the tunnel', 'Second through the tunnel']);
  await expect(pending).toHaveCount(0);
  await expect(waits).toBeHidden();
  const said = page.getByRole('list', { name: 'Comments', exact: true }).getByRole('listitem');
  await expect(said).toHaveCount(2);
  await page.reload();
  await expect(said).toHaveCount(2);
  await expect(title).toHaveValue('Named later in a tunnel');
});

test('where the editor of a comment was never fetched, Edit says so without a connection, and works with one', {
  tag: '@whole',
}, async ({ org, console }) => {
  console.expectError(/ERR_|Failed to (fetch|load)|ChunkLoadError|Loading chunk/);
  const { leader, project } = await org.project('Edited in a tunnel');
  const task = await leader.newTask(project._id, 'Said before the tunnel');
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: 'Words to mend' });
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
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
