import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { chatIn, openChat } from '../support/chat';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

test('the card of a person leads to the direct room with them, where one sees that they are there and write', {
  tag: '@whole',
}, async ({ org }) => {
  const [me, other] = [nameOf('user'), nameOf('leader')];
  const project = await (await org.program('leader')).newProject('Written to', [me]);
  const [page, theirs] = [await org.as('user'), await org.as('leader')];
  const live = [`private-user-${org.memberId('user')}`, 'private-org-'].map((part) => joined(page, part));
  await page.goto(org.url(`projectdetails?project=${project.key}`));
  await page.getByRole('main').locator('[data-person-trigger]').filter({ hasText: other }).first().press('Enter');
  await page.getByRole('dialog', { name: other }).getByRole('button', { name: 'Message' }).press('Enter');
  await expect(page).toHaveURL(/\/chat\?room=/);
  const chat = chatIn(page);
  await expect(chat.getByRole('textbox', { name: `Message to ${other}` })).toBeVisible();
  await Promise.all(live);
  const room = new URL(page.url()).searchParams.get('room');

  await openChat(theirs, `?room=${room}`);
  const field = theirs.getByRole('textbox', { name: `Message to ${me}` });
  await theirs.getByRole('button', { name: 'Your status' }).click();
  const dialog = theirs.getByRole('dialog', { name: 'Your status' });
  await dialog.getByLabel('Status').fill('At the printer’s');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(dialog).toBeHidden();
  const entry = chat.locator(`[data-room="${room}"]`);
  await expect(entry).toContainText('online');
  await expect(entry).toContainText('At the printer’s');
  // It is said every few seconds, and not to a page that just then connects.
  await expect(async () => {
    await field.pressSequentially('Hello');
    await expect(chat.getByText(`${other} is writing…`)).toBeVisible({ timeout: 5_000 });
  }).toPass();
});
