import { gzipSync } from 'node:zlib';
import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { test } from '../fixtures';
import { PHONE } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';
import { dropFile, pastePicture, pictureOf } from '../support/files';
import { channelOf, openLive } from '../support/live';
import { nameOf } from '../support/organisation';

// The longest begins first: those after it share the time until it ends.
test('two who edit one description see each other, what does not touch is merged, and that one has left is seen', async ({
  org,
  console,
}) => {
  console.expectError(/409/);
  const { leader, project } = await org.project('Two pens', [nameOf('user')]);
  const description = 'Posters\n\nIn A2.\n\nBy Friday.';
  const assignee_ids = [org.memberId('user')];
  const { key } = await leader.newTask(project._id, 'Written together', { description, assignee_ids });
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data.description;
  const [one, other] = [await org.as('leader'), await org.as('user')];
  await openLive(org.url(`taskpage?task=${key}`), channelOf(project), one, other);
  const field = (page: Page) => page.getByRole('textbox', { name: 'Description' });
  for (const page of [one, other]) {
    await page.evaluate(() => localStorage.setItem('guildhall-editor', 'markdown'));
    await page.getByRole('button', { name: 'Edit description' }).press('Enter');
  }
  await expect(one.getByText(`${nameOf('user')} is editing this too.`)).toBeVisible();
  await expect(other.getByText(`${nameOf('leader')} is editing this too.`)).toBeVisible();
  await field(one).fill(description.replace('Friday', 'Monday'));
  await field(other).fill(description.replace('Posters', 'The posters'));
  await field(other).press('Control+Enter');
  await expect(one.getByText(`${nameOf('user')} is editing this too.`)).toBeHidden();
  await field(one).press('Control+Enter');
  await expect(field(one)).toBeHidden();
  await expect.poll(stored).toBe('The posters\n\nIn A2.\n\nBy Monday.');
  await expect(other.getByText('By Monday.')).toBeVisible();
});

test('a task is made, edited, assigned, talked about and completed; its history tells it all, and Ctrl+Z takes the last change back', async ({
  org,
}) => {
  const { leader, project } = await org.project('Whole life', [nameOf('user')]);
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

  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored()).status).toBe(1);
});

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Door measures 92 by 210.\n') };

const section = (page: Page) => page.getByRole('region', { name: /^Attachments/ });
const attached = (page: Page) => section(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const choose = (within: Locator, file: typeof NOTES) => within.getByLabel('Files to attach').setInputFiles(file);

test('files are attached to a task by choosing, drop and paste, come back with Undo, and others see them at once', async ({
  org,
}, info) => {
  const { leader, project } = await org.project('Attached', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Measure the doors');
  const [page, other] = [await org.as('leader'), await org.as('user')];
  await openLive(org.url(`taskpage?task=${task.key}`), channelOf(project), other, page);
  await choose(section(page), NOTES);
  await expect(attached(other)).toContainText(['notes.txt']);
  await expect(attached(other).first()).toContainText(nameOf('leader'));
  await dropFile(page, info, section(page), { name: 'door.png', bytes: await pictureOf(page, '#0b6') });
  await expect(attached(page)).toContainText(['notes.txt', 'door.png']);
  const picture = attached(page).nth(1).locator('img');
  await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('heading', { level: 2, name: /^Attachments/ }).click();
  await pastePicture(page, await pictureOf(page, '#b06'));
  await expect(attached(page)).toContainText(['notes.txt', 'door.png', /Screenshot .*\.png/]);

  await attached(other).first().getByRole('link').click();
  const preview = other.getByRole('dialog', { name: 'notes.txt' });
  await expect(preview).toContainText('Door measures 92 by 210.');
  await preview.getByRole('button', { name: 'Next file' }).click();
  await expect(other.getByRole('dialog', { name: 'door.png' })).toBeVisible();
  await other.keyboard.press('Escape');
  // A user removes what it added, and nothing else.
  await expect(attached(other).first().getByRole('button')).toHaveCount(0);
  await choose(section(other), { ...NOTES, name: 'mine.txt' });
  await expect(attached(page)).toHaveCount(4);
  await other.getByRole('button', { name: 'Remove mine.txt' }).click();
  await expect(attached(page)).toHaveCount(3);
  await other.keyboard.press('Control+z');
  await expect(attached(page)).toHaveCount(4);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'Comments and activity' })).toContainText(
    'added the file “door.png” to this task',
  );
});

test('a thread is answered with names and keys, reacted to and resolved; a client follows what is for clients, and sees no more', async ({
  org,
}) => {
  const { leader, project } = await org.project('Threads', [nameOf('user')], [nameOf('client')]);
  const hidden = await leader.newTask(project._id, 'Negotiate quietly');
  const task = await leader.newTask(project._id, 'Talk it over', { audience: 'client' });
  const say = async (body: string, internal: boolean, parent_id?: string) =>
    (await leader.ask('POST', 'addTaskComment', { task_id: task._id, body, internal, parent_id })).data;
  const first = await say('Which paper?', false);
  const [page, clients] = [await org.as('user'), await org.as('client')];
  await openLive(org.url(`taskpage?task=${task.key}`), channelOf(project), page, clients);
  const comment = (words: string) => page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: words });

  await comment('Which paper?').getByRole('button', { name: 'Reply' }).press('Enter');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeFocused();
  await page.getByRole('radio', { name: 'Visible to client' }).first().check({ force: true });
  await reply.pressSequentially('The thick one, see #negotiate');
  await expect(page.getByRole('listbox', { name: 'Tasks' }).getByRole('option')).toContainText(hidden.key);
  await page.keyboard.press('Enter');
  await reply.pressSequentially(`@${nameOf('leader').split(' ')[0]}`);
  await expect(page.getByRole('listbox', { name: 'People' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await reply.press('Control+Enter');
  const answers = page.getByRole('list', { name: 'Replies' });
  await expect(answers.getByRole('link', { name: hidden.key })).toHaveAttribute('href', `taskpage?task=${hidden.key}`);
  const theirs = clients.getByRole('list', { name: 'Replies' });
  await expect(theirs).toContainText(`The thick one, see ${hidden.key} @${nameOf('leader')}`);
  await expect(theirs.getByRole('link', { name: hidden.key })).toHaveCount(0);
  expect(await clients.content()).not.toContain('Negotiate quietly');
  await expect
    .poll(async () => (await leader.ask('GET', 'notificationList')).docs.map(({ kind }) => kind))
    .toContain('comment.mentioned');

  await comment('The thick one').getByRole('button', { name: 'React' }).click();
  await page.getByRole('menuitem', { name: 'Party popper' }).press('Enter');
  await clients.getByRole('button', { name: 'Party popper, 1' }).click();
  await expect(comment('The thick one').getByRole('button', { name: 'Party popper, 2' })).toBeVisible();
  await say('One more thing', true, String(first._id));
  await expect(page.getByText('One more thing')).toBeVisible();
  await comment('Which paper?').first().getByRole('button', { name: 'Comment actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Resolve thread' }).click();
  await expect(page.getByText(`thread was resolved by ${nameOf('user')} · 2 replies`)).toBeVisible();
  await expect(clients.getByText(/thread was resolved.* · 1 reply/)).toBeVisible();
});

test('a link leads to an old comment', { tag: '@whole' }, async ({ org }) => {
  const { leader, project } = await org.project('Long talk');
  const task = await leader.newTask(project._id, 'Many words');
  const say = async (body: string) => (await leader.ask('POST', 'addTaskComment', { task_id: task._id, body })).data;
  const first = await say('The very first words');
  for (let at = 1; at <= 60; at += 1) await say(`Word ${at}`);
  const page = await org.as('leader');
  // Nothing else that is read brings it into view.
  await page.route('**/api/task/*', () => undefined);
  await page.goto(org.url(`taskpage?task=${task.key}&comment=${first._id}`));
  const beginning = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'The very first words' });
  await expect(beginning).toBeFocused();
  await expect(beginning).toBeInViewport();
});

test('the rich editor is small, and all of it can be reached on a phone', { tag: '@whole' }, async ({ org }) => {
  const { leader, project } = await org.project('Rich words');
  const { key } = await leader.newTask(project._id, 'Well written', { description: 'Plan' });
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${key}`));
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const scripts: Promise<Buffer>[] = [];
  const keep = (answer: Response) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.body());
  };
  page.on('response', keep);
  await page.getByRole('button', { name: 'Edit description' }).click();
  await expect(toolbar).toBeVisible();
  page.off('response', keep);
  // The parser is the renderer's own, which previews of files use too.
  // Other parts are fetched in an idle moment, so the editor's own are told by what is in them.
  const fetched = await Promise.all(scripts);
  const weigh = (part: string) =>
    fetched
      .filter((one) => one.includes(part))
      .reduce((sum, one) => sum + gzipSync(one, { level: 9 }).length / 1024, 0);
  expect(weigh('ProseMirror'), 'KB of the editor').toBeGreaterThan(0);
  expect(weigh('ProseMirror'), 'KB of the editor').toBeLessThanOrEqual(130);
  expect(weigh('maxNesting'), 'KB of the parser').toBeLessThanOrEqual(45);
  await page.setViewportSize(PHONE);
  await expect(toolbar.getByRole('button', { name: 'Link' })).toBeInViewport();
});
