import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { addFile, type Upload } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import {
  bytesLeft,
  contentOf,
  forgottenContents,
  knownKeys,
  listVersions,
  storageUse,
} from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { bytes, makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

const acme = (name: string) => fixtureId(`acme.${name}`);
const [WEB, APP] = [acme('WEB'), acme('APP')];
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => removeFiles(owner));

const add = async (ctx: Ctx, wanted: PlaceWanted, upload: Partial<Upload> = {}) =>
  addFile(ctx, await placeFor(ctx, wanted), { name: 'plan.pdf', content: bytes(), ...upload });

const folder = (given = {}) => makeFolder(owner, given);

describe('a place for a file', () => {
  test.each([
    ['admin', 'done'],
    ['subadmin', 'done'],
    ['leader', 'done'],
    ['user', 'done'],
    ['client', 'done'],
    ['observer', 'forbidden'],
    ['outsider', 'not_found'],
    ['lead2', 'not_found'],
  ])('at the root of a project is for a member of it: %s is %s', async (seat, outcome) => {
    expect(await attempt(`acme.${seat}`, (ctx) => placeFor(ctx, { project_id: WEB }))).toBe(outcome);
  });

  test.each([
    ['admin', 'done'],
    ['subadmin', 'done'],
    ['leader', 'forbidden'],
    ['user', 'forbidden'],
    ['client', 'forbidden'],
    ['observer', 'forbidden'],
  ])('in the organisation’s own space is for admins: %s is %s', async (seat, outcome) => {
    expect(await attempt(`acme.${seat}`, (ctx) => placeFor(ctx, {}))).toBe(outcome);
  });

  test('F11 is none in another organisation, nor where the folder is of another project', async () => {
    const id = await folder();
    expect(await attempt('globex.admin', (ctx) => placeFor(ctx, { folder_id: id }))).toBe('not_found');
    expect(await attempt('globex.admin', (ctx) => placeFor(ctx, { project_id: WEB }))).toBe('not_found');
    expect(await attempt('acme.admin', (ctx) => placeFor(ctx, { folder_id: id, project_id: APP }))).toBe('invalid');
  });

  test('has the audience of its folder; at the root it is the team’s, and a client’s is the clients’', async () => {
    const [open, closed] = [await folder({ audience: 'client' }), await folder()];
    await asMember('acme.user', async (ctx) => {
      expect(await placeFor(ctx, { folder_id: open })).toMatchObject({ audience: 'client' });
      expect(await placeFor(ctx, { folder_id: closed })).toMatchObject({ audience: 'internal' });
      expect(await placeFor(ctx, { project_id: WEB })).toMatchObject({ audience: 'internal' });
      const client = await become(ctx, 'acme.client');
      expect(await placeFor(client, { project_id: WEB })).toMatchObject({ audience: 'client' });
      expect(await placeFor(client, { folder_id: open })).toMatchObject({ audience: 'client' });
    });
  });

  test('shares with clients only at the word of who may share', async () => {
    const wanted = { project_id: WEB, audience: 'client' } as const;
    expect(await attempt('acme.leader', (ctx) => placeFor(ctx, wanted))).toBe('done');
    expect(await attempt('acme.user', (ctx) => placeFor(ctx, wanted))).toBe('forbidden');
    expect(await attempt('acme.admin', (ctx) => placeFor(ctx, { audience: 'client' }))).toBe('invalid');
    expect(await attempt('acme.client', (ctx) => placeFor(ctx, { project_id: WEB, audience: 'internal' }))).toBe(
      'forbidden',
    );
  });

  test('hides from a client an internal folder, an internal task and an internal comment', async () => {
    const id = await folder();
    expect(await attempt('acme.client', (ctx) => placeFor(ctx, { folder_id: id }))).toBe('not_found');
    expect(await attempt('acme.client', (ctx) => placeFor(ctx, { task_id: acme('WEB-2') }))).toBe('not_found');
    const comment_id = acme('internal comment');
    expect(await attempt('acme.client', (ctx) => placeFor(ctx, { task_id: acme('WEB-1'), comment_id }))).toBe(
      'not_found',
    );
    expect(await attempt('acme.user', (ctx) => placeFor(ctx, { task_id: acme('WEB-1'), comment_id }))).toBe('done');
    expect(await attempt('acme.user', (ctx) => placeFor(ctx, { task_id: acme('WEB-2'), comment_id }))).toBe(
      'not_found',
    );
  });
});

describe('an uploaded file', () => {
  test('is a record with its first version, a line of history and a live message', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const content = bytes({ size: 3_000_000_000, type: 'image/png' });
      const { file, stored } = await add(ctx, { project_id: WEB }, { name: 'Ärger 2.png', content });
      expect(stored).toBe(true);
      expect(file).toMatchObject({
        ...{ name: 'Ärger 2.png', size: 3_000_000_000, type: 'image/png', sha256: content.sha256, folder_id: null },
        ...{ project_id: WEB, audience: 'internal', version_number: 1, version: 1 },
        ...{ content_url: `/api/fileContent/${file._id}`, thumbnail_url: `/api/fileThumbnail/${file._id}` },
        ...{ uploaded_by: { _id: acme('user') }, rights: { edit: true, share: false } },
      });
      expect(await contentOf(ctx, file._id)).toMatchObject({ name: 'Ärger 2.png', storageKey: content.storageKey });
      expect((await listVersions(ctx, { id: file._id, page: 1, limit: 50 })).docs).toMatchObject([
        { version_number: 1 },
      ]);
      expect(effects.activities).toMatchObject([{ kind: 'file.added', projectId: WEB, audience: 'internal' }]);
      expect(effects.events).toMatchObject([{ type: 'file.changed', itemId: file._id, client: false }]);
    });
  });

  test('with a name that is taken gets a number before its extension, whatever its case', async () => {
    await asMember('acme.user', async (ctx) => {
      const names = [];
      for (const name of ['plan.pdf', 'PLAN.pdf', 'plan.pdf', 'Cafe\u0301', 'CAF\u00c9'])
        names.push((await add(ctx, { project_id: WEB }, { name, content: bytes() })).file.name);
      expect(names).toEqual(['plan.pdf', 'PLAN (2).pdf', 'plan (3).pdf', 'Cafe\u0301', 'CAF\u00c9 (2)']);
    });
  });

  test('F14 the same name many times at once makes as many files with a name each', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => asMemberCommitted('acme.user', (ctx) => add(ctx, { project_id: WEB }))),
    );
    const names = made.map(({ file }) => file.name).sort();
    expect(names).toEqual([
      'plan (2).pdf',
      'plan (3).pdf',
      'plan (4).pdf',
      'plan (5).pdf',
      'plan (6).pdf',
      'plan (7).pdf',
      'plan (8).pdf',
      'plan.pdf',
    ]);
  });

  test('with the same bytes is stored once in an organisation, and apart in another', async () => {
    const content = bytes();
    await asMemberCommitted('acme.user', (ctx) => add(ctx, { project_id: WEB }, { content }));
    const again = { ...content, storageKey: newId() };
    await asMember('acme.admin', async (ctx) => {
      const { file, stored } = await add(ctx, {}, { content: again });
      expect(stored).toBe(false);
      expect((await contentOf(ctx, file._id)).storageKey).toBe(content.storageKey);
    });
    await asMember('globex.admin', async (ctx) => {
      const { stored } = await add(ctx, {}, { content: again });
      expect(stored).toBe(true);
    });
  });

  test('F09 that is finished twice is one file', async () => {
    await asMember('acme.user', async (ctx) => {
      const upload = { id: newId(), content: bytes() };
      const first = await add(ctx, { project_id: WEB }, upload);
      const second = await add(ctx, { project_id: WEB }, upload);
      expect([second.file._id, second.stored]).toEqual([first.file._id, true]);
      const sentAgain = { ...upload, content: { ...upload.content, storageKey: newId() } };
      expect((await add(ctx, { project_id: WEB }, sentAgain)).stored).toBe(false);
      const { stored } = await add(ctx, { project_id: WEB }, { content: upload.content });
      expect(stored).toBe(true);
      expect((await storageUse(ctx)).file_count).toBe(2);
    });
  });

  test('as a version replaces the content and keeps the earlier one; the same bytes again change nothing', async () => {
    await asMember('acme.user', async (ctx) => {
      const first = bytes();
      const { file } = await add(ctx, { project_id: WEB }, { content: first });
      const second = bytes({ size: 7, type: 'text/plain' });
      const next = await add(ctx, { file_id: file._id }, { name: 'other.txt', content: second });
      expect(next.file).toMatchObject({
        _id: file._id,
        name: 'plan.pdf',
        size: 7,
        type: 'text/plain',
        version_number: 2,
        version: 2,
      });
      expect((await contentOf(ctx, file._id, 1)).storageKey).toBe(first.storageKey);
      const same = await add(ctx, { file_id: file._id }, { content: { ...second, storageKey: newId() } });
      expect(same).toMatchObject({ stored: false, file: { version_number: 2, version: 2 } });
      expect((await failureOf(contentOf(ctx, file._id, 3))).code).toBe('not_found');
      const other = await become(ctx, 'acme.user2');
      expect((await failureOf(placeFor(other, { file_id: file._id }))).code).toBe('forbidden');
    });
  });

  test('as a draft is there for its uploader alone', async () => {
    await asMember('acme.user', async (ctx) => {
      const { file } = await add(ctx, { project_id: WEB, draft: true });
      expect(await getFile(ctx, { id: file._id })).toMatchObject({ rights: { edit: true } });
      for (const seat of ['acme.admin', 'acme.leader', 'acme.observer', 'globex.admin']) {
        const other = await become(ctx, seat);
        expect((await failureOf(getFile(other, { id: file._id }))).code).toBe('not_found');
        expect((await failureOf(contentOf(other, file._id))).code).toBe('not_found');
      }
    });
  });

  test('on a task is seen by who sees the task, and on a comment by who reads it', async () => {
    await asMember('acme.user', async (ctx) => {
      const seen = async (seat: string, id: string) => {
        const other = await become(ctx, seat);
        return contentOf(other, id).then(
          () => true,
          () => false,
        );
      };
      const place = async (wanted: PlaceWanted) => (await add(await become(ctx, 'acme.user'), wanted)).file._id;
      const open = await place({ task_id: acme('WEB-1') });
      const closed = await place({ task_id: acme('WEB-2') });
      const said = await place({ task_id: acme('WEB-1'), comment_id: acme('internal comment') });
      for (const [id, client] of [
        [open, true],
        [closed, false],
        [said, false],
      ] as const) {
        expect([await seen('acme.client', id), await seen('acme.user2', id), await seen('acme.observer', id)]).toEqual([
          client,
          true,
          true,
        ]);
        expect([await seen('acme.outsider', id), await seen('acme.client2', id)]).toEqual([false, false]);
      }
      const record = await getFile(await become(ctx, 'acme.user'), { id: said });
      expect(record).toMatchObject({ audience: 'internal', task_id: acme('WEB-1') });
    });
  });
});

describe('the quota', () => {
  const quota = (size: number) =>
    owner.query('insert into storage_use (org_id, quota_bytes) values ($1, $2)', [fixtureId('acme'), size]);

  test('is said in words when a file does not fit, and nothing is left of it', async () => {
    await quota(100);
    const failure = await failureOf(
      asMemberCommitted('acme.user', (ctx) => add(ctx, { project_id: WEB }, { content: bytes({ size: 101 }) })),
    );
    expect([failure.code, failure.message]).toEqual(['full', expect.stringMatching(/101 bytes.*100 bytes more/)]);
    const { rows } = await owner.query('select count(*)::int as n from file_content');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('F08 cannot be exceeded by parallel uploads', async () => {
    await quota(50);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        asMemberCommitted('acme.user', (ctx) => add(ctx, { project_id: WEB }, { content: bytes({ size: 10 }) })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const { rows } = await owner.query(
      'select used_bytes::int as used, (select count(*)::int from file) as files from storage_use',
    );
    expect(rows).toEqual([{ used: 50, files: 5 }]);
    await asMember('acme.client', async (ctx) => expect(await bytesLeft(ctx)).toBe(0));
  });

  test('F12 is given back when no version has the content any more, and its key is told once', async () => {
    const content = bytes({ size: 30 });
    await asMemberCommitted('acme.user', (ctx) => add(ctx, { project_id: WEB }, { content }));
    expect(await withWorker((db) => forgottenContents(db, 10))).toEqual([]);
    expect(await withWorker((db) => knownKeys(db, [content.storageKey, 'nothing']))).toEqual(
      new Set([content.storageKey]),
    );
    await owner.query('delete from file');
    expect(await withWorker((db) => forgottenContents(db, 10))).toEqual([content.storageKey]);
    expect(await withWorker((db) => forgottenContents(db, 10))).toEqual([]);
    await asMember('acme.admin', async (ctx) =>
      expect(await storageUse(ctx)).toMatchObject({ used_bytes: 0, file_count: 0 }),
    );
  });
});
