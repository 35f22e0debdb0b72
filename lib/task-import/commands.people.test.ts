import { describe, expect, test } from 'vitest';
import type { TaskDetail } from '@/lib/task/schema';
import { fixtureId } from '@/lib/test/fixtures';
import { made, owner, tasksOf, withName, withoutImports } from '@/lib/test/import-calls';
import { TRELLO } from '@/lib/test/import-files';
import { bearer, call } from '@/lib/test/wire';

/** Which status tasks get, and who has them in a project that is made for them. */

withoutImports();

describe('whether a task is done', () => {
  const statuses = async (source: string, text: string, given?: Record<string, number>) => {
    const result = await made({ source, text, ...(given && { mapping: { statuses: given } }) });
    const tasks = await tasksOf(result.batch_id);
    return Object.fromEntries(tasks.map(({ title, status }) => [title, status]));
  };

  test('in Jira is what was chosen, then what its status says, then the date', async () => {
    const text = [
      'Summary,Issue key,Status,Status Category,Resolved',
      'Chosen,S-1,Done,Done,2024-05-01 10:00',
      'Refused,S-2,Won’t Do,Done,2024-05-01 10:00',
      'Reopened,S-3,In Progress,In Progress,2024-05-01 10:00',
      'Odd,S-4,Zzz,,2024-05-01 10:00',
      'No status,S-5,,,2024-05-01 10:00\n',
    ].join('\n');
    expect(await statuses('jira', text, { Done: 3, 'Won’t Do': 5 })).toEqual({
      Chosen: 3,
      Refused: 5,
      Reopened: 2,
      Odd: 4,
      'No status': 4,
    });
    const { rows } = await owner.query(
      'select title from task where id in (select task_id from import_row) and completed_at is not null order by title',
    );
    expect(rows.map(({ title }) => title)).toEqual(['No status', 'Odd']);
  });

  test('elsewhere its own tick says, but for a list that is said to be something else', async () => {
    const text =
      'Name,Task ID,Section/Column,Completed At\nIn a section,1,Printing,2024-05-01\nDone,2,Done,2024-05-01\nOpen,3,Printing,\n';
    const given = { Printing: 2, Done: 3 };
    const seen = await made({ source: 'asana', text, mapping: { statuses: given }, dry_run: 'true' });
    expect(seen.lists_found).toEqual([
      { name: 'Printing', status: 2, known: true, tasks: 2, completed: 1 },
      { name: 'Done', status: 3, known: true, tasks: 1, completed: 0 },
    ]);
    expect(await statuses('asana', text, given)).toEqual({ 'In a section': 4, Done: 3, Open: 2 });
  });
});

describe('without a project', () => {
  const forget = async (id: string | null) => {
    await owner.query('delete from task where project_id = $1', [id]);
    await owner.query('delete from project where id = $1', [id]);
  };

  test('one is made, with the name of the board', async () => {
    const text = await withName(JSON.stringify(TRELLO));
    const result = await made({ source: 'trello', text, project: null });
    const { rows } = await owner.query('select name, id from project where id = $1', [result.project_id]);
    expect(rows[0].name).toBe('Launch board');
    expect(await tasksOf(result.batch_id)).toHaveLength(4);
    await forget(result.project_id);
  });

  test('people of the file join the new one and keep their tasks; who may not join is named', async () => {
    const { rows: all } = await owner.query('select id, name, email from member where id = any($1)', [
      ['user', 'outsider', 'client', 'gone', 'admin'].map((seat) => fixtureId(`acme.${seat}`)),
    ]);
    const one = (seat: string) =>
      all.find(({ id }) => id === fixtureId(`acme.${seat}`)) as { name: string; email: string };
    const text = `Name,Task ID,Assignee,Assignee Email\n${['user', 'outsider', 'client', 'gone', 'admin']
      .map((seat, at) => `${seat},${at + 1},${one(seat).name},${one(seat).email}`)
      .join('\n')}\n`;
    const given = { source: 'asana', text, project: null };
    const seen = await made({ ...given, dry_run: 'true' });
    expect(seen.people_found.map(({ state }) => state)).toEqual([
      'assigned',
      'assigned',
      'not in project',
      'not in project',
      'assigned',
    ]);
    const result = await made(given);
    const tasks = await tasksOf(result.batch_id);
    expect(Object.fromEntries(tasks.map(({ title, assignees }) => [title, assignees]))).toEqual({
      user: [one('user').name],
      outsider: [one('outsider').name],
      client: [],
      gone: [],
      admin: [one('admin').name],
    });
    expect(tasks.find(({ title }) => title === 'client')?.description).toContain(
      `Assigned there: ${one('client').name}`,
    );
    const { rows } = await owner.query('select member_id from project_member where project_id = $1', [
      result.project_id,
    ]);
    expect(rows.map(({ member_id }) => member_id).sort()).toEqual(
      ['leader', 'user', 'outsider'].map((seat) => fixtureId(`acme.${seat}`)).sort(),
    );
    await forget(result.project_id);
  });

  test('who is mapped to nobody does not join', async () => {
    const text = `Name,Task ID,Assignee\nOne,1,${(await owner.query('select name from member where id = $1', [fixtureId('acme.outsider')])).rows[0].name}\n`;
    const name = text.trim().split(',').at(-1) as string;
    const result = await made({ source: 'asana', text, project: null, mapping: { people: { [name]: '' } } });
    const { rows } = await owner.query('select member_id from project_member where project_id = $1', [
      result.project_id,
    ]);
    expect(rows).toEqual([{ member_id: fixtureId('acme.leader') }]);
    await forget(result.project_id);
  });
});

test('what a stranger of the file wrote and logged is the importer’s and says so, whoever they are mapped to', async () => {
  const text = [
    'Summary,Issue key,Creator,Comment,Log Work',
    'Checkout,SHOP-1,Joe Stranger,01/Feb/24 9:00 AM;Joe Stranger;Buy the wombats,;01/Feb/24 9:00 AM;Joe Stranger;36000',
    '',
  ].join('\n');
  const people = { 'Joe Stranger': fixtureId('acme.admin') };
  const { batch_id } = await made({ source: 'jira', text, mapping: { people } });
  const [task] = await tasksOf(batch_id);
  const [token, admins] = [await bearer('acme.leader'), await bearer('acme.admin')];
  const read = async (path: string, query = {}) => {
    const { body } = await call('GET', path, { token, query });
    return body.data ?? body;
  };
  const imported = { source: 'jira', name: 'Joe Stranger' };
  const by = { _id: fixtureId('acme.leader') };
  const { comments, created_by } = (await read(`task/${task?._id}`)) as TaskDetail;
  const [comment] = comments;
  expect(comment).toMatchObject({
    author: by,
    imported,
    body: 'Buy the wombats',
    created_at: '2024-02-01T09:00:00.000Z',
  });
  expect([created_by, task?.description]).toMatchObject([
    by,
    expect.stringContaining('Created there by: Joe Stranger'),
  ]);
  expect(await read('timeEntryList', { task_id: task?._id })).toMatchObject({
    docs: [{ member: by, imported, minutes: 600 }],
  });
  expect(await read('timeReport', { from: '2024-02-01', to: '2024-02-01' })).toMatchObject({
    docs: [{ member_id: by._id, minutes: 600, imported_minutes: 600 }],
  });
  expect(await read('search', { q: 'wombats' })).toMatchObject({ docs: [{ _id: comment?._id, imported }] });
  const edit = { token: admins, body: { version: 1, body: 'Mine' } };
  expect((await call('PATCH', `comment/${comment?._id}`, edit)).status).toBe(403);
  const exported = (as: string) =>
    call('POST', 'downloadOwnData', { token: as, body: {} }).then(({ body }) => JSON.stringify(body));
  expect([await exported(admins), await exported(token)]).toEqual([
    expect.not.stringContaining('wombats'),
    expect.stringMatching(/wombats.*Joe Stranger/),
  ]);
});
