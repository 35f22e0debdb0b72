import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleEverywhere } from '../support/axe';
import { openChat, roomOf } from '../support/chat';
import { dropFile, pastePicture, pictureOf } from '../support/files';
import { nameOf } from '../support/organisation';

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Paper, ink, glue.\n') };

test('files go with a message, are kept with its draft, and are hidden with it', async ({ org }, info) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Files in talk', [nameOf('user')]);
  const room = await roomOf(leader, project);
  const page = await org.as('user');
  await openChat(page, `?room=${room}`);
  const field = page.getByRole('textbox', { name: 'Message to the team' });
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
