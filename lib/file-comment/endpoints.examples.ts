import type pg from 'pg';
import { freshFile } from '@/lib/file/endpoints.examples';
import type { fileCommentEndpoints } from '@/lib/file-comment/endpoints';
import { acme, type Examples, inProject, of } from '@/lib/test/example';
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
  'GET fileComments/{id}': of(freshFile, inProject()),
  'POST fileComments/{id}': of(freshFile, inProject(), { body: 'Looks good' }),
  'DELETE fileComment/{id}': of(freshComment, inProject('user')),
  'POST restoreFileComment/{id}': of((owner) => freshComment(owner, true), inProject('user'), {}),
};
