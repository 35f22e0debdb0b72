import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { messagesStay } from '../support/messages';

const AUDIT = '/acme/settings?section=audit';
const lines = (page: Page) => page.getByRole('list', { name: 'Entries of the audit log' }).getByRole('listitem');

/** Saves what the page shows as a file, and answers its name and text. */
async function exported(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), text: fs.readFileSync(await saved.path(), 'utf8') };
}

test('a changed role is a line: found by filter, read in words, exported; observers read, users are refused', async ({
  as,
  program,
  console,
}) => {
  const tag = randomInt(1e9);
  const name = `=Somebody ${tag}`;
  const { data } = await (await program('admin')).ask('POST', 'createobserver', {
    name,
    email: `somebody.${tag}@people.test`,
  });
  await (await program('subadmin')).ask('POST', 'userApproveOrReject', { user_id: data._id, status: 1 });

  const admin = await as('admin');
  await admin.goto(`/acme/userlist?q=${tag}`);
  await admin.getByRole('button', { name: `Actions for ${name}` }).click();
  await admin.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = admin.getByRole('dialog', { name: `Change the role of ${name}` });
  await dialog.getByLabel('Role').selectOption({ label: 'User' });
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(dialog).toBeHidden();

  await admin.goto(AUDIT);
  await admin.getByLabel('Search').fill(String(tag));
  await admin.getByLabel('Action').selectOption({ label: 'People and roles' });
  await admin.getByRole('button', { name: 'Filter' }).click();
  await expect(admin).toHaveURL(/group=people/);
  const line = lines(admin).filter({ hasText: `changed the role of ${name} from Observer to User` });
  await expect(line).toHaveCount(1);
  await expect(lines(admin).filter({ hasText: 'signed in' })).toHaveCount(0);
  await line.getByText('changed the role').click();
  await expect(line.getByRole('row', { name: 'Role Observer User' })).toBeVisible();
  await expect(line.getByText('member.role_changed')).toBeVisible();
  await expectAccessibleEverywhere(admin, 'audit log');

  const csv = await exported(admin, 'Export CSV');
  expect(csv.name).toMatch(/^audit-acme-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text).toContain(`changed the role of ${name} from Observer to User`);
  expect(csv.text).toContain(`,'${name},`);
  const json = JSON.parse((await exported(admin, 'Export JSON')).text);
  expect(json.lines.map(({ action }: { action: string }) => action)).toContain('member.role_changed');
  expect(json.filters).toMatchObject({ q: String(tag), group: 'people' });

  // Nothing matches: said so, with a way out.
  await admin.goto(`${AUDIT}&from=2020-01-01&to=2020-01-02`);
  await expect(admin.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await admin.goto(`${AUDIT}&from=2020-01-02&to=2020-01-01`);
  await expect(admin.getByText('The end is before the beginning.')).toBeVisible();
  await expectAccessible(admin, 'audit log with a mistake');
  await admin.getByRole('link', { name: 'Clear' }).click();
  // That somebody exported is a line itself.
  await expect(lines(admin).filter({ hasText: 'exported the audit log' }).first()).toBeVisible();

  const observer = await as('observer');
  await observer.goto(`${AUDIT}&q=${tag}`);
  await expect(lines(observer).filter({ hasText: `changed the role of ${name}` })).toHaveCount(1);

  console.expectError(/403/);
  const user = await as('user');
  await user.goto(AUDIT);
  await expect(user.getByRole('heading', { level: 1, name: 'You do not have access to settings' })).toBeVisible();
  expect((await user.request.get('/api/auditLog')).status()).toBe(403);
  const leader = await as('leader');
  await leader.goto(AUDIT);
  await expect(leader.getByRole('heading', { level: 1, name: 'You do not have access to settings' })).toBeVisible();
});

test('the table of roles says what the program obeys; a phone shows one role at a time', async ({ as }) => {
  const leader = await as('leader');
  await leader.goto('/acme/settings?section=roles');
  const table = leader.getByRole('table', { name: 'What each role may do' });
  const row = table.getByRole('row', { name: /^Invite people/ });
  await expect(row.getByRole('cell')).toHaveText(['Yes', 'Yes', 'In projects they lead', 'No', 'No', 'No']);
  await expectAccessibleEverywhere(leader, 'roles');
  await leader.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByRole('cell')).toHaveText(['In projects they lead']);
  await leader.getByLabel('Role', { exact: true }).selectOption({ label: 'Client' });
  await expect(row.getByRole('cell')).toHaveText(['No']);
});

test('a category is made, renamed, deleted with a warning, and brought back', async ({ as, program, console }) => {
  // The name that is taken.
  console.expectError(/409/);
  const tag = randomInt(1e9);
  const api = await program('admin');
  const admin = await as('admin');
  await admin.goto('/acme/settings?section=categories');
  await admin.getByRole('button', { name: 'New category' }).click();
  const dialog = admin.getByRole('dialog', { name: 'New category' });
  await dialog.getByLabel('Name').fill('Design');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('This name is taken.')).toBeVisible();
  await dialog.getByLabel('Name').fill(`Paper ${tag}`);
  await dialog.getByRole('radio', { name: 'Purple' }).check({ force: true });
  await expectAccessible(admin, 'a new category');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const item = admin
    .getByRole('list', { name: 'Categories' })
    .getByRole('listitem')
    .filter({ hasText: `${tag}` });
  await expect(item).toContainText('Not used yet', { ignoreCase: true });

  const { docs } = await api.ask('GET', 'categorylist?limit=200');
  const category = docs.find(({ name }) => name === `Paper ${tag}`)?._id;
  const project_id = await api.projectId('WEB');
  const task = (await api.ask('POST', 'Task', { project_id, title: `Fold ${tag}`, category_id: category })).data;
  await admin.reload();
  await expect(item).toContainText('1 task');

  await item.getByRole('button', { name: 'Edit' }).click();
  await admin.getByRole('dialog').getByLabel('Name').fill(`Card ${tag}`);
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(item).toContainText(`Card ${tag}`);

  await messagesStay(admin);
  await item.getByRole('button', { name: 'Delete' }).click();
  const question = admin.getByRole('alertdialog', { name: `Delete Card ${tag}` });
  await expect(question).toContainText('1 task will have no category.');
  await expectAccessible(admin, 'deleting a category');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(item).toHaveCount(0);
  // It leaves the list at once; the answer comes after.
  const categoryOfTask = async () => (await api.ask('GET', `task/${task._id}`)).data.category;
  await expect.poll(categoryOfTask).toBeNull();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(item).toContainText('1 task');
  await expect.poll(categoryOfTask).toMatchObject({ name: `Card ${tag}` });
});
