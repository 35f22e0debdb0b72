import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import { emptyFileBin, forgottenContents } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { filesFor } from '@/lib/file/queries.zip';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { bytes, makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { withWorker } from '@/lib/worker';

const WEB = fixtureId('acme.WEB');
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => removeFiles(owner));

const add = async (ctx: Ctx, wanted: PlaceWanted, name: string) =>
  (await addFile(ctx, await placeFor(ctx, wanted), { name, content: bytes() })).file._id;
const paths = async (ctx: Ctx, file_ids: string[], folder_ids: string[]) =>
  (await filesFor(ctx, { file_ids, folder_ids })).map(({ path }) => path).sort();

test('an archive has the folders that were chosen, each file once, and no two of a name', async () => {
  const open = await makeFolder(owner, { name: 'Plans', audience: 'client' });
  const below = await makeFolder(owner, { name: 'Old', parent: open });
  const other = await makeFolder(owner, { name: 'plans', parent: below });
  await asMember('acme.admin', async (ctx) => {
    const inside = await add(ctx, { folder_id: open }, 'a.txt');
    await add(ctx, { folder_id: below }, 'b.txt');
    await add(ctx, { folder_id: other }, 'c.txt');
    const root = await add(ctx, { project_id: WEB }, 'A.txt');
    const elsewhere = await add(ctx, {}, 'a.txt');
    expect(await paths(ctx, [], [open])).toEqual(['Plans/Old/b.txt', 'Plans/Old/plans/c.txt', 'Plans/a.txt']);
    expect(await paths(ctx, [inside, root, elsewhere], [])).toHaveLength(3);
    expect(new Set((await paths(ctx, [inside, root, elsewhere], [])).map((path) => path.toLowerCase())).size).toBe(3);
    expect(await paths(ctx, [inside], [open, other])).toEqual([
      'Plans/Old/b.txt',
      'Plans/Old/plans/c.txt',
      'Plans/a.txt',
    ]);
    const client = await become(ctx, 'acme.client');
    expect(await paths(client, [inside], [open])).toEqual(['Plans/a.txt']);
    for (const asked of [
      { file_ids: [root], folder_ids: [] },
      { file_ids: [], folder_ids: [below] },
    ])
      expect((await failureOf(filesFor(client, asked))).code).toBe('not_found');
  });
});

test('an archive has two names where only what some computers refuse differs', async () => {
  await asMember('acme.user', async (ctx) => {
    const inside = await makeFolder(owner, { name: 'b?"<c>|:*' });
    const files = [
      await add(ctx, { project_id: WEB }, 'a?.txt'),
      await add(ctx, { project_id: WEB }, 'a*.txt'),
      await add(ctx, { folder_id: inside }, 'x:y.txt'),
    ];
    expect(await paths(ctx, files, [inside])).toEqual(['a_ (2).txt', 'a_.txt', 'b___c____/x_y.txt']);
  });
});

test('the sweep removes what was in the bin for 30 days, and drafts of yesterday, and then their contents', async () => {
  const folder = await makeFolder(owner);
  const [old, fresh, draft, kept] = await asMemberCommitted('acme.user', async (ctx) => [
    await add(ctx, { folder_id: folder }, 'old'),
    await add(ctx, { project_id: WEB }, 'fresh'),
    await add(ctx, { project_id: WEB, draft: true }, 'draft'),
    await add(ctx, { project_id: WEB, draft: true }, 'kept'),
  ]);
  await owner.query(`update file set deleted_at = now() - interval '31 days' where id = $1`, [old]);
  await owner.query(`update folder set deleted_at = now() - interval '31 days' where id = $1`, [folder]);
  await owner.query(`update file set deleted_at = now() - interval '29 days' where id = $1`, [fresh]);
  await owner.query(`update file set draft_at = now() - interval '25 hours' where id = $1`, [draft]);
  const steps = [];
  for (let step = 0; step < 5; step++) steps.push((await withWorker((db) => emptyFileBin(db, 1)))[0]?.gone);
  expect(steps).toEqual([1, 1, 1, 0, 0]);
  const left = await owner.query('select id from file union all select id from folder');
  expect(left.rows.map(({ id }) => id).sort()).toEqual([fresh, kept].sort());
  expect(await withWorker((db) => forgottenContents(db, 10))).toHaveLength(2);
});
