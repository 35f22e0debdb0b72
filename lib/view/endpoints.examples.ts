import type pg from 'pg';
import { acme, at, body, type Examples, query, type Subject, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import type { viewEndpoints } from '@/lib/view/endpoints';

const LEADERS: Subject = { about: 'personal', hands: ['leader'] };

async function freshView(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into saved_view (org_id, id, owner_id, project_id, name, filter) values ($1, $2, $3, $4, 'Open', '!status:4')`,
    [fixtureId('acme'), id, acme('leader'), WEB],
  );
  return `view/${id}`;
}

export const examples: Examples<typeof viewEndpoints> = {
  'GET viewList': query(),
  'POST view': body('acme.user', () => ({ name: unique('View'), filter: '!status:4;assignee:me', group: 'due' })),
  'GET view/{id}': { ...at('acme.leader', freshView), about: LEADERS },
  'PATCH view/{id}': { ...at('acme.leader', freshView, { name: 'Still open', version: 1 }), about: LEADERS },
  'DELETE view/{id}': { ...at('acme.leader', freshView), about: LEADERS },
};
