import type pg from 'pg';
import { type Examples, inProject, query, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import type { workflowEndpoints } from '@/lib/workflow/endpoints';
import { STANDARD } from '@/lib/workflow/vocabulary';

async function freshWorkflow(owner: pg.ClientBase): Promise<number> {
  await owner.query('delete from workflow where project_id = $1', [WEB]);
  const { rows } = await owner.query<{ version: number }>(
    `insert into workflow (org_id, id, project_id, columns, version)
     select $1, $2, $3, $4, workflow_version + 1 from organisation where id = $1 returning version`,
    [fixtureId('acme'), newId(), WEB, JSON.stringify(STANDARD.columns)],
  );
  return rows[0]?.version ?? 0;
}

const columns = STANDARD.columns.map((column) => (column.status === 2 ? { ...column, limit: 40 } : column));

export const examples: Examples<typeof workflowEndpoints> = {
  'GET workflow': { ...query({ project_id: WEB }), about: inProject() },
  'PUT workflow': {
    seat: 'acme.leader',
    make: async (owner) => ({ body: { project_id: WEB, version: await freshWorkflow(owner), columns } }),
    about: inProject(),
  },
  'DELETE workflow': {
    seat: 'acme.leader',
    make: async (owner) => ({ body: { project_id: WEB, version: await freshWorkflow(owner) } }),
    about: inProject(),
  },
};
