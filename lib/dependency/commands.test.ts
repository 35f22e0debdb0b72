import { describe, expect, test } from 'vitest';
import { addDependency, removeDependency } from '@/lib/dependency/commands';
import { DependencyInput } from '@/lib/dependency/schema';
import type { Ctx } from '@/lib/org';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { getCard, getTask } from '@/lib/task/queries';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { board, list, move, task } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

const link = (ctx: Ctx, blocker: string, blocked: string) =>
  addDependency(ctx, DependencyInput.parse({ task_id: blocker, blocks_id: blocked }));
const unlink = (ctx: Ctx, blocker: string, blocked: string) =>
  removeDependency(ctx, DependencyInput.parse({ task_id: blocker, blocks_id: blocked }));
const blocked = async (ctx: Ctx, key: string) => (await getCard(ctx, { id: task(key) })).blocked ?? false;
const owner = ownerClient();

describe('linking two tasks', () => {
  test('R01 is for whoever may change one of them and sees the other', async () => {
    const outcome = (who: string) => attempt(who, (ctx) => link(ctx, task('WEB-1'), task('WEB-2')));
    expect([await outcome('acme.user'), await outcome('acme.user2')]).toEqual(['done', 'forbidden']);
    // WEB-2 is not shared with it.
    expect(await outcome('acme.client')).toBe('not_found');
  });

  test('shows on both, marks what waits, with history for the team and messages to open pages', () =>
    asMember('acme.leader', async (ctx, effects) => {
      await link(ctx, 'WEB-1', 'WEB-3');
      const [one, other] = [await getTask(ctx, { id: 'WEB-1' }), await getTask(ctx, { id: 'WEB-3' })];
      expect(one.dependencies).toMatchObject([{ key: 'WEB-3', relation: 'blocks' }]);
      expect(other.dependencies).toMatchObject([{ key: 'WEB-1', relation: 'blocked_by', status: 1 }]);
      expect([one.blocked, other.blocked]).toEqual([undefined, true]);
      const cards = (await board(ctx)).flatMap(({ docs }) => docs);
      expect(cards.filter((card) => card.blocked).map(({ key }) => key)).toEqual(['WEB-3']);
      expect((await list(ctx)).docs.filter((card) => card.blocked).map(({ key }) => key)).toEqual(['WEB-3']);
      expect(one.activity[0]?.says).toBe('said that this task blocks WEB-3');
      expect(other.activity[0]?.says).toBe('said that this task is blocked by WEB-1');
      expect(effects.activities.map(({ audience }) => audience)).toEqual(['internal', 'internal']);
      expect(effects.events).toMatchObject([
        { type: 'task.changed', taskId: task('WEB-1'), version: 2 },
        { type: 'task.changed', taskId: task('WEB-3'), version: 2 },
      ]);
      await unlink(ctx, 'WEB-1', 'WEB-3');
      expect((await getTask(ctx, { id: 'WEB-3' })).dependencies).toEqual([]);
      expect(await blocked(ctx, 'WEB-3')).toBe(false);
    }));

  asLeader('twice, and taking back what is not there, change nothing', async (ctx, effects) => {
    await link(ctx, 'WEB-1', 'WEB-3');
    const told = effects.events.length;
    await link(ctx, 'WEB-1', 'WEB-3');
    await unlink(ctx, 'WEB-3', 'WEB-1');
    expect(effects.events).toHaveLength(told);
  });

  asLeader('is refused in a circle, and with itself', async (ctx) => {
    await link(ctx, 'WEB-1', 'WEB-2');
    await link(ctx, 'WEB-2', 'WEB-3');
    expect(await codeOf(link(ctx, 'WEB-2', 'WEB-1'))).toBe('conflict');
    expect(await codeOf(link(ctx, 'WEB-3', 'WEB-1'))).toBe('conflict');
    expect(await codeOf(link(ctx, 'WEB-1', 'WEB-1'))).toBe('invalid');
  });

  asLeader('is neither done nor taken back with a task in the bin', async (ctx) => {
    await link(ctx, 'WEB-1', 'WEB-3');
    await deleteTask(ctx, { id: 'WEB-1' });
    for (const work of [link, unlink]) {
      expect(await codeOf(work(ctx, task('WEB-1'), 'WEB-2'))).toBe('not_found');
      expect(await codeOf(work(ctx, 'WEB-2', task('WEB-1')))).toBe('not_found');
    }
  });

  test('is taken back by whoever may change one of them, with a line of history on both', () =>
    asMember('acme.leader', async (ctx, effects) => {
      await link(ctx, 'WEB-1', 'WEB-2');
      await ctx.settle();
      expect(await codeOf(unlink(await become(ctx, 'acme.user2'), task('WEB-1'), task('WEB-2')))).toBe('forbidden');
      const user = await become(ctx, 'acme.user', effects);
      await unlink(user, 'WEB-1', 'WEB-2');
      await user.settle();
      const says = async (id: string) => (await getTask(user, { id })).activity[0]?.says;
      expect([await says('WEB-1'), await says('WEB-2')]).toEqual([
        'said that this task no longer blocks WEB-2',
        'said that this task is no longer blocked by WEB-1',
      ]);
    }));

  test('is refused in a circle through a task that one does not see, which is not named', async () => {
    await asMemberCommitted('acme.admin', async (ctx) => {
      await link(ctx, 'WEB-1', 'APP-1');
      await link(ctx, 'APP-1', 'WEB-3');
    });
    await asMember('acme.leader', async (ctx) => {
      expect((await getTask(ctx, { id: 'WEB-1' })).dependencies).toEqual([]);
      expect(await blocked(ctx, 'WEB-3')).toBe(false);
      const { code, message } = await failureOf(link(ctx, 'WEB-3', 'WEB-1'));
      expect(code).toBe('conflict');
      expect(message).not.toContain('APP');
      const { activity } = await getTask(ctx, { id: 'WEB-1' });
      expect(activity[0]?.says).toBe('said that this task blocks another task');
      expect(JSON.stringify(activity)).not.toContain('APP');
    });
    await asMemberCommitted('acme.admin', async (ctx) => {
      await unlink(ctx, 'WEB-1', 'APP-1');
      await unlink(ctx, 'APP-1', 'WEB-3');
    });
  });

  test('two halves of a circle at once: one of them is refused', async () => {
    const ends = await Promise.all(
      [
        ['WEB-1', 'WEB-3'],
        ['WEB-3', 'WEB-1'],
      ].map(([one = '', other = '']) =>
        asMemberCommitted('acme.leader', (ctx) => link(ctx, one, other)).then(
          () => 'done',
          (error) => error.code,
        ),
      ),
    );
    expect(ends.sort()).toEqual(['conflict', 'done']);
    await owner.query('delete from dependency where org_id = $1', [fixtureId('acme')]);
  });
});

test('a task that blocks another lets go when it is completed or deleted, and holds again when it is back', () =>
  asMember('acme.leader', async (ctx, effects) => {
    await link(ctx, 'WEB-1', 'WEB-3');
    const steps: [() => Promise<unknown>, boolean][] = [
      [() => move(ctx, 'WEB-1', 2), true],
      [() => move(ctx, 'WEB-1', 4), false],
      [() => move(ctx, 'WEB-1', 1), true],
      [() => deleteTask(ctx, { id: 'WEB-1' }), false],
      [() => restoreTask(ctx, { id: 'WEB-1' }), true],
    ];
    const { version: first } = await getCard(ctx, { id: task('WEB-3') });
    const versions: number[] = [];
    for (const [step, waits] of steps) {
      await step();
      await ctx.settle();
      expect(await blocked(ctx, 'WEB-3')).toBe(waits);
      versions.push((await getCard(ctx, { id: task('WEB-3') })).version);
    }
    // Each but the first is told to open pages.
    expect(versions.map((version) => version - first)).toEqual([0, 1, 2, 3, 4]);
    const told = effects.events.flatMap((event) =>
      event.type === 'task.changed' && event.taskId === task('WEB-3') ? event.version - first : [],
    );
    expect(told).toEqual([0, 1, 2, 3, 4]);
  }));

test('for a client a dependency is there where both tasks are shared', async () => {
  await asMemberCommitted('acme.leader', (ctx) => link(ctx, 'WEB-2', 'WEB-1'));
  await asMember('acme.client', async (ctx) => {
    const shared = await getTask(ctx, { id: 'WEB-1' });
    expect([shared.dependencies, shared.blocked]).toEqual([[], undefined]);
    expect(JSON.stringify(shared.activity)).not.toContain('blocks');
  });
  await owner.query(`update task set audience = 'client' where id = $1`, [task('WEB-2')]);
  await asMember('acme.client', async (ctx) => {
    const shared = await getTask(ctx, { id: 'WEB-1' });
    expect(shared.dependencies).toMatchObject([{ key: 'WEB-2', relation: 'blocked_by' }]);
    expect(shared.blocked).toBe(true);
  });
  await owner.query(`update task set audience = 'internal' where id = $1`, [task('WEB-2')]);
  await owner.query('delete from dependency where org_id = $1', [fixtureId('acme')]);
});
