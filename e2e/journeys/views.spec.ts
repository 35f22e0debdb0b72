import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

/** Saved views: kept from a filter, opened, changed and discarded, shared with the team, opened first. */

const views = (page: Page) => page.getByRole('button', { name: /^Saved views:/ });
const viewNamed = (page: Page, name: string | RegExp) =>
  page.locator('nav[aria-label="Saved views"]').getByRole('link', { name, includeHidden: true });
const options = async (page: Page, view: string, item: string) => {
  await page.getByRole('button', { name: `Options of the view ${view}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a shared view is the team’s, not the client’s, and may be what the project opens with; open pages hear of it', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Shared views', [nameOf('user')], [nameOf('client')]);
  const open = await leader.newTask(project._id, 'To be done', { audience: 'client' });
  const done = await leader.newTask(project._id, 'Tested', { status: 3, audience: 'client' });
  const page = await org.as('leader');
  const at = org.url(`projectdetails?project=${project.key}&tab=tasks`);
  await page.goto(`${at}&filter=status:3`);
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByLabel('Name').fill('To be tested');
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(views(page)).toContainText('To be tested');
  await options(page, 'To be tested', 'Open the project with this');
  await expect(page.getByText('The list opens with To be tested.')).toBeVisible();

  const user = await org.as('user');
  const live = joined(user, `private-project-${project._id}`);
  await user.goto(at);
  await live;
  await expect(views(user)).toContainText('To be tested');
  await expect(user.locator(`[data-row="${done.key}"]`)).toBeVisible();
  await expect(user.locator(`[data-row="${open.key}"]`)).toHaveCount(0);
  await expect(user.getByRole('button', { name: /^Options of the view/ })).toHaveCount(0);
  await views(user).click();
  await viewNamed(user, 'All tasks').click();
  await expect(user.locator(`[data-row="${open.key}"]`)).toBeVisible();

  const client = await org.as('client');
  await client.goto(at);
  await expect(client.locator(`[data-row="${open.key}"]`)).toBeVisible();
  await expect(views(client)).toHaveCount(0);

  // Open pages hear of a new name, of a view that is not shared any more, and of none but those for them.
  const [view] = (await leader.ask('GET', `viewList?project_id=${project._id}`)).docs;
  const given = { name: 'Urgent ones', project_id: project._id, filter: 'priority:urgent' };
  await leader.ask('POST', 'view', given);
  await expect(viewNamed(page, /^Urgent ones/)).toBeAttached();
  await leader.ask('PATCH', `view/${view?._id}`, { version: view?.version, name: 'All to be tested' });
  await expect(viewNamed(user, 'All to be tested')).toBeAttached();
  await expect(viewNamed(page, 'All to be tested')).toBeAttached();
  await expect(viewNamed(user, /^Urgent ones/)).toHaveCount(0);
  await leader.ask('DELETE', `view/${view?._id}`);
  await expect(views(user)).toHaveCount(0);
});
