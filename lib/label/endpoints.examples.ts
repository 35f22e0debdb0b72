import type pg from 'pg';
import type { labelEndpoints } from '@/lib/label/endpoints';
import { aRecord, body, type Examples, of, query, unique } from '@/lib/test/example';
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
  'PATCH label/{id}': of(freshLabel, aRecord, { colour: 'c5' }, 'acme.admin'),
  'DELETE label/{id}': of(freshLabel, aRecord, undefined, 'acme.admin'),
  'POST restoreLabel/{id}': of((owner) => freshLabel(owner, true), aRecord, {}, 'acme.admin'),
};
