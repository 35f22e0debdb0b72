import type pg from 'pg';
import type { templateEndpoints } from '@/lib/template/endpoints';
import { acme, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const task = { title: 'Onboard', label_ids: [], checklist: [], blocked_by: [], roles: [], parent: null };
const OF_TASK = { project: null, roles: [], tasks: [task] };
const OF_PROJECT = { ...OF_TASK, project: { type: 'web_application' } };

async function freshTemplate(owner: pg.ClientBase, kind: 'task' | 'project', projectId: string | null = WEB) {
  const id = newId();
  await owner.query(
    `insert into template (org_id, id, project_id, kind, name, content, created_by_id) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[fixtureId('acme'), id, projectId, kind, unique('Template')],
      ...[JSON.stringify(kind === 'task' ? OF_TASK : OF_PROJECT), acme('leader')],
    ],
  );
  return id;
}

export const examples: Examples<typeof templateEndpoints> = {
  'GET templateList': query(),
  'POST template': {
    ...body('acme.leader', () => ({ name: unique('Onboarding'), project_id: WEB, content: OF_TASK })),
    about: inProject(),
  },
  'GET template/{id}': of((owner) => freshTemplate(owner, 'task'), inProject()),
  'PATCH template/{id}': of(
    (owner) => freshTemplate(owner, 'task'),
    inProject(),
    { version: 1, summary: 'For new people' },
    'acme.leader',
  ),
  'DELETE template/{id}': of((owner) => freshTemplate(owner, 'task'), inProject(), undefined, 'acme.leader'),
  'POST useTemplate/{id}': {
    seat: 'acme.user',
    make: async (owner) => ({
      path: `useTemplate/${await freshTemplate(owner, 'task')}`,
      body: { project_id: WEB, title: unique('Onboard'), start_date: '2030-01-31' },
    }),
    about: inProject(),
  },
  'POST useProjectTemplate/{id}': {
    seat: 'acme.leader',
    make: async (owner) => ({
      path: `useProjectTemplate/${await freshTemplate(owner, 'project')}`,
      body: { name: unique('Launch'), start_date: '2030-01-31' },
    }),
    about: inProject(),
  },
};
