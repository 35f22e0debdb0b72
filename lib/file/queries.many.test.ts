import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { listFiles } from '@/lib/file/queries';
import { ListFiles } from '@/lib/file/schema';
import { deleteFolder, editFolder } from '@/lib/folder/commands';
import { listFolders } from '@/lib/folder/queries';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { transactionsOf } from '@/lib/test/statements';

/** A folder of 2,000 files: how many statements a page and a change of it take. */

const MANY = 2_000;
const WEB = fixtureId('acme.WEB');
const FILES = `
with made as (
  insert into file_content (org_id, id, sha256, size, type, storage_key)
  select $1, gen_random_uuid(), encode(sha256(n::text::bytea), 'hex'), n, 'text/plain', gen_random_uuid()::text from generate_series(1, $3::int) n
  returning id, size, sha256)
insert into file (org_id, id, space_id, project_id, folder_id, name, name_key, name_order, audience, content_id, size, type, sha256, uploaded_by_id)
select $1, gen_random_uuid(), $4, $4, $2, 'File ' || size, 'file ' || size, 'file ' || lpad(size::text, 6, '0'),
       case when size % 2 = 0 then 'client' else 'internal' end, id, size, 'text/plain', sha256, $5::uuid from made`;
const owner = new pg.Client({ connectionString: env.databaseUrl });
let folder: string;
beforeAll(async () => {
  await owner.connect();
  folder = await makeFolder(owner, { audience: 'client' });
  await owner.query(FILES, [fixtureId('acme'), folder, MANY, WEB, fixtureId('acme.user')]);
  await owner.query('analyze');
});
afterAll(async () => {
  await removeFiles(owner);
  await owner.end();
});

const list = (ctx: Ctx, query: object = {}) => listFiles(ctx, ListFiles.parse({ folder_id: folder, ...query }));

describe.each(['admin', 'user', 'client'])('for a %s', (seat) => {
  const seen = seat === 'client' ? MANY / 2 : MANY;

  test('a page is one statement, and the last has as many files as the first', async () => {
    await asMember(`acme.${seat}`, async (ctx) => {
      const first = await list(ctx, { limit: 200 });
      expect([first.docs.length, first.total]).toEqual([200, seen]);
      expect(await statementsOf(() => list(ctx))).toBe(1);
      expect(await statementsOf(() => listFolders(ctx, { project_id: WEB, page: 1, limit: 50 }))).toBe(1);
      const last = await list(ctx, { limit: 200, page: seen / 200 });
      expect([last.docs.length, last.next_cursor]).toEqual([200, null]);
    });
  });
});

test('hiding it and deleting it take as many statements as for an empty one', async () => {
  const empty = await makeFolder(owner, { audience: 'client' });
  const work = (id: string) => async () =>
    asMember('acme.admin', async (ctx) => {
      await editFolder(ctx, { id, version: 1, audience: 'internal' });
      await deleteFolder(ctx, { id });
    });
  const [few] = await transactionsOf(work(empty));
  const [many] = await transactionsOf(work(folder));
  expect(many?.length).toBe(few?.length);
});
