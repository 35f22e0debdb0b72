import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../fixtures';
import { chatIn, message, roomOf, say } from '../support/chat';
import { pictureOf } from '../support/files';
import { nameOf } from '../support/organisation';
import { Program } from '../support/program';
import { ServerCopy } from '../support/server-copy';

/** The chat at a host of its own, where the browser has no session but the frame's. */
const hallAt = (port: string | number) => `http://guildhall.localhost:${port}`;
const talkAt = (port: string | number) => `http://talk.guildhall.localhost:${port}`;
const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Paper, ink, glue.\n') };
/** So large that it goes in pieces. */
const PLAN = { name: 'plan.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(9 * 1024 * 1024, 7) };

/** Signed in on the page around it, whose session the host of the chat does not have. */
async function enterRoom(page: Page, { url }: ServerCopy, room: string) {
  await signIn(page, 'user@acme.test', 'acme');
  const [session] = (await page.context().cookies(url)).filter(({ name }) => name === 'guildhall.session');
  if (!session) throw new Error('There is no session to take along.');
  // A page that finds its session gone goes to the login by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.context().addCookies([{ ...session, domain: 'guildhall.localhost' }]);
  await page.goto(`${hallAt(new URL(url).port)}/acme/chat?room=${room}`);
  return chatIn(page);
}

test('from another origin files go and are shown by the chat’s own session, links lead to the application, and all ends with the project', async ({
  browser,
  baseURL,
  console,
}) => {
  test.setTimeout(300_000);
  console.expectError(/40[134]/);
  const copy = await ServerCopy.start('talk', baseURL ?? '', 60, (port) => ({
    APP_URL: hallAt(port),
    CHAT_URL: `${talkAt(port)}/embed/chat`,
  }));
  try {
    const { port } = new URL(copy.url);
    const leader = await Program.signIn(copy.url, 'leader', 'acme');
    const project = await leader.newProject('Talk elsewhere', [nameOf('user')]);
    const room = await roomOf(leader, project);
    const task = await leader.newTask(project._id, 'Read the proofs');
    const { _id } = await say(leader, room, `About ${task.key}`);
    const context = await browser.newContext({ baseURL: copy.url });
    console.watch(context);
    const page = await context.newPage();
    const chat = await enterRoom(page, copy, room);
    const field = chat.getByRole('textbox', { name: 'Message to the team' });
    await expect(field).toBeVisible();
    expect((await context.cookies(talkAt(port))).map(({ name }) => name)).toEqual(['guildhall.chat']);

    const picture = { name: 'door.png', mimeType: 'image/png', buffer: await pictureOf(page, '#0b6') };
    const waiting = chat.getByRole('list', { name: 'Attached to this message' });
    await expect(async () => {
      // Awaited together: a click may itself take longer than the other waits.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser', { timeout: 2_000 }),
        chat.getByRole('button', { name: 'Attach files' }).click(),
      ]);
      await chooser.setFiles([NOTES, picture, PLAN]);
    }).toPass();
    await expect(waiting.getByRole('listitem')).toHaveCount(3);
    await page.reload();
    await expect(waiting.getByRole('listitem')).toHaveCount(3);
    await waiting.getByRole('button', { name: 'Remove plan.bin' }).click();
    await expect(waiting.getByRole('listitem')).toHaveCount(2);
    await field.press('Enter');
    await expect(waiting).toHaveCount(0);

    const files = chat.getByRole('list', { name: 'Attachments of this message' });
    const isDrawn = () => files.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth);
    await expect.poll(isDrawn).toBeGreaterThan(100);
    await files.getByRole('link', { name: 'notes.txt' }).click();
    const preview = chat.getByRole('dialog', { name: 'notes.txt' });
    await expect(preview).toContainText('Paper, ink, glue.');
    await expect(preview.getByRole('button', { name: 'Activity' })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await preview.getByRole('button', { name: 'Download' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toBe('Paper, ink, glue.\n');
    await preview.getByRole('button', { name: 'Next file' }).click();
    await expect(chat.getByRole('dialog', { name: 'door.png' }).getByRole('img', { name: 'door.png' })).toBeVisible();
    await page.keyboard.press('Escape');

    const own = `${hallAt(port)}/acme`;
    const named = message(chat, 'About').getByRole('link', { name: task.key, exact: true });
    await expect(named).toHaveAttribute('href', `${own}/taskpage?task=${task.key}`);
    const [tab] = await Promise.all([context.waitForEvent('page'), named.click({ modifiers: ['ControlOrMeta'] })]);
    await expect(tab).toHaveURL(`${own}/taskpage?task=${task.key}`);
    await tab.close();
    const copied = chat.locator('body').evaluate(
      () =>
        new Promise<string>((resolve) => {
          navigator.clipboard.writeText = async (text) => resolve(text);
        }),
    );
    await message(chat, 'About').hover();
    await message(chat, 'About').getByRole('button', { name: 'Message actions' }).click();
    await chat.getByRole('menuitem', { name: 'Copy link' }).click();
    expect(await copied).toBe(`${own}/chat?room=${room}&message=${_id}`);

    // Of other files it is shown nothing, and of these nothing once its person is out of the project.
    const file = await files.getByRole('link', { name: 'notes.txt' }).getAttribute('href');
    const answers = async () =>
      chat
        .locator('body')
        .evaluate(
          (_, paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
          [String(file), String(file).replace('chatFileContent', 'fileContent'), '/api/fileList?project=WEB'],
        );
    expect(await answers()).toEqual([200, 401, 401]);
    const remove = [await leader.memberId(nameOf('user'))];
    await leader.ask('PUT', 'projectMembers', { project_id: project._id, remove });
    await expect(message(chat, 'About')).toHaveCount(0);
    expect(await answers()).toEqual([404, 401, 401]);
    await context.close();
  } finally {
    await copy.stop();
  }
});
