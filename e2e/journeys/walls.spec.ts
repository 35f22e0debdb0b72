import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { PASSWORD } from '../support/accounts';
import { nameOf, Organisation, type Seat, sql } from '../support/organisation';

test('an address that does not exist offers a way on; another organisation’s pages do not exist', async ({
  org,
  console,
}) => {
  console.expectError(/404/);
  const other = await Organisation.make(org.baseURL, org.open);
  const project = await (await other.program('leader')).newProject('Theirs');
  const task = await (await other.program('leader')).newTask(project._id, 'Theirs too');
  const nobody = await org.open(undefined);
  expect((await nobody.goto('/there/is/nothing'))?.status()).toBe(404);
  await expect(nobody.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await nobody.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(nobody).toHaveURL('/');

  const page = await org.as('admin');
  for (const path of [
    ...[other.url('dashboard'), other.url('task'), other.url(`projectdetails?project=${project.key}`), '/nowhere/task'],
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page).toHaveTitle('Page not found · Guildhall');
    await expect(page.locator('body')).not.toContainText(new RegExp(`${other.name}|Theirs`));
  }
  for (const path of [`taskpage?task=${task.key}`, `projectdetails?project=${project.key}`]) {
    expect((await page.goto(org.url(path)))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page).toHaveTitle(`Page not found · ${org.name}`);
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /dashboard/i })
    .click();
  await expect(page).toHaveURL(org.url('dashboard'));
});

/** Who is offered what, in the page's HTML as the server sends it. */
const ALL: readonly Seat[] = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer'];
const LEADS: readonly Seat[] = ['admin', 'subadmin', 'leader'];

test('R02 R12 S06 each role is offered what it may do; a closed page says so and sends none of its data', async ({
  org,
  console,
}) => {
  console.expectError(/403/);
  const { leader, project } = await org.project('Roles', [nameOf('user')], [nameOf('client')]);
  const task = await leader.newTask(project._id, 'Of the roles', { audience: 'client' });
  await leader.newTask(project._id, 'Kept in the team');
  const settings = (section: string) => `settings?section=${section}`;
  const closed: Partial<Record<Seat, string[]>> = {
    subadmin: [settings('danger')],
    leader: ['security', 'danger', 'audit'].map(settings),
    client: ['task?view=time'],
    observer: [settings('danger')],
  };
  const offers: [path: string, words: RegExp, seats: readonly Seat[]][] = [
    ['project', />New project</, LEADS],
    ['task', />New task</, [...LEADS, 'user']],
    [`task?project=${project.key}`, />Of the roles</, ALL],
    [`task?project=${project.key}`, />Kept in the team</, [...LEADS, 'user', 'observer']],
    [`projectdetails?project=${project.key}`, />Edit project</, LEADS],
    [`taskpage?task=${task.key}`, />Delete task</, LEADS],
    [`taskpage?task=${task.key}`, />Add subtask</, [...LEADS, 'user']],
    [`taskpage?task=${task.key}`, /placeholder="(?:Write a comment|Internal note)/, [...LEADS, 'user', 'client']],
    ['userlist', />Invite</, LEADS],
    ['userlist', />Invite with details</, LEADS],
    [settings('categories'), />New category</, LEADS],
    [settings('categories'), />Audit log</, ['admin', 'subadmin', 'observer']],
    [settings('categories'), />Danger zone</, ['admin']],
  ];
  for (const seat of ALL) {
    const page = await org.as(seat);
    const read = new Map<string, string>();
    for (const [path, words, seats] of offers) {
      const html = read.get(path) ?? (await (await page.request.get(org.url(path))).text());
      read.set(path, html);
      expect(words.test(html), `${words} on ${path} for ${seat}`).toBe(seats.includes(seat));
    }
    for (const path of closed[seat] ?? [])
      expect((await page.request.get(org.url(path))).status(), `${path} for ${seat}`).toBe(403);
  }
  for (const seat of ['user', 'client'] as const) {
    const page = await org.as(seat);
    for (const path of ['userlist', 'userlist?tab=invitations', settings('roles'), settings('audit')])
      for (const headers of [{}, { RSC: '1' }, { RSC: '1', 'Next-Router-Prefetch': '1' }] as Record<string, string>[]) {
        const answer = await page.request.get(org.url(path), { headers });
        expect(await answer.text(), `${path} for ${seat}`).not.toContain(org.emailOf('observer'));
        if (!headers.RSC) expect(answer.status(), `${path} for ${seat}`).toBe(403);
      }
    expect((await page.goto(org.url('userlist')))?.status()).toBe(403);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('You do not have access to');
    await expect(page).toHaveTitle(new RegExp(`not have access to [\\w ]+ · ${org.name}$`));
    await expect(page.getByRole('main')).toContainText(`An admin of ${org.name}`);
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link');
    for (const word of ['Users', 'Settings']) await expect(places.filter({ hasText: word })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL(org.url('dashboard'));
    // No session is where scripts can read it.
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(readable).not.toMatch(/eyJ[\w-]{10,}[.]/);
  }
});

test('somebody with a seat in both organisations is offered to change over, and has the other role there', {
  tag: '@whole',
}, async ({ org, console }) => {
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

test('the same pages answer on the organisation’s own subdomain', { tag: '@whole' }, async ({ org, console }) => {
  // A closed page, one that is not there, and the session that was logged out.
  console.expectError(/40[134]/);
  const { leader, project } = await org.project('Website relaunch', [nameOf('user')]);
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
