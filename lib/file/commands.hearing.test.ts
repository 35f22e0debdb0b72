import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { editFile } from '@/lib/file/commands';
import { addFile } from '@/lib/file/commands.add';
import { deleteFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { editFolder } from '@/lib/folder/commands';
import { listNotifications, unreadCount } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { asMember, become } from '@/lib/test/as-member';
import { bytes, makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';

/** Of new files whoever has to do with them is told, clients of those that are for them. */

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await removeFiles(owner);
  await owner.end();
});
beforeEach(() => removeFiles(owner));

const add = async (ctx: Ctx, wanted: PlaceWanted, name = 'plan.pdf') =>
  (await addFile(ctx, await placeFor(ctx, wanted), { name, content: bytes() })).file._id;
const PEOPLE = ['admin', 'leader', 'user', 'user2', 'client', 'observer', 'outsider'];
/** Who is told, and how many things; the first row in words. */
async function told(ctx: Ctx): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const seat of PEOPLE) {
    const there = await become(ctx, `acme.${seat}`);
    const { docs } = await listNotifications(there, ListNotifications.parse({}));
    const [row] = docs.filter(({ kind }) => /^(file|folder)\./.test(kind));
    if (row) all[seat] = row.more ? `${row.says} +${row.more}` : row.says;
  }
  return all;
}

test('of a file on a task who has to do with the task, of one in a project its leader', () =>
  asMember('acme.user2', async (ctx) => {
    await add(ctx, { task_id: acme('WEB-2') });
    const words = Object.values(await told(ctx));
    expect(words.length).toBeGreaterThan(0);
    expect(new Set(words)).toEqual(new Set(['added the file “plan.pdf” to this task']));
    expect(await told(ctx)).not.toHaveProperty('client');
    expect(await told(ctx)).not.toHaveProperty('user2');
  }).then(() =>
    asMember('acme.user', async (ctx) => {
      await add(ctx, { project_id: WEB });
      await add(ctx, { project_id: WEB }, 'b.pdf');
      expect(await told(ctx)).toEqual({ leader: 'added the file “b.pdf” to a project +1' });
    }),
  ));

test('R11 of a client what is for clients, while it is: hidden or deleted, nothing is said of it', () =>
  asMember('acme.admin', async (ctx) => {
    const id = await add(ctx, { project_id: WEB });
    expect(await told(ctx)).toEqual({ leader: 'added the file “plan.pdf” to a project' });
    const asAdmin = async (work: (there: Ctx) => Promise<unknown>) => {
      const there = await become(ctx, 'acme.admin');
      await work(there);
      await there.settle();
    };
    await asAdmin((there) => editFile(there, { id, version: 1, audience: 'client' }));
    expect((await told(ctx)).client).toBe('made the file “plan.pdf” visible to the project’s clients');
    await asAdmin((there) => editFile(there, { id, version: 2, audience: 'internal' }));
    expect(await told(ctx)).not.toHaveProperty('client');
    expect(await unreadCount(await become(ctx, 'acme.client'))).toBe(0);
    await asAdmin((there) => deleteFile(there, { id }));
    expect(await told(ctx)).toEqual({});
  }));

test('of a folder that is shared once, whatever lies in it', async () => {
  const id = await makeFolder(owner, { name: 'Plans' });
  await asMember('acme.leader', async (ctx) => {
    await add(ctx, { folder_id: id });
    await editFolder(ctx, { id, version: 1, audience: 'client' });
    await ctx.settle();
    expect(await told(ctx)).toEqual({ client: 'made the folder “Plans” visible to the project’s clients' });
  });
});

test('of what a client adds the team, of which it sees little', () =>
  asMember('acme.client', async (ctx) => {
    await add(ctx, { project_id: WEB });
    expect(await told(ctx)).toEqual({ leader: 'added the file “plan.pdf” to a project' });
  }));
