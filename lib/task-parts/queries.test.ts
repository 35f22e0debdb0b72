import { expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { getCard, getTask } from '@/lib/task/queries';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf } from '@/lib/test/attempt';
import { create, edit, list, move, task } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

const below = async (ctx: Ctx, id: string, parent_id: string | null) =>
  edit(ctx, id, { version: (await getCard(ctx, { id })).version, parent_id });
const progress = async (ctx: Ctx, key: string) => (await getCard(ctx, { id: task(key) })).subtask_progress;

/** A chain of `count` tasks, from the top. */
async function chain(ctx: Ctx, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push((await create(ctx, { parent_id: ids.at(-1) }))._id);
  return ids;
}

test('another parent shows on the task and both parents, with history for the team, and can be none again', () =>
  asMember('acme.leader', async (ctx, effects) => {
    const first = await create(ctx);
    await below(ctx, first._id, task('WEB-2'));
    const moved = await below(ctx, first._id, task('WEB-3'));
    expect(moved.parent?.key).toBe('WEB-3');
    expect(moved.activity.slice(0, 2).map(({ says }) => says)).toEqual([
      'changed the parent from WEB-2 to WEB-3',
      'set the parent to WEB-2',
    ]);
    expect([await progress(ctx, 'WEB-2'), await progress(ctx, 'WEB-3')]).toEqual([undefined, { done: 0, total: 1 }]);
    const told = effects.events.flatMap((event) => (event.type === 'task.progressed' ? [event.taskId] : []));
    expect(told).toEqual([task('WEB-2'), task('WEB-3')]);
    expect((await below(ctx, first._id, null)).parent).toBeNull();
    expect(await progress(ctx, 'WEB-3')).toBeUndefined();
  }));

test('another parent is refused where it would close a circle, lie deeper than eight levels, or be of another project', () =>
  asMember('acme.admin', async (ctx) => {
    const ids = await chain(ctx, 8);
    const [top = '', second = '', last = ''] = [ids[0], ids[1], ids[7]];
    for (const [id, parent] of [
      [top, last],
      [top, top],
      [second, last],
    ] as const)
      expect(await codeOf(below(ctx, id, parent))).toBe('conflict');
    expect(await codeOf(create(ctx, { parent_id: last }))).toBe('conflict');
    expect(await codeOf(below(ctx, top, task('WEB-1')))).toBe('conflict');
    expect((await below(ctx, second, task('WEB-1'))).parent?.key).toBe('WEB-1');
    expect(await codeOf(below(ctx, top, task('APP-1')))).toBe('invalid');
    // Through the bin it would still be one, once the task between them came back.
    const [first = '', middle = '', end = ''] = await chain(ctx, 3);
    await deleteTask(ctx, { id: middle });
    expect(await codeOf(below(ctx, first, end))).toBe('conflict');
  }));

test('progress follows what is made, completed, deleted and restored, and open pages hear of it', () =>
  asMember('acme.leader', async (ctx, effects) => {
    const { _id: id } = await create(ctx, { parent_id: task('WEB-3') });
    const seen = [await progress(ctx, 'WEB-3')];
    for (const step of [
      () => move(ctx, id, 4),
      () => move(ctx, id, 1),
      () => deleteTask(ctx, { id }),
      () => restoreTask(ctx, { id }),
    ]) {
      await step();
      await ctx.settle();
      seen.push(await progress(ctx, 'WEB-3'));
    }
    expect(seen).toEqual([
      { done: 0, total: 1 },
      { done: 1, total: 1 },
      { done: 0, total: 1 },
      undefined,
      { done: 0, total: 1 },
    ]);
    // Its own version stays: whoever is changing it is not refused.
    expect((await getCard(ctx, { id: task('WEB-3') })).version).toBe(1);
    expect(effects.events.some(({ type }) => type === 'task.progressed')).toBe(true);
  }));

asLeader('progress counts for a client what is shared with it', async (ctx) => {
  await create(ctx, { parent_id: task('WEB-1') });
  const before = (await getTask(ctx, { id: 'WEB-1' })).subtask_progress?.total ?? 0;
  const client = await become(ctx, 'acme.client');
  const seen = (await list(client)).docs.find(({ key }) => key === 'WEB-1');
  expect((seen?.subtask_progress?.total ?? 0) < before).toBe(true);
});
