import type pg from 'pg';
import type { checklistEndpoints } from '@/lib/checklist/endpoints';
import { freshTask } from '@/lib/task/endpoints.examples';
import { body, type Examples, inProject, of, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function freshItem(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into checklist_item (org_id, id, task_id, project_id, audience, title, rank)
     values ($1, $2, $3, $4, 'client', $2::uuid::text, 'a0')`,
    [fixtureId('acme'), id, await freshTask(owner), WEB],
  );
  return id;
}

export const examples: Examples<typeof checklistEndpoints> = {
  'POST checklistItem': {
    ...body('acme.user', async (owner) => ({ task_id: await freshTask(owner), title: unique('Buy ink') })),
    about: inProject('user'),
  },
  'PATCH checklistItem/{id}': of(freshItem, inProject('user'), { version: 1, done: true }),
  'DELETE checklistItem/{id}': of(freshItem, inProject('user')),
  'POST checklistItemToTask/{id}': of(freshItem, inProject('user'), {}),
};
