import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';

/** Saved views: kept from a filter, opened as tabs, changed and discarded, shared with the team, opened first. */

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });
const tab = (page: Page, name: string | RegExp) => tabs(page).getByRole('link', { name });
const options = async (page: Page, view: string, item: string) => {
  await page.getByRole('button', { name: `Options of the view ${view}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a filter is kept as a view, by keyboard; a change of it is saved or discarded', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Views');
  const urgent = await leader.newTask(project._id, 'Mend the roof', { priority: 'urgent' });
  const calm = await leader.newTask(project._id, 'Paint the door', { priority: 'low' });
  const page = await as('leader');
  const row = (key: string) => page.locator(`[data-row="${key}"]`);
  await page.goto(`/acme/task?project=${project.key}`);
  await expect(row(calm.key)).toBeVisible();
  await expect(tabs(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save as view' })).toHaveCount(0);

  await page.goto(`/acme/task?project=${project.key}&filter=priority:urgent&group=priority`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Save as view' }).press('Enter');
  await page.getByRole('dialog', { name: 'Save as view' }).getByLabel('Name').fill('Burning');
  await page.keyboard.press('Enter');
  await expect(tab(page, /^Burning/)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/filter=priority:urgent&group=priority/);
  await expect(page.getByRole('button', { name: 'Save as view' })).toHaveCount(0);

  await tab(page, 'All tasks').click();
  await expect(row(calm.key)).toBeVisible();
  await expect(page).toHaveURL(`/acme/task?project=${project.key}`);
  await tab(page, /^Burning/).click();
  await expect(row(calm.key)).toBeHidden();
  await expect(row(urgent.key)).toBeVisible();

  // Changed: discarded, and changed again: saved.
  await page.getByRole('link', { name: 'Overdue' }).click();
  await page.getByRole('link', { name: 'Discard changes' }).click();
  await expect(page).not.toHaveURL(/overdue/);
  await expect(row(urgent.key)).toBeVisible();
  await page.getByRole('link', { name: 'Remove the filter Priority: Urgent' }).click();
  await expect(row(calm.key)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.goto(`/acme/task?project=${project.key}`);
  await tab(page, /^Burning/).click();
  await expect(row(calm.key)).toBeVisible();
  await expect(page).toHaveURL(/group=priority/);

  await messagesStay(page);
  await options(page, 'Burning', 'Delete');
  await expect(tabs(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tab(page, /^Burning/)).toBeVisible();
});

test('a shared view is the team’s, not the client’s, and may be what the project opens with', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Shared views', [NAMES.user], [NAMES.client]);
  const open = await leader.newTask(project._id, 'To be done', { audience: 'client' });
  const done = await leader.newTask(project._id, 'Tested', { status: 3, audience: 'client' });
  const page = await as('leader');
  const at = `/acme/projectdetails?project=${project.key}&tab=tasks`;
  await page.goto(`${at}&filter=status:3`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByLabel('Name').fill('To be tested');
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(tab(page, 'To be tested')).toHaveAttribute('aria-current', 'page');
  await options(page, 'To be tested', 'Open the project with this');
  await expect(page.getByText('The list opens with To be tested.')).toBeVisible();

  const user = await as('user');
  await user.goto(at);
  await expect(tab(user, 'To be tested')).toHaveAttribute('aria-current', 'page');
  await expect(user.locator(`[data-row="${done.key}"]`)).toBeVisible();
  await expect(user.locator(`[data-row="${open.key}"]`)).toHaveCount(0);
  await expect(user.getByRole('button', { name: /^Options of the view/ })).toHaveCount(0);
  await tab(user, 'All tasks').click();
  await expect(user.locator(`[data-row="${open.key}"]`)).toBeVisible();

  const client = await as('client');
  await client.goto(at);
  await expect(client.locator(`[data-row="${open.key}"]`)).toBeVisible();
  await expect(tabs(client)).toHaveCount(0);
});

test('a timeline is kept as it is drawn, and opens so by itself for whom it is kept', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Drawn views', [NAMES.user]);
  await leader.newTask(project._id, 'Far away', { start_date: '2031-03-01', due_date: '2031-06-01' });
  const at = `/acme/task?view=timeline&project=${project.key}`;
  const page = await as('leader');
  const zoom = (name: string) =>
    page.getByRole('navigation', { name: 'Zoom' }).getByRole('link', { name, exact: true });
  await page.goto(at);
  await page.waitForLoadState('networkidle');
  await zoom('Month').click();
  await expect(zoom('Month')).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('dialog', { name: 'Save as view' }).getByLabel('Name').fill('From afar');
  await page.keyboard.press('Enter');
  await expect(tab(page, /^From afar/)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Save as view' })).toHaveCount(0);

  // Another zoom is a change of it, though nothing is read for it.
  await zoom('Year').click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Discard changes' }).click();
  await expect(zoom('Month')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('link', { name: 'Discard changes' })).toHaveCount(0);
  await zoom('Quarter').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Discard changes' })).toHaveCount(0);

  await messagesStay(page);
  await options(page, 'From afar', 'Open the project with this for me');
  await expect(page.getByText('The timeline opens with From afar for you.')).toBeVisible();
  await page.goto(at);
  await expect(tab(page, /^From afar/)).toHaveAttribute('aria-current', 'page');
  await expect(zoom('Quarter')).toHaveAttribute('aria-current', 'true');
  await tab(page, 'All tasks').click();
  await expect(tab(page, 'All tasks')).toHaveAttribute('aria-current', 'page');
  const user = await as('user');
  await user.goto(at);
  await expect(user.getByRole('navigation', { name: 'Zoom' })).toBeVisible();
  await expect(tabs(user)).toHaveCount(0);
});

test('open pages hear of views that others share and rename, and that oneself keeps in another tab', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Heard views', [NAMES.user]);
  await leader.newTask(project._id, 'To be done');
  const at = `/acme/task?project=${project.key}`;
  const [mine, users] = [await as('leader'), await as('user')];
  // One's own are told to oneself, the shared ones to the project.
  const live = [mine, users].flatMap((page) =>
    [`private-project-${project._id}`, 'private-user-'].map((name) => joined(page, name)),
  );
  for (const page of [mine, users]) await page.goto(at);
  await Promise.all(live);
  const given = { name: 'Urgent ones', project_id: project._id, filter: 'priority:urgent' };
  const { data: view } = await leader.ask('POST', 'view', given);
  await expect(tab(mine, /^Urgent ones/)).toBeVisible();
  await expect(tabs(users)).toHaveCount(0);
  await leader.ask('PATCH', `view/${view._id}`, { version: 1, shared: true, name: 'All that burns' });
  await expect(tab(users, 'All that burns')).toBeVisible();
  await expect(tab(mine, 'All that burns')).toBeVisible();
  await leader.ask('DELETE', `view/${view._id}`);
  await expect(tabs(users)).toHaveCount(0);
});
