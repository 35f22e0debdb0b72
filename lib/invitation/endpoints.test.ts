import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { InvitationImport, InvitationRecord } from '@/lib/invitation/schema';
import { AccountRecord } from '@/lib/member/schema.manage';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';

const owner = new pg.Client({ connectionString: env.databaseUrl });
const tokens = new Map<string, string>();
type Answer = { status: number; body: Record<string, unknown> & { data: unknown; docs: unknown[] } };

async function call(seat: string | null, method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData;
  const [route] = path.split('?') as [string];
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: {
      ...(seat && { authorization: `Bearer ${tokens.get(seat)}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    body: isForm || body === undefined ? (body as FormData | undefined) : JSON.stringify(body),
  });
  const answer = await callApi(table, request, route);
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

beforeAll(async () => {
  await owner.connect();
  for (const seat of ['admin', 'subadmin', 'leader', 'user', 'client', 'observer']) {
    const { body } = await call(null, 'POST', 'signinwithorgs', {
      email: `${seat}@acme.test`,
      password: PASSWORD,
      sub_domain: 'acme',
    });
    tokens.set(seat, (body.data as { token: string }).token.split(' ')[1] as string);
  }
});
afterAll(async () => {
  await owner.end();
  await closeDatabase();
});
beforeEach(async () => {
  for (const name of ['outbox', 'job', 'invitation', 'invitation_batch']) await owner.query(`delete from ${name}`);
  await owner.query(`delete from rate_limit where bucket like 'invite:%'`);
});

const csv = (text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) => {
  const form = new FormData();
  form.set('file', new File([text], 'people.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const GOOD = 'email,role\na@example.org,user\nb@example.org,nobody\n';

describe('sendInviteFromCSV', () => {
  test('takes multipart and answers as documented', async () => {
    const looked = await call('admin', 'POST', 'sendInviteFromCSV', csv(GOOD, { dry_run: 'true' }));
    expect(looked.status).toBe(200);
    expect(InvitationImport.parse(looked.body.data)).toMatchObject({ total: 2, valid: 1, invited: 0, dry_run: true });
    const sent = await call('admin', 'POST', 'sendInviteFromCSV', csv(GOOD));
    expect(sent.body.data).toMatchObject({
      total: 2,
      valid: 1,
      invited: 1,
      skipped: 0,
      errors: [{ row: 3, column: 'role' }],
    });
    const { batch_id } = sent.body.data as { batch_id: string };
    expect((await call('admin', 'GET', `inviteBatch/${batch_id}`)).body.data).toMatchObject({
      invited: 1,
      finished: true,
    });
    expect((await call('subadmin', 'GET', `inviteBatch/${fixtureId('none')}`)).status).toBe(404);
  });

  test('refuses JSON, no file, broken bodies, unknown fields and files over 5 MB', async () => {
    expect((await call('admin', 'POST', 'sendInviteFromCSV', { file: 'x' })).status).toBe(415);
    expect((await call('admin', 'POST', 'sendInviteFromCSV', new FormData())).status).toBe(422);
    expect((await call('admin', 'POST', 'sendInviteFromCSV', csv(GOOD, { org_id: fixtureId('globex') }))).status).toBe(
      422,
    );
    expect((await call('admin', 'POST', 'sendInviteFromCSV', csv(new Uint8Array(6 * 1024 * 1024)))).status).toBe(413);
    const broken = new Request('http://localhost:3000/api/sendInviteFromCSV', {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.get('admin')}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: 'nothing of the kind',
    });
    expect((await callApi(table, broken, 'sendInviteFromCSV')).status).toBe(400);
  });

  test.each([['leader'], ['user'], ['client'], ['observer'], [null]])('is not for %s', async (seat) => {
    expect((await call(seat, 'POST', 'sendInviteFromCSV', csv(GOOD))).status).toBe(seat ? 403 : 401);
    expect((await owner.query('select from invitation')).rowCount).toBe(0);
  });
});

describe('the other endpoints', () => {
  test('sendInvite answers 201, and the same key once', async () => {
    const body = { email: 'a@example.org', role: 'user', project_ids: [fixtureId('acme.WEB')] };
    const { status, body: answer } = await call('admin', 'POST', 'sendInvite', body);
    expect(status).toBe(201);
    expect(InvitationRecord.strict().parse(answer.data)).toMatchObject({ state: 'open', role_label: 'User' });
    expect((await call('admin', 'POST', 'sendInvite', body)).status).toBe(409);
    expect((await call('user', 'POST', 'sendInvite', body)).status).toBe(403);
    expect((await call('admin', 'POST', 'sendInvite', { ...body, role: 'owner' })).status).toBe(422);
  });

  test('createclient and editClient answer the record', async () => {
    const made = await call('admin', 'POST', 'createclient', {
      name: 'Kim',
      email: 'kim@client.example',
      company: 'Kim & Co',
    });
    expect(made.status).toBe(201);
    const { _id } = AccountRecord.parse(made.body.data);
    const edited = await call('subadmin', 'PUT', `editClient/${_id}`, { phone: '123' });
    expect(edited.body.data).toMatchObject({ phone: '123', company: 'Kim & Co' });
    expect((await call('leader', 'PUT', `editClient/${_id}`, { phone: '123' })).status).toBe(403);
    expect((await call('admin', 'PUT', `editObserver/${_id}`, { phone: '123' })).status).toBe(404);
    expect((await call('leader', 'GET', 'clientList')).body.docs).toContainEqual(expect.objectContaining({ _id }));
  });

  test.each([
    ['allUserFromOrgs'],
    ['employeelist'],
    ['teamleader'],
    ['clientList'],
    ['observerlist'],
    ['subadminList'],
  ])('%s answers every role with what it may see', async (path) => {
    for (const seat of tokens.keys()) {
      const { status, body } = await call(seat, 'GET', path);
      expect([seat, status]).toEqual([seat, 200]);
      expect(body).toMatchObject({ page: 1, limit: 50, totalDocs: body.docs.length });
      expect(JSON.stringify(body.docs)).not.toContain('globex');
      if (seat === 'client') expect(JSON.stringify(body.docs)).not.toContain('leader@acme.test');
    }
    expect((await call(null, 'GET', path)).status).toBe(401);
  });

  test('R10 a pending person gets 403 everywhere', async () => {
    await owner.query('update member set approval = 2 where id = $1', [fixtureId('acme.user')]);
    for (const path of ['userList', 'allUserFromOrgs', 'requestRole', 'invitationList'])
      expect([path, (await call('user', 'GET', path)).status]).toEqual([path, 403]);
    await owner.query('update member set approval = 1 where id = $1', [fixtureId('acme.user')]);
    expect((await call('user', 'GET', 'userList')).status).toBe(200);
  });

  test('changeUserRoles takes hold with the very next call of the old token', async () => {
    const user_id = fixtureId('acme.leader');
    expect((await call('leader', 'GET', 'invitationList')).status).toBe(200);
    expect((await call('admin', 'POST', 'changeUserRoles', { user_id, role: 'user' })).body.data).toMatchObject({
      role: 'user',
    });
    expect((await call('leader', 'GET', 'invitationList')).status).toBe(403);
    expect(
      (await call('admin', 'POST', 'changeUserRoles', { user_id: fixtureId('acme.admin'), role: 'user' })).status,
    ).toBe(409);
  });
});
