import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { roomOf, say } from '../support/chat';
import { nameOf } from '../support/organisation';
import type { Program } from '../support/program';
import { SCREENS } from '../support/screens';

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
