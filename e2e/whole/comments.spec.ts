import { gzipSync } from 'node:zlib';
import { expect, type Response } from '@playwright/test';
import { test } from '../fixtures';
import { PHONE } from '../support/axe';
import { pastePicture, pictureOf } from '../support/files';

test('a link leads to an old comment', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Long talk');
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

test('the rich editor is small, takes pictures, and sends comments', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Rich words');
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
  await pastePicture(page, await pictureOf(page, '#b06'));
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize(PHONE);
  await expect(toolbar.getByRole('button', { name: 'Link' })).toBeInViewport();
  await page.getByRole('textbox', { name: 'Description' }).press('Control+Enter');
  await expect(toolbar).toHaveCount(0);

  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.click();
  await page.getByRole('button', { name: 'Rich text' }).click();
  await expect(toolbar).toBeVisible();
  await page.keyboard.type('Look **here**');
  await pastePicture(page, await pictureOf(page, '#0b6'));
  await expect(comment.getByRole('img')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeEnabled();
  await comment.press('Control+Enter');
  const sent = page.getByRole('article', { name: /^Comment by/ });
  await expect(sent.getByRole('img', { name: /^Screenshot/ })).toBeVisible();
  await expect(sent.locator('strong')).toHaveText('here');
  await expect(comment).toHaveText('');
});

test('without scripts the files of a task are links, and a form attaches one', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Plain');
  const task = await leader.newTask(project._id, 'Plain task');
  const page = await org.as('leader', { javaScriptEnabled: false });
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Door measures 92 by 210.\n') };
  await page.getByLabel('File to attach').setInputFiles(file);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(page).toHaveURL(org.url(`taskpage?task=${task.key}`));
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('link', { name: 'notes.txt' })).toBeVisible();
});
