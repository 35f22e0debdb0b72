import type pg from 'pg';
import type { binEndpoints } from '@/lib/bin/endpoints';
import { binned } from '@/lib/task/endpoints.examples';
import { acme, aRecord, body, type Examples, inProject, of, query, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function freshProject(owner: pg.ClientBase, where: 'open' | 'in the bin' = 'open'): Promise<string> {
  const id = newId();
  const org = fixtureId('acme');
  await owner.query(
    `insert into project (org_id, id, key, name, type, leader_id, deleted_at)
     values ($1, $2, $3, 'Fresh', 'web_application', $4, case when $5 then now() end)`,
    [
      org,
      id,
      `FR${id
        .replace(/[^a-f0-9]/g, '')
        .slice(-8)
        .toUpperCase()}`,
      acme('leader'),
      where === 'in the bin',
    ],
  );
  await owner.query(
    'insert into project_member (org_id, project_id, member_id) select org_id, $1, member_id from project_member where project_id = $2',
    [id, WEB],
  );
  await owner.query(
    `insert into task (org_id, id, project_id, number, title, rank) values ($1, $2, $3, 1, 'Fresh', 'a0')`,
    [org, newId(), id],
  );
  return id;
}

export const examples: Examples<typeof binEndpoints> = {
  'GET bin': query({ kind: 'task', limit: '3' }),
  'DELETE project/{id}': of(freshProject, inProject(), undefined, 'acme.admin'),
  'POST restoreProject': {
    ...body('acme.admin', async (owner) => ({ id: await freshProject(owner, 'in the bin') })),
    about: aRecord,
  },
  'DELETE binnedProject/{id}': of((owner) => freshProject(owner, 'in the bin'), aRecord, undefined, 'acme.admin'),
  'DELETE binnedTask/{id}': of(binned, inProject(), undefined, 'acme.leader'),
};
