import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { editFile, restoreVersion } from '@/lib/file/commands';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { addFileComment } from '@/lib/file-comment/commands';
import { editFolder } from '@/lib/folder/commands';
import type { Ctx } from '@/lib/org';
import { asMember, become } from '@/lib/test/as-member';
import { bytes, makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';

const WEB = fixtureId('acme.WEB');
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await removeFiles(owner);
  await owner.end();
});
beforeEach(() => removeFiles(owner));

const acme = (name: string) => fixtureId(`acme.${name}`);
const kinds = async (ctx: Ctx, seat: string, key: 'file_id' | 'folder_id', id: string) => {
  await ctx.settle();
  const reader = await become(ctx, seat);
  const lines = await reader.db.activity.findMany({
    where: { data: { path: [key], equals: id } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return lines.map(({ kind }) => kind);
};

describe('what clients read about something that is hidden from them again', () => {
  test('of a file is gone with its name, and begins anew when it is shared again', async () => {
    await asMember('acme.leader', async (ctx) => {
      const place = await placeFor(ctx, { project_id: WEB, audience: 'client' });
      const { file } = await addFile(ctx, place, { name: 'Fee for Globex.txt', content: bytes() });
      const id = file._id;
      const client = await become(ctx, 'acme.client');
      await addFileComment(client, { id, body: 'Too much' });
      const leader = await become(ctx, 'acme.leader');
      await addFileComment(leader, { id, body: 'Less then', internal: false });
      expect(await kinds(leader, 'acme.client', 'file_id', id)).toEqual([
        'file.added',
        'file.commented',
        'file.commented',
      ]);
      const told = await become(ctx, 'acme.client');
      expect(await told.db.notification.count({ where: { kind: 'file.commented' } })).toBe(1);

      const hides = await become(ctx, 'acme.leader');
      await editFile(hides, { id, version: 1, audience: 'internal' });
      expect(await kinds(hides, 'acme.client', 'file_id', id)).toEqual([]);
      const reader = await become(ctx, 'acme.client');
      expect(await reader.db.notification.count({ where: { kind: 'file.commented' } })).toBe(0);
      expect(await kinds(ctx, 'acme.user', 'file_id', id)).toHaveLength(4);
      const shares = await become(ctx, 'acme.leader');
      await editFile(shares, { id, version: 2, audience: 'client' });
      expect(await kinds(shares, 'acme.client', 'file_id', id)).toEqual(['file.shared']);
    });
  });

  test('of a folder is gone too, with that of the files in it', async () => {
    const top = await makeFolder(owner, { audience: 'client', by: 'leader' });
    await asMember('acme.leader', async (ctx) => {
      const { file } = await addFile(ctx, await placeFor(ctx, { folder_id: top }), { name: 'a', content: bytes() });
      await editFolder(ctx, { id: top, version: 1, name: 'Takeover of Initech' });
      expect(await kinds(ctx, 'acme.client', 'folder_id', top)).toEqual(['folder.renamed']);
      const leader = await become(ctx, 'acme.leader');
      await editFolder(leader, { id: top, version: 2, audience: 'internal' });
      expect(await kinds(leader, 'acme.client', 'folder_id', top)).toEqual([]);
      expect(await kinds(leader, 'acme.client', 'file_id', file._id)).toEqual([]);
    });
  });
});

describe('of what is shared in the call that renames or moves it, clients read no earlier name', () => {
  const lines = async (ctx: Ctx, seat: string) => {
    await ctx.settle();
    const reader = await become(ctx, seat);
    const rows = await reader.db.activity.findMany({
      where: { kind: { startsWith: 'f' } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(({ kind, data }) => ({ kind, text: JSON.stringify(data) }));
  };
  const kindsOf = (some: Awaited<ReturnType<typeof lines>>) => some.map(({ kind }) => kind);
  const all = (noun: string) => [`${noun}.renamed`, `${noun}.moved`, `${noun}.shared`];
  const add = async (ctx: Ctx, wanted: PlaceWanted, name: string) =>
    (await addFile(ctx, await placeFor(ctx, wanted), { name, content: bytes() })).file._id;

  test('of a file, or of the internal folder that it goes to', async () => {
    const inside = await makeFolder(owner, { name: 'Margins' });
    await asMember('acme.leader', async (ctx) => {
      const id = await add(ctx, { project_id: WEB }, 'Margin 40%.pdf');
      await editFile(ctx, { id, version: 1, name: 'Offer.pdf', folder_id: inside, audience: 'client' });
      expect(kindsOf(await lines(ctx, 'acme.user'))).toEqual(['file.added', ...all('file')]);
      const read = await lines(ctx, 'acme.client');
      expect(kindsOf(read)).toEqual(['file.shared']);
      expect(JSON.stringify(read)).not.toContain('Margin');
    });
  });

  test('of a folder, or of the internal folder that it goes to', async () => {
    const inside = await makeFolder(owner, { name: 'Margins' });
    const id = await makeFolder(owner, { name: 'Margin 40%' });
    await asMember('acme.leader', async (ctx) => {
      await editFolder(ctx, { id, version: 1, name: 'Offer', parent_id: inside, audience: 'client' });
      expect(kindsOf(await lines(ctx, 'acme.user'))).toEqual(all('folder'));
      const read = await lines(ctx, 'acme.client');
      expect(kindsOf(read)).toEqual(['folder.shared']);
      expect(JSON.stringify(read)).not.toContain('Margin');
    });
  });

  test.each(['file', 'folder'])('of a shared %s neither, nor what it was called in another project', async (noun) => {
    const inside = await makeFolder(owner, { name: 'Margins' });
    const shown = await makeFolder(owner, { name: 'Shown', project: acme('APP'), audience: 'client' });
    const made = noun === 'folder' ? await makeFolder(owner, { name: 'Offer', audience: 'client' }) : undefined;
    await asMember('acme.admin', async (ctx, effects) => {
      const id = made ?? (await add(ctx, { project_id: WEB, audience: 'client' }, 'Offer'));
      const edit = (version: number, given: object, to: string) =>
        made
          ? editFolder(ctx, { id, version, ...given, parent_id: to })
          : editFile(ctx, { id, version, ...given, folder_id: to });
      const { version } = await edit(1, { audience: 'client' }, inside);
      await edit(version, { name: 'For Globex' }, shown);
      const told = effects.activities.filter(({ kind }) => kind !== 'file.added');
      expect(told.map(({ kind, audience }) => [kind, audience])).toEqual([
        [`${noun}.moved`, 'internal'],
        [`${noun}.renamed`, 'internal'],
        [`${noun}.moved`, 'client'],
      ]);
    });
  });
});

test('a draft has no history: only its uploader sees it', async () => {
  await asMember('acme.user', async (ctx, effects) => {
    const place = await placeFor(ctx, { project_id: WEB, draft: true });
    const { file } = await addFile(ctx, place, { name: 'Notice.txt', content: bytes() });
    const { version } = await editFile(ctx, { id: file._id, version: 1, name: 'Resignation.txt' });
    await addFile(ctx, await placeFor(ctx, { file_id: file._id }), { name: 'a', content: bytes() });
    await restoreVersion(ctx, { id: file._id, version_number: 1 });
    expect(version).toBe(2);
    expect([effects.activities, effects.events]).toEqual([[], []]);
  });
});
