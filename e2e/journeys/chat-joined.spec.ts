import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { message, openChat, roomOf, say } from '../support/chat';
import { joined } from '../support/live';

test('whoever is taken into a project has its room in the open chat at once, and hears what is said there', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Joined later');
  const room = await roomOf(leader, project);
  await say(leader, room, 'Before you came');
  const page = await as('user', 'acme', {});
  const [live, hears] = [joined(page, 'private-user-'), joined(page, `private-project-${project._id}`)];
  await openChat(page);
  await live;
  const entry = page.getByRole('list', { name: 'Rooms' }).getByRole('button', { name: /^Joined later.*Team(?! and)/ });
  await expect(entry).toHaveCount(0);
  await leader.ask('PUT', 'projectMembers', { project_id: project._id, add: [await leader.memberId(NAMES.user)] });
  await expect(entry).toBeVisible();
  await hears;
  await say(leader, room, 'Welcome');
  await expect(entry).toContainText('1');
  await entry.click();
  await expect(message(page, 'Welcome')).toBeVisible();
});
