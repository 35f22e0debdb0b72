import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

test('a client approves from the dashboard what was sent to them; the team sees it at once, and it falls with the text', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Signed off', [], [nameOf('client')]);
  const task = await leader.newTask(project._id, 'The poster', { audience: 'client', description: 'Blue ground' });
  const [page, client] = [await org.as('leader'), await org.as('client')];
  const live = joined(page, 'private-org-');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByRole('checkbox', { name: nameOf('client') }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  const approval = page.getByRole('region', { name: 'Approval' });
  await expect(approval.getByText('Waiting for approval', { exact: true })).toBeVisible();
  await live;

  await client.goto(org.url('dashboard'));
  const row = client
    .getByRole('list', { name: 'Waiting for you' })
    .getByRole('listitem')
    .filter({ hasText: 'The poster' });
  await row.getByRole('button', { name: /^Review/ }).click();
  await expect(client.getByRole('dialog').getByText('Blue ground', { exact: true })).toBeVisible();
  await client.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toHaveCount(0);
  await expect(approval.getByText('Approved', { exact: true })).toBeVisible();

  const { data } = await leader.ask('GET', `task/${task._id}`);
  await leader.ask('PATCH', `task/${task._id}`, { version: data.version, description: 'Green ground' });
  await expect(approval.getByText('No longer counts', { exact: true })).toBeVisible();
  await client.goto(org.url(`taskpage?task=${task.key}`));
  await expect(client.getByText(/It was approved, and fell.* because the description changed/)).toBeVisible();
});
