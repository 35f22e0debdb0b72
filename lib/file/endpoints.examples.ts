import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { fileEndpoints } from '@/lib/file/endpoints';
import { nameKey, nameOrder } from '@/lib/file/vocabulary';
import { acme, type Examples, inProject, of, query, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

type Fresh = { by?: string; name?: string; binned?: boolean; versions?: number };

/** A file of WEB that clients see. */
export async function freshFile(owner: pg.ClientBase, given: Fresh = {}): Promise<string> {
  const id = newId();
  const { by = 'user', name = `${id}.txt`, binned = false, versions = 1 } = given;
  const contents = Array.from({ length: versions }, () => ({ id: newId(), sha256: randomBytes(32).toString('hex') }));
  const { id: present, sha256 } = contents.at(-1) as (typeof contents)[number];
  await owner.query(
    `with made as (
       select * from jsonb_to_recordset($2::jsonb) as made(id uuid, sha256 text, number int)),
     content as (
       insert into file_content (org_id, id, sha256, size, type, storage_key, stored_in)
       select $1::uuid, id, sha256, 5, 'text/plain', id::text, 'local' from made),
     file as (
       insert into file (org_id, id, space_id, project_id, name, name_key, name_order, audience, content_id, size, type, sha256,
                         uploaded_by_id, version_number, deleted_at, deleted_by_id)
       values ($1, $3::uuid, $4, $4, $5, $6, $7, 'client', $8, 5, 'text/plain', $9, $10::uuid, $11, case when $12 then now() end, $10))
     insert into file_version (org_id, file_id, version_number, content_id, size, type, sha256, uploaded_by_id)
     select $1, $3, number, id, 5, 'text/plain', sha256, $10 from made`,
    [
      ...[fixtureId('acme'), JSON.stringify(contents.map((one, at) => ({ ...one, number: at + 1 }))), id, WEB, name],
      ...[nameKey(name), nameOrder(name), present, sha256, acme(by), versions, binned],
    ],
  );
  return id;
}

export const examples: Examples<typeof fileEndpoints> = {
  'GET fileList': { ...query({ project_id: WEB, q: 'report' }), about: inProject() },
  'GET file/{id}': of(freshFile, inProject()),
  'PATCH file/{id}': of(freshFile, inProject('user'), { version: 1, name: 'Renamed.txt' }),
  'DELETE file/{id}': of(freshFile, inProject('user')),
  'POST copyFile/{id}': of(freshFile, inProject(), {}),
  'POST restoreFileVersion/{id}': of((owner) => freshFile(owner, { versions: 2 }), inProject('user'), {
    version_number: 1,
  }),
  'GET fileVersions/{id}': of(freshFile, inProject()),
  'GET fileActivity/{id}': of(freshFile, inProject()),
  'GET storageUse': query(),
};
