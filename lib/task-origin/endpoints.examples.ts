import type pg from 'pg';
import { freshTask } from '@/lib/task/endpoints.examples';
import type { taskOriginEndpoints } from '@/lib/task-origin/endpoints';
import { type Examples, inProject, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function freshComment(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into comment (org_id, id, task_id, project_id, task_audience, audience, author_id, body)
     values ($1, $2, $3, $4, 'client', 'client', $5, $2::uuid::text)`,
    [fixtureId('acme'), id, await freshTask(owner), WEB, fixtureId('acme.user')],
  );
  return id;
}

export const examples: Examples<typeof taskOriginEndpoints> = {
  'POST duplicateTask/{id}': {
    seat: 'acme.user',
    make: async (owner) => ({
      path: `duplicateTask/${await freshTask(owner)}`,
      body: { title: unique('Duplicate'), take: ['description', 'dates'] },
    }),
    about: inProject('user'),
  },
  'POST commentToTask/{id}': {
    seat: 'acme.user',
    make: async (owner) => ({
      path: `commentToTask/${await freshComment(owner)}`,
      body: { title: unique('Of a comment') },
    }),
    about: inProject('user'),
  },
};
