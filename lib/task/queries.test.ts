import { describe, expect, test } from 'vitest';
import { countTasks, getTask, listProjectTasks } from '@/lib/task/queries';
import { type BoardColumn, CountTasks, ListProjectTasks } from '@/lib/task/schema';
import { asMember } from '@/lib/test/as-member';
import { attempt, failureOf, statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { board, list, task, WEB } from '@/lib/test/task-calls';

const keys = (docs: readonly { key: string }[]) => docs.map(({ key }) => key).sort();

describe('the board', () => {
  test('has the five columns in order, each with its total and its first tasks by rank', async () => {
    await asMember('acme.leader', async (ctx) => {
      const docs = await board(ctx, { limit: 2 });
      expect(docs.map(({ label, total: tasks }) => [label, tasks])).toEqual([
        ['Pending', 3],
        ['In Process', 1],
        ['Testing', 1],
        ['Completed', 1],
        ['Backlogs', 0],
      ]);
      const [pending] = docs as [BoardColumn];
      expect(pending.docs.map(({ key }) => key)).toEqual(['WEB-1', 'WEB-2']);
      const next = await board(ctx, { status: '1', cursor: pending.next_cursor, limit: 2 });
      expect(next).toMatchObject([{ status: 1, total: 3, docs: [{ key: 'WEB-3' }], next_cursor: null }]);
      expect(docs[1]?.next_cursor).toBeNull();
    });
  });

  test('keeps its filters in totals and columns', async () => {
    await asMember('acme.leader', async (ctx) => {
      const docs = await board(ctx, { assignee: fixtureId('acme.user') });
      expect(docs.map(({ total, docs: cards }) => [total, ...keys(cards)])).toEqual([
        [1, 'WEB-1'],
        [0],
        [0],
        [1, 'WEB-6'],
        [0],
      ]);
      expect((await board(ctx, { q: 'nothing has this' })).every(({ total }) => total === 0)).toBe(true);
    });
  });

  test('goes on in one column only', async () => {
    expect(await attempt('acme.leader', (ctx) => board(ctx, { cursor: 'x' }))).toBe('invalid');
    expect(await attempt('acme.leader', (ctx) => board(ctx, { status: '1,2', cursor: 'x' }))).toBe('invalid');
  });

  test('is what the project’s list becomes with group=status', async () => {
    await asMember('acme.leader', async (ctx) => {
      const input = ListProjectTasks.parse({ project_id: WEB, group: 'status' });
      expect(await listProjectTasks(ctx, input)).toEqual({ docs: await board(ctx), total: 5, page: 1, limit: 50 });
      const flat = await listProjectTasks(ctx, ListProjectTasks.parse({ project_id: WEB }));
      expect(flat).toMatchObject({ total: 6, page: 1, limit: 50, next_cursor: null });
    });
  });
});

describe('one task', () => {
  test('is found by id and by key, with what belongs to it', async () => {
    await asMember('acme.leader', async (ctx) => {
      const byId = await getTask(ctx, { id: task('WEB-1') });
      expect(await getTask(ctx, { id: 'WEB-1' })).toEqual(byId);
      expect(byId).toMatchObject({
        key: 'WEB-1',
        project: { key: 'WEB', name: 'Website relaunch', leader_id: fixtureId('acme.leader') },
        created_by: { name: 'leader of acme', role: 'team_leader' },
        deleted_at: null,
        rights: { edit: true, move: true, assign: true, delete: true, audience: true, comment: true },
      });
      expect(byId.comments.map(({ internal, author }) => [internal, author?.name])).toEqual([
        [false, 'leader of acme'],
        [true, 'user of acme'],
      ]);
      expect(byId.comments[0]?.body_html).toBe('<p>The logo files are here.</p>\n');
    });
  });

  test.each(['acme.client', 'acme.observer'])('offers %s no change, and a client nothing internal', async (who) => {
    await asMember(who, async (ctx) => {
      const found = await getTask(ctx, { id: 'WEB-1' });
      const { comment, ...rights } = found.rights;
      expect(Object.values(rights).some(Boolean)).toBe(false);
      expect(comment).toBe(who === 'acme.client');
      expect(found.comments).toHaveLength(who === 'acme.client' ? 1 : 2);
      expect(found.created_by).toEqual({
        _id: fixtureId('acme.leader'),
        name: 'leader of acme',
        pic: null,
        ...(who === 'acme.observer' && { role: 'team_leader' }),
      });
    });
  });

  test('in the bin is there for those who may take it out again', async () => {
    const binned = async (who: string) =>
      attempt(who, async (ctx) => {
        if (who === 'acme.admin')
          await ctx.db.task.updateMany({ where: { id: task('WEB-3') }, data: { deletedAt: new Date() } });
        await getTask(ctx, { id: 'WEB-3' });
      });
    expect(await binned('acme.admin')).toBe('done');
    await asMember('acme.user', async (ctx) => {
      await ctx.db.task.updateMany({
        where: { id: { in: [task('WEB-3'), task('WEB-1')] } },
        data: { deletedAt: new Date() },
      });
      expect((await getTask(ctx, { id: 'WEB-3' })).deleted_at).not.toBeNull();
      expect(await failureOf(getTask(ctx, { id: 'WEB-1' }))).toMatchObject({ code: 'not_found' });
    });
  });
});

describe('counts', () => {
  test('by status, late and due today', async () => {
    await asMember('acme.leader', async (ctx) => {
      expect(await countTasks(ctx, CountTasks.parse({}))).toEqual({
        pending: 3,
        in_process: 1,
        testing: 1,
        completed: 1,
        backlogs: 0,
        total: 6,
        overdue: 1,
        due_today: 1,
      });
      expect((await countTasks(ctx, CountTasks.parse({ assignee: 'me' }))).total).toBe(1);
    });
  });
});

test('D03 a page needs few statements, and no more for a hundred tasks than for one', async () => {
  await asMember('acme.leader', async (ctx) => {
    const reads: [string, () => Promise<unknown>, number][] = [
      ['list', () => list(ctx, { project_id: WEB }), 3],
      ['board', () => board(ctx), 3],
      ['task', () => getTask(ctx, { id: 'WEB-1' }), 3],
      ['counts', () => countTasks(ctx, CountTasks.parse({ project_id: WEB })), 2],
    ];
    const before: number[] = [];
    for (const [, read] of reads) before.push(await statementsOf(read));
    const many = Array.from({ length: 100 }, (_, at) => fixtureId(`many ${at}`));
    const base = { projectId: WEB, title: 'One of many', createdById: ctx.actor.memberId };
    await ctx.db.task.createMany({
      data: many.map((id, at) => ({
        ...base,
        id,
        number: 100 + at,
        status: 1 + (at % 5),
        rank: `b${100 + at}`,
        parentId: task('WEB-1'),
      })),
    });
    await ctx.db.taskAssignee.createMany({
      data: many.flatMap((taskId) =>
        ['user', 'leader'].map((who) => ({
          taskId,
          memberId: fixtureId(`acme.${who}`),
          projectId: WEB,
          audience: 'internal',
        })),
      ),
    });
    for (const [at, [name, read, most]] of reads.entries()) {
      const statements = await statementsOf(read);
      expect(statements, name).toBeLessThanOrEqual(most);
      if (name !== 'task') expect(statements, name).toBe(before[at]);
    }
    expect((await getTask(ctx, { id: 'WEB-1' })).subtasks).toHaveLength(100);
  });
});
