import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { copyFile, editFile, restoreVersion } from '@/lib/file/commands';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import { contentOf, listVersions, storageUse } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
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

const add = async (ctx: Ctx, wanted: PlaceWanted, name = 'a.txt', content = bytes()) =>
  (await addFile(ctx, await placeFor(ctx, wanted), { name, content })).file._id;
const edit = (ctx: Ctx, id: string, fields: object) => editFile(ctx, { id, version: 1, ...fields });
const committed = (seat: string, wanted: PlaceWanted, name?: string) =>
  asMemberCommitted(`acme.${seat}`, (ctx) => add(ctx, wanted, name));

describe('a file', () => {
  test('is renamed, with a number where the name is taken, and moved in one change', async () => {
    const folder = await makeFolder(owner, { name: 'Drafts' });
    await asMember('acme.user', async (ctx, effects) => {
      const id = await add(ctx, { project_id: WEB });
      await add(ctx, { folder_id: folder }, 'B.txt');
      expect(await edit(ctx, id, { name: 'b.txt', folder_id: folder })).toMatchObject({
        ...{ name: 'b (2).txt', folder_id: folder, version: 2, audience: 'internal' },
      });
      expect(effects.activities.slice(2)).toMatchObject([
        { kind: 'file.renamed', data: { from: 'a.txt', name: 'b (2).txt' } },
        { kind: 'file.moved', data: { to: 'Drafts' } },
      ]);
      expect(effects.events.filter((one) => 'version' in one && one.version === 2)).toHaveLength(1);
      expect(await editFile(ctx, { id, version: 2, folder_id: null })).toMatchObject({ folder_id: null, version: 3 });
      expect(await editFile(ctx, { id, version: 3, name: 'b (2).txt' })).toMatchObject({ version: 3 });
    });
  });

  test('is renamed to what every disk takes, and never to nothing', async () => {
    await asMember('acme.user', async (ctx) => {
      const id = await add(ctx, { project_id: WEB });
      expect((await edit(ctx, id, { name: '../con\u202Efdp.exe. ' })).name).toBe('confdp.exe');
      for (const name of ['...', '\u200B', ' / '])
        expect((await failureOf(editFile(ctx, { id, version: 2, name }))).code).toBe('invalid');
    });
  });

  test('changed by somebody else first is told with what there is now', async () => {
    const id = await committed('user', { project_id: WEB });
    await asMemberCommitted('acme.leader', (ctx) => edit(ctx, id, { name: 'b.txt' }));
    await asMember('acme.user', async (ctx) => {
      expect(await failureOf(edit(ctx, id, { name: 'c.txt' }))).toMatchObject({
        ...{ code: 'conflict', details: { current: { name: 'b.txt', version: 2 } } },
      });
    });
  });

  test.each([
    ['admin', 'done', 'done'],
    ['leader', 'done', 'done'],
    ['user', 'done', 'forbidden'],
    ['user2', 'forbidden', 'forbidden'],
    ['client', 'forbidden', 'forbidden'],
    ['observer', 'forbidden', 'forbidden'],
    ['outsider', 'not_found', 'not_found'],
    ['lead2', 'not_found', 'not_found'],
  ])('of a user is changed by who may, and hidden from clients by who leads: %s %s, %s', async (seat, change, hide) => {
    const id = await committed('user', { folder_id: await makeFolder(owner, { audience: 'client' }) });
    expect(await attempt(`acme.${seat}`, (ctx) => edit(ctx, id, { name: 'x' }))).toBe(change);
    expect(await attempt(`acme.${seat}`, (ctx) => deleteFile(ctx, { id }))).toBe(change);
    expect(await attempt(`acme.${seat}`, (ctx) => edit(ctx, id, { audience: 'internal' }))).toBe(hide);
  });

  test('keeps its audience, unless it goes into an internal folder or to other clients', async () => {
    const [closed, open] = [await makeFolder(owner), await makeFolder(owner, { audience: 'client' })];
    const elsewhere = await makeFolder(owner, { project: APP, audience: 'client', by: 'lead2' });
    await asMember('acme.admin', async (ctx) => {
      const moved = async (from: PlaceWanted, to: object) => {
        const id = await add(ctx, from);
        return (await edit(ctx, id, to)).audience;
      };
      expect(await moved({ folder_id: closed }, { folder_id: open })).toBe('internal');
      expect(await moved({ folder_id: open }, { folder_id: null })).toBe('client');
      expect(await moved({ folder_id: open }, { folder_id: closed })).toBe('internal');
      expect(await moved({ folder_id: open }, { project_id: APP })).toBe('internal');
      expect(await moved({ folder_id: open }, { folder_id: elsewhere })).toBe('client');
      expect(await moved({ folder_id: open }, { project_id: null })).toBe('internal');
    });
  });

  test('F11 goes nowhere its owner cannot go, and no further than its organisation', async () => {
    const foreign = await makeFolder(owner, { project: APP });
    const id = await committed('user', { project_id: WEB });
    for (const to of [{ project_id: APP }, { folder_id: foreign }, { project_id: fixtureId('globex.WEB') }])
      expect(await attempt('acme.user', (ctx) => edit(ctx, id, to)), JSON.stringify(to)).toBe('not_found');
    expect(await attempt('acme.user', (ctx) => edit(ctx, id, { project_id: null }))).toBe('forbidden');
    for (const work of [copyFile, getFile, deleteFile] as const)
      expect(await attempt('globex.admin', (ctx) => work(ctx, { id }))).toBe('not_found');
    expect(await attempt('globex.admin', (ctx) => placeFor(ctx, { file_id: id }))).toBe('not_found');
  });

  test('that moves to another project is told to both', async () => {
    await asMember('acme.admin', async (ctx, effects) => {
      const id = await add(ctx, { project_id: WEB });
      await edit(ctx, id, { project_id: APP });
      const told = effects.events.filter((one) => 'version' in one && one.version === 2);
      expect(told.map((one) => 'projectId' in one && one.projectId).sort()).toEqual([WEB, APP].sort());
    });
  });

  test('on a task stays there, and is seen by whoever sees the task', async () => {
    const id = await committed('user', { task_id: acme('WEB-1') });
    for (const fields of [{ folder_id: null, project_id: null }, { audience: 'internal' }])
      expect(await attempt('acme.leader', (ctx) => edit(ctx, id, fields))).toBe('conflict');
    expect(await attempt('acme.user', (ctx) => edit(ctx, id, { name: 'b.txt' }))).toBe('done');
    await owner.query(`update task set audience = 'internal' where id = $1`, [acme('WEB-1')]);
    expect(await attempt('acme.client', (ctx) => getFile(ctx, { id }))).toBe('not_found');
    await owner.query(`update task set audience = 'client' where id = $1`, [acme('WEB-1')]);
    expect(await attempt('acme.client', (ctx) => getFile(ctx, { id }))).toBe('done');
  });
});

describe('a copy', () => {
  test('lies beside its original under a number, and stores nothing again', async () => {
    await asMember('acme.user', async (ctx) => {
      const id = await add(ctx, { project_id: WEB });
      const before = await storageUse(ctx);
      const copy = await copyFile(ctx, { id });
      expect(copy).toMatchObject({ name: 'a (2).txt', project_id: WEB, version_number: 1, rights: { edit: true } });
      expect((await contentOf(ctx, copy._id)).storageKey).toBe((await contentOf(ctx, id)).storageKey);
      expect(await storageUse(ctx)).toEqual({ ...before, file_count: before.file_count + 1 });
    });
  });

  test('is shared only where its maker may share, and its original was', async () => {
    const open = await makeFolder(owner, { audience: 'client' });
    const [shared, internal] = [
      await committed('leader', { folder_id: open }),
      await committed('leader', { project_id: WEB }),
    ];
    await asMember('acme.user', async (ctx) => {
      expect((await copyFile(ctx, { id: shared })).audience).toBe('client');
      expect((await copyFile(ctx, { id: shared, project_id: WEB })).audience).toBe('internal');
      expect((await copyFile(ctx, { id: internal, folder_id: open })).audience).toBe('internal');
      const leader = await become(ctx, 'acme.leader');
      expect((await copyFile(leader, { id: shared, project_id: WEB })).audience).toBe('client');
      const client = await become(ctx, 'acme.client');
      expect((await copyFile(client, { id: shared, project_id: WEB })).audience).toBe('client');
      expect((await failureOf(copyFile(client, { id: internal }))).code).toBe('not_found');
    });
    expect(await attempt('acme.observer', (ctx) => copyFile(ctx, { id: shared }))).toBe('forbidden');
  });
});

test('an earlier version comes back as the next one', async () => {
  await asMember('acme.user', async (ctx, effects) => {
    const [first, second] = [bytes({ size: 1 }), bytes({ size: 2 })];
    const id = await add(ctx, { project_id: WEB }, 'a.txt', first);
    await addFile(ctx, await placeFor(ctx, { file_id: id }), { name: 'a.txt', content: second });
    const file = await restoreVersion(ctx, { id, version_number: 1 });
    expect(file).toMatchObject({ version_number: 3, size: 1, sha256: first.sha256 });
    expect((await contentOf(ctx, id)).storageKey).toBe(first.storageKey);
    const { docs, total } = await listVersions(ctx, { id, page: 1, limit: 2 });
    expect([total, docs.map(({ version_number, size }) => [version_number, size])]).toEqual([
      3,
      [
        [3, 1],
        [2, 2],
      ],
    ]);
    expect(effects.activities.at(-1)).toMatchObject({ kind: 'file.version_restored', data: { version_number: 1 } });
    expect((await failureOf(restoreVersion(ctx, { id, version_number: 9 }))).code).toBe('not_found');
  });
});
