import { expect, test } from 'vitest';
import type { TemplateTask } from '@/lib/template/schema';
import { levelsIn, waitsInCircle } from '@/lib/template/vocabulary';

const task = (title: string, parent: number | null, blocked_by: number[] = []) =>
  ({ title, parent, blocked_by }) as unknown as TemplateTask;
const tree = [task('top', null), task('a', 0), task('b', 1, [1]), task('c', 1, [2]), task('d', 0, [1, 3])];

test('levels and circles', () => {
  expect(levelsIn(tree)).toEqual([0, 1, 2, 2, 1]);
  expect(waitsInCircle(tree)).toBe(false);
  expect(waitsInCircle([task('x', null, [1]), task('y', 0, [0])])).toBe(true);
});
