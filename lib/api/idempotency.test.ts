import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { allOr } from '@/lib/test/whole';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** The same creation sent again, by a retry or by impatience, has one effect (X01, X02). */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
});
afterAll(() => owner.end());

type Made = { path?: string; body?: unknown };
/** Where each creation shows: which rows are its own, and an input that is refused. */
type Counted = { rows: string; of: (made: Made) => string[]; refused: Record<string, string> };

/** By a field of the input that stands in a column. */
const by = (table: string, column: string, field: string, refused = ''): Counted => ({
  rows: `${table} where ${column} = any($1::text[])`,
  of: ({ body }) => [(body as Record<string, string | string[]>)[field] as string | string[]].flat(),
  refused: { [field]: refused },
});
const idIn = ({ path = '' }: Made) => [path.split('/')[1] as string];

const COUNTED: Record<string, Counted> = {
  'POST createclient': by('member', 'email', 'email'),
  'POST createMember': by('member', 'email', 'email'),
  'POST createobserver': by('member', 'email', 'email'),
  'POST createsubadmin': by('member', 'email', 'email'),
  'POST requestRole': by('role_request', 'reason', 'reason', 'x'.repeat(1001)),
  'POST project': by('project', 'name', 'name'),
  'POST createCategory': by('category', 'name', 'name'),
  'POST Task': by('task', 'title', 'title'),
  'POST duplicateTask/{id}': by('task', 'title', 'title'),
  'POST commentToTask/{id}': by('task', 'title', 'title'),
  'POST label': by('label', 'name', 'name'),
  'POST rule': by('rule', 'name', 'name'),
  'POST pushSubscription': by('push_subscription', 'endpoint', 'endpoint', 'https://localhost/push'),
  'POST view': by('saved_view', 'name', 'name'),
  'POST template': by('template', 'name', 'name'),
  'POST useTemplate/{id}': by('task', 'title', 'title'),
  'POST useProjectTemplate/{id}': by('project', 'name', 'name'),
  'POST recurrence': by('task_recurrence', 'task_id::text', 'task_id', 'x'),
  'POST checklistItem': by('checklist_item', 'title', 'title'),
  // The example's line is called as its id.
  'POST checklistItemToTask/{id}': { rows: 'task where title = any($1)', of: idIn, refused: { title: 'x' } },
  'POST dependency': by('dependency', 'task_id::text', 'task_id', 'x'),
  'POST timeEntry': by('time_entry', 'note', 'note', 'x'.repeat(501)),
  'POST addTaskComment': by('comment', 'body', 'body'),
  'POST createOrganisation': by('organisation', 'key', 'sub_domain'),
  'POST sendInvite': by('invitation', 'email', 'email'),
  'POST sendInvites': by('invitation', 'email', 'emails'),
  'POST upload': by('file', 'folder_id::text', 'folder_id', 'x'),
  'POST folder': by('folder', 'name', 'name'),
  'POST copyFolder/{id}': {
    rows: `folder where exists (select from folder o where o.id::text = any($1) and folder.name like o.name || ' (%')`,
    of: idIn,
    refused: { folder_id: 'x' },
  },
  'POST room': by('room', 'name', 'name'),
  'POST message': by('message', 'body', 'body'),
  // The task is called as the message.
  'POST messageToTask/{id}': {
    rows: 'message_task where message_id::text = any($1)',
    of: idIn,
    refused: { title: '' },
  },
  // The example's sender wrote the message, so the comment says the same.
  'POST messageToComment/{id}': {
    rows: 'comment where body in (select m.body from message m where m.id::text = any($1))',
    of: idIn,
    refused: { internal: 'x' },
  },
  'POST fileComments/{id}': { rows: 'file_comment where file_id::text = any($1)', of: idIn, refused: { body: '' } },
  'POST copyFile/{id}': {
    rows: 'file where id::text <> all($1) and content_id in (select content_id from file where id::text = any($1))',
    of: idIn,
    refused: { folder_id: 'x' },
  },
  'POST addTaskAttachment/{id}': { rows: 'file where task_id::text = any($1)', of: idIn, refused: { file: 'x' } },
  'POST chatUpload': {
    rows: 'file where name = any($1)',
    of: ({ body }) => [(body as { file: File }).file.name],
    refused: { file: 'x' },
  },
  'POST addProjectAttachment/{id}': {
    rows: 'file where name = any($1)',
    of: ({ body }) => [(body as { file: File }).file.name],
    refused: { file: 'x' },
  },
};
// A key is its sender's own, and whoever signs up is nobody yet: there the address or the organisation's key decides.
const creating = table
  .filter(({ status, permission }) => status === 201 && permission !== 'anonymous')
  .map(({ method, path }) => `${method} ${path}`);

test('every creating endpoint is tried here', () => {
  expect([...creating].sort()).toEqual(Object.keys(COUNTED).sort());
});

/** One of a record, of a file, and of many at once: a key is kept in one place for all. */
const TRIED_HARD = ['POST Task', 'POST addTaskAttachment/{id}', 'POST sendInvites'];

describe.each(creating.filter((name) => name in COUNTED))('%s with an Idempotency-Key', (name) => {
  const { seat, make } = EXAMPLES[name] as (typeof EXAMPLES)[string];
  const { rows, of, refused } = COUNTED[name] as Counted;
  const send = async ({ path = name.slice('POST '.length), body }: Made, key: string) =>
    call('POST', path, {
      token: await bearer(seat),
      body,
      headers: { 'Idempotency-Key': key.replaceAll(' ', '-') },
    });
  const count = async (made: Made) =>
    Number((await owner.query(`select count(*) from ${rows}`, [of(made)])).rows[0].count);

  test('answers the first answer again', async () => {
    const made = await make(owner);
    const first = await send(made, `${name} again`);
    const second = await send(made, `${name} again`);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await count(made)).toBe(1);
  });

  if (!allOr([name], () => TRIED_HARD.includes(name)).length) return;

  test('refuses the key for another body, 409, and changes nothing', async () => {
    const [one, other] = [await make(owner), await make(owner)];
    expect((await send(one, `${name} other`)).status).toBe(201);
    const refused = await send(other, `${name} other`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(await count(other)).toBe(0);
  });

  test('writes once when twenty arrive at the same moment', async () => {
    const made = await make(owner);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(made, `${name} twenty`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => (body.data as { _id: string })._id)).size).toBe(1);
    expect(await count(made)).toBe(1);
  });

  test('leaves no trace of a call that failed', async () => {
    const made = await make(owner);
    expect((await send({ ...made, body: { ...(made.body as object), ...refused } }, `${name} failed`)).status).toBe(
      422,
    );
    expect((await send(made, `${name} failed`)).status).toBe(201);
  });

  test('takes keys of 1 to 200 printable characters', async () => {
    const outcome = async (key: string) => (await send(await make(owner), key)).status;
    expect(await outcome('')).toBe(422);
    expect(await outcome('x'.repeat(201))).toBe(422);
    expect(await outcome('tab\there')).toBe(422);
    expect(await outcome(name.replaceAll(' ', '-').padEnd(200, 'x'))).toBe(201);
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
