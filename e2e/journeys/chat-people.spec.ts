import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere, expectAccessibleInBothThemes } from '../support/axe';
import { chatIn, openChat, roomOf, say } from '../support/chat';

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

test('rooms are found by a part of their name, and those with something unsent are marked', async ({ as, program }) => {
  const user = await program('user');
  const member_ids = [await user.memberId(NAMES.hana)];
  const tag = randomUUID().slice(0, 8);
  for (let count = 1; count <= 9; count++)
    await user.ask('POST', 'room', { kind: 'group', name: `Find ${tag} ${count}`, member_ids });
  const page = await as('user');
  await openChat(page);
  const rooms = page.getByRole('list', { name: 'Rooms', exact: true });
  const entry = (count: number) => rooms.getByRole('button', { name: `Find ${tag} ${count}` });
  const finder = page.getByRole('searchbox', { name: 'Find a room' });
  await finder.fill('no such room anywhere');
  await expect(page.getByText('No room of these is called so.')).toBeVisible();
  await finder.press('Escape');
  await expect(entry(1)).toBeVisible();
  await finder.fill(`${tag.toUpperCase()} 7`);
  await expect(rooms.getByRole('listitem')).toHaveCount(1);
  await finder.press('Enter');
  const field = page.getByRole('textbox', { name: `Message to Find ${tag} 7` });
  await field.fill('Half a thought');
  await entry(3).click();
  await expect(entry(7)).toContainText('Draft');
  await expectAccessibleEverywhere(page, 'rooms, one with a draft');
  await entry(7).click();
  await expect(field).toHaveValue('Half a thought');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await entry(3).click();
  await expect(entry(3)).toHaveAttribute('aria-current', 'true');
  await expect(entry(7)).not.toContainText('Draft');
});

test('the card of a person leads to the direct room with them', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Written to', [NAMES.user]);
  const page = await as('user');
  await page.goto(`/acme/projectdetails?project=${project.key}`);
  await page
    .getByRole('main')
    .locator('[data-person-trigger]')
    .filter({ hasText: NAMES.leader })
    .first()
    .press('Enter');
  const card = page.getByRole('dialog', { name: NAMES.leader });
  await expect(card.getByRole('button', { name: 'Message' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the card of a person');
  await card.getByRole('button', { name: 'Message' }).press('Enter');
  await expect(page).toHaveURL(/\/acme\/chat\?room=/);
  await expect(chatIn(page).getByRole('textbox', { name: `Message to ${NAMES.leader}` })).toBeVisible();
});
