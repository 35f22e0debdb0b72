import type pg from 'pg';
import type { subtaskEndpoints } from '@/lib/subtask/endpoints';
import { freshTask } from '@/lib/task/endpoints.examples';
import { body, type Examples, inProject } from '@/lib/test/example';

/** A new task with two others below it. */
async function twoBelow(owner: pg.ClientBase): Promise<[string, string]> {
  const parent = await freshTask(owner);
  const [one, other] = [await freshTask(owner), await freshTask(owner)];
  for (const id of [one, other]) await owner.query('update task set parent_id = $2 where id = $1', [id, parent]);
  return [one, other];
}

export const examples: Examples<typeof subtaskEndpoints> = {
  'POST moveSubtask': {
    ...body('acme.user', async (owner) => {
      const [one, other] = await twoBelow(owner);
      return { task_id: one, after_id: other };
    }),
    about: inProject('user'),
  },
};
