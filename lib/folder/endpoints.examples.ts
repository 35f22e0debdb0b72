import type pg from 'pg';
import { freshFile } from '@/lib/file/endpoints.examples';
import { nameKey, nameOrder } from '@/lib/file/vocabulary';
import type { folderEndpoints } from '@/lib/folder/endpoints';
import { acme, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** A folder of WEB that clients see. */
async function freshFolder(owner: pg.ClientBase, name = unique('Folder')): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into folder (org_id, id, space_id, project_id, name, name_key, name_order, audience, created_by_id)
     values ($1, $2, $3, $3, $4, $5, $6, 'client', $7)`,
    [fixtureId('acme'), id, WEB, name, nameKey(name), nameOrder(name), acme('user')],
  );
  return id;
}

export const examples: Examples<typeof folderEndpoints> = {
  'GET folderList': { ...query({ project_id: WEB }), about: inProject() },
  'GET folder/{id}': of(freshFolder, inProject()),
  'POST folder': body('acme.user', () => ({ name: unique('Drafts'), project_id: WEB }), inProject()),
  'PATCH folder/{id}': of(freshFolder, inProject('user'), { version: 1, name: 'Renamed' }),
  'POST copyFolder/{id}': of(freshFolder, inProject(), {}),
  'DELETE folder/{id}': of(freshFolder, inProject('user')),
  'GET fileBin': query(),
  'POST restoreFile': {
    ...body('acme.user', async (owner) => ({ _id: await freshFile(owner, { binned: true }) })),
    about: inProject('user'),
  },
  'DELETE binnedFile/{id}': of((owner) => freshFile(owner, { binned: true }), inProject(), undefined, 'acme.leader'),
};
