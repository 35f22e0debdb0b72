import type pg from 'pg';
import type { clientRequestEndpoints } from '@/lib/client-request/endpoints';
import { acme, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

export async function freshRequest(owner: pg.ClientBase, state = 'received'): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into client_request (org_id, id, project_id, author_id, title, body, state) values ($1, $2, $3, $4, $5, 'As on the poster.', $6)`,
    [fixtureId('acme'), id, WEB, acme('client'), unique('Larger letters'), state],
  );
  return id;
}

/** Other clients of the project do not see it. */
const request = inProject('client');

export const examples: Examples<typeof clientRequestEndpoints> = {
  'GET requestList': query({ project_id: WEB, state: 'received' }),
  'POST request': {
    ...body('acme.client', () => ({
      project_id: WEB,
      title: unique('A page for jobs'),
      body: 'With **three** openings.',
    })),
    about: inProject(),
  },
  'GET request/{id}': of(freshRequest, request, undefined, 'acme.client'),
  'PATCH request/{id}': of(freshRequest, request, { version: 1, body: 'As on the new poster.' }, 'acme.client'),
  'DELETE request/{id}': of(freshRequest, request, undefined, 'acme.client'),
  'POST reopenRequest/{id}': of((owner) => freshRequest(owner, 'withdrawn'), request, {}, 'acme.client'),
  'POST triageRequest/{id}': of(freshRequest, request, { accept: true, priority: 'high' }, 'acme.leader'),
};
