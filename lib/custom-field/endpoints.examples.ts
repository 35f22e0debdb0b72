import type pg from 'pg';
import type { customFieldEndpoints } from '@/lib/custom-field/endpoints';
import { aRecord, body, type Examples, of, query, unique } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function freshField(owner: pg.ClientBase, deleted = false): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into custom_field (org_id, id, name, kind, deleted_at, live) values ($1, $2, $3, 'number', case when $4 then now() end, not $4)`,
    [fixtureId('acme'), id, unique('Field'), deleted],
  );
  return id;
}

export const examples: Examples<typeof customFieldEndpoints> = {
  'GET customFieldList': query(),
  'POST customField': body('acme.admin', () => ({
    name: unique('New field'),
    kind: 'choice',
    choices: [{ name: 'Firefox', colour: 'c3' }, { name: 'Safari' }],
    audience: 'client',
  })),
  'PATCH customField/{id}': of(freshField, aRecord, { audience: 'client', archived: true }, 'acme.admin'),
  'DELETE customField/{id}': of(freshField, aRecord, undefined, 'acme.admin'),
  'POST restoreCustomField/{id}': of((owner) => freshField(owner, true), aRecord, {}, 'acme.admin'),
};
