import { describe, expect, test } from 'vitest';
import { toFailure } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { getTask } from '@/lib/task/queries';
import { asMember } from '@/lib/test/as-member';
import { attempt, failureOf, statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { column, create, edit, LEADS, move, outcomes, person, task, told, UNSEEN, WEB } from '@/lib/test/task-calls';

describe('moving a task', () => {
  test('R01 is for the team; a user moves what it created or is assigned to', async () => {
    const foreign = { ...LEADS, ...UNSEEN, 'acme.user2': 'forbidden', 'acme.observer': 'forbidden' };
    const toTesting = (key: string) => (ctx: Ctx) => move(ctx, task(key), 3);
    expect(await outcomes(toTesting('WEB-1'))).toEqual({ ...foreign, 'acme.user': 'done', 'acme.client': 'forbidden' });
    expect(await outcomes(toTesting('WEB-2'))).toEqual({
      ...foreign,
      'acme.user': 'forbidden',
      'acme.client': 'not_found',
    });
  });

  test('to another status is history, news and a new version', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      expect(await move(ctx, 'WEB-1', 3)).toMatchObject({ status: 3, status_label: 'Testing', version: 2 });
      expect(effects.activities).toMatchObject([{ kind: 'task.moved', audience: 'client', data: { from: 1, to: 3 } }]);
      expect(told(effects)).toEqual(expect.arrayContaining([['task.moved', person('leader')]]));
      expect(effects.events).toMatchObject([{ type: 'task.changed', version: 2, client: true }]);
    });
  });

  test('back from Testing is told to those who were told that it went there', async () => {
    await asMember('acme.user', async (ctx, effects) => {
      await move(ctx, 'WEB-1', 3);
      const there = told(effects);
      expect(there).toContainEqual(['task.moved', person('leader')]);
      await move(ctx, 'WEB-1', 2);
      expect(told(effects)).toEqual([...there, ...there]);
      expect(effects.notifications.at(-1)).toMatchObject({ data: { from: 3, to: 2 } });
      await move(ctx, 'WEB-1', 1);
      expect(told(effects)).toEqual([...there, ...there]);
      // Its own inbox too: what stands there of the task may not be so any more.
      expect([...effects.staleInboxes]).toEqual(expect.arrayContaining([person('user'), person('leader')]));
    });
  });

  test('stamps completion, and takes the stamp off again', async () => {
    await asMember('acme.leader', async (ctx) => {
      await move(ctx, 'WEB-1', 4);
      expect((await getTask(ctx, { id: 'WEB-1' })).completed_at).not.toBeNull();
      expect((await edit(ctx, 'WEB-1', { version: 2, status: 2 })).completed_at).toBeNull();
      expect((await edit(ctx, 'WEB-1', { version: 3, status: 'COMPLETED' })).completed_at).not.toBeNull();
    });
  });

  test('puts it below one, above one, or at the end', async () => {
    await asMember('acme.leader', async (ctx, effects) => {
      const rows = [
        ['WEB-3', { after_id: task('WEB-1') }, ['WEB-1', 'WEB-3', 'WEB-2']],
        ['WEB-2', { before_id: task('WEB-1') }, ['WEB-2', 'WEB-1', 'WEB-3']],
        ['WEB-2', {}, ['WEB-1', 'WEB-3', 'WEB-2']],
        ['WEB-4', { after_id: task('WEB-1'), before_id: task('WEB-3') }, ['WEB-1', 'WEB-4', 'WEB-3', 'WEB-2']],
        ['WEB-5', { before_id: task('WEB-1') }, ['WEB-5', 'WEB-1', 'WEB-4', 'WEB-3', 'WEB-2']],
      ] as const;
      for (const [key, input, order] of rows) {
        await move(ctx, key, 1, input);
        expect(await column(ctx, 1)).toEqual(order);
      }
      expect(effects.activities.map(({ kind }) => kind)).toEqual(['task.moved', 'task.moved']);
      expect(effects.events).toHaveLength(5);
    });
  });

  test.each([
    ['WEB-1', {}, 'end' as const],
    ['WEB-2', { after_id: task('WEB-1') }, 'below' as const],
    ['WEB-2', { before_id: task('WEB-3') }, 'above' as const],
    ['WEB-2', { after_id: task('WEB-1'), before_id: task('WEB-3') }, 'between' as const],
    ['WEB-3', {}, 'end' as const],
  ])('%s to where it lies (%j) changes nothing', async (key, input, where) => {
    await asMember('acme.leader', async (ctx, effects) => {
      const { version } = await move(ctx, key, 1, input);
      // WEB-1 is first: to the end is a move.
      expect(version).toBe(key === 'WEB-1' && where === 'end' ? 2 : 1);
      expect(effects.events).toHaveLength(version - 1);
    });
  });

  test('without a version the last one wins; with a stale one it is refused', async () => {
    await asMember('acme.leader', async (ctx) => {
      await move(ctx, 'WEB-1', 2);
      await move(ctx, 'WEB-1', 3);
      const { code, details } = await failureOf(move(ctx, 'WEB-1', 1, { version: 2 }));
      expect([code, (details.current as { version: number }).version]).toEqual(['conflict', 3]);
      expect(await move(ctx, 'WEB-1', 1, { version: 3 })).toMatchObject({ status: 1, version: 4 });
    });
  });

  test.each([
    ['itself', { after_id: task('WEB-1') }, 'invalid'],
    ['a task of another project', { after_id: task('APP-1') }, 'invalid'],
    ['a task of another organisation', { before_id: fixtureId('globex.WEB-1') }, 'invalid'],
    ['a task that does not exist', { before_id: fixtureId('nothing') }, 'invalid'],
    ['a task that is in another column by now', { after_id: task('WEB-4') }, 'done'],
    ['two that moved away', { after_id: task('WEB-4'), before_id: task('WEB-6') }, 'done'],
    ['one that moved away, and one that is there', { after_id: task('WEB-4'), before_id: task('WEB-5') }, 'done'],
  ])('beside %s (%j): %s', async (_what, input, outcome) => {
    expect(await attempt('acme.leader', (ctx) => move(ctx, 'WEB-1', 3, input))).toBe(outcome);
  });

  test('beside one that never was there: the end for below, the beginning for above', async () => {
    await asMember('acme.leader', async (ctx) => {
      expect(await move(ctx, 'WEB-1', 1, { after_id: task('WEB-4') })).toMatchObject({ before_id: null });
      expect(await move(ctx, 'WEB-1', 1, { before_id: task('WEB-4') })).toMatchObject({ after_id: null });
      expect(await column(ctx, 1)).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
    });
  });

  test('beside one in the bin goes where it lies', async () => {
    await asMember('acme.leader', async (ctx) => {
      await ctx.db.task.updateMany({ where: { id: task('WEB-2') }, data: { deletedAt: new Date() } });
      await move(ctx, 'WEB-5', 1, { after_id: task('WEB-2') });
      expect(await column(ctx, 1)).toEqual(['WEB-1', 'WEB-5', 'WEB-3']);
    });
  });

  test('the database lets no two tasks of a column share a rank', async () => {
    await asMember('acme.leader', async (ctx) => {
      const same = ctx.db.task.updateMany({ where: { projectId: WEB, status: 1 }, data: { rank: 'a0' } });
      expect(toFailure(await same.catch((error) => error)).code).toBe('conflict');
    });
  });

  test('makes room where ranks leave none', async () => {
    await asMember('acme.leader', async (ctx) => {
      for (const rank of ['not a rank ', `a0${'V'.repeat(150)}`]) {
        for (const [at, key] of (['WEB-1', 'WEB-2', 'WEB-3'] as const).entries())
          await ctx.db.task.updateMany({ where: { id: task(key) }, data: { rank: `${rank}${at + 1}` } });
        const order = (await column(ctx, 1)) as string[];
        const anchor = order[0] as string;
        await move(ctx, 'WEB-4', 1, { after_id: task(anchor) });
        expect(await column(ctx, 1)).toEqual([anchor, 'WEB-4', ...order.slice(1)]);
        await move(ctx, 'WEB-4', 2);
      }
    });
  });
});

test('D03 a change needs at most twelve statements, with its history and news', async () => {
  const changes: [string, (ctx: Ctx) => Promise<unknown>][] = [
    ['create', (ctx) => create(ctx, { assignee_ids: [person('user')], parent_id: task('WEB-1'), audience: 'client' })],
    ['move', (ctx) => move(ctx, 'WEB-1', 3, { after_id: task('WEB-5') })],
    [
      'edit',
      (ctx) => edit(ctx, 'WEB-1', { title: 'x', status: 3, audience: 'internal', assignee_ids: [person('user2')] }),
    ],
  ];
  for (const [name, change] of changes)
    await asMember('acme.leader', async (ctx) => {
      const statements = await statementsOf(async () => {
        await change(ctx);
        await ctx.settle();
      });
      expect(statements, name).toBeLessThanOrEqual(12);
    });
});
