import { gzipSync } from 'node:zlib';
import { expect, type Response } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible, expectAccessibleEverywhere, PHONE, WIDE } from '../support/axe';
import { pastePicture, pictureOf } from '../support/files';
import { joined } from '../support/live';

test('a thread is answered, quoted, reacted to and resolved, with mouse and keys, and another browser follows', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Threads', [NAMES.user], [NAMES.client]);
  const task = await leader.newTask(project._id, 'Talk it over', { audience: 'client' });
  const say = async (body: string, internal: boolean, parent_id?: string) =>
    (await leader.ask('POST', 'addTaskComment', { task_id: task._id, body, internal, parent_id })).data;
  const first = await say('Which paper?', false);
  const [page, clients] = [await as('user'), await as('client')];
  const live = [page, clients].map((one) => joined(one, `private-project-${project._id}`));
  for (const one of [page, clients]) await one.goto(`/acme/taskpage?task=${task.key}`);
  await Promise.all(live);
  const comment = (words: string) => page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: words });

  await comment('Which paper?').getByRole('button', { name: 'Reply' }).press('Enter');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeFocused();
  await page.keyboard.type('The thick one.');
  await page.getByRole('radio', { name: 'Visible to client' }).first().check({ force: true });
  await expectAccessible(page, 'a reply being written');
  await reply.press('Control+Enter');
  await expect(reply).toHaveCount(0);
  const answers = page.getByRole('list', { name: 'Replies' });
  await expect(answers.getByText('The thick one.')).toBeVisible();
  await expect(clients.getByRole('list', { name: 'Replies' }).getByText('The thick one.')).toBeVisible();

  await comment('The thick one.').getByRole('button', { name: 'React' }).click();
  await expectAccessible(page, 'the menu of reactions');
  await page.getByRole('menuitem', { name: 'Party popper' }).press('Enter');
  const chip = comment('The thick one.').getByRole('button', { name: 'Party popper, 1' });
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  const theirs = clients.getByRole('button', { name: 'Party popper, 1' });
  await expect(theirs).toHaveAttribute('aria-pressed', 'false');
  await theirs.click();
  await expect(comment('The thick one.').getByRole('button', { name: 'Party popper, 2' })).toBeVisible();

  await comment('The thick one.').getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Comment', exact: true }).first().fill('The thin one.');
  await page.keyboard.press('Control+Enter');
  await expect(comment('The thin one.')).toContainText('edited');
  await comment('The thin one.').getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Show earlier versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of this comment' });
  await expect(versions.getByText('The thick one.')).toBeVisible();
  await expectAccessible(page, 'versions of a comment');
  await page.keyboard.press('Escape');

  await comment('Which paper?').first().getByRole('button', { name: 'Comment actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('> Which paper?\n\n');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await comment('Which paper?').first().getByRole('button', { name: 'Comment actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Resolve thread' }).click();
  await expect(page.getByText(`thread was resolved by ${NAMES.user}`)).toBeVisible();
  await expectAccessibleEverywhere(page, 'a resolved thread');
  await say('One more thing', true, String(first._id));
  await expect(page.getByText('One more thing')).toBeVisible();
  await expect(clients.getByText('One more thing')).toHaveCount(0);
});

test('a link leads to an old comment; a deleted one keeps its place while there are replies', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Long talk');
  const task = await leader.newTask(project._id, 'Many words');
  const say = async (body: string, parent_id?: string) =>
    (await leader.ask('POST', 'addTaskComment', { task_id: task._id, body, parent_id })).data;
  const first = await say('The very first words');
  for (let at = 1; at <= 60; at += 1) await say(`Word ${at}`);
  await say('A late answer', String(first._id));

  const page = await as('leader');
  // Nothing else that is read brings it into view.
  await page.route('**/api/task/*', () => undefined);
  await page.goto(`/acme/taskpage?task=${task.key}&comment=${first._id}`);
  const beginning = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'The very first words' });
  await expect(beginning).toBeFocused();
  await expect(beginning).toBeInViewport();
  await beginning.getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('This comment was deleted.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Replies' }).getByText('A late answer')).toBeVisible();
  expect(await page.content()).not.toContain('The very first words');
  await page.keyboard.press('Control+z');
  await expect(beginning).toBeVisible();
  await expect(page.getByText('This comment was deleted.')).toHaveCount(0);
});

test('people and tasks are named with suggestions, and a key is a link for whoever sees the task', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Naming', [NAMES.user], [NAMES.client]);
  const hidden = await leader.newTask(project._id, `Negotiate ${project.key} quietly`);
  const task = await leader.newTask(project._id, 'Name it', { audience: 'client' });
  const page = await as('user');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.waitForLoadState('networkidle');
  const field = page.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
  await field.click();
  await page.getByRole('radio', { name: 'Visible to client' }).check({ force: true });
  await field.pressSequentially(`After #negotiate ${project.key}`);
  const option = page.getByRole('listbox', { name: 'Tasks' }).getByRole('option');
  await expect(option).toHaveText(`${hidden.key}Negotiate ${project.key} quietly`);
  await expectAccessible(page, 'suggestions of tasks');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`After ${hidden.key} `);
  await field.pressSequentially(`@${NAMES.leader.split(' ')[0]}`);
  await expect(page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: NAMES.leader })).toBeVisible();
  await page.keyboard.press('Enter');
  await field.press('Control+Enter');
  const link = page.getByRole('list', { name: 'Comments' }).getByRole('link', { name: hidden.key });
  await expect(link).toHaveAttribute('href', `taskpage?task=${hidden.key}`);
  await link.click();
  await expect(page).toHaveURL(`/acme/taskpage?task=${hidden.key}`);

  const clients = await as('client');
  await clients.goto(`/acme/taskpage?task=${task.key}`);
  await expect(clients.getByText(`After ${hidden.key} @${NAMES.leader}`)).toBeVisible();
  await expect(clients.getByRole('link', { name: hidden.key })).toHaveCount(0);
  expect(await clients.content()).not.toContain('Negotiate');
});

test('two people write one description: parts that do not touch are merged, else both are shown', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/409|WebSocket/);
  const leader = await program('leader');
  const project = await leader.newProject('Two pens');
  const description = 'Posters\n\nIn A2.\n\nBy Friday.';
  const { key } = await leader.newTask(project._id, 'Written together', { description });
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data as { version: number; description: string };
  const theirs = async (text: string) =>
    leader.ask('PATCH', `task/${key}`, { version: (await stored()).version, description: text });
  const page = await as('leader');
  await page.routeWebSocket(/./, (socket) => socket.close());
  await page.goto(`/acme/taskpage?task=${key}`);
  await page.waitForLoadState('networkidle');
  const write = async (text: string) => {
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill(text);
  };
  await write(description.replace('Friday', 'Monday'));
  await theirs(description.replace('Posters', 'The posters'));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Saved together with what somebody else changed')).toBeVisible();
  const merged = 'The posters\n\nIn A2.\n\nBy Monday.';
  expect((await stored()).description).toBe(merged);

  await write(merged.replace('A2', 'A1'));
  await theirs(merged.replace('A2', 'A3'));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was overwritten');
  expect((await stored()).description).toBe(merged.replace('A2', 'A3'));
  await expectAccessible(page, 'two texts of one description');
  await page.getByRole('button', { name: 'Edit both together' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(
    merged.replace('In A2.', 'In A3.\nIn A1.'),
  );
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stored()).description).toBe(merged.replace('In A2.', 'In A3.\nIn A1.'));
});

test('the rich editor takes over what was typed, leaves what nobody touched as it was, and is remembered', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Rich words');
  const description = '# Plan\nright below\n\n\n* star\n* list\n\n__end__';
  const { key } = await leader.newTask(project._id, 'Well written', { description });
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data.description;
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${key}`);
  await page.waitForLoadState('networkidle');
  const edit = () => page.getByRole('button', { name: /Edit description|Continue editing/ }).click();
  const field = page.getByRole('textbox', { name: 'Description' });
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });

  await edit();
  await field.press('Control+End');
  await page.keyboard.type('\n\ntyped');
  const scripts: Promise<Buffer>[] = [];
  const keep = (answer: Response) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.body());
  };
  page.on('response', keep);
  await page.getByRole('button', { name: 'Rich text' }).click();
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
  await expect(field).toContainText('typed');
  await expect(field).toBeFocused();
  await page.keyboard.type(' on');
  await expectAccessibleEverywhere(page, 'the rich editor');
  await field.press('Control+Enter');
  await expect(toolbar).toHaveCount(0);
  await expect.poll(stored).toBe(`${description}\n\ntyped on`);

  await page.reload();
  await edit();
  await expect(toolbar).toBeVisible();
  await field.press('Control+End');
  await toolbar.getByRole('button', { name: 'Bold' }).press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'Italic' })).toBeFocused();
  await field.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' loud');
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await page.getByRole('button', { name: 'Write in Markdown' }).click();
  await expect(field).toHaveValue(`${description}\n\ntyped on **loud**`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(stored).toBe(`${description}\n\ntyped on **loud**`);

  await edit();
  await page.getByRole('button', { name: 'Rich text' }).click();
  await expect(toolbar).toBeVisible();
  await pastePicture(page, await pictureOf(page, '#b06'));
  const attached = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await expect(attached).toHaveCount(1);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await toolbar.getByRole('button', { name: 'Task list' }).click();
  await page.keyboard.type('measure');
  await field.getByRole('checkbox').check();
  await field.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await toolbar.getByRole('button', { name: 'Table' }).click();
  await page.keyboard.type('Size');
  await expectAccessibleEverywhere(page, 'a task list and a table in the rich editor');
  await page.setViewportSize(PHONE);
  await expect(toolbar.getByRole('button', { name: 'Link' })).toBeInViewport();
  await field.press('Control+Enter');
  await expect(toolbar).toHaveCount(0);
  await expect
    .poll(stored)
    .toBe(
      `${description}\n\ntyped on **loud**\n\n- [x] measure\n\n| Size |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |`,
    );
  await expect(page.getByRole('listitem').filter({ hasText: '☑ measure' })).toBeVisible();
  await page.setViewportSize(WIDE);

  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.click();
  await expect(toolbar).toBeVisible();
  await page.keyboard.type('Look here');
  await page.keyboard.press('ControlOrMeta+A');
  await toolbar.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('textbox', { name: 'URL of the link' }).fill('https://posters.test');
  await page.keyboard.press('Enter');
  await expect(comment).toBeFocused();
  await pastePicture(page, await pictureOf(page, '#0b6'));
  await expect(page.getByRole('list', { name: 'Attached to this comment' }).getByRole('listitem')).toHaveCount(1);
  await comment.press('Control+Enter');
  const sent = page.getByRole('article', { name: /^Comment by/ });
  await expect(sent.getByRole('list').getByRole('listitem')).toHaveCount(1);
  await expect(sent.getByRole('link', { name: 'Look here' })).toHaveAttribute('href', 'https://posters.test');
  await expect(comment).toHaveText('');
});
