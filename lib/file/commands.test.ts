import { beforeEach, describe, expect, test } from 'vitest';
import { copyFile, editFile, restoreVersion } from '@/lib/file/commands';
import { addFile, type Upload } from '@/lib/file/commands.add';
import { deleteFile } from '@/lib/file/commands.bin';
import { placeFor } from '@/lib/file/commands.place';
import {
  bytesLeft,
  contentOf,
  emptyFileBin,
  forgottenContents,
  knownKeys,
  listVersions,
  storageUse,
} from '@/lib/file/queries.content';
import type { PlaceWanted } from '@/lib/file/queries.place';
import { getFile } from '@/lib/file/queries.record';
import { filesFor } from '@/lib/file/queries.zip';
import { addFileComment } from '@/lib/file-comment/commands';
import { editFolder } from '@/lib/folder/commands';
import { listNotifications, unreadCount } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { add, bytes, committed, makeFolder, withoutFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

const acme = (name: string) => fixtureId(`acme.${name}`);
const [WEB, APP] = [acme('WEB'), acme('APP')];
const owner = withoutFiles();

const upload = async (ctx: Ctx, wanted: PlaceWanted, given: Partial<Upload> = {}) =>
  addFile(ctx, await placeFor(ctx, wanted), { name: 'plan.pdf', content: bytes(), ...given });
const folder = (given = {}) => makeFolder(owner, given);
const versions = async (ctx: Ctx, id: string) =>
  (await listVersions(ctx, { id, page: 1, limit: 50 })).docs.map((one) => `${one.version_number}: ${one.size}`);
const forgotten = (storage: 'local' | 'uploadthing' = 'local') =>
  withWorker((db) => forgottenContents(db, [storage], 10));
const edit = (ctx: Ctx, id: string, fields: object) => editFile(ctx, { id, version: 1, ...fields });

describe('a place for a file', () => {
  test('F11 is none where the folder is of another project', async () => {
    const id = await folder();
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
    const hidden = { project_id: WEB, audience: 'internal' } as const;
    expect(await attempt('acme.client', (ctx) => placeFor(ctx, hidden))).toBe('forbidden');
  });

  test('of a draft is no folder and no task', async () => {
    for (const place of [{ folder_id: await folder() }, { task_id: acme('WEB-1') }])
      expect(await attempt('acme.user', (ctx) => placeFor(ctx, { ...place, draft: true }))).toBe('invalid');
  });

  test('hides from a client an internal folder, an internal task and an internal comment', async () => {
    const comment_id = acme('internal comment');
    for (const [seat, place, outcome] of [
      ['client', { folder_id: await folder() }, 'not_found'],
      ['client', { task_id: acme('WEB-2') }, 'not_found'],
      ['client', { task_id: acme('WEB-1'), comment_id }, 'not_found'],
      ['user', { task_id: acme('WEB-1'), comment_id }, 'done'],
      ['user', { task_id: acme('WEB-2'), comment_id }, 'not_found'],
    ] as const)
      expect([place, await attempt(`acme.${seat}`, (ctx) => placeFor(ctx, place))]).toEqual([place, outcome]);
  });
});

describe('an uploaded file', () => {
  test('is a record with its first version, a line of history and a live message', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const content = bytes({ size: 3_000_000_000, type: 'image/png' });
      const { file, stored } = await upload(ctx, { project_id: WEB }, { name: 'Ärger 2.png', content });
      expect(stored).toBe(true);
      expect(file).toMatchObject({
        ...{ name: 'Ärger 2.png', size: 3_000_000_000, type: 'image/png', sha256: content.sha256, folder_id: null },
        ...{ project_id: WEB, audience: 'internal', version_number: 1, version: 1 },
        ...{ content_url: `/api/fileContent/${file._id}`, thumbnail_url: `/api/fileThumbnail/${file._id}` },
        ...{ uploaded_by: { _id: acme('user') }, rights: { edit: true, share: false } },
      });
      expect(await contentOf(ctx, file._id)).toMatchObject({ name: 'Ärger 2.png', storageKey: content.storageKey });
      expect(await versions(ctx, file._id)).toEqual(['1: 3000000000']);
      const named = { file_id: file._id, name: 'Ärger 2.png' };
      expect(effects.activities).toMatchObject([{ kind: 'file.added', audience: 'internal', data: named }]);
      const told = { type: 'file.changed', itemId: file._id, projectId: WEB, version: 1, client: false };
      expect(effects.events).toEqual([told]);
    });
  });

  test('with a name that is taken gets a number before its extension, whatever its case', async () => {
    await asMember('acme.user', async (ctx) => {
      const names = [];
      for (const name of ['plan.pdf', 'PLAN.pdf', 'plan.pdf', 'Cafe\u0301', 'CAF\u00c9'])
        names.push((await upload(ctx, { project_id: WEB }, { name, content: bytes() })).file.name);
      expect(names).toEqual(['plan.pdf', 'PLAN (2).pdf', 'plan (3).pdf', 'Cafe\u0301', 'CAF\u00c9 (2)']);
    });
  });

  test('F14 the same name many times at once makes as many files with a name each', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => asMemberCommitted('acme.user', (ctx) => upload(ctx, { project_id: WEB }))),
    );
    const names = made.map(({ file }) => file.name).sort();
    expect(names).toEqual(['plan (2).pdf', 'plan (3).pdf', 'plan (4).pdf', 'plan.pdf']);
  });

  test('with the same bytes is stored once in an organisation, and apart in another', async () => {
    const content = bytes();
    await asMemberCommitted('acme.user', (ctx) => upload(ctx, { project_id: WEB }, { content }));
    const again = { ...content, storageKey: newId() };
    await asMember('acme.admin', async (ctx) => {
      const { file, stored } = await upload(ctx, {}, { content: again });
      expect(stored).toBe(false);
      expect((await contentOf(ctx, file._id)).storageKey).toBe(content.storageKey);
    });
    await asMember('globex.admin', async (ctx) => {
      const { stored } = await upload(ctx, {}, { content: again });
      expect(stored).toBe(true);
    });
  });

  test('F09 that is finished twice is one file', async () => {
    await asMember('acme.user', async (ctx) => {
      const sent = { id: newId(), content: bytes() };
      const first = await upload(ctx, { project_id: WEB }, sent);
      const second = await upload(ctx, { project_id: WEB }, sent);
      expect([second.file._id, second.stored]).toEqual([first.file._id, true]);
      const sentAgain = { ...sent, content: { ...sent.content, storageKey: newId() } };
      expect((await upload(ctx, { project_id: WEB }, sentAgain)).stored).toBe(false);
      const { stored } = await upload(ctx, { project_id: WEB }, { content: sent.content });
      expect(stored).toBe(true);
      expect((await storageUse(ctx)).file_count).toBe(2);
    });
  });

  test('as a version replaces the content and keeps the earlier one; the same bytes again change nothing', async () => {
    await asMember('acme.user', async (ctx) => {
      const first = bytes();
      const { file } = await upload(ctx, { project_id: WEB }, { content: first });
      const second = bytes({ size: 7, type: 'text/plain' });
      const next = await upload(ctx, { file_id: file._id }, { name: 'other.txt', content: second });
      expect(next.file).toMatchObject({
        ...{ _id: file._id, name: 'plan.pdf', size: 7, type: 'text/plain', version_number: 2, version: 2 },
      });
      expect((await contentOf(ctx, file._id, 1)).storageKey).toBe(first.storageKey);
      const same = await upload(ctx, { file_id: file._id }, { content: { ...second, storageKey: newId() } });
      expect(same).toMatchObject({ stored: false, file: { version_number: 2, version: 2 } });
      expect(await codeOf(contentOf(ctx, file._id, 3))).toBe('not_found');
      const other = await become(ctx, 'acme.user2');
      expect(await codeOf(placeFor(other, { file_id: file._id }))).toBe('forbidden');
    });
  });

  test('as a draft is there for its uploader alone, without a history', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      const { file } = await upload(ctx, { project_id: WEB, draft: true });
      expect(await getFile(ctx, { id: file._id })).toMatchObject({ rights: { edit: true } });
      await edit(ctx, file._id, { name: 'Resignation.txt' });
      await upload(ctx, { file_id: file._id });
      await restoreVersion(ctx, { id: file._id, version_number: 1 });
      expect([effects.activities, effects.events]).toEqual([[], []]);
      const gone = (await upload(ctx, { project_id: WEB, draft: true })).file._id;
      await deleteFile(ctx, { id: gone });
      expect(await ctx.db.file.count({ where: { id: gone } })).toBe(0);
      for (const seat of ['acme.admin', 'acme.leader', 'acme.observer', 'globex.admin']) {
        const other = await become(ctx, seat);
        expect(await codeOf(getFile(other, { id: file._id }))).toBe('not_found');
        expect(await codeOf(contentOf(other, file._id))).toBe('not_found');
      }
    });
  });
});

describe('the quota', () => {
  const quota = (size: number) =>
    owner.query('insert into storage_use (org_id, quota_bytes) values ($1, $2)', [fixtureId('acme'), size]);

  test('F08 cannot be exceeded by parallel uploads', async () => {
    await quota(50);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        asMemberCommitted('acme.user', (ctx) => upload(ctx, { project_id: WEB }, { content: bytes({ size: 10 }) })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const { rows } = await owner.query('select used_bytes, (select count(*) from file) as files from storage_use');
    expect(rows).toEqual([{ used_bytes: '50', files: '5' }]);
    await asMember('acme.client', async (ctx) => expect(await bytesLeft(ctx)).toBe(0));
  });

  test('tells nobody that the organisation has just these bytes already', async () => {
    const content = bytes({ size: 30 });
    const { file } = await asMemberCommitted('acme.admin', (ctx) => upload(ctx, {}, { content }));
    await asMember('acme.user', async (ctx) => {
      const use = async () => (await storageUse(ctx)).used_bytes;
      const uploaded = [];
      for (const one of [content, bytes({ size: 30 })]) {
        const before = await use();
        const { file } = await upload(ctx, { project_id: WEB }, { content: one });
        uploaded.push([(await use()) - before, file._id]);
      }
      expect(uploaded.map(([bytes]) => bytes)).toEqual([30, 30]);
      await ctx.db.$executeRaw`reset role`;
      await ctx.db.$executeRaw`delete from file where id = ${uploaded[0]?.[1]}::uuid`;
      await ctx.db.$executeRaw`set local role tenant`;
      expect(await use()).toBe(60);
    });
    await owner.query('update storage_use set quota_bytes = 59 where org_id = $1', [fixtureId('acme')]);
    expect(await attempt('acme.user', (ctx) => upload(ctx, { project_id: WEB }, { content }))).toBe('full');
    expect(await attempt('acme.admin', (ctx) => copyFile(ctx, { id: file._id }))).toBe('full');
  });

  test('F12 is given back when no version has the content any more, and its key is told once', async () => {
    const content = bytes({ size: 30 });
    await asMemberCommitted('acme.user', (ctx) => upload(ctx, { project_id: WEB }, { content }));
    const { storageKey } = content;
    expect(await forgotten()).toEqual([]);
    expect(await withWorker((db) => knownKeys(db, [storageKey, 'nothing']))).toEqual(new Set([storageKey]));
    await owner.query('delete from file');
    expect(await forgotten('uploadthing')).toEqual([]);
    expect(await forgotten()).toEqual([{ storedIn: 'local', storageKey }]);
    expect(await forgotten()).toEqual([]);
    await asMember('acme.admin', async (ctx) =>
      expect(await storageUse(ctx)).toMatchObject({ used_bytes: 0, file_count: 0 }),
    );
  });
});

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
      expect(await editFile(ctx, { id, version: 3, project_id: WEB })).toMatchObject({ version: 3 });
      const other = await become(ctx, 'acme.user2');
      expect(await codeOf(editFile(other, { id, version: 3, name: 'c.txt' }))).toBe('forbidden');
      expect(await codeOf(restoreVersion(other, { id, version_number: 1 }))).toBe('forbidden');
      expect(await codeOf(deleteFile(other, { id }))).toBe('forbidden');
    });
  });

  test('changed by somebody else first is told with what there is now', async () => {
    const id = await committed('user', { project_id: WEB });
    await asMemberCommitted('acme.leader', (ctx) => edit(ctx, id, { name: 'b.txt' }));
    await asMember('acme.user', async (ctx) => {
      const { code, details } = await failureOf(edit(ctx, id, { name: 'c.txt' }));
      expect([code, details.current]).toMatchObject(['conflict', { name: 'b.txt', version: 2 }]);
    });
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
    for (const [seat, outcome] of [
      ['user', 'forbidden'],
      ['leader', 'done'],
    ])
      expect(await attempt(`acme.${seat}`, (ctx) => edit(ctx, id, { audience: 'client' }))).toBe(outcome);
    const ours = await committed('admin', {});
    expect(await attempt('acme.admin', (ctx) => edit(ctx, ours, { audience: 'client' }))).toBe('invalid');
    expect(await attempt('acme.admin', (ctx) => edit(ctx, ours, { audience: 'internal' }))).toBe('done');
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
  test('lies beside its original under a number, stores nothing again, and counts as any upload', async () => {
    await asMember('acme.user', async (ctx) => {
      const id = await add(ctx, { project_id: WEB });
      const before = await storageUse(ctx);
      const copy = await copyFile(ctx, { id });
      expect(copy).toMatchObject({ name: 'a (2).txt', project_id: WEB, version_number: 1, rights: { edit: true } });
      expect((await contentOf(ctx, copy._id)).storageKey).toBe((await contentOf(ctx, id)).storageKey);
      const [used_bytes, file_count] = [before.used_bytes + copy.size, before.file_count + 1];
      expect(await storageUse(ctx)).toEqual({ ...before, used_bytes, file_count });
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
      expect(await codeOf(copyFile(client, { id: internal }))).toBe('not_found');
    });
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
    expect(await versions(ctx, id)).toEqual(['3: 1', '2: 2', '1: 1']);
    expect(await listVersions(ctx, { id, page: 1, limit: 2 })).toMatchObject({ total: 3, docs: { length: 2 } });
    expect(effects.activities.at(-1)).toMatchObject({ kind: 'file.version_restored', data: { version_number: 1 } });
    expect(await codeOf(restoreVersion(ctx, { id, version_number: 9 }))).toBe('not_found');
  });
});

describe('of new files whoever has to do with them is told, clients of those that are for them', () => {
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
      expect(new Set(words)).toEqual(new Set(['added the file “a.txt” to this task']));
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
      expect(await told(ctx)).toEqual({ leader: 'added the file “a.txt” to a project' });
      const asAdmin = async (work: (there: Ctx) => Promise<unknown>) => {
        const there = await become(ctx, 'acme.admin');
        await work(there);
        await there.settle();
      };
      await asAdmin((there) => editFile(there, { id, version: 1, audience: 'client' }));
      expect((await told(ctx)).client).toBe('made the file “a.txt” visible to the project’s clients');
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
});

/** Lines of the history that somebody reads, the oldest first. */
const lines = async (ctx: Ctx, seat: string, where: object) => {
  await ctx.settle();
  const { db } = await become(ctx, seat);
  return db.activity.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
};
const kinds = async (ctx: Ctx, seat: string, key: 'file_id' | 'folder_id', id: string) =>
  (await lines(ctx, seat, { data: { path: [key], equals: id } })).map(({ kind }) => kind);

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
      const before = await kinds(leader, 'acme.client', 'file_id', id);
      expect(before).toEqual(['file.added', 'file.commented', 'file.commented']);
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
  beforeEach(() => owner.query('delete from activity'));
  const read = (ctx: Ctx, seat: string) => lines(ctx, seat, { kind: { startsWith: 'f' } });
  const kindsOf = (some: Awaited<ReturnType<typeof read>>) => some.map(({ kind }) => kind);
  const all = (noun: string) => [`${noun}.renamed`, `${noun}.moved`, `${noun}.shared`];

  test('of a file, or of the internal folder that it goes to', async () => {
    const inside = await makeFolder(owner, { name: 'Margins' });
    await asMember('acme.leader', async (ctx) => {
      const id = await add(ctx, { project_id: WEB }, 'Margin 40%.pdf');
      await editFile(ctx, { id, version: 1, name: 'Offer.pdf', folder_id: inside, audience: 'client' });
      expect(kindsOf(await read(ctx, 'acme.user'))).toEqual(['file.added', ...all('file')]);
      const seen = await read(ctx, 'acme.client');
      expect(kindsOf(seen)).toEqual(['file.shared']);
      expect(JSON.stringify(seen.map(({ data }) => data))).not.toContain('Margin');
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
      const lines = told.map(({ kind, audience }) => `${kind} ${audience}`);
      expect(lines).toEqual(['moved internal', 'renamed internal', 'moved client'].map((line) => `${noun}.${line}`));
    });
  });
});

const paths = async (ctx: Ctx, file_ids: string[], folder_ids: string[]) =>
  (await filesFor(ctx, { file_ids, folder_ids })).map(({ path }) => path).sort();

test('an archive has the folders that were chosen, each file once, no two of a name, and nothing of the bin', async () => {
  const open = await makeFolder(owner, { name: 'Plans', audience: 'client' });
  const below = await makeFolder(owner, { name: 'Old', parent: open });
  const other = await makeFolder(owner, { name: 'plans', parent: below });
  await asMember('acme.admin', async (ctx) => {
    const inside = await add(ctx, { folder_id: open }, 'a.txt');
    await add(ctx, { folder_id: below }, 'b.txt');
    await add(ctx, { folder_id: other }, 'c.txt');
    const root = await add(ctx, { project_id: WEB }, 'A.txt');
    const elsewhere = await add(ctx, {}, 'a.txt');
    await deleteFile(ctx, { id: await add(ctx, { folder_id: open }, 'gone.txt') });
    expect(await paths(ctx, [], [open])).toEqual(['Plans/Old/b.txt', 'Plans/Old/plans/c.txt', 'Plans/a.txt']);
    expect(await paths(ctx, [inside, root, elsewhere], [])).toHaveLength(3);
    expect(new Set((await paths(ctx, [inside, root, elsewhere], [])).map((path) => path.toLowerCase())).size).toBe(3);
    expect(await paths(ctx, [inside], [open, other])).toEqual(await paths(ctx, [], [open]));
    const client = await become(ctx, 'acme.client');
    expect(await paths(client, [inside], [open])).toEqual(['Plans/a.txt']);
    for (const [file_ids, folder_ids] of [[[root], []] as const, [[], [below]] as const])
      expect(await codeOf(paths(client, [...file_ids], [...folder_ids]))).toBe('not_found');
  });
});

test('the sweep removes what was in the bin for 30 days, and drafts of yesterday, and then their contents', async () => {
  const folder = await makeFolder(owner);
  const [old, fresh, draft, kept] = await asMemberCommitted('acme.user', async (ctx) => [
    await add(ctx, { folder_id: folder }, 'old'),
    await add(ctx, { project_id: WEB }, 'fresh'),
    await add(ctx, { project_id: WEB, draft: true }, 'draft'),
    await add(ctx, { project_id: WEB, draft: true }, 'kept'),
  ]);
  for (const [set, age, id] of [
    ['file set deleted_at', '31 days', old],
    ['folder set deleted_at', '31 days', folder],
    ['file set deleted_at', '29 days', fresh],
    ['file set draft_at', '25 hours', draft],
  ])
    await owner.query(`update ${set} = now() - interval '${age}' where id = $1`, [id]);
  const steps = [];
  for (let step = 0; step < 5; step++) steps.push((await withWorker((db) => emptyFileBin(db, 1)))[0]?.gone);
  expect(steps).toEqual([1, 1, 1, 0, 0]);
  const left = await owner.query('select id from file union all select id from folder');
  expect(left.rows.map(({ id }) => id).sort()).toEqual([fresh, kept].sort());
  expect(await forgotten()).toHaveLength(2);
});
