import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { chatIn, message, openChat, press, roomOf, say } from '../support/chat';
import { dropFile, pastePicture, pictureOf } from '../support/files';

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Paper, ink, glue.\n') };

test('files go with a message, are kept with its draft, and are hidden with it', async ({ as, program }, info) => {
  const leader = await program('leader');
  const project = await leader.newProject('Files in talk', [NAMES.user]);
  const room = await roomOf(leader, project);
  const page = await as('user');
  await openChat(page, `?room=${room}`);
  const field = page.getByRole('textbox', { name: 'Message to Files in talk' });
  const waiting = page.getByRole('list', { name: 'Attached to this message' });
  await expect(field).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([NOTES]);
  await expect(waiting).toContainText('notes.txt');
  await dropFile(page, info, field, { name: 'door.png', bytes: await pictureOf(page, '#0b6') });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await field.focus();
  await pastePicture(page, await pictureOf(page, '#b06'));
  await expect(waiting.getByRole('listitem')).toHaveCount(3);
  await waiting.getByRole('button', { name: /^Remove Screenshot/ }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'a message with files before it is sent');

  await page.reload();
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(waiting).toHaveCount(0);
  const files = page.getByRole('list', { name: 'Attachments of this message' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'a message with files');
  await files.getByRole('link', { name: 'notes.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'notes.txt' })).toContainText('Paper, ink, glue.');
  await page.keyboard.press('Escape');

  const sent = page.getByRole('article', { name: /^Message by/ }).filter({ has: files });
  await sent.hover();
  await sent.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This message was deleted.')).toBeVisible();
  await expect(files).toHaveCount(0);
});

test('a task that is named is shown, a message becomes a comment, and earlier versions are there', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Named in talk', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Measure the doors');
  const room = await roomOf(leader, project);
  const page = await as('user');
  await openChat(page, `?room=${room}`);
  const field = page.getByRole('textbox', { name: 'Message to Named in talk' });
  await field.fill(`Who does ${task.key}?`);
  await field.press('Enter');
  const named = message(page, 'Who does').getByRole('list', { name: 'Tasks named here' });
  await expect(named.getByRole('link')).toContainText('Measure the doors');
  await expectAccessibleEverywhere(page, 'a message that names a task');

  // The up arrow in the empty field changes what was said last.
  await field.press('ArrowUp');
  const change = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(change).toBeFocused();
  await change.fill(`Who does ${task.key} today?`);
  await change.press('Enter');
  await expect(message(page, 'today?')).toContainText('edited');
  await expect(field).toBeFocused();
  await press(page, 'today?', 'Show earlier versions');
  const versions = page.getByRole('dialog', { name: 'Versions of this message' });
  await expect(versions.getByRole('listitem')).toContainText([`Who does ${task.key} today?`, `Who does ${task.key}?`]);
  await expectAccessible(page, 'earlier versions of a message');
  await page.keyboard.press('Escape');

  await press(page, 'today?', 'Comment on a task');
  const dialog = page.getByRole('dialog', { name: 'Comment on a task' });
  await dialog.getByRole('searchbox', { name: 'Find a task' }).fill(task.key);
  await dialog.getByRole('radio', { name: `${task.key} Measure the doors` }).check();
  await expectAccessible(page, 'a message that becomes a comment');
  await dialog.getByRole('button', { name: 'Add comment' }).click();
  const link = { name: `Comment on ${task.key}` };
  await expect(message(page, 'today?').getByRole('link', link)).toBeVisible();

  // The page around the frame opens what is linked.
  await page.goto(`/acme/chat?room=${room}`);
  await message(chatIn(page), 'today?').getByRole('link', link).click();
  await expect(page).toHaveURL(new RegExp(`/acme/taskpage\\?task=${task.key}&comment=`));
  await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('today?');
});

test('the key of a task in a message leads to its page, from the drawer, the chat’s page and a tab of its own', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Keys in talk', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Oil the hinges');
  const room = await roomOf(leader, project);
  await say(leader, room, `Please see ${task.key} today`);
  const page = await as('user');
  const there = new RegExp(`/acme/taskpage\\?task=${task.key}$`);
  const key = (where: Parameters<typeof message>[0]) =>
    message(where, 'Please see').getByRole('link', { name: task.key, exact: true });
  const shown = page.getByRole('heading', { level: 1 }).filter({ hasText: 'Oil the hinges' });

  await page.goto('/acme/dashboard');
  await page.getByRole('button', { name: /^Chat/ }).click();
  await chatIn(page).locator(`[data-room="${room}"]`).click();
  await key(chatIn(page)).click();
  await expect(page).toHaveURL(there);
  await expect(shown).toBeVisible();

  await page.goto(`/acme/chat?room=${room}`);
  await key(chatIn(page)).click();
  await expect(page).toHaveURL(there);
  await expect(shown).toBeVisible();
  await page.getByRole('tab', { name: 'Chat' }).click();
  const about = page.getByRole('list', { name: 'Messages about this task' }).getByRole('listitem');
  await expect(about).toContainText(['Please see']);
  await say(leader, room, `Well, ${task.key}?`);
  await expect(about).toContainText(['Well,', 'Please see']);

  await openChat(page, `?room=${room}`);
  await expect(key(page)).toHaveAttribute('href', `/acme/taskpage?task=${task.key}`);
});

test('a group is renamed and gets people; a search of all rooms leads into one', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Found in talk', [NAMES.user]);
  const room = await roomOf(leader, project);
  const word = `quokka${Date.now()}`;
  await say(leader, room, `The ${word} is out`);
  const user = await leader.memberId(NAMES.user);
  const made = (await leader.ask('POST', 'room', { kind: 'group', name: 'Lunch', member_ids: [user] })).data;
  const page = await as('leader');
  await openChat(page, `?room=${made._id}`);
  await page.getByRole('button', { name: 'People and name of this group' }).click();
  const dialog = page.getByRole('dialog', { name: 'People and name of this group' });
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Lunch on Friday');
  await dialog.getByRole('checkbox', { name: NAMES.user }).uncheck();
  await expectAccessibleEverywhere(page, 'people of a group');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Lunch on Friday' })).toBeVisible();
  await expect(page.getByText('1 person')).toBeVisible();

  await page.getByRole('button', { name: 'Search all rooms' }).click();
  await page.getByRole('searchbox', { name: 'Words' }).fill(word);
  await page.keyboard.press('Enter');
  const found = page.getByRole('list', { name: 'Found messages' }).getByRole('button');
  await expect(found).toContainText('in Found in talk');
  await expectAccessibleEverywhere(page, 'a search of all rooms');
  await found.click();
  await expect(message(page, word)).toBeFocused();
  await expect(found).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await found.click();
  await expect(found).toBeHidden();
  await expect(message(page, word)).toBeFocused();
  await page.getByRole('button', { name: 'Rooms', exact: true }).click();
  await page.getByRole('button', { name: 'Search all rooms' }).click();
  await expect(found).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Words' })).toBeFocused();
  await found.click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(message(page, word)).toBeVisible();
  // One stop of the Tab key for all messages.
  await page.keyboard.press('Escape');
  await page.getByRole('log').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Message to Found in talk' })).toBeFocused();
});
