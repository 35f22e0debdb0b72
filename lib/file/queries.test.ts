import { beforeAll, describe, expect, test } from 'vitest';
import { editFile } from '@/lib/file/commands';
import { listFiles } from '@/lib/file/queries';
import { storageUse } from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { ListFiles } from '@/lib/file/schema';
import { FILE_SORTS, type FileSort, isInlinePicture, nameOrder, sizeWords } from '@/lib/file/vocabulary';
import { deleteFolder, editFolder } from '@/lib/folder/commands';
import { listFolders } from '@/lib/folder/queries';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, statementsOf } from '@/lib/test/attempt';
import { add, bytes, makeFolder } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { transactionsOf } from '@/lib/test/statements';

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
const owner = ownerClient();
const folders: Record<string, string> = {};
beforeAll(async () => {
  folders.closed = await makeFolder(owner, { name: 'Closed' });
  folders.open = await makeFolder(owner, { name: 'Open', audience: 'client', parent: folders.closed });
  folders.deep = await makeFolder(owner, { name: 'Deep', parent: folders.open });
  await asMemberCommitted('acme.admin', async (ctx) => {
    const put = (wanted: PlaceWanted, name: string, size: number, type: string) =>
      add(ctx, wanted, name, bytes({ size, type }));
    await put({ folder_id: folders.closed }, 'Report 10.pdf', 300, 'application/pdf');
    await put({ folder_id: folders.closed }, 'report 9.pdf', 200, 'application/pdf');
    const shared = await put({ folder_id: folders.closed }, 'Ägypten 100%.png', 100, 'image/png');
    await editFile(ctx, { id: shared, version: 1, audience: 'client' });
    await put({ folder_id: folders.open }, 'Zebra.zip', 50, 'application/zip');
    await put({ folder_id: folders.deep }, 'deep.mp4', 40, 'video/mp4');
    await put({ project_id: WEB }, 'root.bin', 30, 'application/octet-stream');
    await put({}, 'organisation.txt', 20, 'text/plain');
    await put({ task_id: acme('WEB-1') }, 'screen.png', 10, 'image/png');
  });
});

const list = (ctx: Ctx, query: object = {}) => listFiles(ctx, ListFiles.parse(query));
const names = (seat: string, query: object): Promise<string[]> =>
  asMemberCommitted(`acme.${seat}`, async (ctx) => (await list(ctx, query)).docs.map(({ name }) => name));

describe('a list of files', () => {
  test('is of one place, in the order people expect', async () => {
    const closed = { folder_id: folders.closed };
    expect(await names('user', closed)).toEqual(['Ägypten 100%.png', 'report 9.pdf', 'Report 10.pdf']);
    const sorted = async (sort: string) => (await names('user', { ...closed, sort })).join(', ');
    expect(await sorted('-name')).toBe('Report 10.pdf, report 9.pdf, Ägypten 100%.png');
    expect(await sorted('size')).toBe('Ägypten 100%.png, report 9.pdf, Report 10.pdf');
    expect((await names('user', { ...closed, sort: 'type' })).at(-1)).toBe('Ägypten 100%.png');
    expect(await names('user', { project_id: WEB })).toEqual(['root.bin']);
    expect(await names('user', {})).toEqual(['organisation.txt']);
    expect(await names('user', { task_id: acme('WEB-1') })).toEqual(['screen.png']);
  });

  test('is searched below a place by name, without regard to case, and narrowed by kind', async () => {
    expect(await names('user', { project_id: WEB, q: 'REPORT' })).toEqual(['report 9.pdf', 'Report 10.pdf']);
    expect(await names('user', { project_id: WEB, q: 'ÄGYPTEN' })).toEqual(['Ägypten 100%.png']);
    expect(await names('user', { project_id: WEB, q: '%' })).toEqual(['Ägypten 100%.png']);
    expect(await names('user', { folder_id: folders.open, q: 'e' })).toEqual(['deep.mp4', 'Zebra.zip']);
    expect(await names('user', { q: 'o' })).toEqual(['organisation.txt', 'report 9.pdf', 'Report 10.pdf', 'root.bin']);
    const kind = (type: string) => names('user', { project_id: WEB, q: '.', type });
    expect(await kind('document')).toEqual(['report 9.pdf', 'Report 10.pdf']);
    for (const [type, name] of Object.entries({
      ...{ image: 'Ägypten 100%.png', archive: 'Zebra.zip', video: 'deep.mp4', other: 'root.bin' },
    }))
      expect(await kind(type)).toEqual([name]);
  });

  test('begins with what changed last where that is wanted, and holds the uploads of one person alone', () =>
    asMember('acme.user', async (ctx) => {
      await add(ctx, { folder_id: folders.closed }, 'Mine.txt');
      const shown = async (query: object) =>
        (await list(ctx, { folder_id: folders.closed, ...query })).docs.map(({ name }) => name);
      expect(await shown({ uploaded_by: acme('user') })).toEqual(['Mine.txt']);
      expect(await shown({ uploaded_by: acme('admin') })).toHaveLength(3);
      expect([(await shown({ sort: '-changed' }))[0], (await shown({ sort: 'changed' })).at(-1)]).toEqual([
        'Mine.txt',
        'Mine.txt',
      ]);
    }));

  test('shows a client what is shared and nothing else, at the root what was shared out of an internal folder', async () => {
    expect(await names('client', { project_id: WEB })).toEqual(['Ägypten 100%.png']);
    expect(await names('client', { project_id: WEB, q: '.' })).toEqual(['Ägypten 100%.png', 'Zebra.zip']);
    expect(await names('client', { q: '.' })).toEqual(['Ägypten 100%.png', 'Zebra.zip']);
    expect(await names('client', { folder_id: folders.open })).toEqual(['Zebra.zip']);
    expect(await names('client', { folder_id: folders.open, q: 'deep' })).toEqual([]);
    expect(await names('client', {})).toEqual([]);
    expect(await names('client2', { q: '.' })).toEqual([]);
    expect(await attempt('acme.client', (ctx) => list(ctx, { folder_id: folders.closed }))).toBe('not_found');
    expect(await attempt('acme.client', (ctx) => list(ctx, { task_id: acme('WEB-2') }))).toBe('not_found');
    await asMember('acme.client', async (ctx) => {
      const [file] = (await list(ctx, { project_id: WEB })).docs;
      expect(file).toMatchObject({ folder_id: null, uploaded_by: null });
      const shown = await listFolders(ctx, { project_id: WEB, page: 1, limit: 50 });
      expect(shown.docs).toMatchObject([{ name: 'Open', parent_id: null, folder_count: 0, file_count: 1 }]);
      expect(await storageUse(ctx)).toEqual({ used_bytes: 160, quota_bytes: null, file_count: 3 });
    });
  });

  test('is hidden with its place', async () => {
    for (const place of [{ folder_id: folders.closed }, { project_id: WEB }, { task_id: acme('WEB-1') }]) {
      expect(await attempt('acme.outsider', (ctx) => list(ctx, place))).toBe('not_found');
      expect(await attempt('globex.admin', (ctx) => list(ctx, place))).toBe('not_found');
    }
    const astray = { folder_id: folders.closed, project_id: acme('APP') };
    expect(await attempt('acme.user', (ctx) => list(ctx, astray))).toBe('not_found');
  });

  test.each(FILE_SORTS)('is paged by cursor without a gap, by %s', async (sort: FileSort) => {
    await asMember('acme.admin', async (ctx) => {
      const place = { q: '.', sort };
      const whole = (await list(ctx, place)).docs.map(({ _id }) => _id);
      const paged: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list(ctx, { ...place, limit: 2, ...(cursor && { cursor }) });
        expect(page.total).toBe(whole.length);
        paged.push(...page.docs.map(({ _id }) => _id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(paged).toEqual(whole);
      expect(whole).toHaveLength(7);
    });
  });

  test('refuses a cursor that is none', async () => {
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const [sort, cursor] of [
      ['name', 'x'],
      ['name', forged(['a'])],
      ['name', forged(['a\0', WEB])],
      ['size', forged(['a', WEB])],
      ['changed', forged(['yesterday', WEB])],
      ['changed', forged(['2026-99-99 00:00:00+00', WEB])],
    ] as const)
      expect(await attempt('acme.user', (ctx) => list(ctx, { project_id: WEB, sort, cursor })), cursor).toBe('invalid');
  });
});

describe('names', () => {
  test('are ordered by the value of their numbers', () => {
    const given = ['a10', 'A2', 'a02b', 'ä1', 'a'];
    const sorted = given.toSorted((one, other) => (nameOrder(one) < nameOrder(other) ? -1 : 1));
    expect(sorted.join(' ')).toBe('a ä1 A2 a02b a10');
  });

  test('a picture that browsers draw is shown as it is, any other as its thumbnail', () => {
    const all = ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff', 'heic', 'svg+xml', 'png+x'].map(
      (type) => `image/${type}`,
    );
    expect(all.filter(isInlinePicture).map((type) => type.slice(6))).toEqual(['png', 'jpeg', 'gif', 'webp', 'avif']);
  });

  test('sizes are said in words', () => {
    const words = [0, 1023, 1024, 1_500_000, 2 ** 30 * 20, 2 ** 31 - 1].map(sizeWords);
    expect(words.join(', ')).toBe('0 bytes, 1023 bytes, 1 kB, 1.4 MB, 20 GB, 2 GB');
  });
});

describe('a folder of 2,000 files', () => {
  const MANY = 2_000;
  const FILES = `
  with made as (
    insert into file_content (org_id, id, sha256, size, type, storage_key, stored_in)
    select $1, gen_random_uuid(), encode(sha256(n::text::bytea), 'hex'), n, 'text/plain', gen_random_uuid()::text, 'local' from generate_series(1, $3::int) n
    returning id, size, sha256)
  insert into file (org_id, id, space_id, project_id, folder_id, name, name_key, name_order, audience, content_id, size, type, sha256, uploaded_by_id)
  select $1, gen_random_uuid(), $4, $4, $2, 'File ' || size, 'file ' || size, 'file ' || lpad(size::text, 6, '0'),
         case when size % 2 = 0 then 'client' else 'internal' end, id, size, 'text/plain', sha256, $5::uuid from made`;
  const listMany = (ctx: Ctx, query: object = {}) => list(ctx, { folder_id: folder, ...query });
  let folder: string;
  beforeAll(async () => {
    folder = await makeFolder(owner, { audience: 'client' });
    await owner.query(FILES, [fixtureId('acme'), folder, MANY, WEB, fixtureId('acme.user')]);
    await owner.query('analyze');
  });

  describe.each(['admin', 'user', 'client'])('for a %s', (seat) => {
    const seen = seat === 'client' ? MANY / 2 : MANY;

    test('a page is one statement, and the last has as many files as the first', async () => {
      await asMember(`acme.${seat}`, async (ctx) => {
        const first = await listMany(ctx, { limit: 200 });
        expect([first.docs.length, first.total]).toEqual([200, seen]);
        expect(await statementsOf(() => listMany(ctx))).toBe(1);
        expect(await statementsOf(() => listFolders(ctx, { project_id: WEB, page: 1, limit: 50 }))).toBe(1);
        const last = await listMany(ctx, { limit: 200, page: seen / 200 });
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
});
