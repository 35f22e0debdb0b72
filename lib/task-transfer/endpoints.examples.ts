import type pg from 'pg';
import { freshTask } from '@/lib/task/endpoints.examples';
import type { taskTransferEndpoints } from '@/lib/task-transfer/endpoints';
import { type Examples, inProject, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** A project to which everybody of WEB belongs too. */
async function freshProject(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into project (org_id, id, key, name, type)
     select $1::uuid, $2::uuid, 'MV' || upper(right(replace($2::text, '-', ''), 8)), 'Moved to', 'web_application'`,
    [fixtureId('acme'), id],
  );
  await owner.query(
    `insert into project_member (org_id, project_id, member_id)
     select org_id, $1, member_id from project_member where project_id = $2`,
    [id, WEB],
  );
  return id;
}

export const examples: Examples<typeof taskTransferEndpoints> = {
  'POST moveTask/{id}': {
    seat: 'acme.leader',
    make: async (owner) => ({
      path: `moveTask/${await freshTask(owner)}`,
      body: { project_id: await freshProject(owner), version: 1 },
    }),
    about: inProject(),
  },
};
