import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import { contentOf } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import { deleteFolder, editFolder } from '@/lib/folder/commands';
import { purgeItem, restoreItem } from '@/lib/folder/commands.bin';
import { getFolder } from '@/lib/folder/queries';
import { listFileBin } from '@/lib/folder/queries.bin';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { bytes, makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await removeFiles(owner);
  await owner.end();
});
beforeEach(() => removeFiles(owner));

const add = async (ctx: Ctx, wanted: PlaceWanted, name = 'a.txt') =>
  (await addFile(ctx, await placeFor(ctx, wanted), { name, content: bytes() })).file._id;
const bin = async (ctx: Ctx) => (await listFileBin(ctx, { page: 1, limit: 50 })).docs;

describe('the bin', () => {
  test('F12 hides a file at once from everybody, with its content, and gives it back whole', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const id = await add(ctx, { project_id: WEB });
      await deleteFile(ctx, { id });
      await deleteFile(ctx, { id });
      for (const seat of ['acme.user', 'acme.admin', 'acme.observer']) {
        const other = await become(ctx, seat);
        expect((await failureOf(getFile(other, { id }))).code).toBe('not_found');
        expect((await failureOf(contentOf(other, id))).code).toBe('not_found');
      }
      const user = await become(ctx, 'acme.user', effects);
      expect(await bin(user)).toMatchObject([
        { kind: 'file', _id: id, name: 'a.txt', size: 1000, rights: { restore: true, purge: false } },
      ]);
      await add(user, { project_id: WEB });
      expect(await restoreItem(user, { _id: id })).toMatchObject({ name: 'a (2).txt' });
      expect(await getFile(user, { id })).toMatchObject({ name: 'a (2).txt', folder_id: null });
      expect(await bin(user)).toEqual([]);
      const kinds = effects.activities.map(({ kind }) => kind);
      expect(kinds).toEqual(['file.added', 'file.deleted', 'file.added', 'file.restored']);
    });
  });

  test('gives a folder back with what went with it, and not what was deleted before', async () => {
    const top = await makeFolder(owner, { name: 'Top' });
    const below = await makeFolder(owner, { name: 'Below', parent: top });
    await asMember('acme.leader', async (ctx) => {
      const [kept, gone] = [await add(ctx, { folder_id: below }, 'kept'), await add(ctx, { folder_id: below }, 'gone')];
      await deleteFile(ctx, { id: gone });
      await deleteFolder(ctx, { id: top });
      expect((await bin(ctx)).map(({ name, file_count }) => [name, file_count]).sort()).toEqual([
        ['Top', 1],
        ['gone', null],
      ]);
      expect((await failureOf(getFile(ctx, { id: kept }))).code).toBe('not_found');
      await restoreItem(ctx, { _id: top });
      expect(await getFile(ctx, { id: kept })).toMatchObject({ folder_id: below });
      expect((await failureOf(getFile(ctx, { id: gone }))).code).toBe('not_found');
      expect(await restoreItem(ctx, { _id: gone })).toMatchObject({ kind: 'file', name: 'gone' });
    });
  });

  test('gives back to what is left of a place', async () => {
    const top = await makeFolder(owner, { name: 'Top' });
    const below = await makeFolder(owner, { name: 'Below', parent: top });
    await asMember('acme.leader', async (ctx) => {
      const file = await add(ctx, { folder_id: below });
      await deleteFolder(ctx, { id: below });
      await restoreItem(ctx, { _id: file });
      expect(await getFile(ctx, { id: file })).toMatchObject({ folder_id: top });
      await deleteFolder(ctx, { id: top });
      await restoreItem(ctx, { _id: below });
      expect(await getFolder(ctx, { id: below })).toMatchObject({ parent_id: null, path: [] });
      expect(await ctx.db.folder.findFirst({ where: { id: below }, select: { depth: true } })).toEqual({ depth: 1 });
    });
  });

  test('shows each what it may restore: users and clients their own, leaders those of their projects', async () => {
    const made = await asMemberCommitted('acme.user', (ctx) => add(ctx, { project_id: WEB }, 'user'));
    const clients = await asMemberCommitted('acme.client', (ctx) => add(ctx, { project_id: WEB }, 'client'));
    const own = await asMemberCommitted('acme.admin', (ctx) => add(ctx, {}, 'organisation'));
    for (const id of [made, clients, own]) await asMemberCommitted('acme.admin', (ctx) => deleteFile(ctx, { id }));
    for (const [seat, names] of [
      ['admin', ['client', 'organisation', 'user']],
      ['leader', ['client', 'user']],
      ['lead2', []],
      ['user', ['user']],
      ['client', ['client']],
    ] as const)
      await asMember(`acme.${seat}`, async (ctx) =>
        expect((await bin(ctx)).map(({ name }) => name).sort(), seat).toEqual(names),
      );
    expect(await attempt('acme.client', (ctx) => restoreItem(ctx, { _id: made }))).toBe('not_found');
    expect(await attempt('acme.user2', (ctx) => restoreItem(ctx, { _id: made }))).toBe('not_found');
    expect(await attempt('globex.admin', (ctx) => restoreItem(ctx, { _id: made }))).toBe('not_found');
    expect(await attempt('acme.client', (ctx) => restoreItem(ctx, { _id: clients }))).toBe('done');
  });

  test('is left for good at the word of who leads, and the sweep removes the rest', async () => {
    const top = await makeFolder(owner, { by: 'user' });
    const file = await asMemberCommitted('acme.user', (ctx) => add(ctx, { folder_id: top }));
    expect(await attempt('acme.leader', (ctx) => purgeItem(ctx, { id: top }))).toBe('conflict');
    await asMemberCommitted('acme.user', (ctx) => deleteFolder(ctx, { id: top }));
    expect(await attempt('acme.user', (ctx) => purgeItem(ctx, { id: top }))).toBe('forbidden');
    await asMemberCommitted('acme.leader', (ctx) => purgeItem(ctx, { id: top }));
    await asMember('acme.leader', async (ctx) => expect(await bin(ctx)).toEqual([]));
    expect(await attempt('acme.leader', (ctx) => restoreItem(ctx, { _id: top }))).toBe('not_found');
    expect(await attempt('acme.leader', (ctx) => restoreItem(ctx, { _id: file }))).toBe('not_found');
    await sweep();
    const { rows } = await owner.query('select id from file union all select id from folder');
    expect(rows).toEqual([]);
  });
});

test('a project in the bin hides its files, and removed for good takes them along', async () => {
  const folder = await makeFolder(owner);
  const id = await asMemberCommitted('acme.user', (ctx) => add(ctx, { folder_id: folder }));
  await owner.query('update project set deleted_at = now() where id = $1', [WEB]);
  try {
    for (const seat of ['acme.admin', 'acme.user', 'acme.observer'])
      expect(await attempt(seat, (ctx) => getFile(ctx, { id })), seat).toBe('not_found');
  } finally {
    await owner.query('update project set deleted_at = null where id = $1', [WEB]);
  }
});

describe('what comes back from the bin', () => {
  test('F14 comes back at the root where its place has become too deep for it', async () => {
    const tower = async (levels: number, parent: string | null = null) => {
      const ids: string[] = [];
      for (let level = 0; level < levels; level++) ids.push(await makeFolder(owner, { parent: ids.at(-1) ?? parent }));
      return ids as [string, ...string[]];
    };
    const low = await tower(2);
    const tall = await tower(7, low[1]);
    const deep = await tower(6);
    await asMember('acme.admin', async (ctx) => {
      await deleteFolder(ctx, { id: tall[0] });
      await editFolder(ctx, { id: low[0], version: 1, parent_id: deep[5] });
      await restoreItem(ctx, { _id: tall[0] });
      expect(await getFolder(ctx, { id: tall[0] })).toMatchObject({ parent_id: null, path: [] });
      expect((await getFolder(ctx, { id: tall[6] as string })).path).toHaveLength(6);
    });
  });

  test('is what was deleted before its folder, also when that folder is removed for good', async () => {
    const top = await makeFolder(owner, { name: 'Top' });
    const inner = await makeFolder(owner, { name: 'Inner', parent: top });
    await asMember('acme.leader', async (ctx) => {
      const file = await add(ctx, { folder_id: top });
      await deleteFile(ctx, { id: file });
      await deleteFolder(ctx, { id: inner });
      await deleteFolder(ctx, { id: top });
      await purgeItem(ctx, { id: top });
      const places = await ctx.db.file.findMany({ where: { id: file }, select: { folderId: true } });
      expect(places).toEqual([{ folderId: null }]);
      for (const _id of [file, inner]) await restoreItem(ctx, { _id });
      expect(await getFolder(ctx, { id: inner })).toMatchObject({ parent_id: null });
    });
  });

  test('gives back nothing to clients that was hidden from them while it was there', async () => {
    const top = await makeFolder(owner, { audience: 'client', by: 'user' });
    const inner = await makeFolder(owner, { audience: 'client', by: 'user', parent: top });
    await asMember('acme.user', async (ctx) => {
      const [file, within] = [await add(ctx, { folder_id: top }), await add(ctx, { folder_id: inner })];
      await deleteFile(ctx, { id: file });
      await deleteFolder(ctx, { id: inner });
      const leader = await become(ctx, 'acme.leader');
      await editFolder(leader, { id: top, version: 1, audience: 'internal' });
      await leader.settle();
      const user = await become(ctx, 'acme.user');
      for (const _id of [file, inner]) await restoreItem(user, { _id });
      await user.settle();
      const client = await become(ctx, 'acme.client');
      for (const id of [file, within]) expect((await failureOf(getFile(client, { id }))).code).toBe('not_found');
      expect((await failureOf(getFolder(client, { id: inner }))).code).toBe('not_found');
    });
  });
});
