import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { card, column, drag } from '../support/board';
import { joined } from '../support/live';
import { nameOf, sql } from '../support/organisation';

test('what a leader drags shows for the user without a reload, and for the client only what clients may see', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Drag and see', [nameOf('user'), nameOf('ines')], [nameOf('client')]);
  const { data: secret } = await leader.ask('POST', 'label', { name: 'Secret', colour: 'c3' });
  const [me, ines] = [org.memberId('leader'), org.memberId('ines')];
  const shared = { status: 2, audience: 'client', assignee_ids: [ines] };
  const shown = await leader.newTask(project._id, 'Shown to the client', shared);
  const hidden = await leader.newTask(project._id, 'Kept in the team', { status: 2, label_ids: [secret._id] });
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

  // By assignee a drop hands the task over, and Ctrl+Z gives it back; for others as well.
  for (const page of [mine, users]) {
    await page.goto(`${at}&group=assignee`);
    await expect(card(page, shown.key, nameOf('ines'))).toBeVisible();
  }
  const people = async () =>
    ((await leader.ask('GET', `task/${shown.key}`)).data.assignees as { _id: string }[]).map(({ _id }) => _id);
  await drag(mine, card(mine, shown.key, nameOf('ines')), column(mine, nameOf('leader')));
  await expect(card(users, shown.key, nameOf('leader'))).toBeVisible();
  expect(await people()).toEqual([me]);
  await mine.keyboard.press('Control+z');
  await expect(card(users, shown.key, nameOf('ines'))).toBeVisible();
  await expect.poll(people).toEqual([ines]);

  // A client sees neither internal labels nor hidden people.
  await clients.goto(`${at}&group=label`);
  await expect(card(clients, shown.key, 'No label')).toBeVisible();
  await expect(clients.getByText('Secret', { exact: true })).toHaveCount(0);
  await clients.goto(`${at}&group=assignee`);
  await expect(column(clients, 'Somebody else')).toBeVisible();
  await expect(clients.getByRole('main')).not.toContainText(nameOf('ines'));

  // What was completed long ago is hidden until it is asked for, and then stays in sight.
  await leader.ask('POST', 'changeTaskStatus', { task_id: hidden._id, status: 4 });
  await sql("update task set completed_at = now() - interval '30 days' where id = $1", [hidden._id]);
  await mine.goto(at);
  const completed = column(mine, 'Completed');
  await expect(completed).toContainText('1 task completed more than 14 days ago');
  await completed.getByRole('button', { name: 'Show all' }).click();
  await expect(card(mine, hidden.key, 'Completed')).toBeVisible();
  await mine.reload();
  await expect(card(mine, hidden.key, 'Completed')).toBeVisible();
});
