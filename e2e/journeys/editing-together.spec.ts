import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { joined } from '../support/live';

const begin = (page: Page) => page.getByRole('button', { name: 'Edit description' }).press('Enter');
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');

test('two who edit one description see each other, and that one of them has left', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Together at it', [NAMES.user]);
  const person = await leader.memberId(NAMES.user);
  const task = await leader.newTask(project._id, 'Write the speech', { assignee_ids: [person] });
  const [one, other] = [await as('leader'), await as('user')];
  const live = [one, other].map((page) => joined(page, `private-project-${project._id}`));
  for (const page of [one, other]) await page.goto(`/acme/taskpage?task=${task.key}`);
  await Promise.all(live);
  await begin(one);
  await expect(one.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await begin(other);
  await expect(one.getByText(`${NAMES.user} is editing this too.`)).toBeVisible();
  await expect(other.getByText(`${NAMES.leader} is editing this too.`)).toBeVisible();
  await cancel(other);
  await expect(one.getByText(`${NAMES.user} is editing this too.`)).toBeHidden();
});
