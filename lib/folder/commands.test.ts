import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import { createFolder, deleteFolder, editFolder } from '@/lib/folder/commands';
import { getFolder, listFolders } from '@/lib/folder/queries';
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

const make = async (ctx: Ctx, name: string, parent_id?: string) =>
  (await createFolder(ctx, { name, ...(parent_id ? { parent_id } : { project_id: WEB }) }))._id;
const add = async (ctx: Ctx, wanted: PlaceWanted, name = 'a.txt') =>
  (await addFile(ctx, await placeFor(ctx, wanted), { name, content: bytes() })).file._id;
const rename = (ctx: Ctx, id: string, fields: object) => editFolder(ctx, { id, version: 1, ...fields });

describe('a folder', () => {
  test('is made under a free name, with a line of history and a live message', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      await make(ctx, 'Plans');
      const second = await createFolder(ctx, { name: 'PLANS', project_id: WEB });
      expect(second).toMatchObject({
        ...{
          name: 'PLANS (2)',
          parent_id: null,
          project_id: WEB,
          audience: 'internal',
          folder_count: 0,
          file_count: 0,
        },
        ...{ path: [], rights: { edit: true, share: false }, version: 1 },
      });
      expect(effects.activities.map(({ kind }) => kind)).toEqual(['folder.created', 'folder.created']);
      expect(effects.events).toMatchObject([
        { type: 'folder.changed' },
        { type: 'folder.changed', itemId: second._id },
      ]);
    });
  });

  test('lies ten deep at most, however it comes there', async () => {
    await asMember('acme.user', async (ctx) => {
      const ids: string[] = [];
      for (let depth = 1; depth <= 10; depth++) ids.push(await make(ctx, `Level ${depth}`, ids.at(-1)));
      expect((await getFolder(ctx, { id: ids[9] as string })).path.map(({ name }) => name)).toEqual(
        Array.from({ length: 9 }, (_, at) => `Level ${at + 1}`),
      );
      expect((await failureOf(make(ctx, 'Level 11', ids[9]))).code).toBe('invalid');
      const tall = await make(ctx, 'Tall');
      await make(ctx, 'In it', tall);
      expect((await failureOf(rename(ctx, tall, { parent_id: ids[8] }))).code).toBe('invalid');
      await rename(ctx, tall, { parent_id: ids[7] });
      const { rows } = { rows: await ctx.db.folder.findMany({ where: { name: 'In it' }, select: { depth: true } }) };
      expect(rows).toEqual([{ depth: 10 }]);
    });
  });

  test('F14 is not moved into itself, nor into what is in it', async () => {
    await asMember('acme.user', async (ctx) => {
      const top = await make(ctx, 'Top');
      const below = await make(ctx, 'Below', await make(ctx, 'Between', top));
      for (const parent_id of [top, below])
        expect((await failureOf(rename(ctx, top, { parent_id }))).code).toBe('conflict');
    });
  });

  test('F14 two folders that move into each other at once do not vanish', async () => {
    const [one, other] = [await makeFolder(owner), await makeFolder(owner)];
    const move = (id: string, parent_id: string) =>
      asMemberCommitted('acme.admin', (ctx) => rename(ctx, id, { parent_id }));
    const outcomes = await Promise.allSettled([move(one, other), move(other, one)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await owner.query('select count(*)::int as roots from folder where parent_id is null');
    expect(rows).toEqual([{ roots: 1 }]);
  });

  test('F14 of one name made many times at once has as many names', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => asMemberCommitted('acme.user', (ctx) => make(ctx, 'Same'))),
    );
    const { rows } = await owner.query('select name from folder where id = any($1) order by name', [made]);
    expect(rows.map(({ name }) => name)).toEqual(['Same', 'Same (2)', 'Same (3)', 'Same (4)', 'Same (5)', 'Same (6)']);
  });

  test('of a stale version is told with what there is now', async () => {
    const here = await makeFolder(owner);
    await asMember('acme.admin', async (ctx) => {
      const failure = await failureOf(editFolder(ctx, { id: here, version: 7, name: 'x' }));
      expect(failure).toMatchObject({ code: 'conflict', details: { current: { _id: here, version: 1 } } });
      const same = await editFolder(ctx, { id: here, version: 1 });
      expect(same.version).toBe(1);
    });
  });

  test('that is shared shares all that is in it, and says how many; hidden again, nothing is left', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const top = await make(ctx, 'Top');
      const inside = await make(ctx, 'Inside', top);
      const files = [await add(ctx, { folder_id: top }), await add(ctx, { folder_id: inside })];
      const shared = await rename(ctx, top, { audience: 'client' });
      expect(shared).toMatchObject({ audience: 'client', changed_count: 4, version: 2 });
      expect(effects.audits).toMatchObject([{ action: 'folder.shared', target: WEB }]);
      await ctx.settle();
      const client = await become(ctx, 'acme.client');
      for (const id of files) expect((await getFile(client, { id })).audience).toBe('client');
      const again = await become(ctx, 'acme.leader');
      expect(await editFolder(again, { id: top, version: 2, audience: 'internal' })).toMatchObject({
        changed_count: 4,
      });
      const hidden = await become(ctx, 'acme.client');
      for (const id of files) expect((await failureOf(getFile(hidden, { id }))).code).toBe('not_found');
      expect((await listFolders(hidden, { project_id: WEB, page: 1, limit: 50 })).docs).toEqual([]);
    });
  });

  test.each([
    ['admin', 'done'],
    ['subadmin', 'done'],
    ['leader', 'done'],
    ['user', 'forbidden'],
    ['user2', 'forbidden'],
    ['client', 'not_found'],
    ['observer', 'forbidden'],
    ['outsider', 'not_found'],
  ])('of a user is shared by who leads: %s is %s', async (seat, outcome) => {
    const id = await makeFolder(owner, { by: 'user' });
    expect(await attempt(`acme.${seat}`, (ctx) => rename(ctx, id, { audience: 'client' }))).toBe(outcome);
  });

  test.each([
    ['admin', 'done'],
    ['leader', 'done'],
    ['user', 'done'],
    ['user2', 'forbidden'],
    ['client', 'forbidden'],
    ['observer', 'forbidden'],
    ['outsider', 'not_found'],
  ])('is renamed and deleted by who made it and who leads: %s is %s', async (seat, outcome) => {
    const id = await makeFolder(owner, { by: 'user', audience: 'client' });
    expect(await attempt(`acme.${seat}`, (ctx) => rename(ctx, id, { name: 'x' }))).toBe(outcome);
    expect(await attempt(`acme.${seat}`, (ctx) => deleteFolder(ctx, { id }))).toBe(outcome);
  });

  test('in the organisation’s own space is never shared, and hidden from clients', async () => {
    const id = await makeFolder(owner, { project: null, by: 'admin' });
    expect(await attempt('acme.admin', (ctx) => rename(ctx, id, { audience: 'client' }))).toBe('invalid');
    expect(await attempt('acme.leader', (ctx) => rename(ctx, id, { name: 'x' }))).toBe('forbidden');
    expect(await attempt('acme.client', (ctx) => getFolder(ctx, { id }))).toBe('not_found');
    expect(await attempt('globex.admin', (ctx) => rename(ctx, id, { name: 'x' }))).toBe('not_found');
  });

  test('that goes into an internal one becomes internal with all in it', async () => {
    const [closed, open] = [await makeFolder(owner), await makeFolder(owner, { audience: 'client' })];
    await asMember('acme.admin', async (ctx) => {
      const file = await add(ctx, { folder_id: open });
      expect(await rename(ctx, open, { parent_id: closed })).toMatchObject({ audience: 'internal', changed_count: 2 });
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
    await asMemberCommitted('acme.admin', (ctx) => rename(ctx, id, { audience: 'internal' }));
    await asMember('acme.user', async (ctx) => {
      expect((await addFile(ctx, place, { name: 'late', content: bytes() })).file.audience).toBe('internal');
    });
    await asMemberCommitted('acme.admin', (ctx) => deleteFolder(ctx, { id }));
    expect(await attempt('acme.user', (ctx) => addFile(ctx, place, { name: 'late', content: bytes() }))).toBe(
      'not_found',
    );
  });
});
