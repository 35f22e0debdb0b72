import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { env } from '@/lib/env';
import { createProject, editProject } from '@/lib/project/actions';
import type { FormState } from '@/lib/session/schema';
import { createTask, editTask } from '@/lib/task/actions';
import { freshTask } from '@/lib/task/endpoints.examples';
import { WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { runAction } from '@/lib/test/next-request';
import { bearer } from '@/lib/test/wire';

// Only what Next hands to a running action; all of our own is real.
vi.mock('next/headers', () => import('@/lib/test/next-request'));
afterAll(() => vi.doUnmock('next/headers'));

const owner = new pg.Client({ connectionString: env.databaseUrl });
const tokens = new Map<string, string>();

beforeAll(async () => {
  await owner.connect();
  for (const seat of ['acme.leader', 'acme.user', 'acme.client']) tokens.set(seat, await bearer(seat));
  await owner.query(`update session set kind = 'browser'`);
});
afterAll(() => owner.end());

const formOf = (fields: Record<string, string | readonly string[]>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
  return form;
};

type Action = (orgKey: string, before: unknown, form: FormData) => Promise<FormState>;
const send = async (seat: string, action: Action, fields: Record<string, string | readonly string[]>) => {
  const { redirect, value } = await runAction(tokens.get(seat) ?? null, () => action('acme', {}, formOf(fields)));
  return { redirect, ...(value as FormState | undefined) };
};
const titled = async (title: string) => {
  const found = await owner.query('select id, version, description from task where title = $1', [title]);
  return found.rows as { id: string; version: number; description: string }[];
};

test('a form that is sent twice creates one task, and leads to it both times', async () => {
  const fields = {
    project_id: WEB,
    creation: 'form-1',
    title: 'Sent twice',
    assignee_ids: ['', fixtureId('acme.user')],
  };
  const [first, second] = await Promise.all([
    send('acme.leader', createTask, fields),
    send('acme.leader', createTask, fields),
  ]);
  expect(first.redirect).toMatch(/^\/acme\/taskpage\?task=WEB-\d+&done=created$/);
  expect(second.redirect).toBe(first.redirect);
  expect(await titled('Sent twice')).toHaveLength(1);
});

test('the form that was changed after it was sent creates another', async () => {
  for (const title of ['One of two', 'Two of two'])
    await send('acme.leader', createTask, { project_id: WEB, creation: 'form-2', title });
  expect([await titled('One of two'), await titled('Two of two')].map(({ length }) => length)).toEqual([1, 1]);
});

test('what is wrong stands by its field, with what was entered', async () => {
  const fields = { project_id: WEB, title: ' ', description: 'Kept\r\nas it is', start_date: '2030-02-02' };
  expect(await send('acme.leader', createTask, fields)).toMatchObject({
    redirect: undefined,
    errors: { title: 'The title must not be empty.' },
    values: { title: ' ', description: 'Kept\nas it is', start_date: '2030-02-02', project_id: WEB },
  });
  const dates = { project_id: WEB, title: 'Dates', start_date: '2030-02-02', due_date: '2030-02-01' };
  expect((await send('acme.leader', createTask, dates)).errors).toEqual({
    due_date: 'The due date is before the start date.',
  });
  const people = { project_id: WEB, title: 'People', assignee_ids: ['no id', 'neither'] };
  expect((await send('acme.leader', createTask, people)).errors).toEqual({ assignee_ids: 'This is not an id.' });
});

test('what a role may not do is said in words, and what was entered is kept', async () => {
  const answer = await send('acme.client', createTask, { project_id: WEB, title: 'Not theirs' });
  expect(answer).toMatchObject({ error: 'Your role does not allow that.', values: { title: 'Not theirs' } });
  expect(await titled('Not theirs')).toEqual([]);
});

test('an edit that comes second keeps its text, says what is there now, and replaces it when it is sent again', async () => {
  const id = await freshTask(owner);
  const before = { title: 'Fresh', description: '', priority: 'none', due_date: '' };
  const begun = { id, version: '1', before: JSON.stringify(before), ...before };
  await send('acme.leader', editTask, { ...begun, title: 'Theirs', priority: 'high' });

  const refused = await send('acme.user', editTask, { ...begun, title: 'Mine', description: 'My words' });
  expect(refused).toMatchObject({
    redirect: undefined,
    errors: { title: 'It was changed to “Theirs” in the meantime.' },
    values: { id, version: '2', title: 'Mine', description: 'My words', priority: 'high' },
  });
  expect(refused.error).toMatch(/^Somebody else changed this in the meantime/);
  expect(await titled('Mine')).toEqual([]);

  const again = await send('acme.user', editTask, refused.values ?? {});
  expect(again.redirect).toMatch(/&done=saved$/);
  expect(await titled('Mine')).toEqual([{ id, version: 3, description: 'My words' }]);
  const kept = await owner.query('select priority from task where id = $1', [id]);
  expect(kept.rows[0].priority).toBe(
    (await owner.query(`select priority from task where title = 'Mine'`)).rows[0].priority,
  );
});

test('an edit changes what differs from how it began, and an emptied date is none', async () => {
  const id = await freshTask(owner);
  await owner.query(`update task set due_date = '2030-01-01' where id = $1`, [id]);
  const before = { title: 'Fresh', due_date: '2030-01-01' };
  const fields = { id, version: '1', before: JSON.stringify(before), title: 'Fresh', due_date: '' };
  expect((await send('acme.user', editTask, fields)).redirect).toMatch(/&done=saved$/);
  const changed = await owner.query('select due_date from task where id = $1', [id]);
  expect(changed.rows[0].due_date).toBeNull();
  const history = await owner.query(`select data from activity where task_id = $1 and kind = 'task.edited'`, [id]);
  expect(history.rows.map(({ data }) => data.field)).toEqual(['due_date']);
});

test('a project is created with its people, and edited, by the same commands', async () => {
  const made = await send('acme.leader', createProject, {
    creation: 'form-3',
    name: 'Made by a form',
    type: 'web_application',
    code: '',
    due_date: '',
    member_ids: ['', fixtureId('acme.user')],
  });
  expect(made.redirect).toMatch(/^\/acme\/projectdetails\?project=\w+&done=created$/);
  const { rows } = await owner.query(
    `select p.id, p.version, count(m)::int as people from project p join project_member m on m.project_id = p.id
      where p.name = 'Made by a form' group by p.id`,
  );
  expect(rows).toMatchObject([{ version: 1, people: 2 }]);
  const before = { name: 'Made by a form', category_id: '' };
  const fields = { project_id: rows[0].id, version: '1', before: JSON.stringify(before), ...before };
  expect((await send('acme.leader', editProject, { ...fields, name: 'Renamed by a form' })).redirect).toMatch(/saved$/);
  const refused = await send('acme.leader', editProject, { ...fields, name: 'Too late' });
  expect(refused.errors).toEqual({ name: 'It was changed to “Renamed by a form” in the meantime.' });
});
