import type pg from 'pg';
import { freshFile } from '@/lib/file/endpoints.examples';
import type { fileCommentEndpoints } from '@/lib/file-comment/endpoints';
import { acme, at, type Examples, inProject } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function freshComment(owner: pg.ClientBase, deleted = false): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into file_comment (org_id, id, file_id, audience, author_id, body, deleted_at, deleted_by_id)
     values ($1, $2, $3, 'client', $4, 'Fresh', case when $5 then now() end, $4)`,
    [fixtureId('acme'), id, await freshFile(owner), acme('user'), deleted],
  );
  return id;
}

export const examples: Examples<typeof fileCommentEndpoints> = {
  'GET fileComments/{id}': {
    ...at('acme.user', async (owner) => `fileComments/${await freshFile(owner)}`),
    about: inProject(),
  },
  'POST fileComments/{id}': {
    ...at('acme.user', async (owner) => `fileComments/${await freshFile(owner)}`, { body: 'Looks good' }),
    about: inProject(),
  },
  'DELETE fileComment/{id}': {
    ...at('acme.user', async (owner) => `fileComment/${await freshComment(owner)}`),
    about: inProject('user'),
  },
  'POST restoreFileComment/{id}': {
    ...at('acme.user', async (owner) => `restoreFileComment/${await freshComment(owner, true)}`, {}),
    about: inProject('user'),
  },
};
