import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { olderComments } from '@/components/task/detail/older-comments';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { wiredCalls } from '@/lib/test/wired-calls';
import { ApiError, call } from './api-client';

/** Calls as components make them, answered by the real endpoints on a real database. */

const owner = ownerClient();
const WEB = fixtureId('acme.WEB');
let wire: ReturnType<typeof wiredCalls>;

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
