import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { PASSWORD } from '../support/accounts';
import { nameOf, Organisation, sql } from '../support/organisation';

test('somebody with a seat in both organisations is offered to change over, and has the other role there', async ({
  org,
  console,
}) => {
  // What the page that is left had asked for is answered by the end of its session.
  console.expectError(/401 \(Unauthorized\).*\/api\//);
  const other = await Organisation.make(org.baseURL, org.open);
  const there = await (await other.program('leader')).newProject('Shop', [], [nameOf('client')]);
  await sql('update member set person_id = (select person_id from member where id = $1) where id = $2', [
    ...[org.memberId('leader2'), other.memberId('client')],
  ]);
  const page = await org.as('leader2');
  await page.goto(org.url('dashboard'));
  await expect(page.getByRole('button', { name: `${nameOf('leader2')} Team Leader` })).toBeVisible();
  await page.goto(other.url(`projectdetails?project=${there.key}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Go to ${other.name}?`);
  await page.getByRole('button', { name: `Go to ${other.name}` }).click();
  await expect(page).toHaveURL(other.url(`projectdetails?project=${there.key}`));
  await expect(page.getByRole('button', { name: `${nameOf('client')} Client` })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })).toHaveCount(0);

  // And back, by the menu at the top of the sidebar.
  await page.reload();
  await page.getByRole('button', { name: `${other.name} , change organisation` }).click();
  await page.getByRole('menuitem', { name: org.name }).click();
  await expect(page).toHaveURL(org.url('dashboard'));
  await expect(page.getByRole('button', { name: `${nameOf('leader2')} Team Leader` })).toBeVisible();
});

test('the same pages answer on the organisation’s own subdomain', async ({ org, console }) => {
  // A closed page, one that is not there, and the session that was logged out.
  console.expectError(/40[134]/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Website relaunch', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Short addresses');
  const { key } = project;
  const page = await org.open(undefined);
  const origin = `http://${org.key}.localhost:${new URL(org.baseURL).port}`;
  await page.goto(`${origin}/task?view=board&project=${key}`);
  await expect(page).toHaveURL(`${origin}/?next=%2Ftask%3Fview%3Dboard%26project%3D${key}`);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(`${origin}/login?next=%2Ftask%3Fview%3Dboard%26project%3D${key}`);
  await page.getByLabel('Email').fill(org.emailOf('user'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${origin}/task?view=board&project=${key}`);
  await expect(page.getByRole('region', { name: 'Testing' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'page',
  );

  // Whatever leads on keeps the short form: links and forms of every page, the palette, keys, what a page leads to.
  const long = () =>
    page.evaluate(
      (own) =>
        [...document.querySelectorAll<HTMLAnchorElement | HTMLFormElement>('a[href], form[action]')]
          .map((one) => ('href' in one ? one.getAttribute('href') : one.getAttribute('action')) ?? '')
          .filter((address) => new RegExp(`^(https?://[^/]+)?/${own}(/|$)`).test(address)),
      org.key,
    );
  for (const path of [
    ...[
      '/dashboard',
      '/project',
      `/projectdetails?project=${key}`,
      `/projectdetails?project=${key}&tab=tasks`,
      '/task',
    ],
    ...[
      '/task?q=nothing-is-called-so',
      `/taskpage?task=${task.key}`,
      `/taskpage?task=${key}-999`,
      '/file_manager',
      '/settings',
    ],
    ...['/profile', '/waiting', org.url('task')],
  ]) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await long(), path).toEqual([]);
  }
  await expect(page).toHaveURL(`${origin}${org.url('task')}`);
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  // The inbox is none of the twelve routes that are shortened.
  expect(await long(), 'notifications').toEqual([org.url('notifications')]);
  await page.getByRole('link', { name: 'Open the inbox' }).click();
  await expect(page).toHaveURL(`${origin}${org.url('notifications')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  const inbox = new RegExp(`^${org.url('notifications')}(\\?state=\\w+)?$`);
  expect((await long()).filter((address) => !inbox.test(address))).toEqual([]);
  for (const [letter, path] of [
    ['p', '/project'],
    ['t', '/task'],
    ['d', '/dashboard'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(`${origin}${path}`);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Website relaunch');
  await page
    .getByRole('option', { name: /Website relaunch/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${origin}/projectdetails?project=${key}`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await page.goto(`${origin}/settings`);
  await expect(page).toHaveURL(`${origin}/login?next=%2Fsettings`);
});
