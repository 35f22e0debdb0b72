import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible } from '../support/axe';
import { dropFile, pastePicture, pictureOf } from '../support/files';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Door measures 92 by 210.\n') };

const section = (page: Page) => page.getByRole('region', { name: /^Attachments/ });
const attached = (page: Page) => section(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem');
/** Chooses files in the system's dialog, as the button opens it. */
async function choose(page: Page, within: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser');
  await within.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(files);
}
const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

test('files are attached to a task by button, drop and paste, come back with Undo, and others see them at once', async ({
  as,
  program,
}, info) => {
  const leader = await program('leader');
  const project = await leader.newProject('Attached', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Measure the doors');
  const [page, other] = [await as('leader'), await as('user')];
  const live = joined(other, `private-project-${project._id}`);
  await other.goto(`/acme/taskpage?task=${task.key}`);
  await live;
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await expect(section(page)).toContainText('Nothing attached yet.');

  await choose(page, section(page), [NOTES]);
  await expect(attached(page)).toContainText(['notes.txt']);
  await expect(attached(other)).toContainText(['notes.txt']);
  await expect(attached(other).first()).toContainText(NAMES.leader);

  await dropFile(page, info, section(page), { name: 'door.png', bytes: await pictureOf(page, '#0b6') });
  await expect(attached(page)).toContainText(['notes.txt', 'door.png']);
  await isDrawn(attached(page).nth(1).locator('img'));

  await page.getByRole('heading', { level: 2, name: /^Attachments/ }).click();
  await pastePicture(page, await pictureOf(page, '#b06'));
  await expect(attached(page)).toContainText(['notes.txt', 'door.png', /Screenshot .*\.png/]);
  await expectAccessible(page, 'a task with attachments');

  await attached(other).first().getByRole('link').click();
  const preview = other.getByRole('dialog', { name: 'notes.txt' });
  await expect(preview).toContainText('Door measures 92 by 210.');
  await preview.getByRole('button', { name: 'Next file' }).click();
  await expect(other.getByRole('dialog', { name: 'door.png' })).toBeVisible();
  await other.keyboard.press('Escape');

  // A user removes what it added, and nothing else.
  await expect(attached(other).first().getByRole('button')).toHaveCount(0);
  await choose(other, section(other), [{ ...NOTES, name: 'mine.txt' }]);
  await expect(attached(page)).toHaveCount(4);
  await messagesStay(other);
  await other.getByRole('button', { name: 'Remove mine.txt' }).click();
  await expect(attached(page)).toHaveCount(3);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(attached(page)).toHaveCount(4);

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'Comments and activity' })).toContainText(
    'added the file “door.png” to this task',
  );
});

test('a refused file says why, an upload without a connection waits for Retry', async ({ as, program, console }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Refusals');
  const task = await leader.newTask(project._id, 'Too much');
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  // The code that sends is fetched with the first file.
  await choose(page, section(page), [NOTES]);
  await expect(attached(page)).toHaveCount(1);

  console.expectError(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await choose(page, section(page), [{ ...NOTES, name: 'later.txt' }]);
  const waiting = page.getByRole('list', { name: 'Files on their way' });
  await expect(waiting).toContainText('You are offline. Retry when you are connected.');
  await expectAccessible(page, 'a file that did not arrive');
  await page.context().setOffline(false);
  await waiting.getByRole('button', { name: 'Retry later.txt' }).click();
  await expect(attached(page)).toHaveCount(2);
});

test('a comment carries a pasted screenshot and a file of the project, and clients see what they read', async ({
  as,
  program,
  console,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('With pictures', [NAMES.user], [NAMES.client]);
  const task = await leader.newTask(project._id, 'Choose a colour', { audience: 'client' });
  const page = await as('leader');
  await page.goto(`/acme/projectdetails?project=${project.key}`);
  await choose(page, section(page), [{ ...NOTES, name: 'palette.txt' }]);
  await expect(attached(page)).toContainText(['palette.txt']);
  await expectAccessible(page, 'a project with attachments');

  await page.goto(`/acme/taskpage?task=${task.key}`);
  const write = async (words: string, visible: boolean, colour: string) => {
    const field = page.getByRole('textbox', { name: /comment|note/i });
    await field.click();
    await page.getByRole('radio', { name: visible ? 'Visible to client' : 'Internal note' }).check({ force: true });
    await field.fill(words);
    await field.press('End');
    await pastePicture(page, await pictureOf(page, colour));
    await expect(page.getByRole('list', { name: 'Attached to this comment' }).getByRole('listitem')).toHaveCount(1);
  };
  const shown = (on: Page) => on.getByRole('list', { name: 'Attachments of this comment' });
  await write('Ours alone', false, '#333');
  await page.getByRole('button', { name: 'Attach a file of the project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Attach palette.txt' }).click();
  await expectAccessible(page, 'a comment with attachments being written');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(shown(page).getByRole('listitem')).toHaveCount(2);
  await isDrawn(shown(page).locator('img').first());
  await write('This one', true, '#fa0');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(shown(page)).toHaveCount(2);

  const { data } = await leader.ask('GET', `task/${task._id}`);
  const files = (data.comments as { attachments: { _id: string }[] }[]).flatMap(({ attachments }) => attachments);
  expect(files).toHaveLength(3);
  const client = await as('client');
  console.expectError(/404/);
  await client.goto(`/acme/taskpage?task=${task.key}`);
  await expect(shown(client)).toHaveCount(1);
  await expect(shown(client).getByRole('listitem')).toHaveCount(1);
  await isDrawn(shown(client).locator('img'));
  const asked = await Promise.all(
    files
      .flatMap(({ _id }) => [`fileContent/${_id}`, `file/${_id}`, `fileThumbnail/${_id}`])
      .map(async (path) => {
        return (await client.request.get(`/api/${path}`)).status();
      }),
  );
  expect(asked).toEqual([404, 404, 404, 404, 404, 404, 200, 200, 200]);
  const listed = await client.request.get(`/api/fileList?task_id=${task._id}`);
  expect(((await listed.json()) as { docs: unknown[] }).docs).toHaveLength(1);
});

test('without scripts the files are links, and a form attaches one', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Plain');
  const task = await leader.newTask(project._id, 'Plain task');
  const page = await as('leader', 'acme', { javaScriptEnabled: false });
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.getByLabel('File to attach').setInputFiles(NOTES);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(page).toHaveURL(`/acme/taskpage?task=${task.key}`);
  await expect(attached(page).getByRole('link', { name: 'notes.txt' })).toBeVisible();
});
