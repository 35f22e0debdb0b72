import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelRoute } from '@/lib/api/channel-auth';
import type { Method } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

/** R11: somebody who was taken out of a project has no way back into it, by anything that it left with them. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
const acme = (name: string) => fixtureId(`acme.${name}`);
const [WEB, TASK, WHO] = [acme('WEB'), acme('WEB-4'), acme('user2')];
let token: string;

beforeAll(async () => {
  Object.assign(process.env, {
    PUSHER_APP_ID: 'app',
    PUSHER_KEY: 'key',
    PUSHER_SECRET: 'secret',
    PUSHER_HOST: 'localhost',
    REALTIME_LOCAL: '1',
  });
  process.env.RATE_LIMIT_FACTOR = '10000';
  await owner.connect();
  token = await bearer('acme.user2');
});
afterAll(() => owner.end());

const channel = async (name: string) =>
  (
    await channelRoute(
      new Request('http://localhost:3000/api/pusher/auth', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: new URLSearchParams({ socket_id: '1.1', channel_name: name }),
      }),
    )
  ).status;

/** Everything that led there while they were a member: their task, its link, the mention of them, the live channel. */
const WAYS: [string, Method, string, object | undefined, Record<string, string> | undefined][] = [
  ['an assigned task', 'GET', `task/${TASK}`, undefined, undefined],
  ['its card', 'GET', `taskCard/${TASK}`, undefined, undefined],
  ['the link in a mention', 'GET', 'task/WEB-1', undefined, undefined],
  ['editing it', 'PATCH', `task/${TASK}`, { version: 1, title: 'Still mine' }, undefined],
  ['moving it', 'POST', 'changeTaskStatus', { task_id: TASK, status: 3 }, undefined],
  ['commenting', 'POST', 'addTaskComment', { task_id: TASK, body: 'Still here' }, undefined],
  ['the project', 'GET', 'projectdetails', undefined, { project_id: WEB }],
  ['its people', 'GET', 'projectMembers', undefined, { project_id: WEB }],
  ['its picker', 'GET', 'assigneeList', undefined, { project_id: WEB }],
  ['its board', 'GET', 'taskListByProject', undefined, { project_id: WEB }],
  ['its bin', 'GET', 'taskBin', undefined, { project_id: WEB }],
  ['its figures', 'GET', 'projectTaskCount', undefined, { project_id: WEB }],
  ['a filter by it', 'GET', 'taskList', undefined, { project_id: WEB }],
];
const LISTS = ['taskList', 'projectList', 'notificationList', 'getdashboarddetails', 'taskcount'];

describe('R11 taken out of a project', () => {
  test('beforehand everything is open', async () => {
    const leader = await bearer('acme.leader');
    const mention = { task_id: acme('WEB-1'), body: `@[user2](${WHO}) look at this canary` };
    expect((await call('POST', 'addTaskComment', { token: leader, body: mention })).status).toBe(201);
    for (const [what, method, path, , query] of WAYS.filter(([, method]) => method === 'GET'))
      expect([what, (await call(method, path, { token, query })).status]).toEqual([what, 200]);
    expect(JSON.stringify((await call('GET', 'taskList', { token })).body)).toContain(TASK);
    expect(await channel(`private-project-${WEB}`)).toBe(200);
  });

  test('everything is shut with the next call of the same token', async () => {
    const leader = await bearer('acme.leader');
    const remove = { project_id: WEB, add: [], remove: [WHO] };
    expect((await call('PUT', 'projectMembers', { token: leader, body: remove })).status).toBe(200);
    // As if the assignment had been left behind.
    await owner.query(
      `insert into task_assignee (org_id, task_id, member_id, project_id, audience) values ($1, $2, $3, $4, 'client') on conflict do nothing`,
      [fixtureId('acme'), TASK, WHO, WEB],
    );
    const before = (await owner.query('select title, status from task where id = $1', [TASK])).rows;
    for (const [what, method, path, body, query] of WAYS)
      expect([what, (await call(method, path, { token, body, query })).status]).toEqual([what, 404]);
    for (const list of LISTS) {
      const { status, body } = await call('GET', list, { token });
      expect([list, status]).toEqual([list, 200]);
      for (const trace of [WEB, TASK, acme('WEB-1'), 'canary', 'Website relaunch'])
        expect(JSON.stringify(body), `${trace} in ${list}`).not.toContain(trace);
    }
    expect(await channel(`private-project-${WEB}`)).toBe(403);
    expect(await channel(`private-project-${WEB}-client`)).toBe(403);
    expect(await channel(`private-user-${WHO}`)).toBe(200);
    expect((await owner.query('select title, status from task where id = $1', [TASK])).rows).toEqual(before);
  });
});
