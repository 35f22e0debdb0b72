import { expect, test } from 'vitest';
import { lossOf, usedBy } from '@/components/category/category-words';
import { type StoredTinted, saveUpon, type Tinted } from '@/components/category/tinted-save';
import { ApiError } from '@/components/query/api-client';

const BASE = { name: 'Urgent', colour: 'c1', version: 1 };

/** Where somebody else made `now` of it; keeps what is sent. */
function server(now: StoredTinted) {
  const sent: (Tinted & { version: number })[] = [];
  const save = async (body: Tinted, version: number) => {
    sent.push({ ...body, version });
    if (version !== now.version) throw new ApiError(409, 'conflict', 'Somebody else was first.', { current: now });
    return body;
  };
  return { sent, save };
}

test('a label whose other field somebody else changed meanwhile has both changes', async () => {
  const { sent, save } = server({ name: 'Urgent', colour: 'c5', version: 2 });
  expect(await saveUpon(BASE, { name: 'Hurried', colour: 'c1' }, save)).toEqual({ name: 'Hurried', colour: 'c5' });
  expect(sent.map(({ version }) => version)).toEqual([1, 2]);
});

test('a label whose other field somebody else changed meanwhile is saved where both wrote the same', async () => {
  const { save } = server({ name: 'Hurried', colour: 'c5', version: 3 });
  expect(await saveUpon(BASE, { name: 'Hurried', colour: 'c1' }, save)).toEqual({ name: 'Hurried', colour: 'c5' });
});

test('a label whose name both changed is refused with theirs, and nothing is sent again', async () => {
  const theirs = { name: 'Important', colour: 'c1', version: 2 };
  const { sent, save } = server(theirs);
  const refused = await saveUpon(BASE, { name: 'Hurried', colour: 'c1' }, save).catch((failure) => failure);
  expect(refused).toMatchObject({ status: 409, current: theirs });
  expect(sent).toHaveLength(1);
});

test('a name that is taken is refused as it was', async () => {
  const save = () => Promise.reject(new ApiError(409, 'conflict', 'There already is a label named Hurried.'));
  await expect(saveUpon(BASE, { name: 'Hurried', colour: 'c1' }, save)).rejects.toMatchObject({ status: 409 });
});

test.each([
  [0, 0, 'not used yet', 'Nothing uses this category.'],
  [1, 0, '1 task', '1 task will have no category. Nothing else about it changes.'],
  [12, 1, '12 tasks and 1 project', '12 tasks and 1 project will have no category. Nothing else about them changes.'],
  [0, 2, '2 projects', '2 projects will have no category. Nothing else about them changes.'],
])('%i tasks and %i projects in words', (tasks, projects, used, loss) => {
  expect(usedBy({ tasks, projects })).toBe(used);
  expect(lossOf({ tasks, projects })).toBe(loss);
});
