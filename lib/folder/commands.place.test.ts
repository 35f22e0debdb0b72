import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile, restoreFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import { listFiles } from '@/lib/file/queries';
import { storageUse } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import { deleteFolder, editFolder } from '@/lib/folder/commands';
import { restoreItem } from '@/lib/folder/commands.bin';
import { copyFolder } from '@/lib/folder/commands.copy';
import { getFolder, listFolders } from '@/lib/folder/queries';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { bytes, makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
const [WEB, APP] = [acme('WEB'), acme('APP')];
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await removeFiles(owner);
  await owner.end();
});
beforeEach(() => removeFiles(owner));

const add = async (ctx: Ctx, wanted: PlaceWanted, name = 'a.txt') =>
  (await addFile(ctx, await placeFor(ctx, wanted), { name, content: bytes() })).file._id;
const committed = (seat: string, wanted: PlaceWanted, name?: string) =>
  asMemberCommitted(`acme.${seat}`, (ctx) => add(ctx, wanted, name));
const filesIn = async (ctx: Ctx, folder_id: string) =>
  (await listFiles(ctx, { folder_id, sort: 'name', page: 1, limit: 50 })).docs;
const foldersIn = async (ctx: Ctx, parent_id: string) =>
  (await listFolders(ctx, { parent_id, page: 1, limit: 50 })).docs;
const move = (ctx: Ctx, id: string, to: object) => editFolder(ctx, { id, version: 1, ...to });

describe('a folder that is copied', () => {
  test('takes all below it along under a numbered name, and stores no bytes again', async () => {
    const top = await makeFolder(owner, { name: 'Plans', by: 'user' });
    const below = await makeFolder(owner, { name: 'Old', parent: top, by: 'user' });
    await committed('user', { folder_id: top }, 'one.txt');
    await committed('user', { folder_id: below }, 'two.txt');
    const gone = await committed('user', { folder_id: below }, 'gone.txt');
    await asMember('acme.user', async (ctx, effects) => {
      await deleteFile(ctx, { id: gone });
      const before = await storageUse(ctx);
      const copy = await copyFolder(ctx, { id: top });
      expect(copy).toMatchObject({
        ...{ name: 'Plans (2)', parent_id: null, project_id: WEB, folder_count: 1, file_count: 1, version: 1 },
        created_by: { _id: acme('user') },
      });
      expect((await filesIn(ctx, copy._id)).map(({ name }) => name)).toEqual(['one.txt']);
      const [inner] = await foldersIn(ctx, copy._id);
      expect(inner).toMatchObject({ name: 'Old', folder_count: 0, file_count: 1 });
      const [two] = await filesIn(ctx, inner?._id ?? '');
      expect(two).toMatchObject({ name: 'two.txt', version_number: 1, uploaded_by: { _id: acme('user') } });
      const after = await storageUse(ctx);
      expect(after.used_bytes).toBe(before.used_bytes);
      expect(after.file_count).toBe(before.file_count + 2);
      expect(effects.activities.at(-1)).toMatchObject({ kind: 'folder.copied', data: { name: 'Plans (2)' } });
      expect(effects.events.at(-1)).toMatchObject({ type: 'folder.changed', itemId: copy._id, projectId: WEB });
    });
  });

  test('goes into another project too, where clients see it only if who copies may share there', async () => {
    const top = await makeFolder(owner, { name: 'Shared', audience: 'client', by: 'user2' });
    const inner = await makeFolder(owner, { name: 'Inner', parent: top, audience: 'client', by: 'user2' });
    await committed('leader', { folder_id: inner });
    const shown = await makeFolder(owner, { project: APP, audience: 'client', by: 'lead2' });
    await asMember('acme.user2', async (ctx) => {
      const closed = await copyFolder(ctx, { id: top, project_id: APP });
      expect(closed).toMatchObject({ project_id: APP, audience: 'internal' });
      const [within] = await foldersIn(ctx, closed._id);
      expect(within?.audience).toBe('internal');
      expect((await filesIn(ctx, within?._id ?? ''))[0]).toMatchObject({ audience: 'internal', project_id: APP });
      const open = await copyFolder(ctx, { id: top, parent_id: shown });
      expect(open.audience).toBe('client');
      const [also] = await foldersIn(ctx, open._id);
      expect((await filesIn(ctx, also?._id ?? ''))[0]?.audience).toBe('client');
    });
    await asMember('acme.admin', async (ctx) => {
      expect((await copyFolder(ctx, { id: top, project_id: APP })).audience).toBe('client');
      expect((await copyFolder(ctx, { id: top, project_id: null })).audience).toBe('internal');
    });
  });

  test('holds for a client only what the client sees', async () => {
    const top = await makeFolder(owner, { name: 'Half', audience: 'client' });
    await makeFolder(owner, { name: 'Hidden', parent: top });
    await committed('leader', { folder_id: top }, 'seen.txt');
    await committed('leader', { folder_id: top, audience: 'internal' }, 'secret.txt');
    await asMember('acme.client', async (ctx) => {
      const copy = await copyFolder(ctx, { id: top });
      expect(copy).toMatchObject({ name: 'Half (2)', audience: 'client' });
      const leader = await become(ctx, 'acme.leader');
      expect((await filesIn(leader, copy._id)).map(({ name }) => name)).toEqual(['seen.txt']);
      expect(await foldersIn(leader, copy._id)).toEqual([]);
    });
  });

  test.each([
    ['admin', 'done'],
    ['leader', 'not_found'],
    ['user2', 'done'],
    ['user', 'not_found'],
    ['client', 'not_found'],
    ['observer', 'forbidden'],
  ])('of WEB to APP by %s is %s', async (seat, outcome) => {
    const id = await makeFolder(owner);
    expect(await attempt(`acme.${seat}`, (ctx) => copyFolder(ctx, { id, project_id: APP }))).toBe(outcome);
  });

  test('does not go into itself, nor too deep, nor out of the bin or its organisation', async () => {
    const top = await makeFolder(owner, { by: 'admin' });
    const below = await makeFolder(owner, { parent: top, by: 'admin' });
    let deep = await makeFolder(owner, { by: 'admin' });
    for (let level = 2; level < 10; level++) deep = await makeFolder(owner, { parent: deep, by: 'admin' });
    await asMember('acme.admin', async (ctx) => {
      for (const parent_id of [top, below])
        expect((await failureOf(copyFolder(ctx, { id: top, parent_id }))).code).toBe('conflict');
      expect((await failureOf(copyFolder(ctx, { id: top, parent_id: deep }))).code).toBe('invalid');
      await deleteFolder(ctx, { id: top });
      expect((await failureOf(copyFolder(ctx, { id: top }))).code).toBe('not_found');
    });
    expect(await attempt('globex.admin', (ctx) => copyFolder(ctx, { id: below }))).toBe('not_found');
    expect(await attempt('acme.user', (ctx) => copyFolder(ctx, { id: below, project_id: null }))).toBe('forbidden');
  });

  test('many times at once has as many names', async () => {
    const id = await makeFolder(owner, { name: 'Same' });
    await Promise.all(
      Array.from({ length: 5 }, () => asMemberCommitted('acme.user', (ctx) => copyFolder(ctx, { id }))),
    );
    const { rows } = await owner.query('select name from folder order by name');
    expect(rows.map(({ name }) => name)).toEqual(['Same', 'Same (2)', 'Same (3)', 'Same (4)', 'Same (5)', 'Same (6)']);
  });
});

describe('a folder that is moved to another project', () => {
  test('takes all in it along, under a free name, and comes back', async () => {
    const top = await makeFolder(owner, { name: 'Plans', by: 'user2' });
    const below = await makeFolder(owner, { name: 'Old', parent: top, by: 'user2' });
    const file = await committed('user2', { folder_id: below });
    await makeFolder(owner, { name: 'plans', project: APP });
    await asMember('acme.user2', async (ctx, effects) => {
      expect(await move(ctx, top, { project_id: APP })).toMatchObject({
        ...{ name: 'Plans (2)', project_id: APP, parent_id: null, version: 2, changed_count: 0 },
      });
      expect(await getFile(ctx, { id: file })).toMatchObject({ project_id: APP, folder_id: below, version: 2 });
      expect((await getFolder(ctx, { id: below })).path).toMatchObject([{ name: 'Plans (2)' }]);
      expect(effects.events.filter(({ type }) => type === 'folder.changed')).toMatchObject([
        { itemId: top, projectId: APP },
        { itemId: top, projectId: WEB },
      ]);
      expect(effects.activities.at(-1)).toMatchObject({ kind: 'folder.moved', projectId: APP });
      await editFolder(ctx, { id: top, version: 2, parent_id: null, project_id: WEB });
      expect(await getFile(ctx, { id: file })).toMatchObject({ project_id: WEB });
    });
  });

  test('becomes internal with all in it, unless it goes into what is shared there', async () => {
    const top = await makeFolder(owner, { audience: 'client', by: 'leader' });
    const file = await committed('leader', { folder_id: top });
    const shown = await makeFolder(owner, { project: APP, audience: 'client', by: 'lead2' });
    await asMember('acme.admin', async (ctx) => {
      expect(await move(ctx, top, { project_id: APP })).toMatchObject({ audience: 'internal', changed_count: 2 });
      expect(await getFile(ctx, { id: file })).toMatchObject({ audience: 'internal', project_id: APP });
      await ctx.settle();
      const hidden = await become(ctx, 'acme.client2');
      expect((await failureOf(getFile(hidden, { id: file }))).code).toBe('not_found');
    });
    await asMember('acme.admin', async (ctx) => {
      expect(await move(ctx, top, { parent_id: shown })).toMatchObject({ audience: 'client', changed_count: 0 });
      expect(await getFile(ctx, { id: file })).toMatchObject({ audience: 'client', project_id: APP });
    });
    await asMember('acme.admin', async (ctx) => {
      expect(await move(ctx, top, { project_id: null })).toMatchObject({ audience: 'internal', project_id: null });
      expect(await getFile(ctx, { id: file })).toMatchObject({ audience: 'internal', project_id: null });
    });
  });

  test('an internal folder’s shared file is hidden there too', async () => {
    const top = await makeFolder(owner);
    const file = await committed('leader', { folder_id: top, audience: 'client' });
    await asMember('acme.admin', async (ctx) => {
      expect(await move(ctx, top, { project_id: APP })).toMatchObject({ changed_count: 1 });
      await ctx.settle();
      const hidden = await become(ctx, 'acme.client2');
      expect((await failureOf(getFile(hidden, { id: file }))).code).toBe('not_found');
    });
  });

  test('what is in its bin stays in the old project, and comes back to its root', async () => {
    const top = await makeFolder(owner, { name: 'Plans', by: 'user2' });
    const binned = await makeFolder(owner, { name: 'Binned', parent: top, by: 'user2' });
    const file = await committed('user2', { folder_id: top }, 'binned.txt');
    await asMember('acme.admin', async (ctx) => {
      await deleteFile(ctx, { id: file });
      await deleteFolder(ctx, { id: binned });
      await move(ctx, top, { project_id: APP });
      await restoreFile(ctx, { id: file });
      await restoreItem(ctx, { _id: binned });
      expect(await getFile(ctx, { id: file })).toMatchObject({ project_id: WEB, folder_id: null });
      expect(await getFolder(ctx, { id: binned })).toMatchObject({ project_id: WEB, parent_id: null });
    });
  });

  test.each([
    ['admin', 'done'],
    ['subadmin', 'done'],
    ['user2', 'done'],
    ['leader', 'not_found'],
    ['user', 'not_found'],
    ['client', 'not_found'],
    ['observer', 'forbidden'],
    ['outsider', 'not_found'],
  ])('of user2 by %s is %s', async (seat, outcome) => {
    const id = await makeFolder(owner, { by: 'user2' });
    expect(await attempt(`acme.${seat}`, (ctx) => move(ctx, id, { project_id: APP }))).toBe(outcome);
  });

  test('stays if it is another’s, holds another’s things, would lie too deep or in itself', async () => {
    const [own, other] = [await makeFolder(owner, { by: 'user2' }), await makeFolder(owner, { by: 'user' })];
    await committed('leader', { folder_id: own });
    for (const id of [own, other])
      expect(await attempt('acme.user2', (ctx) => move(ctx, id, { project_id: APP }))).toBe('forbidden');
    let deep = await makeFolder(owner, { project: APP });
    for (let level = 2; level <= 10; level++) deep = await makeFolder(owner, { project: APP, parent: deep });
    expect(await attempt('acme.admin', (ctx) => move(ctx, own, { parent_id: deep }))).toBe('invalid');
    expect(await attempt('acme.admin', (ctx) => move(ctx, own, { parent_id: own, project_id: WEB }))).toBe('conflict');
    expect(await attempt('acme.admin', (ctx) => move(ctx, own, { parent_id: deep, project_id: WEB }))).toBe('invalid');
  });

  test('is either there or here for who uploads into it at the same time', async () => {
    const id = await makeFolder(owner, { by: 'admin' });
    const inner = await makeFolder(owner, { parent: id, by: 'admin' });
    await Promise.allSettled([
      asMemberCommitted('acme.admin', (ctx) => move(ctx, id, { project_id: APP })),
      ...Array.from({ length: 4 }, () => committed('admin', { folder_id: inner })),
    ]);
    const { rows } = await owner.query(
      'select count(*)::int as astray from file f join folder o on o.id = f.folder_id where o.project_id <> f.project_id',
    );
    expect(rows).toEqual([{ astray: 0 }]);
  });

  test('two that cross between two projects both arrive', async () => {
    const [one, other] = [await makeFolder(owner), await makeFolder(owner, { project: APP })];
    await Promise.all([
      asMemberCommitted('acme.admin', (ctx) => move(ctx, one, { project_id: APP })),
      asMemberCommitted('acme.admin', (ctx) => move(ctx, other, { project_id: WEB })),
    ]);
    const { rows } = await owner.query('select id, project_id from folder order by project_id = $1', [WEB]);
    expect(rows).toEqual([
      { id: one, project_id: APP },
      { id: other, project_id: WEB },
    ]);
  });
});
