import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleEverywhere } from '../support/axe';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';
import { logIn, memberOf, organisationOfItsOwn, send, tokenOf } from '../support/organisations';

/** Groups of Nora, who reads, and Ada, who calls her in them. */
async function twoWhoTalk(baseURL: string) {
  const nora = await organisationOfItsOwn(baseURL);
  const token = await tokenOf(baseURL, nora);
  const ada = await tokenOf(baseURL, await memberOf(baseURL, nora, token, { name: 'Ada Brook', role: 'user' }));
  const { _id: id } = await send<{ _id: string }>(baseURL, 'GET loggedInUser', undefined, token);
  const called = async (name: string) => {
    const group = { kind: 'group', name, member_ids: [id] };
    const { _id: room_id } = await send<{ _id: string }>(baseURL, 'POST room', group, ada);
    const call = (words: string) =>
      send(baseURL, 'POST message', { room_id, body: `${words}, @Nora Newman`, client_id: randomUUID() }, ada);
    await call('Begun');
    return call;
  };
  return { nora, called };
}

test('rows of the inbox stay where they are while somebody reads, and reading all is undone', async ({
  page,
  baseURL,
}) => {
  const { nora, called } = await twoWhoTalk(baseURL as string);
  const callInFirst = await called('First group');
  await called('Second group');
  await logIn(page, nora);
  await expect(page).toHaveURL(/\/dashboard$/);
  const heard = joined(page, 'private-user-');
  await page.goto(`/${nora.key}/notifications`);
  await heard;
  const main = page.locator('main');
  const rows = main.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: 'group' });
  await expect(main.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(rows).toContainText(['Second group', 'First group']);

  await rows.first().hover();
  await called('Third group');
  const pill = main.getByRole('button', { name: '1 new notification' });
  await expect(pill).toBeVisible();
  await callInFirst('Again');
  await expect(rows.nth(1)).toContainText('Again');
  await expect(rows).toContainText(['Second group', 'First group']);
  await rows.first().getByRole('link').focus();
  await expectAccessibleEverywhere(page, 'an inbox that is read, and what came since');
  await pill.press('Enter');
  await expect(rows).toContainText(['First group', 'Third group', 'Second group']);
  await expect(main.locator('[data-notification]').first()).toBeFocused();
  await expect(pill).toHaveCount(0);

  await messagesStay(page);
  await page.keyboard.press('Shift+U');
  await expect(rows.filter({ hasText: 'Unread' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  for (const row of await rows.all()) await expect(row).toContainText('Unread');

  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('heading', { name: 'Today' })).toBeVisible();
  await panel.getByRole('button', { name: 'Mark all read' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeAttached();
});

test('Today follows what comes, and its rows are archived and read by keys and buttons', async ({ page, baseURL }) => {
  const { nora, called } = await twoWhoTalk(baseURL as string);
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await called(`${name} group`);
  await logIn(page, nora);
  await expect(page).toHaveURL(/\/dashboard$/);
  const heard = joined(page, 'private-user-');
  await page.goto('/today');
  await heard;
  const main = page.locator('main');
  const part = main
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^Inbox/ }) })
    .last();
  const row = (name: string) => part.getByRole('listitem').filter({ hasText: `${name} group` });
  await expect(row('Five')).toBeVisible();
  await called('Six group');
  await expect(row('Six')).toBeVisible();
  await expect(part.getByRole('link', { name: /^[1-9] more in the inbox$/ })).toBeVisible();
  await expectAccessibleEverywhere(page, 'Today with more than it lists');

  await messagesStay(page);
  await row('Six').getByRole('link').focus();
  await page.keyboard.press('e');
  await expect(row('Six')).toHaveCount(0);
  await expect(row('Five').getByRole('link')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row('Six')).toBeVisible();
  // The row goes before the server knows, and leaving the page would end what is under way.
  const marked = page.waitForResponse((answer) => answer.url().endsWith('/api/markNotifications'));
  await row('Five')
    .getByRole('button', { name: /^Mark read/ })
    .click();
  await expect(row('Five')).toHaveCount(0);
  await marked;
  await page.goto(`/${nora.key}/notifications`);
  await expect(main.getByRole('listitem').filter({ hasText: 'Five group' })).not.toContainText('Unread');
});
