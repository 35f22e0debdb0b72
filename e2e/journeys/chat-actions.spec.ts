import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { message, openChat, press, roomOf, say } from '../support/chat';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';

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
  await leader.ask('POST', `pinMessage/${reply}`, {});
  const page = await as('user');
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  await page.getByRole('button', { name: 'Pinned messages' }).click();
  const panel = page.getByRole('region', { name: 'Pinned messages' });
  const pins = panel.getByRole('listitem');
  await expect(pins).toHaveText([/in a thread.*The left one/]);
  await user.ask('POST', `pinMessage/${word}`, {});
  await expect(pins).toHaveText([/Keys are at the desk/, /The left one/]);
  await expectAccessibleEverywhere(page, 'what is pinned in a room');

  await messagesStay(page);
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

test('a reply in a thread quotes another, and a quote leads to what it quotes', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Quoted talk', [NAMES.user]);
  const room = await roomOf(leader, project);
  const old = String((await say(leader, room, 'The very first word'))._id);
  for (let at = 1; at <= 70; at += 1) await say(leader, room, `Line ${at} of the story`);
  const thread_id = String((await say(leader, room, 'Which paint?'))._id);
  const reply = String((await say(leader, room, 'The green one', { thread_id }))._id);
  await say(leader, room, 'As I said in the thread', { reply_to: reply });
  await say(leader, room, 'As I said at first', { reply_to: old });
  const page = await as('user');
  await openChat(page, `?room=${room}`);
  await message(page, 'Which paint?')
    .getByRole('button', { name: /^1 reply/ })
    .click();
  const thread = page.getByRole('region', { name: 'Thread' });
  const said = message(thread, 'The green one').first();
  await said.hover();
  await said.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  const field = thread.getByRole('textbox', { name: 'Reply in the thread' });
  await expect(field).toBeFocused();
  await field.fill('Then green it is');
  await expectAccessibleEverywhere(page, 'a reply that quotes another');
  await field.press('Enter');
  const answer = message(thread, 'Then green it is');
  await answer.getByRole('button', { name: /^Go to the message of .*The green one/ }).click();
  await expect(said).toBeFocused();
  await thread.getByRole('button', { name: 'Close: Thread' }).click();

  const quoteIn = (words: string) => message(page, words).getByRole('button', { name: /^Go to the message of/ });
  await quoteIn('As I said in the thread').press('Enter');
  await expect(said).toBeFocused();
  await quoteIn('As I said at first').press('Enter');
  await expect(message(page, 'The very first word').first()).toBeFocused();
  await expect(message(page, 'The very first word').first()).toBeInViewport();
});

test('a message of a group becomes a task of a chosen project, with a title and readers of its own', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Errands of spring');
  await leader.newProject('Errands of winter');
  const user = await leader.memberId(NAMES.user);
  const made = (await leader.ask('POST', 'room', { kind: 'group', name: 'Errands', member_ids: [user] })).data;
  await say(leader, String(made._id), '## Order the cake\nWith candles');
  const page = await as('leader');
  await openChat(page, `?room=${made._id}`);
  await press(page, 'With candles', 'Make a task');
  const dialog = page.getByRole('dialog', { name: 'Make a task' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Order the cake');
  await expect(title).toBeFocused();
  const create = dialog.getByRole('button', { name: 'Create task' });
  await expect(create).toBeDisabled();
  await title.fill('Order a cake for Ana');
  await dialog.getByRole('searchbox', { name: 'Find a project' }).fill('errands of spr');
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await dialog.getByRole('radio', { name: /Errands of spring/ }).check();
  await dialog.getByRole('searchbox', { name: 'Find a project' }).fill('errands of win');
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('checkbox', { name: 'The project’s clients see the task' }).check();
  await expectAccessibleEverywhere(page, 'a message that becomes a task');
  await title.press('Enter');
  await expect(message(page, 'With candles').getByRole('link', { name: `Task ${project.key}-1` })).toBeVisible();
  const task = (await leader.ask('GET', `task/${project.key}-1`)).data;
  expect(task).toMatchObject({ title: 'Order a cake for Ana', audience: 'client' });
  expect(task.description).toContain('With candles');
});

test('any emoji is a reaction, found by its name', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Reacting', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'It is out');
  const page = await as('user');
  await openChat(page, `?room=${room}`);
  const said = message(page, 'It is out');
  await said.hover();
  const react = said.getByRole('button', { name: 'React', exact: true });
  await react.click();
  await page.getByRole('menuitem', { name: 'Another emoji' }).click();
  const dialog = page.getByRole('dialog', { name: 'React with an emoji' });
  const field = dialog.getByRole('combobox', { name: 'Find an emoji' });
  await expect(field).toBeFocused();
  await expectAccessibleEverywhere(page, 'a choice of all emoji');
  await field.fill('nothing like it');
  await expect(dialog.getByRole('status')).toHaveText('No emoji is called “nothing like it”.');
  await field.fill('rock');
  await expect(dialog.getByRole('option', { name: 'rocket' })).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(said.getByRole('button', { name: '🚀, 1' })).toHaveAttribute('aria-pressed', 'true');
  await expect(react).toBeFocused();
});
