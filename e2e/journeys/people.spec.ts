import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { mailTo } from '../support/mail';
import { nameOf } from '../support/organisation';
import { fillLogin } from '../support/sign-in';

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
  const leader = await org.program('leader');
  const project = await leader.newProject('Posters', [nameOf('user'), nameOf('ines')]);
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
