import { expect, test } from 'vitest';
import { findBinnedProject, listBinned } from '@/lib/bin/queries';
import { addComment, deleteComment, restoreComment } from '@/lib/comment/commands';
import { deleteFile, restoreFile } from '@/lib/file/commands.bin';
import { addFileComment, deleteFileComment, restoreFileComment } from '@/lib/file-comment/commands';
import { createFolder, deleteFolder } from '@/lib/folder/commands';
import { restoreItem } from '@/lib/folder/commands.bin';
import { listFileBin } from '@/lib/folder/queries.bin';
import type { Ctx } from '@/lib/org';
import { deleteProject } from '@/lib/project/commands.bin';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { asMember, become } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { add } from '@/lib/test/file-calls';
import { create, WEB } from '@/lib/test/task-calls';
import { asAdmin } from '@/lib/test/test-as';

type Kind = {
  make: (ctx: Ctx) => Promise<{ _id: string }>;
  remove: (ctx: Ctx, one: { id: string }) => Promise<unknown>;
  restore: (ctx: Ctx, one: { id: string }) => Promise<unknown>;
};

const newFile = async (ctx: Ctx) => ({ _id: await add(ctx, { project_id: WEB }) });

const KINDS: Record<string, Kind> = {
  task: { make: (ctx) => create(ctx), remove: deleteTask, restore: restoreTask },
  comment: {
    make: async (ctx) => addComment(ctx, { task_id: (await create(ctx))._id, body: 'Mine' }),
    remove: deleteComment,
    restore: restoreComment,
  },
  file: { make: newFile, remove: deleteFile, restore: restoreFile },
  'comment on a file': {
    make: async (ctx) => addFileComment(ctx, { id: (await newFile(ctx))._id, body: 'Mine' }),
    remove: deleteFileComment,
    restore: restoreFileComment,
  },
  folder: {
    make: (ctx) => createFolder(ctx, { project_id: WEB, name: 'Plans' }),
    remove: deleteFolder,
    restore: (ctx, { id }) => restoreItem(ctx, { _id: id }),
  },
};

test.each(Object.entries(KINDS))(
  'R01 a %s that somebody else took away comes back only by them or an admin',
  (_, kind) =>
    asMember('acme.user', async (ctx) => {
      const as = (seat: string) => become(ctx, `acme.${seat}`);
      const { _id: id } = await kind.make(ctx);
      await ctx.settle();
      const rows = ['leader user leader', 'leader user admin', 'user leader user', 'admin leader subadmin'];
      for (const [deleter = '', refused = '', restorer = ''] of rows.map((row) => row.split(' '))) {
        await kind.remove(await as(deleter), { id });
        const other = await as(refused);
        expect((await failureOf(kind.restore(other, { id }))).code, `${deleter} ${refused}`).toBe('forbidden');
        const files = (await listFileBin(other, { page: 1, limit: 50 })).docs.filter(({ _id }) => _id === id);
        // Who leads finds it, to see who took it away.
        if (refused === 'user') expect(files).toEqual([]);
        const shown = [
          ...(await listBinned(other, { kind: 'all', page: 1, limit: 50 })).docs.filter(({ _id }) => _id === id),
          ...files,
        ];
        expect(shown.some(({ rights }) => rights.restore)).toBe(false);
        await kind.restore(await as(restorer), { id });
      }
    }),
);

asAdmin('a project in the bin says how many tasks come back with it, not those that were there before', async (ctx) => {
  const tasks = await ctx.db.task.count({ where: { projectId: WEB, deletedAt: null } });
  await deleteTask(ctx, { id: (await create(ctx))._id });
  await deleteProject(ctx, { id: WEB });
  expect((await listBinned(ctx, { kind: 'project', page: 1, limit: 1 })).docs[0]?.task_count).toBe(tasks);
});

test('a project in the bin is found by its key or id for thirty days, by who may restore it', () =>
  asMember('acme.admin', async (ctx) => {
    const found = (who: Ctx, reference: string) => findBinnedProject(who, reference);
    expect(await found(ctx, 'WEB')).toBeNull();
    const binned = async (days: number) => {
      const admin = await become(ctx, 'acme.admin');
      await admin.openBin();
      const deletedAt = new Date(Date.now() - days * 86_400_000);
      await admin.db.project.updateMany({ where: { id: WEB }, data: { deletedAt } });
    };
    await binned(29);
    const project = { _id: WEB, key: 'WEB', name: 'Website relaunch' };
    for (const reference of ['WEB', WEB])
      expect(await found(await become(ctx, 'acme.admin'), reference)).toEqual(project);
    expect(await found(ctx, 'APP')).toBeNull();
    for (const seat of ['leader', 'user', 'observer'])
      expect(await found(await become(ctx, `acme.${seat}`), 'WEB')).toBeNull();
    await binned(31);
    expect(await found(await become(ctx, 'acme.admin'), 'WEB')).toBeNull();
  }));
