import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { dropFile, pastePicture, pictureOf } from '../support/files';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Door measures 92 by 210.\n') };

const section = (page: Page) => page.getByRole('region', { name: /^Attachments/ });
const attached = (page: Page) => section(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const choose = (within: Locator, file: typeof NOTES) => within.getByLabel('Files to attach').setInputFiles(file);
const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

test('files are attached to a task by choosing, drop and paste, come back with Undo, and others see them at once', async ({
  org,
}, info) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Attached', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Measure the doors');
  const [page, other] = [await org.as('leader'), await org.as('user')];
  const live = joined(other, `private-project-${project._id}`);
  for (const one of [other, page]) await one.goto(org.url(`taskpage?task=${task.key}`));
  await live;
  await choose(section(page), NOTES);
  await expect(attached(other)).toContainText(['notes.txt']);
  await expect(attached(other).first()).toContainText(nameOf('leader'));
  await dropFile(page, info, section(page), { name: 'door.png', bytes: await pictureOf(page, '#0b6') });
  await expect(attached(page)).toContainText(['notes.txt', 'door.png']);
  await isDrawn(attached(page).nth(1).locator('img'));
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

test('a comment carries a pasted screenshot and a file of the project, and clients see what they read', {
  tag: '@whole',
}, async ({ org, console }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('With pictures', [], [nameOf('client')]);
  const task = await leader.newTask(project._id, 'Choose a colour', { audience: 'client' });
  const page = await org.as('leader');
  await page.goto(org.url(`projectdetails?project=${project.key}`));
  await choose(section(page), { ...NOTES, name: 'palette.txt' });
  await expect(attached(page)).toContainText(['palette.txt']);
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const write = async (words: string, visible: boolean, colour: string) => {
    const field = page.getByRole('textbox', { name: /comment|note/i });
    await field.click();
    await page.getByRole('radio', { name: visible ? 'Visible to client' : 'Internal note' }).check({ force: true });
    await field.fill(words);
    await pastePicture(page, await pictureOf(page, colour));
    await expect(page.getByRole('list', { name: 'Attached to this comment' }).getByRole('listitem')).toHaveCount(1);
  };
  const shown = (on: Page) => on.getByRole('list', { name: 'Attachments of this comment' });
  await write('Ours alone', false, '#333');
  await page.getByRole('button', { name: 'Attach a file of the project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Attach palette.txt' }).click();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(shown(page).getByRole('listitem')).toHaveCount(2);
  await isDrawn(shown(page).locator('img').first());
  await write('This one', true, '#fa0');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(shown(page)).toHaveCount(2);

  const { data } = await leader.ask('GET', `task/${task._id}`);
  const files = (data.comments as { attachments: { _id: string }[] }[]).flatMap(({ attachments }) => attachments);
  expect(files).toHaveLength(3);
  const client = await org.as('client');
  console.expectError(/404/);
  await client.goto(org.url(`taskpage?task=${task.key}`));
  await expect(shown(client)).toHaveCount(1);
  await isDrawn(shown(client).locator('img'));
  const paths = files.flatMap(({ _id }) => [`fileContent/${_id}`, `file/${_id}`, `fileThumbnail/${_id}`]);
  const asked = await Promise.all(paths.map(async (path) => (await client.request.get(`/api/${path}`)).status()));
  expect(asked).toEqual([404, 404, 404, 404, 404, 404, 200, 200, 200]);
});
