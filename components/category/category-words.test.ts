import { expect, test } from 'vitest';
import { lossOf, usedBy } from './category-words';

test.each([
  [0, 0, 'not used yet', 'Nothing uses this category.'],
  [1, 0, '1 task', '1 task will have no category. Nothing else about it changes.'],
  [12, 1, '12 tasks and 1 project', '12 tasks and 1 project will have no category. Nothing else about them changes.'],
  [0, 2, '2 projects', '2 projects will have no category. Nothing else about them changes.'],
])('%i tasks and %i projects in words', (tasks, projects, used, loss) => {
  expect(usedBy({ tasks, projects })).toBe(used);
  expect(lossOf({ tasks, projects })).toBe(loss);
});
