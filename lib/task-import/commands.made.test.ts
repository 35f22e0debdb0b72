import { beforeEach, describe, expect, test } from 'vitest';
import { removeNextRows } from '@/lib/task-import/commands.back';
import type { ImportBatchRecord, TaskImport } from '@/lib/task-import/schema';
import { asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { batchOf, made, owner, rollBack, send, tasksOf, withoutImports } from '@/lib/test/import-calls';
import { bearer, call } from '@/lib/test/wire';

/** Projects that an import makes: one for a file, however often it comes, and none when it is taken back. */

withoutImports();
const forget = () => owner.query("delete from project where name = 'Made by a file'");
beforeEach(forget);

const card = (id: string, fields: object = {}) => ({ id, name: `Card ${id}`, idList: 'l', labels: [], ...fields });
const BOARD = JSON.stringify({
  name: 'Made by a file',
  lists: [{ id: 'l', name: 'To do' }],
  labels: [],
  members: [],
  cards: [card('1'), card('2', { labels: [{ name: 'Of the board', color: 'red' }] }), card('3', { closed: true })],
});
const file = { source: 'trello', text: BOARD, project: null };
const projects = async () => (await owner.query("select id from project where name = 'Made by a file'")).rows;
const TABLES = [
  'project',
  'project_member',
  'room',
  'task',
  'task_label',
  'activity',
  'import_row',
  'search_entry',
  'task_counter',
];
const counts = async () =>
  (
    await owner.query(
      `select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')},
              (select count(*)::int from label where deleted_at is null) as label`,
    )
  ).rows[0];

describe('a file without a project', () => {
  test('comes into the project that it made before', async () => {
    const first = await made(file);
    expect(await made({ ...file, dry_run: 'true' })).toMatchObject({ new_project: null, project_id: first.project_id });
    expect(await made(file)).toMatchObject({ tasks: 0, skipped: 3, project_id: first.project_id });
    expect(await made({ ...file, mapping: { archived: true } })).toMatchObject({
      tasks: 1,
      project_id: first.project_id,
    });
    expect(await projects()).toHaveLength(1);
  });

  test('makes one also when it comes several times at once', async () => {
    const answers = await Promise.all([send(file), send(file), send(file)]);
    expect(new Set(answers.map(({ body }) => (body.data as TaskImport).project_id)).size).toBe(1);
    const open = "select count(*)::int as n from job where state in ('waiting', 'running')";
    await expect.poll(async () => (await owner.query(open)).rows[0].n).toBe(0);
    const { rows } = await owner.query("select count(*)::int as n from task where title like 'Card %'");
    expect([rows[0].n, (await projects()).length]).toEqual([2, 1]);
  });

  test('makes none without any task', async () => {
    const text = 'Title,Due date,Project\n,2024-01-01,Made by a file\nOne,soon,Made by a file\n';
    const result = await made({ source: 'csv', text, project: null });
    expect(result).toMatchObject({ batch_id: null, project_id: null, tasks: 0, finished: true });
    expect(result.errors).toHaveLength(2);
    expect(await projects()).toEqual([]);
  });

  test('and one for a project makes no import either; a mapping that is a list is none', async () => {
    const empty = { source: 'csv', text: 'Title,Due date\n,2024-01-01\n' };
    expect(await made(empty)).toMatchObject({ batch_id: null, tasks: 0, finished: true });
    expect((await send({ ...file, mapping: [] })).body).toMatchObject({
      status: 422,
      errors: { mapping: [expect.stringContaining('JSON object')] },
    });
    expect((await owner.query('select from import_batch')).rows).toEqual([]);
  });

  test('with an Idempotency-Key is answered as it was, and the key is for no other', async () => {
    const key = `import-${Date.now()}`;
    const first = await made({ ...file, key });
    const { headers, body } = await send({ ...file, key });
    expect(headers.get('Idempotency-Replayed')).toBe('true');
    expect(body.data).toMatchObject({ batch_id: first.batch_id, project_id: first.project_id, tasks: 2 });
    expect((await send({ ...file, key, mapping: { archived: true } })).status).toBe(409);
    const { rows } = await owner.query('select count(*)::int as n from import_batch');
    expect(rows[0].n).toBe(1);
  });
});

describe('its rollback', () => {
  test('leaves nothing, and can be read; the file may come again', async () => {
    const before = await counts();
    const result = await made(file);
    const { body } = await rollBack(result.batch_id);
    expect(body.data).toMatchObject({ rollback: 'done', kept: [], can: { roll_back: false } });
    expect((body.data as ImportBatchRecord).project).toEqual({
      _id: result.project_id,
      key: expect.any(String),
      name: 'Made by a file',
      gone: true,
    });
    expect(await counts()).toEqual(before);
    const { body: listed } = await call('GET', 'importBatchList', { token: await bearer('acme.leader') });
    expect(listed.docs).toMatchObject([{ _id: result.batch_id, project: { gone: true } }]);
    const seen = async (who: string) =>
      (await call('GET', `importBatch/${result.batch_id}`, { token: await bearer(who) })).status;
    expect([await seen('acme.admin'), await seen('acme.lead2'), await seen('globex.admin')]).toEqual([200, 404, 404]);
    expect((await rollBack(result.batch_id)).status).toBe(409);
    expect(await made(file)).toMatchObject({ tasks: 2, skipped: 1 });
    expect(await projects()).toHaveLength(1);
  });

  test('of the first of two imports leaves the project to the second', async () => {
    const first = await made(file);
    const second = await made({ ...file, mapping: { archived: true } });
    await rollBack(first.batch_id);
    expect((await tasksOf(second.batch_id)).map(({ title }) => title)).toEqual(['Card 3']);
    expect(await projects()).toHaveLength(1);
    await rollBack(second.batch_id);
    expect(await projects()).toEqual([]);
    expect(await batchOf(first.batch_id)).toMatchObject({ rollback: 'done', project: { gone: true } });
  });

  test('that is begun once more, as its process ended, has nothing left to do', async () => {
    const { batch_id } = await made(file);
    await rollBack(batch_id);
    const again = removeNextRows({
      ...{ id: '', payload: { batch_id: batch_id as string }, progress: { done: 2, total: 2 }, cursor: null },
      door: (work) => asMemberCommitted('acme.leader', work),
      advance: () => Promise.reject(new Error('nothing is left')),
      write: () => Promise.reject(new Error('nothing is written')),
    });
    expect(await again).toBe(true);
    expect(await batchOf(batch_id)).toMatchObject({ rollback: 'done', kept: [] });
  });

  const leader = () => bearer('acme.leader');
  test.each<[string, (project: string) => Promise<unknown>]>([
    [
      'a task',
      async (project_id) => call('POST', 'Task', { token: await leader(), body: { project_id, title: 'Mine' } }),
    ],
    [
      'a name',
      async (project_id) =>
        call('PUT', 'projectEdit', { token: await leader(), body: { project_id, version: 1, description: 'Ours' } }),
    ],
    [
      'somebody',
      async (project_id) =>
        call('PUT', 'projectMembers', { token: await leader(), body: { project_id, add: [fixtureId('acme.user')] } }),
    ],
    [
      'a view',
      async (project_id) => call('POST', 'view', { token: await leader(), body: { project_id, name: 'Mine' } }),
    ],
  ])('leaves a project that got %s', async (_, change) => {
    const result = await made(file);
    const answer = (await change(result.project_id as string)) as { status: number };
    expect([200, 201]).toContain(answer.status);
    await rollBack(result.batch_id);
    expect(await batchOf(result.batch_id)).toMatchObject({ rollback: 'done', project: { gone: false } });
    expect(await projects()).toHaveLength(1);
  });
});
