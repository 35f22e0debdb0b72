import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { boardIsReady, boardUrl, card } from '../support/board';
import { message, openChat, roomOf, say } from '../support/chat';
import { joined } from '../support/live';
import type { Program } from '../support/program';

const shown = (page: Page) =>
  page
    .getByRole('article', { name: /^Message by/ })
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message')));

/**
 * What the realtime server says of the project comes four at a time, backwards and twice; of new messages the first of
 * four is lost.
 */
const shuffled = (page: Page, project: { _id: string }) =>
  page.routeWebSocket(/\/app\//, (socket) => {
    const server = socket.connectToServer();
    const held: string[] = [];
    server.onMessage((frame) => {
      const text = String(frame);
      const shuffles = /"event":"(?:message|task)\./.test(text) && text.includes(`private-project-${project._id}`);
      if (!shuffles) return socket.send(text);
      held.push(text);
      if (held.length < 4) return;
      const four = held.splice(0);
      const told = four[0]?.includes('message.added') ? four.slice(1) : four;
      for (const one of [...told.toReversed(), ...told]) socket.send(one);
    });
  });

/**
 * A project with the user in it, where nobody loses a right meanwhile: channels that are joined anew would leave the four
 * that are held together incomplete.
 */
async function sharedProject(leader: Program, user: Program, name: string): Promise<{ _id: string; key: string }> {
  const project = await leader.newProject(name);
  const { _id } = (await user.ask('GET', 'loggedInUser')).data;
  await leader.ask('PUT', 'projectMembers', { project_id: project._id, add: [_id], remove: [] });
  return project;
}

test('P10 messages that come in any order, twice or not at all leave the room as the server has it', async ({
  as,
  program,
}) => {
  const leader = await program('leader', 'globex');
  const project = await sharedProject(leader, await program('user', 'globex'), 'Shuffled');
  const room = await roomOf(leader, project);
  await say(leader, room, 'Before all');
  // A context of its own: what is routed here is heard by nobody else.
  const page = await as('user', 'globex', {});
  await shuffled(page, project);
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  await expect(message(page, 'Before all')).toBeVisible();
  const ids: string[] = [];
  for (let at = 1; at <= 8; at++) ids.push(String((await say(leader, room, `Number ${at} of eight`))._id));
  await expect.poll(() => shown(page).then((all) => all.slice(-8))).toEqual(ids);
  await leader.ask('PATCH', `message/${ids[0]}`, { version: 1, body: 'Number one, changed' });
  await leader.ask('PATCH', `message/${ids[0]}`, { version: 2, body: 'Number one, changed twice' });
  await leader.ask('DELETE', `message/${ids[1]}`);
  await leader.ask('POST', 'reaction', { message_id: ids[2], emoji: '👍' });
  await expect(message(page, 'changed twice')).toBeVisible();
  await expect(message(page, 'Number 2 of')).toHaveCount(0);
  await expect(message(page, 'Number 3 of').getByRole('button', { name: 'Thumbs up, 1' })).toBeVisible();
  expect((await shown(page)).slice(-8)).toEqual(ids);
});

test('P10 the board too', async ({ as, program }) => {
  const leader = await program('leader', 'globex');
  const project = await sharedProject(leader, await program('user', 'globex'), 'Shuffled cards');
  const task = await leader.newTask(project._id, 'Goes around', { status: 1 });
  const page = await as('user', 'globex', {});
  await shuffled(page, project);
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(boardUrl('globex', project.key));
  await boardIsReady(page);
  await live;
  for (const status of [2, 3, 2, 3]) await leader.ask('POST', 'changeTaskStatus', { task_id: task._id, status });
  await expect(card(page, task.key, 'Testing')).toBeVisible();
  await expect(page.getByText('Goes around')).toHaveCount(1);
});

test('a reading that failed is repeated by itself; a message that the server could not take is sent again, once', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/ERR_FAILED|503|ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const leader = await program('leader');
  const project = await leader.newProject('Bad reception', [NAMES.user]);
  const room = await roomOf(leader, project);
  await say(leader, room, 'Before it');
  const page = await as('user', 'acme', {});
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  await expect(message(page, 'Before it')).toBeVisible();

  await page.route(/messageList\?.*after=/, (route) => route.abort(), { times: 1 });
  await say(leader, room, 'Said in a hole');
  await expect(message(page, 'Said in a hole')).toBeVisible();

  const failure = { status: 503, code: 'unavailable', message: 'Try again in a moment.', request_id: 'x' };
  await page.route('**/api/message', (route) => route.fulfill({ status: 503, json: failure }), { times: 1 });
  const field = page.getByRole('textbox', { name: 'Message to Bad reception' });
  await field.fill('Said twice, heard once');
  await field.press('Enter');
  await expect(message(page, 'Said twice, heard once')).toBeVisible();
  const { docs } = await leader.ask('GET', `messageList?room_id=${room}`);
  expect(docs.filter(({ body }) => body === 'Said twice, heard once')).toHaveLength(1);

  const said = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await page.context().setOffline(true);
  await expect(said).toContainText('What you write is kept on this device');
  await expectAccessibleEverywhere(page, 'the chat without a connection');
  await page.context().setOffline(false);
  await expect(said).toHaveCount(0);
});
