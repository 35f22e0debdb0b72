import { expect, test } from 'vitest';
import { lossOf, usedBy } from './category-words';

test.each([
  [0, 0, 'not used yet', 'Nothing is of this category.'],
  [1, 0, '1 task', '1 task will have no category. It stays as it is otherwise.'],
  [12, 1, '12 tasks and 1 project', '12 tasks and 1 project will have no category. They stay as they are otherwise.'],
  [0, 2, '2 projects', '2 projects will have no category. They stay as they are otherwise.'],
])('%i tasks and %i projects in words', (tasks, projects, used, loss) => {
  expect(usedBy({ tasks, projects })).toBe(used);
  expect(lossOf({ tasks, projects })).toBe(loss);
});
