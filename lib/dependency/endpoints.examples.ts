import type { dependencyEndpoints } from '@/lib/dependency/endpoints';
import { freshTask } from '@/lib/task/endpoints.examples';
import { body, type Examples, inProject, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';

export const examples: Examples<typeof dependencyEndpoints> = {
  'POST dependency': {
    ...body('acme.user', async (owner) => ({ task_id: await freshTask(owner), blocks_id: await freshTask(owner) })),
    about: inProject('user'),
  },
  'DELETE dependency': {
    seat: 'acme.user',
    make: async (owner) => {
      const [task, blocks] = [await freshTask(owner), await freshTask(owner)];
      await owner.query(
        `insert into dependency (org_id, task_id, project_id, audience, blocks_id, blocks_project_id, blocks_audience)
         values ($1, $2, $3, 'client', $4, $3, 'client')`,
        [fixtureId('acme'), task, WEB, blocks],
      );
      return { query: { task_id: task, blocks_id: blocks } };
    },
    about: inProject('user'),
  },
};
