import { createHash } from 'node:crypto';
import type pg from 'pg';
import { beforeEach } from 'vitest';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import type { PlaceWanted } from '@/lib/file/queries.place';
import type { StoredBytes } from '@/lib/file/queries.write';
import { nameKey, nameOrder } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';
import { asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { newId } from '@/lib/validation';

/** What a storage would say of bytes that nobody else has. */
export const bytes = (given: Partial<StoredBytes> = {}): StoredBytes => {
  const key = newId();
  return {
    sha256: createHash('sha256').update(key).digest('hex'),
    size: 1_000,
    type: 'application/pdf',
    storedIn: 'local',
    storedAs: null,
    storageKey: key,
    ...given,
  };
};

type NewFolder = { name?: string; project?: string | null; audience?: string; parent?: string | null; by?: string };

/** A folder of acme, in WEB unless another project or none is named. @returns its id */
export async function makeFolder(owner: pg.ClientBase, given: NewFolder = {}): Promise<string> {
  const id = newId();
  const { project = fixtureId('acme.WEB'), audience = 'internal', parent = null, by = 'leader', name = id } = given;
  await owner.query(
    `insert into folder (org_id, id, space_id, project_id, parent_id, name, name_key, name_order, audience, created_by_id, depth)
     values ($1::uuid, $2, coalesce($3::uuid, $1::uuid), $3::uuid, $4, $5, $6, $7, $8, $9,
             coalesce((select depth + 1 from folder where id = $4), 1))`,
    [fixtureId('acme'), id, project, parent, name, nameKey(name), nameOrder(name), audience, fixtureId(`acme.${by}`)],
  );
  return id;
}

/** As the owner: no file, no folder, nothing stored. */
export const removeFiles = (owner: pg.ClientBase) =>
  owner.query('delete from file; delete from folder; delete from file_content; delete from storage_use');

/** The owner's connection, and no file or folder before each test of the file that calls it. */
export function withoutFiles(): pg.Client {
  const owner = ownerClient();
  beforeEach(() => removeFiles(owner));
  return owner;
}

/** Adds a file there. @returns its id */
export const add = async (ctx: Ctx, wanted: PlaceWanted, name = 'a.txt', content = bytes()): Promise<string> =>
  (await addFile(ctx, await placeFor(ctx, wanted), { name, content })).file._id;

/** The same by somebody of acme, committed. */
export const committed = (seat: string, wanted: PlaceWanted, name?: string): Promise<string> =>
  asMemberCommitted(`acme.${seat}`, (ctx) => add(ctx, wanted, name));
