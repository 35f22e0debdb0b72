import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { card, column, drag } from '../support/board';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

test('what a leader drags shows for the user without a reload, and for the client only what clients may see', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Drag and see', [nameOf('user')], [nameOf('client')]);
  const shown = await leader.newTask(project._id, 'Shown to the client', { status: 2, audience: 'client' });
  const hidden = await leader.newTask(project._id, 'Kept in the team', { status: 2 });
  const [mine, users, clients] = [await org.as('leader'), await org.as('user'), await org.as('client')];
  const everybody = [mine, users, clients];
  const at = org.url(`task?view=board&project=${project.key}`);
  const live = everybody.map((page) => joined(page, `private-project-${project._id}`));
  for (const page of everybody) await page.goto(at);
  await Promise.all(live);
  await expect(card(clients, shown.key, 'In Process')).toBeVisible();
  await expect(card(clients, hidden.key)).toHaveCount(0);

  for (const task of [shown, hidden]) {
    await drag(mine, card(mine, task.key, 'In Process'), column(mine, 'Testing'));
    await expect(card(mine, task.key, 'Testing')).toBeVisible();
    await expect(card(users, task.key, 'Testing')).toBeVisible();
    await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(3);
  }
  await expect(card(clients, shown.key, 'Testing')).toBeVisible();
  await expect(card(clients, hidden.key)).toHaveCount(0);
  await expect(column(clients, 'Testing').getByRole('listitem')).toHaveCount(1);
});
