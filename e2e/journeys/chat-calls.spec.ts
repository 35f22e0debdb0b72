import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { message, openChat, press, roomOf, say } from '../support/chat';

test('a change that calls many is asked first, and tells them; what stands in code calls nobody', async ({
  as,
  program,
}) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Calling late', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Lunch at noon');
  const page = await as('leader');
  await page.route('**/api/roomSize/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), data: { people: 12 } } });
  });
  await openChat(page, `?room=${room}`);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Call everybody?' });
  await press(page, 'Lunch at noon', 'Edit');
  await field.fill('Lunch at noon, as `@room` knows');
  await field.press('Enter');
  await expect(message(page, 'as @room knows')).toContainText('edited');
  await expect(question).toHaveCount(0);

  await press(page, 'as @room knows', 'Edit');
  await field.fill('Lunch at one, @room');
  await field.press('Enter');
  await expect(question).toContainText('@room calls 12 people.');
  await expect(question.getByRole('button', { name: 'Go on writing' })).toBeFocused();
  await expectAccessibleEverywhere(page, 'a change that calls many');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(field).toBeFocused();
  await field.press('Enter');
  await question.getByRole('button', { name: 'Call everybody' }).click();
  await expect(message(page, 'Lunch at one, @room')).toBeVisible();
  const told = async () => (await user.ask('GET', 'notificationList?limit=100')).docs;
  await expect.poll(told).toContainEqual(expect.objectContaining({ kind: 'message.called' }));

  // It calls already.
  await press(page, 'Lunch at one', 'Edit');
  await field.fill('Lunch at two, @room');
  await field.press('Enter');
  await expect(message(page, 'Lunch at two, @room')).toBeVisible();
});
