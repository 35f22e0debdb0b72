import type pg from 'pg';
import type { projectUpdateEndpoints } from '@/lib/project-update/endpoints';
import { acme, body, type Examples, inProject, of, query, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function freshUpdate(owner: pg.ClientBase, deleted = false): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into project_update (org_id, id, project_id, author_id, health, done, audience, deleted_at)
     values ($1, $2, $3, $4, 'on_track', 'The pricing page', 'client', case when $5 then now() end)`,
    [fixtureId('acme'), id, WEB, acme('leader'), deleted],
  );
  return id;
}

export const examples: Examples<typeof projectUpdateEndpoints> = {
  'GET projectUpdateList': { ...query({ project_id: WEB }), about: inProject() },
  'POST projectUpdate': {
    ...body('acme.leader', () => ({ project_id: WEB, health: 'at_risk', trouble: 'The logo files are late.' })),
    about: inProject(),
  },
  'PATCH projectUpdate/{id}': of(freshUpdate, inProject('leader'), { health: 'off_track' }, 'acme.leader'),
  'DELETE projectUpdate/{id}': of(freshUpdate, inProject(), undefined, 'acme.leader'),
  'POST restoreProjectUpdate/{id}': of((owner) => freshUpdate(owner, true), inProject(), {}, 'acme.leader'),
};
