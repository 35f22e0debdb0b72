import { describe, expect, test } from 'vitest';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile, restoreFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import { listFiles } from '@/lib/file/queries';
import { contentOf, storageUse } from '@/lib/file/queries.content';
import { getFile } from '@/lib/file/queries.record';
import { createFolder, deleteFolder, editFolder } from '@/lib/folder/commands';
import { purgeItem, restoreItem } from '@/lib/folder/commands.bin';
import { copyFolder } from '@/lib/folder/commands.copy';
import { getFolder, listFolders } from '@/lib/folder/queries';
import { listFileBin } from '@/lib/folder/queries.bin';
import { ListFolders } from '@/lib/folder/schema';
import { sweep } from '@/lib/operations/sweep';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { add, bytes, committed, makeFolder, withoutFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
const [WEB, APP] = [acme('WEB'), acme('APP')];
const owner = withoutFiles();
const make = async (ctx: Ctx, name: string, parent_id?: string) =>
  (await createFolder(ctx, { name, ...(parent_id ? { parent_id } : { project_id: WEB }) }))._id;
const filesIn = async (ctx: Ctx, folder_id: string) =>
  (await listFiles(ctx, { folder_id, sort: 'name', page: 1, limit: 50 })).docs;
/** What somebody sees of a file after what was done: its audience, or that it is not there. */
const shownTo = async (ctx: Ctx, seat: string, id: string) => {
  await ctx.settle();
  return getFile(await become(ctx, `acme.${seat}`), { id }).then(
    ({ audience }) => audience,
    ({ code }) => code,
  );
};
const foldersIn = async (ctx: Ctx, parent_id: string) =>
  (await listFolders(ctx, { parent_id, page: 1, limit: 50 })).docs;
const change = (ctx: Ctx, id: string, to: object) => editFolder(ctx, { id, version: 1, ...to });

describe('a folder', () => {
  test('is made under a free name, with a line of history and a live message', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      await make(ctx, 'Plans');
      const second = await createFolder(ctx, { name: 'PLANS', project_id: WEB });
      expect(second).toMatchObject({
        ...{ name: 'PLANS (2)', parent_id: null, project_id: WEB, audience: 'internal', path: [], version: 1 },
        rights: { edit: true, share: false },
      });
      expect(effects.activities.map(({ kind }) => kind)).toEqual(['folder.created', 'folder.created']);
      expect(effects.events.at(-1)).toMatchObject({ type: 'folder.changed', itemId: second._id });
    });
  });

  test('lies ten deep at most, however it comes there', async () => {
    await asMember('acme.user', async (ctx) => {
      const ids: string[] = [];
      for (let depth = 1; depth <= 10; depth++) ids.push(await make(ctx, `Level ${depth}`, ids.at(-1)));
      const { path } = await getFolder(ctx, { id: ids[9] as string });
      expect(path.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, at) => `Level ${at + 1}`));
      expect(await codeOf(make(ctx, 'Level 11', ids[9]))).toBe('invalid');
      const tall = await make(ctx, 'Tall');
      await make(ctx, 'In it', tall);
      expect(await codeOf(change(ctx, tall, { parent_id: ids[8] }))).toBe('invalid');
      await change(ctx, tall, { parent_id: ids[7] });
      expect(await ctx.db.folder.findMany({ where: { name: 'In it' } })).toMatchObject([{ depth: 10 }]);
    });
  });

  test('changed by somebody else first is told with what there is now; what is so already changes nothing', async () => {
    await asMember('acme.user', async (ctx) => {
      const id = await make(ctx, 'Plans');
      expect(await change(ctx, id, { name: 'Plans', parent_id: null })).toMatchObject({ version: 1, changed_count: 0 });
      await change(ctx, id, { name: 'Offers' });
      const { code, details } = await failureOf(change(ctx, id, { name: 'Costs' }));
      expect([code, details.current]).toMatchObject(['conflict', { name: 'Offers', version: 2 }]);
      const other = await become(ctx, 'acme.user2');
      expect(await codeOf(editFolder(other, { id, version: 2, name: 'Costs' }))).toBe('forbidden');
    });
  });

  test('is found by its name at any depth below where one looks, numbers by their value', async () => {
    const year = await makeFolder(owner, { name: 'Year' });
    const ten = await makeFolder(owner, { name: 'Report 10', parent: year });
    await makeFolder(owner, { name: 'report 9', parent: ten });
    await makeFolder(owner, { name: 'Report 8' });
    await makeFolder(owner, { name: 'Report 7', project: APP });
    await asMember('acme.admin', async (ctx) => {
      const found = async (place: object, q = 'REPORT') =>
        (await listFolders(ctx, ListFolders.parse({ ...place, q }))).docs.map(({ name }) => name);
      expect(await found({ parent_id: year })).toEqual(['report 9', 'Report 10']);
      expect(await found({ parent_id: year }, 't 9')).toEqual(['report 9']);
      expect(await found({ project_id: WEB })).toEqual(['Report 8', 'report 9', 'Report 10']);
      expect(await found({})).toEqual(['Report 7', 'Report 8', 'report 9', 'Report 10']);
    });
  });

  test('F14 is not moved into itself, nor into what is in it', async () => {
    await asMember('acme.user', async (ctx) => {
      const top = await make(ctx, 'Top');
      const below = await make(ctx, 'Below', await make(ctx, 'Between', top));
      for (const parent_id of [top, below]) expect(await codeOf(change(ctx, top, { parent_id }))).toBe('conflict');
    });
  });

  test('F14 two folders that move into each other at once do not vanish', async () => {
    const [one, other] = [await makeFolder(owner), await makeFolder(owner)];
    const move = (id: string, parent_id: string) =>
      asMemberCommitted('acme.admin', (ctx) => change(ctx, id, { parent_id }));
    const outcomes = await Promise.allSettled([move(one, other), move(other, one)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await owner.query('select count(*)::int as roots from folder where parent_id is null');
    expect(rows).toEqual([{ roots: 1 }]);
  });

  test('that is shared shares all that is in it, and says how many; hidden again, nothing is left', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const top = await make(ctx, 'Top');
      const inside = await make(ctx, 'Inside', top);
      const files = [await add(ctx, { folder_id: top }), await add(ctx, { folder_id: inside })];
      const shared = await change(ctx, top, { audience: 'client' });
      expect(shared).toMatchObject({ audience: 'client', changed_count: 4, version: 2 });
      expect(effects.audits).toMatchObject([{ action: 'folder.shared', target: WEB }]);
      for (const id of files) expect(await shownTo(ctx, 'client', id)).toBe('client');
      const again = await become(ctx, 'acme.leader');
      const hidden = await editFolder(again, { id: top, version: 2, audience: 'internal' });
      expect(hidden.changed_count).toBe(4);
      for (const id of files) expect(await shownTo(ctx, 'client', id)).toBe('not_found');
      const client = await become(ctx, 'acme.client');
      expect((await listFolders(client, { project_id: WEB, page: 1, limit: 50 })).docs).toEqual([]);
    });
  });

  test('in the organisation’s own space is never shared, and hidden from clients', async () => {
    const id = await makeFolder(owner, { project: null, by: 'admin' });
    expect(await attempt('acme.admin', (ctx) => change(ctx, id, { audience: 'client' }))).toBe('invalid');
    expect(await attempt('acme.admin', (ctx) => change(ctx, id, { audience: 'internal' }))).toBe('done');
    const shown = await makeFolder(owner, { by: 'user' });
    for (const [seat, outcome] of [
      ['user', 'forbidden'],
      ['leader', 'done'],
    ])
      expect(await attempt(`acme.${seat}`, (ctx) => change(ctx, shown, { audience: 'client' }))).toBe(outcome);
    expect(await attempt('acme.client', (ctx) => getFolder(ctx, { id }))).toBe('not_found');
  });

  test('that goes into an internal one becomes internal with all in it', async () => {
    const [closed, open] = [await makeFolder(owner), await makeFolder(owner, { audience: 'client' })];
    await asMember('acme.admin', async (ctx) => {
      const file = await add(ctx, { folder_id: open });
      expect(await change(ctx, open, { parent_id: closed })).toMatchObject({ audience: 'internal', changed_count: 2 });
      expect((await getFile(ctx, { id: file })).audience).toBe('internal');
    });
  });

  test('F12 that holds what others put there is not deleted by its maker alone, seen or not', async () => {
    const id = await makeFolder(owner, { by: 'client', audience: 'client' });
    const below = await makeFolder(owner, { by: 'client', audience: 'client', parent: id });
    await asMemberCommitted('acme.user', (ctx) => add(ctx, { folder_id: below, audience: 'internal' }));
    expect(await attempt('acme.client', (ctx) => deleteFolder(ctx, { id }))).toBe('forbidden');
    expect(await attempt('acme.user', (ctx) => deleteFolder(ctx, { id }))).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => deleteFolder(ctx, { id }))).toBe('done');
  });

  test('an upload that began before its folder became internal ends internal', async () => {
    const id = await makeFolder(owner, { audience: 'client' });
    const place = await asMemberCommitted('acme.user', (ctx) => placeFor(ctx, { folder_id: id }));
    expect(place.audience).toBe('client');
    await asMemberCommitted('acme.admin', (ctx) => change(ctx, id, { audience: 'internal' }));
    await asMember('acme.user', async (ctx) => {
      expect((await addFile(ctx, place, { name: 'late', content: bytes() })).file.audience).toBe('internal');
    });
    await asMemberCommitted('acme.admin', (ctx) => deleteFolder(ctx, { id }));
    const late = { name: 'late', content: bytes() };
    expect(await attempt('acme.user', (ctx) => addFile(ctx, place, late))).toBe('not_found');
  });
});

describe('a folder that is copied', () => {
  test('takes all below it along under a numbered name, and counts as any upload', async () => {
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
      expect(after.used_bytes).toBe(before.used_bytes + 2000);
      expect(after.file_count).toBe(before.file_count + 2);
      expect(effects.activities.at(-1)).toMatchObject({ kind: 'folder.copied', data: { name: 'Plans (2)' } });
      expect(effects.events.at(-1)).toMatchObject({ type: 'folder.changed', itemId: copy._id, projectId: WEB });
      await ctx.db.$executeRaw`reset role`;
      await ctx.db.$executeRaw`update storage_use set quota_bytes = used_bytes + 1999`;
      await ctx.db.$executeRaw`set local role tenant`;
      expect(await codeOf(copyFolder(ctx, { id: top }))).toBe('full');
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

  test('does not go into itself, nor too deep, nor out of the bin or its organisation', async () => {
    const top = await makeFolder(owner, { by: 'admin' });
    const below = await makeFolder(owner, { parent: top, by: 'admin' });
    let deep = await makeFolder(owner, { by: 'admin' });
    for (let level = 2; level < 10; level++) deep = await makeFolder(owner, { parent: deep, by: 'admin' });
    await asMember('acme.admin', async (ctx) => {
      for (const parent_id of [top, below])
        expect(await codeOf(copyFolder(ctx, { id: top, parent_id }))).toBe('conflict');
      expect(await codeOf(copyFolder(ctx, { id: top, parent_id: deep }))).toBe('invalid');
      await deleteFolder(ctx, { id: top });
      expect(await codeOf(copyFolder(ctx, { id: top }))).toBe('not_found');
    });
    for (const seat of ['leader', 'client'])
      expect(await attempt(`acme.${seat}`, (ctx) => copyFolder(ctx, { id: below, project_id: APP }))).toBe('not_found');
    expect(await attempt('acme.user', (ctx) => copyFolder(ctx, { id: below, project_id: null }))).toBe('forbidden');
  });
});

describe('a folder that is moved to another project', () => {
  test('takes all in it along, under a free name, and comes back', async () => {
    const top = await makeFolder(owner, { name: 'Plans', by: 'user2' });
    const below = await makeFolder(owner, { name: 'Old', parent: top, by: 'user2' });
    const file = await committed('user2', { folder_id: below });
    await makeFolder(owner, { name: 'plans', project: APP });
    await asMember('acme.user2', async (ctx, effects) => {
      expect(await change(ctx, top, { project_id: APP })).toMatchObject({
        ...{ name: 'Plans (2)', project_id: APP, parent_id: null, version: 2, changed_count: 0 },
      });
      expect(await getFile(ctx, { id: file })).toMatchObject({ project_id: APP, folder_id: below, version: 2 });
      expect((await getFolder(ctx, { id: below })).path).toMatchObject([{ name: 'Plans (2)' }]);
      const changed = effects.events.filter(({ type }) => type === 'folder.changed');
      expect(changed).toMatchObject([APP, WEB].map((projectId) => ({ itemId: top, projectId })));
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
      expect(await change(ctx, top, { project_id: APP })).toMatchObject({ audience: 'internal', changed_count: 2 });
      expect(await getFile(ctx, { id: file })).toMatchObject({ audience: 'internal', project_id: APP });
      expect(await shownTo(ctx, 'client2', file)).toBe('not_found');
    });
    for (const [to, audience, project_id] of [
      [{ parent_id: shown }, 'client', APP],
      [{ project_id: null }, 'internal', null],
    ] as const)
      await asMember('acme.admin', async (ctx) => {
        expect(await change(ctx, top, to)).toMatchObject({ audience, project_id });
        expect(await getFile(ctx, { id: file })).toMatchObject({ audience, project_id });
      });
  });

  test('an internal folder’s shared file is hidden there too', async () => {
    const top = await makeFolder(owner);
    const file = await committed('leader', { folder_id: top, audience: 'client' });
    await asMember('acme.admin', async (ctx) => {
      expect(await change(ctx, top, { project_id: APP })).toMatchObject({ changed_count: 1 });
      expect(await shownTo(ctx, 'client2', file)).toBe('not_found');
    });
  });

  test('what is in its bin stays in the old project, and comes back to its root', async () => {
    const top = await makeFolder(owner, { name: 'Plans', by: 'user2' });
    const binned = await makeFolder(owner, { name: 'Binned', parent: top, by: 'user2' });
    const file = await committed('user2', { folder_id: top }, 'binned.txt');
    await asMember('acme.admin', async (ctx) => {
      await deleteFile(ctx, { id: file });
      await deleteFolder(ctx, { id: binned });
      await change(ctx, top, { project_id: APP });
      await restoreFile(ctx, { id: file });
      await restoreItem(ctx, { _id: binned });
      expect(await getFile(ctx, { id: file })).toMatchObject({ project_id: WEB, folder_id: null });
      expect(await getFolder(ctx, { id: binned })).toMatchObject({ project_id: WEB, parent_id: null });
    });
  });

  test('stays if it is another’s, holds another’s things, would lie too deep or in itself', async () => {
    const [own, other] = [await makeFolder(owner, { by: 'user2' }), await makeFolder(owner, { by: 'user' })];
    await committed('leader', { folder_id: own });
    for (const id of [own, other])
      expect(await attempt('acme.user2', (ctx) => change(ctx, id, { project_id: APP }))).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => change(ctx, own, { project_id: APP }))).toBe('not_found');
    let deep = await makeFolder(owner, { project: APP });
    for (let level = 2; level <= 10; level++) deep = await makeFolder(owner, { project: APP, parent: deep });
    for (const [to, code] of [
      [{ parent_id: deep }, 'invalid'],
      [{ parent_id: own, project_id: WEB }, 'conflict'],
      [{ parent_id: deep, project_id: WEB }, 'invalid'],
    ] as const)
      expect([to, await attempt('acme.admin', (ctx) => change(ctx, own, to))]).toEqual([to, code]);
  });

  test('is either there or here for who uploads into it at the same time', async () => {
    const id = await makeFolder(owner, { by: 'admin' });
    const inner = await makeFolder(owner, { parent: id, by: 'admin' });
    await Promise.allSettled([
      asMemberCommitted('acme.admin', (ctx) => change(ctx, id, { project_id: APP })),
      ...Array.from({ length: 4 }, () => committed('admin', { folder_id: inner })),
    ]);
    const { rows } = await owner.query(
      'select count(*)::int as astray from file f join folder o on o.id = f.folder_id where o.project_id <> f.project_id',
    );
    expect(rows).toEqual([{ astray: 0 }]);
  });

  test('two that cross between two projects both arrive', async () => {
    const [one, other] = [await makeFolder(owner), await makeFolder(owner, { project: APP })];
    const to = (id: string, project_id: string) =>
      asMemberCommitted('acme.admin', (ctx) => change(ctx, id, { project_id }));
    await Promise.all([to(one, APP), to(other, WEB)]);
    const { rows } = await owner.query('select id from folder order by project_id = $1', [WEB]);
    expect(rows).toEqual([{ id: one }, { id: other }]);
  });
});

const bin = async (ctx: Ctx) => (await listFileBin(ctx, { page: 1, limit: 50 })).docs;

describe('the bin', () => {
  test('F12 hides a file at once from everybody, with its content, and gives it back whole', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const id = await add(ctx, { project_id: WEB });
      await deleteFile(ctx, { id });
      await deleteFile(ctx, { id });
      for (const seat of ['user', 'admin', 'observer']) {
        expect(await shownTo(ctx, seat, id)).toBe('not_found');
        expect(await codeOf(contentOf(await become(ctx, `acme.${seat}`), id))).toBe('not_found');
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

  test('holds what was deleted for thirty days, and says when it goes; then nothing of it comes back', async () => {
    const top = await makeFolder(owner, { name: 'Top', by: 'user' });
    const file = await committed('user', { project_id: WEB }, 'lone.txt');
    await asMemberCommitted('acme.user', async (ctx) => {
      await deleteFile(ctx, { id: file });
      await deleteFolder(ctx, { id: top });
    });
    const both = [
      [file, 'file'],
      [top, 'folder'],
    ] as const;
    for (const [days, outcome] of [
      [29, 'done'],
      [31, 'not_found'],
    ] as const) {
      for (const [id, table] of both)
        await owner.query(`update ${table} set deleted_at = now() - make_interval(days => $2) where id = $1`, [
          id,
          days,
        ]);
      await asMember('acme.user', async (ctx) => {
        const docs = await bin(ctx);
        const left = docs.map(({ removed_at }) => Math.round((Date.parse(removed_at) - Date.now()) / 86_400_000));
        expect(left).toEqual(days === 29 ? [1, 1] : []);
      });
      for (const [_id] of both)
        expect(await attempt('acme.user', (ctx) => restoreItem(ctx, { _id })), `${days} days`).toBe(outcome);
    }
  });

  test('changes nothing for who deletes twice, or restores what is there; a name that was taken meanwhile gets a number', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const id = await make(ctx, 'Plans');
      const file = await add(ctx, { project_id: WEB });
      await restoreItem(ctx, { _id: id });
      await restoreItem(ctx, { _id: file });
      expect(await codeOf(purgeItem(await become(ctx, 'acme.leader'), { id: file }))).toBe('conflict');
      await become(ctx, 'acme.user', effects);
      for (let twice = 0; twice < 2; twice++) await deleteFolder(ctx, { id });
      await make(ctx, 'plans');
      expect(await restoreItem(ctx, { _id: id })).toMatchObject({ kind: 'folder', name: 'Plans (2)' });
      expect(await getFolder(ctx, { id })).toMatchObject({ name: 'Plans (2)', version: 3 });
      const kinds = effects.activities.map(({ kind }) => kind.replace('folder.', ''));
      expect(kinds).toEqual(['created', 'file.added', 'deleted', 'created', 'restored']);
      expect(effects.events.filter((one) => 'itemId' in one && one.itemId === id).map(({ type }) => type)).toEqual([
        'folder.changed',
        'folder.deleted',
        'folder.changed',
      ]);
    });
  });

  test('leaves a file for good at the word of who leads; of one project it shows that one’s alone', async () => {
    const [file, other] = [await committed('user', { project_id: WEB }), await committed('admin', { project_id: APP })];
    await asMemberCommitted('acme.user', (ctx) => deleteFile(ctx, { id: file }));
    await asMemberCommitted('acme.admin', (ctx) => deleteFile(ctx, { id: other }));
    await asMember('acme.admin', async (ctx) => {
      for (const [project_id, id] of [
        [WEB, file],
        [APP, other],
      ] as const)
        expect((await listFileBin(ctx, { project_id, page: 1, limit: 50 })).docs).toMatchObject([{ _id: id }]);
    });
    expect(await attempt('acme.user', (ctx) => purgeItem(ctx, { id: file }))).toBe('forbidden');
    await asMember('acme.leader', async (ctx, effects) => {
      expect((await bin(ctx))[0]).toMatchObject({ rights: { purge: true } });
      await purgeItem(ctx, { id: file });
      expect(await ctx.db.file.count({ where: { id: file } })).toBe(0);
      expect(await bin(ctx)).toEqual([]);
      await ctx.settle();
      expect(effects.audits).toMatchObject([{ action: 'file.purged', target: WEB }]);
    });
  });

  test('gives a folder back with what went with it, and not what was deleted before', async () => {
    const top = await makeFolder(owner, { name: 'Top' });
    const below = await makeFolder(owner, { name: 'Below', parent: top });
    await asMember('acme.leader', async (ctx) => {
      const [kept, gone] = [await add(ctx, { folder_id: below }, 'kept'), await add(ctx, { folder_id: below }, 'gone')];
      await deleteFile(ctx, { id: gone });
      expect(await getFolder(ctx, { id: below })).toMatchObject({ file_count: 1 });
      await deleteFolder(ctx, { id: top });
      const left = (await bin(ctx)).map(({ name, file_count }) => `${name} ${file_count}`);
      expect(left.sort()).toEqual(['Top 1', 'gone null']);
      expect(await codeOf(getFile(ctx, { id: kept }))).toBe('not_found');
      await restoreItem(ctx, { _id: top });
      expect(await getFile(ctx, { id: kept })).toMatchObject({ folder_id: below });
      expect(await codeOf(getFile(ctx, { id: gone }))).toBe('not_found');
      expect(await restoreItem(ctx, { _id: gone })).toMatchObject({ kind: 'file', name: 'gone' });
    });
  });

  test('gives back to what is left of a place', async () => {
    const top = await makeFolder(owner, { name: 'Top' });
    const below = await makeFolder(owner, { name: 'Below', parent: top });
    await asMember('acme.leader', async (ctx) => {
      const file = await add(ctx, { folder_id: below });
      await deleteFolder(ctx, { id: below });
      expect(await getFolder(ctx, { id: top })).toMatchObject({ folder_count: 0 });
      await restoreItem(ctx, { _id: file });
      expect(await getFile(ctx, { id: file })).toMatchObject({ folder_id: top });
      await deleteFolder(ctx, { id: top });
      await restoreItem(ctx, { _id: below });
      expect(await getFolder(ctx, { id: below })).toMatchObject({ parent_id: null, path: [] });
      expect(await ctx.db.folder.findFirst({ where: { id: below } })).toMatchObject({ depth: 1 });
    });
  });

  test('shows each what it may restore: users and clients what they made and deleted, leaders all of their projects', async () => {
    const binned = async (seat: string, place: object, name: string) => {
      const id = await committed(seat, place, name);
      await asMemberCommitted(`acme.${seat}`, (ctx) => deleteFile(ctx, { id }));
      return id;
    };
    const made = await binned('user', { project_id: WEB }, 'user');
    await binned('client', { project_id: WEB }, 'client');
    await binned('admin', {}, 'organisation');
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
    expect(await attempt('acme.user2', (ctx) => restoreItem(ctx, { _id: made }))).toBe('not_found');
  });

  test('is left for good at the word of who leads, and the sweep removes the rest', async () => {
    const top = await makeFolder(owner, { by: 'user' });
    const file = await committed('user', { folder_id: top });
    expect(await attempt('acme.leader', (ctx) => purgeItem(ctx, { id: top }))).toBe('conflict');
    await asMemberCommitted('acme.user', (ctx) => deleteFolder(ctx, { id: top }));
    expect(await attempt('acme.user', (ctx) => purgeItem(ctx, { id: top }))).toBe('forbidden');
    await asMemberCommitted('acme.leader', (ctx) => purgeItem(ctx, { id: top }));
    await asMember('acme.leader', async (ctx) => expect(await bin(ctx)).toEqual([]));
    expect(await attempt('acme.leader', (ctx) => restoreItem(ctx, { _id: top }))).toBe('not_found');
    expect(await attempt('acme.leader', (ctx) => restoreItem(ctx, { _id: file }))).toBe('not_found');
    await sweep();
    expect((await owner.query('select from file union all select from folder')).rowCount).toBe(0);
  });
});

test('a project in the bin hides its files', () =>
  asMember('acme.admin', async (ctx) => {
    const id = await add(ctx, { project_id: WEB });
    await ctx.db.project.updateMany({ where: { id: WEB }, data: { deletedAt: new Date() } });
    expect(await codeOf(getFile(ctx, { id }))).toBe('not_found');
  }));

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
      expect(await ctx.db.file.findMany({ where: { id: file } })).toMatchObject([{ folderId: null }]);
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
      for (const id of [file, within]) expect(await shownTo(ctx, 'client', id)).toBe('not_found');
      expect(await codeOf(getFolder(await become(ctx, 'acme.client'), { id: inner }))).toBe('not_found');
    });
  });
});
