import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { message, openChat, press, roomOf, say } from '../support/chat';

test('who is called in a thread is led there from the room, and has it unread until then', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Called in threads', [NAMES.user]);
  const room = await roomOf(leader, project);
  const thread_id = String((await say(leader, room, 'Which hinge?'))._id);
  await say(leader, room, `The brass one, @${NAMES.user}?`, { thread_id });
  const state = async () => (await user.ask('GET', `room/${room}`)).data;
  const page = await as('user');
  await openChat(page, `?room=${room}`);
  const replies = message(page, 'Which hinge?').getByRole('button', { name: /^1 reply/ });
  await expect(replies).toHaveText('1 reply 1 new');
  await expect.poll(async () => (await state()).unread_count).toBe(0);
  const field = page.getByRole('textbox', { name: 'Message to Called in threads' });
  await field.fill('Something else');
  await field.press('Enter');
  await expect(message(page, 'Something else')).toBeVisible();
  expect((await state()).mention_count).toBe(1);
  const lead = page.getByRole('button', { name: 'You are called in a thread' });
  await expectAccessibleEverywhere(page, 'a room with a call in a thread');
  await lead.click();
  const thread = page.getByRole('region', { name: 'Thread' });
  await expect(message(page, 'The brass one').and(thread.getByRole('article'))).toBeFocused();
  await expect.poll(async () => (await state()).mention_count).toBe(0);

  await press(page, 'The brass one', 'Mark unread from here');
  await expect.poll(async () => (await state()).mention_count).toBe(1);
  await thread.getByRole('button', { name: 'Close: Thread' }).click();
  await expect(replies).toHaveText('1 reply 1 new');
  // On another device.
  const [reply] = (await user.ask('GET', `messageList?room_id=${room}&thread_id=${thread_id}`)).docs;
  await user.ask('POST', 'readRoom', { room_id: room, thread_id, message_id: reply?._id });
  await expect(replies).toHaveText('1 reply');
  await user.ask('POST', 'readRoom', { room_id: room, thread_id, message_id: thread_id });
  await expect(replies).toHaveText('1 reply 1 new');
  await replies.click();
  await expect.poll(async () => (await state()).mention_count).toBe(0);
  await thread.getByRole('button', { name: 'Close: Thread' }).click();
  await expect(replies).toHaveText('1 reply');
  await expect(lead).toHaveCount(0);
});

test('a long thread shows earlier replies, and opens at an old one', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Long threads', [NAMES.user]);
  const room = await roomOf(leader, project);
  const thread_id = String((await say(leader, room, 'Tell us all'))._id);
  const ids: string[] = [];
  // So long that an answer holds some of them.
  for (const count of Array.from({ length: 12 }, (_, at) => at + 1))
    ids.push(
      String((await say(leader, room, `Chapter ${count}. ${'so it went on '.repeat(1200)}`, { thread_id }))._id),
    );
  const page = await as('user');
  await openChat(page, `?room=${room}`);
  await message(page, 'Tell us all')
    .getByRole('button', { name: /^12 replies/ })
    .click();
  const thread = page.getByRole('region', { name: 'Thread' });
  const chapter = (count: number) => thread.locator(`[data-message="${ids[count - 1]}"]`);
  await expect(chapter(12)).toBeAttached();
  await expect(chapter(1)).toHaveCount(0);
  const earlier = thread.getByRole('button', { name: 'Show earlier replies' });
  await expect(async () => {
    if (await chapter(1).count()) return;
    await earlier.click();
    await expect(chapter(1)).toBeAttached();
  }).toPass();
  await expect(earlier).toHaveCount(0);

  await openChat(page, `?room=${room}&message=${ids[0]}`);
  await expect(chapter(1)).toBeFocused();
  await expect(chapter(12)).toHaveCount(0);
  const later = thread.getByRole('button', { name: 'Show later replies' });
  await expect(async () => {
    if (await chapter(12).count()) return;
    await later.click();
    await expect(chapter(12)).toBeAttached();
  }).toPass();
  await expect(later).toHaveCount(0);
});
