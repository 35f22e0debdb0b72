import { expect, test } from 'vitest';
import type { TemplateTask } from '@/lib/template/schema';
import { withoutTask, withTask } from './edit-tasks';

const task = (title: string, parent: number | null, blocked_by: number[] = []) =>
  ({ title, parent, blocked_by }) as unknown as TemplateTask;
const tree = [task('top', null), task('a', 0), task('b', 1, [1]), task('c', 1, [2]), task('d', 0, [1, 3])];
const shape = (tasks: readonly TemplateTask[]) =>
  tasks.map(({ title, parent, blocked_by }) => [title, parent, ...blocked_by]);

test('a task that is taken out leaves those below it to its parent, and nobody waits for it', () => {
  expect(shape(withoutTask(tree, 1, true))).toEqual([
    ['top', null],
    ['b', 0],
    ['c', 0, 1],
    ['d', 0, 2],
  ]);
  expect(shape(withoutTask(tree, 0, false))[0]).toEqual(['a', null]);
});

test('a task more lies below the first one, in a project beside it', () => {
  expect(withTask({ tasks: tree, project: null }).at(-1)).toMatchObject({ title: '', parent: 0 });
  expect(withTask({ tasks: tree, project: {} as never }).at(-1)?.parent).toBeNull();
});
