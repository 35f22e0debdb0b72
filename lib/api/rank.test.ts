import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { changedBetween, type Digest, digestOf } from '@/lib/test/database-digest';
import type { Example } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { nameOf } from '@/lib/test/sweep-expectations';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** Rule 1 beside the sweep: the same requests about somebody of higher rank, and what a role may not say about itself. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
let digest: () => Promise<Digest>;
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '10000';
  await owner.connect();
  digest = await digestOf(owner);
  await bearer('acme.subadmin');
});
afterAll(() => owner.end());

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const aboutPeople = table
  .filter((line) => EXAMPLES[nameOf(line)]?.about?.rank)
  .map((line) => [nameOf(line), line] as const);

describe.each(['admin', 'subadmin'])('R05 about an %s', (role) => {
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
  const grants = async (seat: string) => {
    const granted: string[] = [];
    for (const role of ['admin', 'subadmin', 'team_leader', 'user', 'client', 'observer']) {
      const { body } = await (EXAMPLES['POST changeUserRoles'] as Example).make(owner);
      const token = await bearer(`acme.${seat}`);
      const answer = await call('POST', 'changeUserRoles', { token, body: { ...(body as object), role } });
      if (answer.status === 200) granted.push(role);
    }
    return granted;
  };
  test.each([
    ['admin', ['admin', 'subadmin', 'team_leader', 'user', 'client', 'observer']],
    ['subadmin', ['team_leader', 'user', 'client', 'observer']],
    ['leader', []],
    ['user', []],
    ['client', []],
    ['observer', []],
  ])('%s grants %j', async (seat, roles) => expect(await grants(seat)).toEqual(roles));

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

describe('R09 a client', () => {
  test.each([
    ['PATCH', 'task/{id}', { version: 1, title: 'Mine' }],
    ['POST', 'changeTaskStatus', { status: 4 }],
    ['POST', 'Task', { title: 'A request', audience: 'internal' }],
  ] as const)('%s %s is not its', async (method, path, fields) => {
    const token = await bearer('acme.client');
    const id = fixtureId('acme.WEB-1');
    const body =
      path === 'Task'
        ? { ...fields, project_id: fixtureId('acme.WEB') }
        : path === 'changeTaskStatus'
          ? { ...fields, task_id: id }
          : fields;
    expect((await call(method, path.replace('{id}', id), { token, body })).status).toBe(403);
  });

  test('comments for everybody to read: neither hidden from the team’s clients, nor by another name of the field', async () => {
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
});
