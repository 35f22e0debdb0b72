import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { message, openChat, roomOf, say } from '../support/chat';
import { joined } from '../support/live';

test('a pinned reply is among the pins of the room, which change live and are taken off there', async ({
  as,
  program,
}) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Pinned talk', [NAMES.user]);
  const room = await roomOf(leader, project);
  const thread_id = String((await say(leader, room, 'Which door?'))._id);
  const reply = String((await say(leader, room, 'The left one', { thread_id }))._id);
  const word = String((await say(leader, room, 'Keys are at the desk'))._id);
  await leader.ask('POST', `pinMessage/${reply}`);
  const page = await as('user');
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  await page.getByRole('button', { name: 'Pinned messages' }).click();
  const panel = page.getByRole('region', { name: 'Pinned messages' });
  const pins = panel.getByRole('listitem');
  await expect(pins).toHaveText([/in a thread.*The left one/]);
  await user.ask('POST', `pinMessage/${word}`);
  await expect(pins).toHaveText([/Keys are at the desk/, /The left one/]);
  await expectAccessibleEverywhere(page, 'what is pinned in a room');

  await panel.getByRole('button', { name: 'Unpin: Keys are at the desk' }).press('Enter');
  await expect(pins).toHaveText([/The left one/]);
  await expect(pins).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pins).toHaveCount(2);
  await expect(message(page, 'Keys are at the desk')).toContainText('Pinned');
  await pins
    .last()
    .getByRole('button', { name: /The left one/ })
    .first()
    .click();
  await expect(message(page.getByRole('region', { name: 'Thread' }), 'The left one')).toBeFocused();
});

test('leaving a group is asked first, and leads back to the rooms', async ({ as, program, console }) => {
  // Its calls that were under way.
  console.expectError(/404/);
  const leader = await program('leader');
  const project = await leader.newProject('Left talk', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Hello');
  const user = await leader.memberId(NAMES.user);
  const made = (await leader.ask('POST', 'room', { kind: 'group', name: 'Cake for Ana', member_ids: [user] })).data;
  const page = await as('user');
  await openChat(page, `?room=${made._id}`);
  const leave = page.getByRole('button', { name: 'Leave this group' });
  const dialog = page.getByRole('alertdialog', { name: 'Leave “Cake for Ana”?' });
  await leave.press('Enter');
  await expect(dialog).toContainText('Only somebody who is in the group can add you again.');
  await expectAccessibleEverywhere(page, 'the question whether to leave a group');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(leave).toBeFocused();
  await leave.press('Enter');
  await dialog.getByRole('button', { name: 'Leave group' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a room' })).toBeVisible();
  const rooms = page.getByRole('list', { name: 'Rooms' });
  await expect(rooms.getByRole('button', { name: /^Cake for Ana/ })).toHaveCount(0);
  await expect(rooms.locator(':focus')).toHaveCount(1);
});
