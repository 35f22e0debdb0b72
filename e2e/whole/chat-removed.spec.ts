import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { message, openChat, roomOf, say } from '../support/chat';
import { cuttable, joined } from '../support/live';
import { nameOf } from '../support/organisation';

test('P06 a lost right closes the room before its connection is there again, and without one', async ({
  org,
  console,
}) => {
  console.expectError(/40[34]|WebSocket/);
  const leader = await org.program('leader');
  const opened = async (name: string, onRefused?: () => void) => {
    const project = await leader.newProject(name, [nameOf('user')]);
    const room = await roomOf(leader, project);
    await say(leader, room, 'Only for those inside');
    const page = await org.as('user');
    const connection = await cuttable(page, onRefused);
    const live = joined(page, `private-project-${project._id}`);
    await openChat(page, `?room=${room}`);
    await live;
    await expect(message(page, 'Only for those inside')).toBeVisible();
    const leave = () =>
      leader.ask('PUT', 'projectMembers', { project_id: project._id, remove: [org.memberId('user')] });
    const isClosed = async () => {
      await expect(message(page, 'Only for those inside')).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveCount(0);
    };
    return { page, room, connection, leave, isClosed };
  };
  // The end of the connection says it: the room is asked for before a new one is.
  const order: string[] = [];
  const first = await opened('Closed by its end', () => order.push('connection'));
  first.connection.refuse();
  first.page.on('request', (request) => {
    if (request.url().includes(`room_id=${first.room}`)) order.push('room');
  });
  await first.leave();
  await first.isClosed();
  // The list of rooms, read for another reason, may have said it already.
  expect(order[0]).not.toBe('connection');

  // Nobody says it: the open room asks every few seconds.
  const second = await opened('Closed by asking');
  await second.connection.cut();
  const asked = second.page.waitForRequest(/messageList\?.*limit=1$/);
  await asked;
  await second.leave();
  await second.isClosed();
});
