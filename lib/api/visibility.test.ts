import { beforeAll, describe, expect, test } from 'vitest';
import { channelRoute } from '@/lib/api/channel-auth';
import { table } from '@/lib/api/table';
import type { Method } from '@/lib/contract/endpoint';
import { ROLES } from '@/lib/permission/schema';
import { freshTask } from '@/lib/task/endpoints.examples';
import { changedBetween, type Digest, digestOf } from '@/lib/test/database-digest';
import type { Example } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { nameOf } from '@/lib/test/sweep-expectations';
import { allOr } from '@/lib/test/whole';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** What the sweep of every endpoint as every actor cannot know: absence, ranks, and rights that were lost. */

const owner = ownerClient({
  RATE_LIMIT_FACTOR: '10000',
  ...{
    PUSHER_APP_ID: 'app',
    PUSHER_KEY: 'key',
    PUSHER_SECRET: 'secret',
    PUSHER_HOST: 'localhost',
    REALTIME_LOCAL: '1',
  },
});

test('T07 what one may not see is as absent as what never was, whatever is done with it', async () => {
  const asks: [Method, (id: string) => string, ((id: string) => object)?][] = [
    ['GET', (id) => `task/${id}`],
    ['GET', (id) => `taskCard/${id}`],
    ['PATCH', (id) => `task/${id}`, () => ({ version: 1, title: 'Mine' })],
    ['DELETE', (id) => `task/${id}`],
    ['POST', () => 'changeTaskStatus', (task_id) => ({ task_id, status: 2 })],
    ['POST', () => 'restoreTask', (id) => ({ id })],
    ['POST', () => 'addTaskComment', (task_id) => ({ task_id, body: 'Hello' })],
  ];
  const hidden = await freshTask(owner, 'internal');
  for (const token of [await bearer('acme.client'), await bearer('globex.admin')])
    for (const [method, path, body] of asks) {
      const to = async (id: string) => {
        const answer = await call(method, path(id), { token, body: body?.(id) });
        return { status: answer.status, body: { ...answer.body, request_id: '' } };
      };
      const answer = await to(hidden);
      expect([method, path('id'), answer.status]).toEqual([method, path('id'), 404]);
      expect(answer).toEqual(await to(fixtureId('never')));
    }
});

test('T10 ids of another organisation are nothing to filter by', async () => {
  const token = await bearer('globex.admin');
  const of = (name: string) => fixtureId(`acme.${name}`);
  const empty = async (path: string, query: Record<string, string>) => (await call('GET', path, { token, query })).body;
  expect(await empty('taskList', { assignee: of('user') })).toMatchObject({ status: 200, docs: [] });
  expect(await empty('projectList', { member: of('user') })).toMatchObject({ status: 200, docs: [] });
  expect(await empty('projectList', { category: of('Design') })).toMatchObject({ status: 200, docs: [] });
  expect(await empty('taskList', { project_id: of('WEB') })).toMatchObject({ status: 404 });
});

let digest: () => Promise<Digest>;
beforeAll(async () => {
  digest = await digestOf(owner);
  await bearer('acme.subadmin');
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const aboutPeople = table
  .filter((line) => EXAMPLES[nameOf(line)]?.about?.rank)
  .map((line) => [nameOf(line), line] as const);

describe.each(allOr(['admin', 'subadmin'], (role) => role === 'subadmin'))('R05 about an %s', (role) => {
  test.each(aboutPeople)('%s is not for a sub-admin', async (name, line) => {
    const { path = line.path, ...options } = await (EXAMPLES[name] as Example).make(owner);
    const [id] = UUID.exec(`${path} ${JSON.stringify(options.body)}`) ?? [];
    const { rowCount } = await owner.query(
      `update member set role = $1 where id = $2 or id = (select member_id from role_request where id = $2)`,
      [role, id],
    );
    expect(rowCount).toBe(1);
    const before = await digest();
    const { status } = await call(line.method, path, { ...options, token: await bearer('acme.subadmin') });
    expect(status).toBe(403);
    expect(changedBetween(before, await digest())).toEqual([]);
  });
});

describe('R04 nobody lifts anybody up to where they are', () => {
  test.each([
    ['admin', ROLES],
    ['subadmin', ['team_leader', 'user', 'client', 'observer']],
    ['leader', []],
  ])('%s grants %j', async (seat, roles) => {
    const granted: string[] = [];
    for (const role of ROLES) {
      const { body } = await (EXAMPLES['POST changeUserRoles'] as Example).make(owner);
      const token = await bearer(`acme.${seat}`);
      const answer = await call('POST', 'changeUserRoles', { token, body: { ...(body as object), role } });
      if (answer.status === 200) granted.push(role);
    }
    expect(granted).toEqual(roles);
  });

  test('nor itself: a request is no role, and nobody grants their own', async () => {
    const token = await bearer('acme.subadmin');
    await owner.query('delete from role_request');
    const request = await call('POST', 'requestRole', { token, body: { role: 'admin', reason: 'Why not.' } });
    expect(request.status).toBe(201);
    const { rows } = await owner.query('select id from role_request where granted is null');
    const decide = { request_id: rows[0].id, grant: true };
    expect((await call('POST', 'decideRoleRequest', { token, body: decide })).status).toBe(403);
    const own = { user_id: fixtureId('acme.subadmin'), role: 'admin' };
    expect((await call('POST', 'changeUserRoles', { token, body: own })).status).toBe(403);
    expect((await call('GET', 'loggedInUser', { token })).body.data).toMatchObject({ role: 'subadmin' });
    await owner.query('delete from role_request');
  });
});

test('I07 an invitation gives what it promised, whatever is sent along with its token', async () => {
  const { body } = await (EXAMPLES['POST acceptInvitation'] as Example).make(owner);
  for (const extra of [
    { role: 'admin' },
    { project_ids: [fixtureId('globex.WEB')] },
    { email: 'me@evil.test' },
    { approval: 1 },
  ])
    expect((await call('POST', 'acceptInvitation', { body: { ...(body as object), ...extra } })).status).toBe(422);
  expect((await call('POST', 'acceptInvitation', { body })).status).toBe(200);
  const { rows } = await owner.query(
    `select m.role, m.org_id from invitation i join member m on m.email = i.email order by i.accepted_at desc nulls last limit 1`,
  );
  expect(rows).toEqual([{ role: 'user', org_id: fixtureId('globex') }]);
});

test('R09 a client comments for everybody to read: neither hidden from the team’s clients, nor by another name of the field', async () => {
  const token = await bearer('acme.client');
  const comment = (fields: object) =>
    call('POST', 'addTaskComment', {
      token,
      body: { task_id: fixtureId('acme.WEB-1'), body: 'Is it done?', ...fields },
    });
  for (const fields of [{ visibility: 'team' }, { audience: 'internal' }, { task_audience: 'internal' }])
    expect((await comment(fields)).status).toBe(422);
  const { status } = await comment({ internal: true });
  expect([201, 403, 422]).toContain(status);
  const { rows } = await owner.query(`select audience from comment where author_id = $1`, [fixtureId('acme.client')]);
  for (const { audience } of rows) expect(audience).toBe('client');
});

const acme = (name: string) => fixtureId(`acme.${name}`);
const [WEB, TASK, WHO] = [acme('WEB'), acme('WEB-4'), acme('user2')];
let token: string;
beforeAll(async () => {
  token = await bearer('acme.user2');
});
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
