import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { editFile } from '@/lib/file/commands';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
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
