import { freshTask } from '@/lib/task/endpoints.examples';
import type { taskUndoEndpoints } from '@/lib/task-undo/endpoints';
import { at, type Examples, inProject, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

export const examples: Examples<typeof taskUndoEndpoints> = {
  'POST undoActivity/{id}': {
    ...at(
      'acme.user',
      async (owner) => {
        const id = newId();
        await owner.query(
          `insert into activity (org_id, id, project_id, task_id, task_audience, audience, kind, data)
         values ($1, $2, $3, $4, 'client', 'internal', 'task.edited', '{"field":"title","from":"Before","to":"Fresh"}')`,
          [fixtureId('acme'), id, WEB, await freshTask(owner)],
        );
        return `undoActivity/${id}`;
      },
      {},
    ),
    about: inProject('user'),
  },
};
