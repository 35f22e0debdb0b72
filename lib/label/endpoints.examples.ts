import type pg from 'pg';
import type { labelEndpoints } from '@/lib/label/endpoints';
import { aRecord, at, body, type Examples, query, unique } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

export async function freshLabel(owner: pg.ClientBase, deleted = false): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into label (org_id, id, name, deleted_at) values ($1, $2, $3, case when $4 then now() end)`,
    [fixtureId('acme'), id, unique('Label'), deleted],
  );
  return id;
}

export const examples: Examples<typeof labelEndpoints> = {
  'GET labelList': query(),
  'POST label': body('acme.leader', () => ({ name: unique('New label'), colour: 'c3' })),
  'PATCH label/{id}': {
    ...at('acme.admin', async (owner) => `label/${await freshLabel(owner)}`, { colour: 'c5' }),
    about: aRecord,
  },
  'DELETE label/{id}': { ...at('acme.admin', async (owner) => `label/${await freshLabel(owner)}`), about: aRecord },
  'POST restoreLabel/{id}': {
    ...at('acme.admin', async (owner) => `restoreLabel/${await freshLabel(owner, true)}`, {}),
    about: aRecord,
  },
};
