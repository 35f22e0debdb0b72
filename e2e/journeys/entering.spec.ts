import { randomInt } from 'node:crypto';
import { expect, type Page, type WebSocket } from '@playwright/test';
import { test } from '../fixtures';
import { untilItListens } from '../support/listening';
import { deferred, joined } from '../support/live';
import { codeOf, mailsTo, mailTo } from '../support/mail';
import { nameOf, type Organisation } from '../support/organisation';
import { fillLogin, logIn, register } from '../support/sign-in';

const PASSPHRASE = 'kettle violet harbor otter';

test('a newcomer finds the organisation from the landing page; every wrong login gets one sentence, the right one the dashboard', async ({
  org,
}) => {
  const page = await org.open(undefined);
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(/\/already_registered/);
  await page.getByLabel('Organisation key or name').fill(org.key);
  // A suggestion may lie over the button by now.
  await page.getByLabel('Organisation key or name').press('Enter');
  await expect(page).toHaveURL(org.url('login'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Log in to ${org.name}`);
  const sentences: string[] = [];
  for (const email of [org.emailOf('leader'), `nobody@${org.key}.test`, 'observer@globex.test']) {
    await fillLogin(page, email, 'correct horse battery stapler');
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    await expect(alert).toBeFocused();
    sentences.push((await alert.textContent()) ?? '');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.reload();
  }
  expect(new Set(sentences).size).toBe(1);
  expect(sentences[0]).toContain('wrong for this organisation');
  await fillLogin(page, org.emailOf('leader'));
  await expect(page).toHaveURL(org.url('dashboard'));
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: `${nameOf('leader')} Team Leader` })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Open dashboard' }).first().click();
  await expect(page).toHaveURL(org.url('dashboard'));
});

test('a page that needs a session leads to the landing page, and signing in there leads back to it', async ({
  org,
  console,
}) => {
  const leader = await org.program('leader');
  const { _id, key } = await leader.newProject('Posters', [nameOf('user')]);
  const task = await leader.newTask(_id, 'Draw the poster');
  const page = await org.open(undefined);
  const address = org.url(`taskpage?task=${task.key}`);
  await page.goto(address);
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(address)}`);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.getByLabel('Organisation key or name').fill(org.key);
  await page.getByLabel('Organisation key or name').press('Enter');
  await fillLogin(page, org.emailOf('user'));
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('main')).toContainText('Draw the poster');
  expect(task.key).toContain(key);

  // Outside the rule of the edge, the page itself asks. What was under way meanwhile is refused.
  console.expectError(/401/);
  await page.context().clearCookies({ name: /session/ });
  await page.goto(org.url('chat'));
  await expect(page).toHaveURL(org.url(`login?next=${encodeURIComponent(org.url('chat'))}`));
  await fillLogin(page, org.emailOf('user'));
  await expect(page).toHaveURL(org.url('chat'));
});

/** Asks to join and enters the code. */
async function askToJoin(page: Page, org: Organisation, email: string, name: string) {
  await page.goto(org.url('login'));
  await page.getByRole('link', { name: 'Signup' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Join ${org.name}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Ask to join' }).click();
  await expect(page).toHaveURL(/\/otp\?for=join/);
  await page.getByLabel('Code').fill(codeOf(await mailTo(org.baseURL, email, /is your code/)));
  await expect(page).toHaveURL('/waiting');
}

test('somebody asks to join, waits signed in with nothing else to see, and notices the decision by itself', async ({
  org,
  console,
}) => {
  console.expectError(/403/);
  const email = `jo@${org.key}.test`;
  const [page, admin] = [await org.open(undefined), await org.as('admin')];
  await admin.goto(org.url('userlist'));
  await askToJoin(page, org, email, 'Jo Joiner');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Waiting for ${org.name}`);
  const connected = joined(page, '#server-to-user-');
  for (const path of [org.url('dashboard'), org.url('task'), '/profile']) {
    await page.goto(path);
    await expect(page).toHaveURL('/waiting');
  }
  expect(await page.evaluate(async () => (await fetch('/api/taskList')).status)).toBe(403);
  await connected;
  await admin.reload();
  await admin.getByRole('button', { name: 'Approve Jo Joiner' }).click();
  await expect(page).toHaveURL(org.url('dashboard'));

  // Declined before the page is connected: nobody says it.
  const other = await org.open(undefined);
  const { promise: decided, resolve: connect } = deferred();
  await other.route('**/api/pusher/user', (route) => decided.then(() => route.continue()));
  const connecting = other.waitForRequest('**/api/pusher/user');
  await askToJoin(other, org, `second@${org.key}.test`, 'Second Joiner');
  await connecting;
  const decider = await org.program('admin');
  const { docs } = await decider.ask('GET', 'userList?approval_status=2');
  const decision = { user_id: docs[0]?._id, status: 0, reason: 'Ask your project lead first' };
  await decider.ask('POST', 'userApproveOrReject', decision);
  connect();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your request was declined');
  await expect(other.getByText('Ask your project lead first')).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await other.getByRole('button', { name: 'Yes' }).click();
  await expect(other).toHaveURL('/');
});

test('a forgotten password: code, new password, all sessions over', async ({ org, console }) => {
  // The page that is open while the password changes hears at once that its session is over.
  console.expectError(/401/);
  const email = org.emailOf('user');
  const [page, other] = [await org.as('user'), await org.open(undefined)];
  await page.goto(org.url('dashboard'));
  await other.goto(org.url('login'));
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await other.getByLabel('Email').fill(email);
  await other.getByRole('button', { name: 'Send a code' }).click();
  await expect(other).toHaveURL(/step=code/);
  await other.getByLabel('Code').fill(codeOf(await mailTo(org.baseURL, email, /new password/)));
  await other.getByLabel('New password', { exact: true }).fill(PASSPHRASE);
  await other.getByRole('button', { name: 'Set new password' }).click();
  await expect(other).toHaveURL(org.url('dashboard'));
  // The page that was open elsewhere is led to the login by itself.
  await expect(page).toHaveURL(/next=/);
  await logIn(page, org.key, email);
  await expect(page.getByRole('alert').first()).toContainText('The email or the password is wrong');
});

test('a stranger creates an organisation, confirms it with the emailed code, is signed in as its admin, creates another and goes back', async ({
  page,
  baseURL,
  console,
}) => {
  // Going over to another organisation ends the session that the page reads with.
  console.expectError(/401/);
  const key = `hall${randomInt(1e9)}`;
  const email = `founder@${key}.test`;
  await register(page, { key, email });
  await expect(page).toHaveURL(/\/otp\?for=create/);
  await expect(page.getByText(`We sent six digits to ${email}.`)).toBeVisible();
  const mail = await mailTo(baseURL, email, /is your code/);
  for (const link of mail.links) expect(link.startsWith(`${baseURL}/`)).toBe(true);
  await page.getByLabel('Code').fill(codeOf(mail) === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong');
  await page.getByLabel('Code').fill(codeOf(mail));
  // The code is the sign-in: nothing is asked for twice.
  await expect(page).toHaveURL(`/${key}/dashboard`);
  expect(await mailsTo(baseURL, email)).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Nora Newman Admin' })).toBeVisible();

  await page.getByRole('button', { name: /change organisation/ }).click();
  await page.getByRole('menuitem', { name: 'Create another organisation' }).click();
  await expect(page).toHaveURL('/new_register');
  await untilItListens(page);
  await page.getByLabel('Name of the organisation').fill('Second Hall');
  await page.getByLabel('Key', { exact: true }).fill(`${key}-two`);
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page).toHaveURL(`/${key}-two/dashboard`);
  await untilItListens(page);
  await page.getByRole('button', { name: 'Second Hall , change organisation' }).click();
  await page.getByRole('menuitem', { name: `Hall of ${key}` }).click();
  await expect(page).toHaveURL(`/${key}/dashboard`);
});

test('logging out leaves every tab, keeps the organisation, and no tab takes it for an expiry', async ({
  org,
  console,
}) => {
  // The connection is ended with the session; the page asks whether it still holds before it leaves.
  console.expectError(/401/);
  const page = await org.open(undefined);
  await logIn(page, org.key, org.emailOf('subadmin'));
  await expect(page).toHaveURL(org.url('dashboard'));
  const other = await page.context().newPage();
  const sockets: WebSocket[] = [];
  other.on('websocket', (socket) => sockets.push(socket));
  const connected = joined(other, '#server-to-user-');
  await other.goto(org.url('project'));
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await connected;
  // What others do meanwhile would draw the other tab anew, and a page without a session leads to the login.
  await other.route(/[?&]_rsc=/, () => undefined);
  // The other tab's connection ends with the session, before this tab has its answer: that is no expiry.
  const ended = Promise.race(sockets.filter((one) => !one.isClosed()).map((one) => one.waitForEvent('close')));
  await page.route(`**${org.url('dashboard')}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await ended;
    // Longer than a tab that was refused waits for another one's logout, by its own clock.
    await other.evaluate(() => new Promise((done) => setTimeout(done, 1_000)));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog', { name: 'Logout' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).toContain('company');
  for (const gone of ['user', 'token', 'organisation']) expect(kept).not.toContain(gone);
  await page.goto(org.url('dashboard'));
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(org.url('dashboard'))}`);
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${org.url('login')}`));
});

test('a session that was ended elsewhere says so, knows the email, and comes back to the same page and draft', async ({
  org,
  console,
}) => {
  console.expectError(/401|403/);
  const { leader, project } = await org.project('Posters', [nameOf('user')]);
  const { key } = await leader.newTask(project._id, 'Draw');
  const page = await org.as('user');
  const address = org.url(`taskpage?task=${key}`);
  await page.goto(address);
  const comment = page.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
  await comment.fill('Half a thought');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half a thought');
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('guildhall.session'))?.value;
  const ended = await fetch(`${org.baseURL}/api/signout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(ended.status).toBe(200);

  // The connection is taken away at once; the page finds out why and leads to the login by itself.
  const login = org.url(`login?next=${encodeURIComponent(address)}`);
  await expect(page).toHaveURL(login);
  const notice = page.getByRole('status').filter({ hasText: 'Your session ended.' });
  await expect(notice).toHaveText('Your session ended. Sign in again; your draft is saved.');
  await expect(page.getByLabel('Email')).toHaveValue(org.emailOf('user'));
  // Opening a page does not lose the reason either, nor does a session that ran out.
  await page.goto(address);
  await expect(page).toHaveURL(login);
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page).toHaveURL(/^[^?]*\/\?next=/);
  await page.goto(login);
  await expect(notice).toBeVisible();
  await fillLogin(page, org.emailOf('user'));
  await expect(page).toHaveURL(address);
  await expect(comment).toHaveValue('Half a thought');
});
