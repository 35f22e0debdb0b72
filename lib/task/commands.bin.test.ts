import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { createTask, editTask, moveTask } from '@/lib/task/commands';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { getTask, listBin, listBoard } from '@/lib/task/queries';
import { CreateTask, EditTask, ListBin, ListProjectTasks, MoveTask } from '@/lib/task/schema';
import { asMember } from '@/lib/test/as-member';
import { attempt } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

const WEB = fixtureId('acme.WEB');
const task = (key: string) => fixtureId(`acme.${key}`);
const bin = (ctx: Ctx) => listBin(ctx, ListBin.parse({ project_id: WEB }));

describe('deleting a task', () => {
  test.each([
    ['acme.admin', 'WEB-1', 'done'],
    ['acme.subadmin', 'WEB-1', 'done'],
    ['acme.leader', 'WEB-1', 'done'],
    ['acme.user', 'WEB-3', 'done'],
    ['acme.user', 'WEB-1', 'forbidden'],
    ['acme.user2', 'WEB-3', 'forbidden'],
    ['acme.client', 'WEB-1', 'forbidden'],
    ['acme.client', 'WEB-2', 'not_found'],
    ['acme.observer', 'WEB-1', 'forbidden'],
    ['acme.outsider', 'WEB-1', 'not_found'],
    ['acme.lead2', 'WEB-1', 'not_found'],
  ])('R01 by %s of %s: %s', async (who, key, outcome) => {
    expect(await attempt(who, (ctx) => deleteTask(ctx, { id: key }))).toBe(outcome);
  });

  test('T09 is not for another organisation', async () => {
    expect(await attempt('globex.admin', (ctx) => deleteTask(ctx, { id: task('WEB-1') }))).toBe('not_found');
  });

  test('puts it into the bin, from where it comes back to its place', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const binned = await deleteTask(ctx, { id: 'WEB-1' });
      expect(binned).toMatchObject({ key: 'WEB-1', version: 2, deleted_at: expect.any(String) });
      expect((await bin(ctx)).docs).toEqual([binned]);
      expect(await deleteTask(ctx, { id: 'WEB-1' })).toEqual(binned);

      expect(await restoreTask(ctx, { id: binned._id })).toMatchObject({ key: 'WEB-1', version: 3 });
      expect(await bin(ctx)).toMatchObject({ docs: [], total: 0 });
      const [pending] = await listBoard(ctx, ListProjectTasks.parse({ project_id: WEB }));
      expect(pending?.docs.map(({ key }) => key)).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
      expect((await restoreTask(ctx, { id: binned._id })).version).toBe(3);

      expect(effects.activities.map(({ kind, audience }) => [kind, audience])).toEqual([
        ['task.deleted', 'internal'],
        ['task.restored', 'internal'],
      ]);
      expect(effects.events.map((event) => [event.type, 'client' in event && event.client])).toEqual([
        ['task.deleted', true],
        ['task.created', true],
      ]);
    });
  });
});

describe('in the bin', () => {
  const binnedFor = (who: string, work: (ctx: Ctx) => Promise<unknown>) =>
    attempt(who, async (ctx) => {
      await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { deletedAt: new Date() } });
      await work(ctx);
    });

  test('a task is not changed, and is not there for those who cannot take it out', async () => {
    const changes: ((ctx: Ctx) => Promise<unknown>)[] = [
      (ctx) => editTask(ctx, EditTask.parse({ id: 'WEB-1', version: 1, title: 'x' }), getTask),
      (ctx) => moveTask(ctx, MoveTask.parse({ task_id: 'WEB-1', status: 2 })),
    ];
    for (const change of changes) {
      expect(await binnedFor('acme.leader', change)).toBe('conflict');
      expect(await binnedFor('acme.user', change)).toBe('not_found');
    }
    expect(await binnedFor('acme.user', (ctx) => restoreTask(ctx, { id: 'WEB-1' }))).toBe('not_found');
    expect(await binnedFor('acme.user', (ctx) => getTask(ctx, { id: 'WEB-1' }))).toBe('not_found');
    expect(await binnedFor('acme.leader', (ctx) => restoreTask(ctx, { id: 'WEB-1' }))).toBe('done');
  });

  test('a task is no parent, and still a neighbour', async () => {
    const child = (ctx: Ctx) =>
      createTask(ctx, CreateTask.parse({ project_id: WEB, title: 'x', parent_id: task('WEB-1') }));
    expect(await binnedFor('acme.leader', child)).toBe('invalid');
    expect(await attempt('acme.leader', child)).toBe('done');
    const beside = (ctx: Ctx) =>
      moveTask(ctx, MoveTask.parse({ task_id: 'WEB-4', status: 1, after_id: task('WEB-1') }));
    // It keeps its place in the column, and so there is one below it.
    expect(await binnedFor('acme.leader', beside)).toBe('done');
    expect(await attempt('acme.leader', beside)).toBe('done');
  });

  test('a rank stays taken: what comes back is beside what was put there meanwhile', async () => {
    await asMember('acme.leader', async (ctx) => {
      await deleteTask(ctx, { id: 'WEB-2' });
      const moved = await moveTask(ctx, MoveTask.parse({ task_id: 'WEB-4', status: 1, after_id: task('WEB-1') }));
      const back = await restoreTask(ctx, { id: task('WEB-2') });
      expect(back.rank).not.toBe(moved.rank);
    });
  });

  test('only those of the project look', async () => {
    expect(await attempt('acme.lead2', bin)).toBe('not_found');
    expect(await attempt('globex.admin', bin)).toBe('not_found');
    expect(await attempt('acme.user', bin)).toBe('done');
  });
});

test('T09 what happened to a task is there for clients as long as the task is', async () => {
  const lines = (who: Ctx) =>
    who.db.$queryRaw<{ kind: string }[]>`select kind from activity where task_id = ${task('WEB-1')}::uuid`;
  const asClient = async (ctx: Ctx) => {
    await ctx.db
      .$executeRaw`select set_config('app.role', 'client', true), set_config('app.member_id', ${fixtureId('acme.client')}, true)`;
    const seen = {
      lines: await lines(ctx),
      comments: await ctx.db.comment.count({ where: { taskId: task('WEB-1') } }),
    };
    await ctx.db
      .$executeRaw`select set_config('app.role', 'team_leader', true), set_config('app.member_id', ${fixtureId('acme.leader')}, true)`;
    return seen;
  };
  await asMember('acme.leader', async (ctx) => {
    await ctx.db.activity.createMany({
      data: [
        { kind: 'task.created', projectId: WEB, taskId: task('WEB-1'), taskAudience: 'client', audience: 'client' },
      ],
    });
    const before = await asClient(ctx);
    expect(before.lines).toContainEqual({ kind: 'task.created' });
    expect(before.comments).toBeGreaterThan(0);
    await deleteTask(ctx, { id: 'WEB-1' });
    expect(await asClient(ctx)).toEqual({ lines: [], comments: 0 });
    expect(await lines(ctx)).toContainEqual({ kind: 'task.created' });
    await restoreTask(ctx, { id: task('WEB-1') });
    expect(await asClient(ctx)).toMatchObject(before);
  });
});
