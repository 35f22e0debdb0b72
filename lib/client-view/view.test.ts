import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { channelRoute } from '@/lib/api/channel-auth';
import { table } from '@/lib/api/table';
import { deliverBy } from '@/lib/outbox';
import { isInView } from '@/lib/permission/policy';
import { type Action, PERMISSIONS } from '@/lib/permission/schema';
import { viewCookieName } from '@/lib/session-token';
import { ACTION_CASES } from '@/lib/test/action-cases';
import { changedBetween, type Digest, digestOf } from '@/lib/test/database-digest';
import { acme, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { runAction, succeeded } from '@/lib/test/next-request';
import { ownerClient } from '@/lib/test/owner';
import { nameOf } from '@/lib/test/sweep-expectations';
import { bearer, call, type WireAnswer } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

// Only what Next hands to a running action; all of our own is real.
vi.mock('next/headers', () => import('@/lib/test/next-request'));

const owner = ownerClient({ RATE_LIMIT_FACTOR: '10000' });
let deliverer: ReturnType<typeof deliverBy>;
let digest: () => Promise<Digest>;
beforeAll(async () => {
  deliverer = deliverBy(undefined);
  digest = await digestOf(owner);
});
afterAll(() => {
  deliverBy(deliverer);
  vi.doUnmock('next/headers');
});

type Opened = { token: string; url: string; expires_at: string };
const look = async (seat: string, member = acme('client')) =>
  call('POST', 'viewAs', { token: await bearer(seat), body: { member_id: member } });
const opened = async (seat: string, member?: string) => ((await look(seat, member)).body.data as Opened).token;
const cookie = (token: string) => ({ cookie: `${viewCookieName()}=${token}` });
const withoutRights = <T>(answer: T): T =>
  JSON.parse(
    JSON.stringify(answer, (name, value) =>
      name === 'rights' ? Object.fromEntries(Object.keys(value).map((right) => [right, false])) : value,
    ),
  );
const shown = ({ status, body: { request_id: _, ...body } }: WireAnswer) => ({ status, body });

test.each([
  ['acme.admin', 'client', 201],
  ['acme.subadmin', 'client2', 201],
  ['acme.leader', 'client', 201],
  ['acme.leader', 'client2', 403],
  ['acme.lead2', 'client', 403],
  ['acme.user', 'client', 403],
  ['acme.observer', 'client', 403],
  ['acme.client', 'client', 403],
  ['acme.admin', 'user', 409],
  ['globex.admin', 'client', 404],
] as const)('R01 who looks as a client: %s as %s is %i', async (seat, member, status) => {
  expect((await look(seat, acme(member))).status).toBe(status);
});

test('a deactivated client is not looked at', async () => {
  await owner.query(`update member set deactivated_at = now() where ${CLIENT}`);
  const { status } = await look('acme.admin');
  for (const back of BACK) await owner.query(back);
  expect(status).toBe(409);
});

const [STAFF, CLIENT] = [`id = '${acme('leader')}'`, `id = '${acme('client')}'`];
const BACK = [
  `update member set role = 'team_leader', deactivated_at = null where ${STAFF}`,
  `update member set role = 'client', deactivated_at = null where ${CLIENT}`,
  `update project set leader_id = '${acme('leader')}' where id = '${WEB}'`,
  `insert into project_member (org_id, project_id, member_id)
     values ('${fixtureId('acme')}', '${WEB}', '${acme('client')}') on conflict do nothing`,
];

describe('a view', () => {
  test('shows the very answers that the client gets, with a right to nothing', async () => {
    const [view, own] = [await opened('acme.admin'), await bearer('acme.client')];
    for (const path of [
      'projectList',
      'taskList',
      'requestList',
      'fileList',
      'userList',
      'getdashboarddetails',
      'clientHome',
      'waitingForMe',
      'milestoneList',
      'signOffList',
      'taskcount',
    ])
      expect(shown(await call('GET', path, { token: view })), path).toEqual(
        withoutRights(shown(await call('GET', path, { token: own }))),
      );
    expect((await call('GET', `task/${acme('WEB-2')}`, { token: view })).status).toBe(404);
    expect((await call('POST', 'calendarFeed', { token: own, body: {} })).status).toBe(201);
    expect((await call('GET', 'calendarFeed', { token: view })).body.data).toEqual({ url: null });
  });

  test('of a leader ends at the projects that both are in', async () => {
    await owner.query('insert into project_member (org_id, project_id, member_id) values ($1, $2, $3)', [
      ...[fixtureId('acme'), acme('APP'), acme('client')],
    ]);
    const keys = async (seat: string) =>
      ((await call('GET', 'projectList', { token: await opened(seat) })).body.docs as { key: string }[]).map(
        ({ key }) => key,
      );
    expect([await keys('acme.leader'), (await keys('acme.admin')).sort()]).toEqual([['WEB'], ['APP', 'WEB']]);
    await owner.query('delete from project_member where project_id = $1 and member_id = $2', [
      acme('APP'),
      acme('client'),
    ]);
  });

  test('R01 writes nothing by any endpoint, and reads nothing that is the client’s own business', async () => {
    const sent = [];
    for (const line of table) {
      const { path = line.path, ...rest } = (await EXAMPLES[nameOf(line)]?.make(owner)) ?? {};
      if (!line.endsView) sent.push({ line, path, rest });
    }
    const token = await opened('acme.admin');
    const before = await digest();
    for (const { line, path, rest } of sent) {
      const { status } = await call(line.method, path, { ...rest, headers: cookie(token) });
      const open =
        line.permission === 'anonymous' || (line.permission in PERMISSIONS && isInView(line.permission as Action));
      // What it reads may not be the client's to see, or its example's place in a list be another's.
      const allowed = line.method === 'GET' && open ? [200, 403, 404, 422] : [403];
      expect([nameOf(line), allowed.includes(status), status]).toEqual([nameOf(line), true, status]);
      if (line.permission !== 'anonymous' && line.method !== 'GET')
        expect([nameOf(line), (await call(line.method, path, { ...rest, token })).status]).toEqual([nameOf(line), 403]);
    }
    expect(changedBetween(before, await digest())).toEqual([]);
  });

  test('R01 sends no form', async () => {
    const made: [string, unknown[]][] = [];
    for (const [name, { make }] of Object.entries(ACTION_CASES)) made.push([name, await make(owner)]);
    const [session, token] = [await bearer('acme.admin'), await opened('acme.admin')];
    const before = await digest();
    for (const [name, args] of made) {
      if (name.endsWith(' signOut')) continue;
      const [file, exported] = name.split(' ') as [string, string];
      const action = (await import(join(import.meta.dirname, '../..', file)))[exported];
      const run = await runAction(session, () => action(...args), undefined, { [viewCookieName()]: token });
      expect([name, succeeded(run)]).toEqual([name, false]);
    }
    expect(changedBetween(before, await digest())).toEqual([]);
  });

  test('hears no channel, also none that its client hears', async () => {
    const form = new URLSearchParams({ socket_id: '1.1', channel_name: `private-project-${WEB}-client` });
    const headers = { ...cookie(await opened('acme.admin')), 'content-type': 'application/x-www-form-urlencoded' };
    const asked = new Request('http://localhost:3000/api/pusher/auth', { method: 'POST', body: form, headers });
    expect((await channelRoute(asked)).status).toBe(403);
  });

  test('says in the log who looked as whom, and when they stopped', async () => {
    const token = await opened('acme.admin');
    const ended = await call('DELETE', 'viewAs', { token });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect((await call('GET', 'taskList', { token })).status).toBe(401);
    const other = await opened('acme.admin');
    expect((await call('DELETE', 'viewAs', { token: await bearer('acme.admin') })).status).toBe(200);
    expect((await call('GET', 'taskList', { token: other })).status).toBe(401);
    const { rows } = await owner.query(
      `select action from audit where actor_id = $1 and target = $2 order by created_at desc limit 2`,
      [acme('admin'), acme('client')],
    );
    expect(rows.map(({ action }) => action)).toEqual(['view.ended', 'view.started']);
  });

  test.each([
    ['its time is over', `update client_view set expires_at = now()`],
    ['whoever looks is a user now', `update member set role = 'user' where ${STAFF}`],
    ['whoever looks is deactivated', `update member set deactivated_at = now() where ${STAFF}`],
    [
      'whoever looks leads the project no more',
      `update project set leader_id = null where leader_id = '${acme('leader')}'`,
    ],
    ['the client is no client any more', `update member set role = 'user' where ${CLIENT}`],
    ['the client is deactivated', `update member set deactivated_at = now() where ${CLIENT}`],
    ['the client left the project', `delete from project_member where member_id = '${acme('client')}'`],
    ['whoever looks signs out', `delete from session where member_id = '${acme('leader')}'`],
  ])('ends when %s', async (_, change) => {
    const token = await opened('acme.leader');
    const status = async () => (await call('GET', 'taskList', { token })).status;
    expect(await status()).toBe(200);
    await owner.query(change);
    expect(await status()).toBe(401);
    for (const back of BACK) await owner.query(back);
  });
});
