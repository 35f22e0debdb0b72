import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { pictureOf } from '../support/files';
import { mailTo } from '../support/mail';
import { nameOf, Organisation } from '../support/organisation';
import { fillLogin, logIn } from '../support/sign-in';

const PASSPHRASE = 'kettle violet harbor otter';

test('twelve people by CSV, two rows bad; one accepts, asks for a role, is promoted, demoted, and loses access at once', async ({
  org,
  console: watched,
}) => {
  watched.expectError(/403/);
  const email = (nr: number) => `p${nr}@${org.key}.test`;
  const name = (nr: number) => `Person ${nr}`;
  const rows = Array.from({ length: 12 }, (_, nr) => `${email(nr)};${name(nr)};user;`);
  rows[3] = 'no address;Bad Row;user;';
  rows[7] = `${email(7)};${name(7)};emperor;`;
  const file = {
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['\uFEFFEmail;Name;Role;Projects', ...rows].join('\r\n')),
  };
  const admin = await org.as('admin');
  await admin.goto(org.url('userlist'));
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import people from CSV' });
  await dialog.getByLabel('CSV file').setInputFiles(file);
  await expect(dialog.getByText('10 of 12 people will be invited; 2 with an error.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite 10 people' }).click();
  await expect(dialog.getByText('10 of 12 people were invited; 2 with an error.')).toBeVisible();
  const saved = admin.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download result' }).click();
  expect((await saved).suggestedFilename()).toBe('invitations-result.csv');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const mail = await mailTo(org.baseURL, email(0), /invites you to/);
  const link = mail.links.find((one) => one.includes('/invitation?token=')) as string;
  expect(link.startsWith(`${org.baseURL}/`)).toBe(true);
  const person = await org.open(undefined);
  await person.goto(link);
  await expect(person.getByRole('heading', { level: 1 })).toContainText('Join');
  await person.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
  await person.getByRole('button', { name: 'Join' }).click();
  await expect(person).toHaveURL(org.url('dashboard'));

  await person.goto('/profile');
  await person.getByRole('button', { name: 'Ask for another role' }).click();
  const request = person.getByRole('dialog', { name: 'Ask for another role' });
  await request.getByLabel('Role').selectOption({ label: 'Sub Admin' });
  await request.getByRole('button', { name: 'Send request' }).click();
  await expect(person.getByText('You asked to be Sub Admin.')).toBeVisible();
  await admin.goto(org.url('userlist'));
  await admin.getByRole('button', { name: `Grant ${name(0)}` }).click();
  await expect(admin.getByRole('button', { name: `Grant ${name(0)}` })).toBeHidden();
  await person.goto(org.url('userlist'));
  await expect(person.getByRole('button', { name: 'Invite', exact: true })).toBeVisible();

  await admin.getByRole('button', { name: `Actions for ${name(0)}` }).click();
  await admin.getByRole('menuitem', { name: 'Change role' }).click();
  const change = admin.getByRole('dialog', { name: `Change the role of ${name(0)}` });
  await change.getByLabel('Role').selectOption({ label: 'User' });
  await change.getByRole('button', { name: 'Change role' }).click();
  await expect(change).toBeHidden();
  await expect(person.getByRole('heading', { level: 1, name: 'Users' })).toBeHidden();
  expect((await person.request.get('/api/invitationList')).status()).toBe(403);
  await mailTo(org.baseURL, email(0), /Your role in .* is now User/);

  // A used link is over, and says so. Left first: an open page would ask for its live connection without a session.
  await person.goto('about:blank');
  await person.context().clearCookies();
  await person.goto(link);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid');
});

test('who is deactivated leaves every page at once, their open task goes on, and comes back when reactivated', async ({
  org,
  console: watched,
}) => {
  watched.expectError(/401/);
  const { leader, project } = await org.project('Posters', [nameOf('user'), nameOf('ines')]);
  const task = await leader.newTask(project._id, 'Draw', { assignee_ids: [org.memberId('user')] });
  const [admin, person] = [await org.as('admin'), await org.as('user')];
  await person.goto(org.url(`task?project=${project.key}`));
  await admin.goto(org.url('userlist'));
  const actions = admin.getByRole('button', { name: `Actions for ${nameOf('user')}` });
  await actions.click();
  await admin.getByRole('menuitem', { name: 'Deactivate' }).click();
  const dialog = admin.getByRole('alertdialog');
  await dialog.getByLabel('Who takes over the open tasks').selectOption({ label: nameOf('ines') });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog).toBeHidden();
  await expect(person).toHaveURL(/\/login\?next=/);
  await fillLogin(person, org.emailOf('user'));
  await expect(person.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  const assignees = async () => ((await leader.ask('GET', `task/${task._id}`)).data.assignees as { name: string }[])[0];
  await expect.poll(assignees).toMatchObject({ name: nameOf('ines') });

  await admin.goto(org.url('userlist?state=deactivated'));
  await actions.click();
  await admin.getByRole('menuitem', { name: 'Reactivate' }).click();
  await expect(actions).toBeHidden();
  await fillLogin(person, org.emailOf('user'));
  await expect(person).toHaveURL(org.url(`task?project=${project.key}`));
});

/** What is left of a picture, and how it is served: lib/account/profile.test.ts. */
test('a name and a picture show in the shell and to others, and in no other organisation', async ({ org }) => {
  const [user, other] = [await org.as('user'), await org.as('admin')];
  await user.goto('/profile');
  await user.getByRole('textbox', { name: 'Name' }).fill('Somebody Else');
  await user.getByRole('button', { name: 'Save name' }).click();
  const avatar = user.getByRole('button', { name: /^Somebody Else/ });
  await expect(avatar).toBeVisible();
  const given = await pictureOf(user, '#b73');
  await user.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: given });
  const dialog = user.getByRole('dialog', { name: 'Crop your picture' });
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog).toBeHidden();
  await expect(avatar.locator('img')).toBeVisible();

  await other.goto(org.url('userlist?q=Somebody'));
  const shown = other.getByRole('row').filter({ hasText: 'Somebody Else' }).locator('img').first();
  await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
  const address = (await shown.getAttribute('src')) as string;
  const elsewhere = await (await Organisation.make(org.baseURL, org.open)).as('admin');
  expect((await elsewhere.request.get(address)).status()).toBe(404);
  await user.getByRole('button', { name: 'Remove picture' }).click();
  await expect(avatar.locator('img')).toBeHidden();
  expect((await other.request.get(address)).status()).toBe(404);
});

test('time zone, formats, theme and single keys follow into every browser of the person', { tag: '@whole' }, async ({
  org,
}) => {
  const here = await org.as('observer', { timezoneId: 'Pacific/Auckland', colorScheme: 'light' });
  const leader = await org.program('leader');
  const { key } = await leader.newTask((await leader.newProject('Posters'))._id, 'Draw');
  const task = org.url(`taskpage?task=${key}`);
  const title = (page = here) => page.locator('time').first().getAttribute('title');
  await here.goto(task);
  const berlin = await title();
  await here.goto('/profile');
  await here.getByRole('button', { name: 'Use Pacific/Auckland' }).click();
  await here.getByLabel('Language and formats').selectOption('de-DE');
  await here.getByRole('checkbox', { name: 'Friday' }).uncheck();
  await here.getByRole('button', { name: 'Save regional settings' }).click();
  await expect(here.getByText('Saved', { exact: true })).toBeVisible();
  const kept = () => here.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.ok());
  for (const choose of [
    () => here.getByRole('radio', { name: 'Dark' }).check(),
    () => here.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck(),
  ]) {
    const saved = kept();
    await choose();
    await saved;
  }
  await here.goto(task);
  const auckland = await title();
  expect(auckland).not.toBe(berlin);
  expect(auckland).toMatch(/\d{1,2}\. (Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sep|Okt|Nov|Dez)/);
  // What the server wrote is what the browser wrote.
  const html = await (await here.request.get(task)).text();
  expect(html).toContain(`title="${auckland}"`);

  const there = await org.open(undefined, { timezoneId: 'America/New_York', colorScheme: 'light' });
  await logIn(there, org.key, org.emailOf('observer'));
  await expect(there).toHaveURL(org.url('dashboard'));
  // From the first page on, as the server draws it.
  for (const path of [org.url('dashboard'), '/'])
    expect(await (await there.request.get(path)).text(), path).toMatch(/<html[^>]*data-theme="dark"/);
  await there.goto('/profile');
  await expect(there.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
  await expect(there.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked();
  await expect(there.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(there.getByRole('checkbox', { name: 'Single-letter keys' })).not.toBeChecked();
  await there.goto(task);
  expect(await title(there)).toBe(auckland);
});

test('a leader makes a project with members, who find it at once; others never see it, and who is taken out loses it', async ({
  org,
  console,
}) => {
  console.expectError(/404|403|WebSocket/);
  const page = await org.as('leader');
  await page.goto(org.url('project'));
  await page.getByRole('button', { name: 'New project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Name').fill('Roastery tour');
  await dialog.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('menuitemradio', { name: 'Mobile application' }).click();
  for (const [people, seat] of [
    ['Members', 'user'],
    ['Clients', 'client'],
  ] as const) {
    await dialog.getByRole('button', { name: people }).click();
    await page.getByRole('checkbox', { name: nameOf(seat) }).check();
    await page.keyboard.press('Escape');
  }
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/projectdetails\?project=\w+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roastery tour');
  const address = page.url();
  const leader = await org.program('leader');
  const { docs } = await leader.ask('GET', 'projectList');
  const project = docs[0] as { _id: string; key: string; type: string };
  expect(project.type).toBe('mobile_application');
  const task = await leader.newTask(project._id, 'Only for members');

  for (const seat of ['client', 'observer', 'admin'] as const) {
    const theirs = await org.as(seat);
    expect((await theirs.goto(address))?.status(), seat).toBe(200);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Roastery tour');
  }
  const outsider = await org.as('leader2');
  expect((await outsider.goto(address))?.status()).toBe(404);
  await outsider.goto(org.url('project'));
  await expect(outsider.getByRole('main')).not.toContainText('Roastery tour');

  const member = await org.as('user');
  await member.goto(`${address}&tab=tasks`);
  await expect(member.getByRole('main')).toContainText(task.title);
  await page.goto(`${address}&tab=people`);
  await page.getByRole('button', { name: `Remove ${nameOf('user')}` }).click();
  const question = page.getByRole('group', { name: `Remove ${nameOf('user')}` });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toBeHidden();
  await expect.poll(async () => (await member.reload())?.status()).toBe(404);
  expect((await (await org.program('user')).call('GET', `task/${task.key}`)).status).toBe(404);
});
