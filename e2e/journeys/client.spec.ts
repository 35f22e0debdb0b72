import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { roomOf, say } from '../support/chat';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';
import type { Program } from '../support/program';
import { SCREENS } from '../support/screens';

test('a client asks for something, the leader plans it, and looks at the client’s pages without changing them', async ({
  org,
  console,
}) => {
  const { leader, project } = await org.project('Asked by a client', [nameOf('user')], [nameOf('client')]);
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

test('a client approves from the dashboard what was sent to them; the team sees it at once, and it falls with the text', async ({
  org,
}) => {
  const { leader, project } = await org.project('Signed off', [], [nameOf('client')]);
  const task = await leader.newTask(project._id, 'The poster', { audience: 'client', description: 'Blue ground' });
  const [page, client] = [await org.as('leader'), await org.as('client')];
  const live = joined(page, 'private-org-');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByRole('checkbox', { name: nameOf('client') }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  const approval = page.getByRole('region', { name: 'Approval' });
  await expect(approval.getByText('Waiting for approval', { exact: true })).toBeVisible();
  await live;

  await client.goto(org.url('dashboard'));
  const row = client
    .getByRole('list', { name: 'Waiting for you' })
    .getByRole('listitem')
    .filter({ hasText: 'The poster' });
  await row.getByRole('button', { name: /^Review/ }).click();
  await expect(client.getByRole('dialog').getByText('Blue ground', { exact: true })).toBeVisible();
  await client.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toHaveCount(0);
  await expect(approval.getByText('Approved', { exact: true })).toBeVisible();

  const { data } = await leader.ask('GET', `task/${task._id}`);
  await leader.ask('PATCH', `task/${task._id}`, { version: data.version, description: 'Green ground' });
  await expect(approval.getByText('No longer counts', { exact: true })).toBeVisible();
  await client.goto(org.url(`taskpage?task=${task.key}`));
  await expect(client.getByText(/It was approved, and fell.* because the description changed/)).toBeVisible();
});

/** In everything that a client is not shown, and in nothing else. */
const WORD = 'Vellichor';

/** A project with all that hangs on it: what is shared has plain words. */
async function projectWithSecrets(leader: Program) {
  const project = await leader.newProject('Shared with a client', [nameOf('user')], [nameOf('client')]);
  const project_id = project._id;
  const shared = await leader.newTask(project_id, 'Open to all', { audience: 'client', due_date: '2026-12-01' });
  const hidden = await leader.newTask(project_id, `${WORD} task`, {
    description: `${WORD} description`,
    due_date: '2026-12-01',
  });
  const post = (path: string, body: object) => leader.ask('POST', path, body);
  const { data: label } = await post('label', { name: `${WORD} label ${project.key}` });
  const { data: read } = await leader.ask('GET', `task/${hidden._id}`);
  await leader.ask('PATCH', `task/${hidden._id}`, { version: read.version, label_ids: [label._id] });
  await leader.newTask(project_id, `${WORD} subtask`, { parent_id: shared._id });
  await post('dependency', { task_id: hidden._id, blocks_id: shared._id });
  for (const task_id of [shared._id, hidden._id]) {
    await post('addTaskComment', { task_id, body: `${WORD} comment`, internal: true });
    await post('checklistItem', { task_id, title: `${WORD} line` });
    await post('timeEntry', { task_id, minutes: 5, note: `${WORD} note` });
  }
  await post('view', { name: `${WORD} view`, project_id, shared: false });
  await post('folder', { name: `${WORD} folder`, project_id });
  await say(leader, await roomOf(leader, project), `${WORD} message`);
  await leader.newProject(`${WORD} project`);
  return { key: project.key, shared };
}

test('no page that a client opens says a word of what is internal', async ({ org }) => {
  const leader = await org.program('leader');
  const { key, shared } = await projectWithSecrets(leader);
  const paths = SCREENS.filter(({ path, org = 'acme' }) => org === 'acme' && /^\/(?:acme|profile)/.test(path)).map(
    ({ path }) => path.replace('/acme/', org.url('')).replace('WEB-7', shared.key).replace('=WEB', `=${key}`),
  );
  const more = [`task?q=${WORD}`, `task?project=${key}&group=label`].map((path) => org.url(path));
  const pageOf = async (path: string, cookie: string) => {
    const answer = await fetch(org.baseURL + path, { headers: { cookie } });
    // With the word behind it: what was sought stands in its field alone.
    return { status: answer.status, says: (await answer.text()).match(new RegExp(`${WORD} [a-z]+`, 'g')) ?? [] };
  };
  const cookieOf = async (seat: 'client' | 'leader') => `guildhall.session=${await org.token(seat, 'browser')}`;
  const [client, leading] = [await cookieOf('client'), await cookieOf('leader')];
  const opened: string[] = [];
  for (const path of new Set([...paths, ...more, '/today'])) {
    const { status, says } = await pageOf(path, client);
    expect.soft(says, path).toEqual([]);
    if (status === 200) opened.push(path);
  }
  expect(opened.length).toBeGreaterThan(20);
  for (const path of [`task?project=${key}`, `taskpage?task=${shared.key}`])
    expect((await pageOf(org.url(path), leading)).says, path).not.toEqual([]);
});
