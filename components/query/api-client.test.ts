import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { olderComments } from '@/components/task/detail/older-comments';
import type { AnswerOf } from '@/lib/api/contract';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { wiredCalls } from '@/lib/test/wired-calls';
import { newId } from '@/lib/validation';
import { ApiError, call } from './api-client';

/** Calls as components make them, answered by the real endpoints on a real database. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
const WEB = fixtureId('acme.WEB');
let wire: ReturnType<typeof wiredCalls>;

beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => {
  wire = wiredCalls();
});
afterEach(() => vi.unstubAllGlobals());

describe('call', () => {
  test('puts the input of a reading call into the query, lists with commas, and answers the page', async () => {
    const page = await call('GET projectList', { status: ['active', 'on_hold'], limit: 1, q: undefined });
    expect(new URL((wire.sent[0] as Request).url).search).toBe('?status=active%2Con_hold&limit=1');
    expect(page).toMatchObject({ limit: 1, page: 1, docs: [{ rights: expect.anything() }] });
  });

  test('puts an id where the path names it, the rest into the body, and answers the record', async () => {
    const task = await call('POST Task', { project_id: WEB, title: 'Written' }, { idempotencyKey: 'one' });
    const again = await call('POST Task', { project_id: WEB, title: 'Written' }, { idempotencyKey: 'one' });
    expect(again._id).toBe(task._id);
    const edited = await call('PATCH task/{id}', { id: task._id, version: task.version, title: 'Edited' });
    expect((wire.sent[2] as Request).url).toBe(`http://localhost:3000/api/task/${task._id}`);
    expect(edited).toMatchObject({ _id: task._id, title: 'Edited' });
    expect(await call('GET task/{id}', { id: task.key })).toMatchObject({ title: 'Edited' });
    expect(await call('DELETE task/{id}', { id: task._id })).toMatchObject({ _id: task._id });
  });

  test('sends a form where there is a file', async () => {
    wire.as('acme.subadmin');
    const file = new File(['email,role\nnew@people.test,user\n'], 'people.csv', { type: 'text/csv' });
    expect(await call('POST sendInviteFromCSV', { file, dry_run: true })).toMatchObject({ valid: 1, dry_run: true });
  });

  test('throws what the server says of a field', async () => {
    const failure = await call('POST Task', { project_id: WEB, title: '' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 422, code: 'invalid', errors: { title: [expect.any(String)] } });
  });
});

test('older comments of a task are read, down to its first', async () => {
  const { _id } = await call('POST Task', { project_id: WEB, title: 'Discussed' });
  await owner.query(
    `insert into comment (org_id, id, task_id, project_id, task_audience, audience, author_id, body, created_at)
     select $1, gen_random_uuid(), $2, $3, t.audience, 'internal', $4, 'Comment ' || at, now() - make_interval(mins => at)
       from generate_series(1, 230) at, task t where t.id = $2`,
    [fixtureId('acme'), _id, WEB, fixtureId('acme.leader')],
  );
  let task = await call('GET task/{id}', { id: _id });
  expect(task.comments_cursor).not.toBeNull();
  while (task.comments_cursor) task = { ...task, ...(await olderComments(task)) };
  expect(task.comments.map(({ body }) => body)).toEqual(Array.from({ length: 230 }, (_, at) => `Comment ${230 - at}`));
});

test('a call with another path, input or answer does not compile', () => expect(wrongCalls).toBeTypeOf('function'));

/** `tsc` reads this; nobody runs it. */
async function wrongCalls() {
  const id = newId();
  // @ts-expect-error there is no such endpoint
  await call('GET tasks');
  // @ts-expect-error there is one, but not with this method
  await call('PUT Task', { project_id: WEB, title: 'x' });
  // @ts-expect-error a file is saved, not called for
  await call('POST downloadOwnData');
  // @ts-expect-error the input is needed
  await call('POST changeTaskStatus');
  // @ts-expect-error so is the id in the path
  await call('GET task/{id}', {});
  // @ts-expect-error a status is no list
  await call('POST changeTaskStatus', { task_id: id, status: [1] });
  // @ts-expect-error there is no such field
  await call('POST changeTaskStatus', { task_id: id, status: 1, column: 2 });
  // @ts-expect-error a list filter takes its own values
  await call('GET projectList', { status: ['done'] });
  // @ts-expect-error a file is a file
  await call('POST organisationLogo', { file: 'logo.png' });
  // @ts-expect-error the answer is a card, which has no comments
  (await call('POST changeTaskStatus', { task_id: id, status: 1 })).comments;
  // @ts-expect-error a list is a page of rows
  (await call('GET taskList')).title;
  const card: AnswerOf<'GET taskCard/{id}'> = await call('POST changeTaskStatus', { task_id: id, status: 1 });
  return card;
}
