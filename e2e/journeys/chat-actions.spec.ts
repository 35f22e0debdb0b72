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
