import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { openChat, roomOf, say } from '../support/chat';

/** One answer has no more people. */
const MOST = 200;

/** The first page of this room's people is full of others: the room seems to have more than one answer tells. */
async function crowd(page: Page, path: string) {
  const others = Array.from({ length: MOST }, (_, at) => ({ _id: randomUUID(), name: `Ada Number${at}`, pic: null }));
  await page.route(
    (url) => url.pathname === path && !url.searchParams.get('q'),
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), docs: others } });
    },
  );
}

test('of many people in a room each can be called, and their messages found, by name', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Crowded', [NAMES.user, NAMES.hana]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Found by its author');
  const page = await as('user');
  await crowd(page, `/api/roomMembers/${room}`);
  await openChat(page, `?room=${room}`);
  const field = page.getByRole('textbox', { name: 'Message to Crowded' });
  await field.fill('Ask @hana');
  await page.getByRole('option', { name: NAMES.hana }).click();
  await expect(field).toHaveValue(`Ask @${NAMES.hana} `);

  await page.getByRole('button', { name: 'Search in this room' }).click();
  await page.getByText('By person and day').click();
  const person = page.getByRole('searchbox', { name: 'Find a person' });
  await person.fill(NAMES.leader.slice(0, 6));
  const author = page.getByRole('combobox', { name: 'Written by' });
  await expect(author.getByRole('option', { name: NAMES.leader })).toBeAttached();
  await person.press('Enter');
  await expect(author.locator('option:checked')).toHaveText(NAMES.leader);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Found messages' })).toContainText('Found by its author');
});
