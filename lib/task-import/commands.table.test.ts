import { expect, test } from 'vitest';
import { made, owner, tasksOf, withoutImports } from '@/lib/test/import-calls';
import { WEB } from '@/lib/test/task-calls';
import { bearer, call } from '@/lib/test/wire';

/** Plain tables: which rows are the same task, and the labels they bring. */

withoutImports();

const numbered = (titles: readonly string[]) =>
  `Id,Title,Parent\n${titles.map((title, at) => `${at + 1},${title},${at || ''}`).join('\n')}\n`;

test('a table that counts from 1 as another did is no repetition of it, and itself comes once only', async () => {
  await made({ source: 'csv', text: numbered(['Ham', 'Egg', 'Rye']) });
  const second = numbered(['Oak', 'Egg', 'Elm']);
  const result = await made({ source: 'csv', text: second });
  expect(result.skipped_lines).toEqual([{ line: 3, message: expect.stringMatching(/^This is WEB-\d+ already\.$/) }]);
  // Its third row stands below its second, which was there.
  expect((await tasksOf(result.batch_id)).map(({ title, parent }) => [title, parent])).toEqual([
    ['Oak', null],
    ['Elm', 'Egg'],
  ]);
  expect(await made({ source: 'csv', text: second })).toMatchObject({ tasks: 0, skipped: 3 });
});

test('a row is the same task as long as its id and title are', async () => {
  await made({ source: 'csv', text: 'Key,Title,Status\nA-1,One,To do\n' });
  const again = await made({ source: 'csv', text: 'Key,Title,Status\nA-1,One,Done\nA-2,Two,Done\n' });
  expect(again).toMatchObject({ tasks: 1, skipped: 1 });
});

test('a parent of another table is found where one task alone is called so', async () => {
  await made({ source: 'csv', text: 'Id,Title\n1,One\n2,Two\n' });
  await made({ source: 'csv', text: 'Id,Title\n2,Second\n' });
  const result = await made({ source: 'csv', text: 'Id,Title,Parent\nx,Below one,1\ny,Below which,2\n' });
  expect((await tasksOf(result.batch_id)).map(({ title, parent }) => [title, parent])).toEqual([
    ['Below one', 'One'],
    ['Below which', null],
  ]);
});

const token = () => bearer('acme.leader');
type Labelled = { labels: { _id: string; name: string }[] };
const labelsOf = async (id: string | undefined): Promise<Labelled['labels']> =>
  ((await call('GET', `task/${id}`, { token: await token() })).body.data as Labelled).labels;

test('labels beyond those a task may have are named, and one can be taken away', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `label ${String(at).padStart(2, '0')}`);
  const result = await made({ source: 'csv', text: `Title,Labels\nMuch,"${names.join(', ')}"\n` });
  const [task] = await tasksOf(result.batch_id);
  expect(task?.description).toBe(`More labels there: ${names.slice(20).join(', ')}`);
  const labels = await labelsOf(task?._id);
  expect([result.labels, labels.length]).toEqual([20, 20]);
  const body = { version: 1, label_ids: labels.slice(1).map(({ _id }) => _id) };
  expect((await call('PATCH', `task/${task?._id}`, { token: await token(), body })).status).toBe(200);
});

test('a table that was exported here brings its labels back, whatever they are called', async () => {
  const names = ['a, b; "c"', 'Größe', 'plain'];
  const label_ids = await Promise.all(
    names.map(async (name) => {
      const { body } = await call('POST', 'label', { token: await bearer('acme.admin'), body: { name } });
      return (body.data as { _id: string })._id;
    }),
  );
  const task = { project_id: WEB, title: 'Ours to export', label_ids };
  const { body: made_ } = await call('POST', 'Task', { token: await token(), body: task });
  const query = { project_id: WEB, q: 'Ours to export', format: 'csv' };
  const { body } = await call('GET', 'exportTasks', { token: await token(), query });
  await owner.query('delete from task where id = $1', [(made_.data as { _id: string })._id]);
  const result = await made({ source: 'csv', text: body.data as string });
  const [again] = await tasksOf(result.batch_id);
  expect((await labelsOf(again?._id)).map(({ name }) => name).sort()).toEqual(names.toSorted());
});
