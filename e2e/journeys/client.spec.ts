import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf } from '../support/organisation';

test('a client asks for something, the leader plans it, and looks at the client’s pages without changing them', async ({
  org,
  console,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Asked by a client', [nameOf('user')], [nameOf('client')]);
  const hidden = await leader.newTask(project._id, 'Kept in the team');
  const [client, mine] = [await org.as('client'), await org.as('leader')];

  await client.goto(org.url('dashboard'));
  await client.getByRole('button', { name: 'New request' }).click();
  const form = client.getByRole('dialog', { name: 'New request' });
  const choice = form.getByLabel('Project');
  if (await choice.count()) await choice.selectOption('Asked by a client');
  await form.getByRole('textbox', { name: 'What would you like?' }).fill('A page for jobs');
  await form.getByRole('button', { name: 'Send request' }).click();
  const asked = client.getByRole('list', { name: 'Your requests' });
  await expect(asked).toContainText('A page for jobsReceived');

  await mine.goto(org.url(`projectdetails?project=${project.key}&tab=requests`));
  await mine.getByRole('button', { name: 'Accept A page for jobs' }).click();
  await mine.getByRole('button', { name: 'Create task' }).click();
  await expect(mine.getByRole('region', { name: 'Answered' })).toContainText('Planned');
  await expect(asked).toContainText('A page for jobsPlanned');

  await mine.getByRole('button', { name: /^Actions for/ }).click();
  await mine.getByRole('menuitem', { name: 'View as client' }).click();
  await mine.getByRole('button', { name: /^View as/ }).click();
  const banner = mine.getByRole('region', { name: 'Viewing as a client' });
  await expect(banner).toBeVisible();
  await mine.goto(org.url(`task?project=${project.key}`));
  await expect(mine.getByRole('link', { name: 'A page for jobs' })).toBeVisible();
  await expect(mine.getByText('Kept in the team')).toHaveCount(0);
  console.expectError(/404|403/);
  await mine.goto(org.url(`taskpage?task=${hidden.key}`));
  await expect(mine.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  // What is the client's own business, or the leader's, is no part of it.
  for (const path of ['/profile', org.url('notifications'), org.url('chat')]) {
    await mine.goto(path);
    await expect(mine).toHaveURL(/\/view$/);
  }
  await mine.getByRole('button', { name: 'End view' }).click();
  await expect(mine).toHaveURL(org.url('dashboard'));
  await expect(banner).toHaveCount(0);
  await mine.goto(org.url(`taskpage?task=${hidden.key}`));
  await expect(mine.getByRole('heading', { name: 'Kept in the team' })).toBeVisible();
});
