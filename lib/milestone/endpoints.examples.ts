import type pg from 'pg';
import type { milestoneEndpoints } from '@/lib/milestone/endpoints';
import { body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

export async function freshMilestone(owner: pg.ClientBase, deleted = false): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into milestone (org_id, id, project_id, name, rank, audience, deleted_at)
     values ($1, $2, $3, $4, 'a0', 'client', case when $5 then now() end)`,
    [fixtureId('acme'), id, WEB, unique('Milestone'), deleted],
  );
  return id;
}

export const examples: Examples<typeof milestoneEndpoints> = {
  'GET milestoneList': { ...query({ project_id: WEB }), about: inProject() },
  'POST milestone': {
    ...body('acme.leader', () => ({ project_id: WEB, name: unique('Launch'), due_date: '2031-03-01' })),
    about: inProject(),
  },
  'PATCH milestone/{id}': of(freshMilestone, inProject(), { name: 'Launch', reached: true }, 'acme.leader'),
  'DELETE milestone/{id}': of(freshMilestone, inProject(), undefined, 'acme.leader'),
  'POST restoreMilestone/{id}': of((owner) => freshMilestone(owner, true), inProject(), {}, 'acme.leader'),
};
