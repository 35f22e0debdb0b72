import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** The same creation sent again, by a retry or by impatience, has one effect (X01, X02). */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
});
afterAll(() => owner.end());

/** Where each creation shows, the field of its input that can be counted there, and what that field must not be. */
const COUNTED: Record<string, [table: string, column: string, field: string, refused?: string]> = {
  'POST createclient': ['member', 'email', 'email'],
  'POST createMember': ['member', 'email', 'email'],
  'POST createobserver': ['member', 'email', 'email'],
  'POST createsubadmin': ['member', 'email', 'email'],
  'POST requestRole': ['role_request', 'reason', 'reason', 'x'.repeat(1001)],
  'POST project': ['project', 'name', 'name'],
  'POST createCategory': ['category', 'name', 'name'],
  'POST Task': ['task', 'title', 'title'],
  'POST addTaskComment': ['comment', 'body', 'body'],
  'POST createOrganisation': ['organisation', 'key', 'sub_domain'],
  'POST sendInvite': ['invitation', 'email', 'email'],
  'POST sendInvites': ['invitation', 'email', 'emails'],
  'POST upload': ['file', 'folder_id::text', 'folder_id', 'x'],
};
// A key is its sender's own, and whoever signs up is nobody yet: there the address or the organisation's key decides.
const creating = table
  .filter(({ status, permission }) => status === 201 && permission !== 'anonymous')
  .map(({ method, path }) => [`${method} ${path}`, path] as const);

test('every creating endpoint is tried here', () => {
  expect(creating.map(([name]) => name).sort()).toEqual(Object.keys(COUNTED).sort());
});

describe.each(creating)('%s with an Idempotency-Key', (name, path) => {
  const { seat, make } = EXAMPLES[name] as (typeof EXAMPLES)[string];
  const [where, column, field, refused = ''] = COUNTED[name] as (typeof COUNTED)[string];
  const send = async (body: unknown, key: string, as = seat) =>
    call('POST', path, { token: await bearer(as), body, headers: { 'Idempotency-Key': key.replaceAll(' ', '-') } });
  const count = async (body: unknown) =>
    Number(
      (
        await owner.query(`select count(*) from ${where} where ${column} = any($1::text[])`, [
          [(body as Record<string, string | string[]>)[field]].flat(),
        ])
      ).rows[0].count,
    );

  test('answers the first answer again', async () => {
    const { body } = await make(owner);
    const first = await send(body, `${name} again`);
    const second = await send(body, `${name} again`);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await count(body)).toBe(1);
  });

  test('refuses the key for another body, 409, and changes nothing', async () => {
    const [{ body: one }, { body: other }] = [await make(owner), await make(owner)];
    expect((await send(one, `${name} other`)).status).toBe(201);
    const refused = await send(other, `${name} other`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(await count(other)).toBe(0);
  });

  test('writes once when twenty arrive at the same moment', async () => {
    const { body } = await make(owner);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body, `${name} twenty`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => (body.data as { _id: string })._id)).size).toBe(1);
    expect(await count(body)).toBe(1);
  });

  test('leaves no trace of a call that failed', async () => {
    const { body } = await make(owner);
    expect((await send({ ...(body as object), [field]: refused }, `${name} failed`)).status).toBe(422);
    expect((await send(body, `${name} failed`)).status).toBe(201);
  });

  test('takes keys of 1 to 200 printable characters', async () => {
    const outcome = async (key: string) => (await send((await make(owner)).body, key)).status;
    expect(await outcome('')).toBe(422);
    expect(await outcome('x'.repeat(201))).toBe(422);
    expect(await outcome('tab\there')).toBe(422);
    expect(await outcome(path.padEnd(200, 'x'))).toBe(201);
  });
});

test('a key is its sender’s own', async () => {
  const body = { name: 'Shared key', type: 'web_application' };
  const as = async (seat: string) =>
    call('POST', 'project', { token: await bearer(seat), body, headers: { 'Idempotency-Key': 'mine' } });
  const [one, other] = [await as('acme.leader'), await as('acme.admin')];
  expect([one.status, other.status]).toEqual([201, 201]);
  expect((one.body.data as { _id: string })._id).not.toBe((other.body.data as { _id: string })._id);
});

describe('a stale version', () => {
  test('of a project: 409 with the record as it is, and nothing changed', async () => {
    const token = await bearer('acme.leader');
    const edit = (version: number, name: string) =>
      call('PUT', 'projectEdit', { token, body: { project_id: fixtureId('acme.WEB'), version, name } });
    expect((await edit(1, 'First')).body.data).toMatchObject({ version: 2 });
    const { status, body } = await edit(1, 'Second');
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.current).toMatchObject({ _id: fixtureId('acme.WEB'), name: 'First', version: 2 });
  });

  test('of a task: the same', async () => {
    const token = await bearer('acme.leader');
    const edit = (version: number, title: string) => call('PATCH', 'task/WEB-2', { token, body: { version, title } });
    expect((await edit(1, 'First')).body.data).toMatchObject({ version: 2 });
    const { status, body } = await edit(1, 'Second');
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.current).toMatchObject({ key: 'WEB-2', title: 'First', version: 2 });
  });

  test('X05 twenty edits of one version at the same moment: one wins', async () => {
    const token = await bearer('acme.leader');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        call('PATCH', 'task/WEB-4', { token, body: { version: 1, title: `Edit ${at}` } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    expect((await call('GET', 'task/WEB-4', { token })).body.data).toMatchObject({ version: 2 });
  });
});
