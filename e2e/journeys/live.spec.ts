import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardUrl, card } from '../support/board';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';
import { Program } from '../support/program';

test('P11 two browsers follow what somebody does, and a page that was cut off has what only a rendering shows once it is back', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Cut off', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Draw the map');
  const [page, other] = [await org.as('user'), await org.as('observer')];
  const live = [page, other].map((one) => joined(one, 'private-org-'));
  for (const one of [page, other]) {
    await one.goto(boardUrl(org.key, project.key));
    await expect(card(one, task.key, 'Pending')).toBeVisible();
  }
  await Promise.all(live);
  const mine = await leader.newTask(project._id, 'Hang it up', { status: 2 });
  for (const one of [page, other]) await expect(card(one, mine.key, 'In Process')).toBeVisible();
  let comesBack = () => {};
  const meanwhile = new Promise<void>((resolve) => {
    comesBack = resolve;
  });
  await page.route('**/api/pusher/user', (route) => meanwhile.then(() => route.continue()));
  const drawings = new Set<object>();
  page.on('request', (request) => request.headers().rsc === '1' && drawings.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void drawings.delete(request));
  const cutOff = page.waitForRequest('**/api/pusher/user');
  // Another session of the same person ends, and with it all connections of that person.
  await new Program(org.baseURL, await org.token('user', 'bearer')).ask('POST', 'signout', {});
  await cutOff;
  // The end of its connection draws it anew, once: what changes from here on is not in that.
  await expect.poll(() => drawings.size).toBe(0);
  const { data: workflow } = await leader.ask('GET', `workflow?project_id=${project._id}`);
  const columns = (workflow.columns as object[]).map((one, at) => (at ? one : { ...one, name: 'To do' }));
  await leader.ask('PUT', 'workflow', { project_id: project._id, version: 0, columns });
  await expect(card(other, task.key, 'To do')).toBeVisible();
  await expect(card(page, task.key, 'Pending')).toBeVisible();
  comesBack();
  await expect(card(page, task.key, 'To do')).toBeVisible();
});
