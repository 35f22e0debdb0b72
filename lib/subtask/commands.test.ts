import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { moveSubtask } from '@/lib/subtask/commands';
import { MoveSubtask } from '@/lib/subtask/schema';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { getTask } from '@/lib/task/queries';
import { duplicateTask } from '@/lib/task-origin/commands';
import { DuplicateTask } from '@/lib/task-origin/schema';
import { transferTask } from '@/lib/task-transfer/commands';
import { createTemplate } from '@/lib/template/commands';
import { takeTemplate } from '@/lib/template/commands.use';
import { CreateTemplate, UseTemplate } from '@/lib/template/schema';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient, somebodyWaits } from '@/lib/test/owner';
import { create, edit, list, person, task, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';

const APP = fixtureId('acme.APP');
const put = (ctx: Ctx, id: string, input: object = {}) =>
  moveSubtask(ctx, MoveSubtask.parse({ task_id: id, ...input }));
const below = async (ctx: Ctx, id: string) => (await getTask(ctx, { id })).subtasks.map(({ title }) => title);

async function family(ctx: Ctx, titles: string) {
  const parent = await create(ctx, { title: 'Print the posters' });
  const ids: Record<string, string> = {};
  for (const title of titles) ids[title] = (await create(ctx, { title, parent_id: parent._id }))._id;
  return { parent, ids, order: async () => (await below(ctx, parent._id)).join('') };
}

describe('the order of subtasks', () => {
  asLeader('is that in which they were made, until one is put below or above another', async (ctx, effects) => {
    const { parent, ids, order } = await family(ctx, 'ABCD');
    expect(await order()).toBe('ABCD');
    await put(ctx, ids.D as string, { after_id: ids.A });
    expect(await order()).toBe('ADBC');
    const moved = await put(ctx, ids.C as string, { before_id: ids.A });
    expect([await order(), moved.version]).toEqual(['CADB', 2]);
    await put(ctx, ids.C as string);
    expect(await order()).toBe('ADBC');
    expect(
      (await list(ctx, { filter: `parent:${parent._id}`, sort: 'place' })).docs.map(({ title }) => title).join(''),
    ).toBe('ADBC');
    await ctx.settle();
    expect(effects.events).toContainEqual(expect.objectContaining({ type: 'task.progressed', taskId: parent._id }));
    expect((await getTask(ctx, { id: parent._id })).version).toBe(parent.version);
  });

  test('has whoever is new at the end: made, moved there from another parent, or back out of the bin where it was', () =>
    asMember('acme.leader', async (ctx) => {
      const other = await create(ctx, { title: 'Z' });
      const { parent, ids, order } = await family(ctx, 'ABC');
      await put(ctx, ids.C as string, { before_id: ids.A });
      await create(ctx, { title: 'D', parent_id: parent._id });
      await edit(ctx, other._id, { parent_id: parent._id });
      expect(await order()).toBe('CABDZ');
      await deleteTask(ctx, { id: ids.A as string });
      await put(ctx, other._id, { after_id: ids.C });
      await restoreTask(ctx, { id: ids.A as string });
      expect(await order()).toBe('CZABD');
    }));

  asAdmin('is kept by copies, templates and moves to another project', async (ctx) => {
    const { parent, ids } = await family(ctx, 'ABC');
    await put(ctx, ids.C as string, { before_id: ids.A });
    const copy = await duplicateTask(ctx, DuplicateTask.parse({ id: parent._id, take: ['subtasks'] }));
    expect((await below(ctx, copy._id)).join('')).toBe('CAB');
    const kept = CreateTemplate.parse({ name: 'Posters', project_id: WEB, of_task_id: parent._id });
    const { _id: id } = await createTemplate(ctx, kept);
    const made = await takeTemplate(ctx, UseTemplate.parse({ id, project_id: WEB, start_date: '2031-03-01' }));
    expect((await below(ctx, made._id)).join('')).toBe('CAB');
    await ctx.settle();
    await transferTask(ctx, { id: parent._id, project_id: APP, dry_run: false });
    expect((await below(ctx, parent._id)).join('')).toBe('CAB');
  });

  asLeader('is for whoever may change the parent, not for whose subtask it is', async (ctx) => {
    const { ids } = await family(ctx, 'AB');
    await edit(ctx, ids.B as string, { assignee_ids: [person('user')] });
    expect(await codeOf(put(await become(ctx, 'acme.user'), ids.B as string))).toBe('forbidden');
  });

  test('refuses a stale version with what is there, a neighbour of another parent, and a task without one', () =>
    asMember('acme.leader', async (ctx) => {
      const { parent, ids } = await family(ctx, 'AB');
      const { code, details } = await failureOf(put(ctx, ids.B as string, { before_id: ids.A, version: 7 }));
      expect([code, details.current]).toMatchObject(['conflict', { title: 'B' }]);
      const wrong = await failureOf(put(ctx, ids.B as string, { after_id: task('WEB-1') }));
      expect([wrong.code, Object.keys(wrong.details.errors ?? {})]).toEqual(['invalid', ['after_id']]);
      expect(await codeOf(put(ctx, parent._id, { after_id: ids.A }))).toBe('conflict');
      const above = await failureOf(put(ctx, ids.B as string, { before_id: task('WEB-1') }));
      expect([above.code, Object.keys(above.details.errors ?? {})]).toEqual(['invalid', ['before_id']]);
      await deleteTask(ctx, { id: ids.A as string });
      expect(await codeOf(put(ctx, ids.A as string))).toBe('not_found');
    }));

  asLeader.each([
    ['two have one place', 'a0'],
    ['there is hardly room', `a0${'0'.repeat(110)}1`],
  ])('is kept where %s: all are numbered anew', async (ctx, _what, rank) => {
    const { ids, order } = await family(ctx, 'ABCD');
    await ctx.db.task.updateMany({ where: { id: ids.A as string }, data: { subtaskRank: 'a0' } });
    await ctx.db.task.updateMany({ where: { id: ids.B as string }, data: { subtaskRank: rank } });
    const [first, second] = [...(await order())].slice(0, 2).map((title) => ids[title] as string);
    const before = [...(await order())].filter((title) => title !== 'D');
    await put(ctx, ids.D as string, { after_id: first });
    expect(await order()).toBe([before[0], 'D', ...before.slice(1)].join(''));
    await put(ctx, ids.C as string, { before_id: second });
    expect(await order()).toBe([before[0], 'D', 'C', before[1]].join(''));
  });

  asLeader('is not touched by a move to where it stands', async (ctx) => {
    const { ids, order } = await family(ctx, 'AB');
    expect((await put(ctx, ids.B as string, { after_id: ids.A })).version).toBe(1);
    expect(await order()).toBe('AB');
  });
});

describe('while a tree moves to another project', () => {
  const owner = ownerClient();
  test.each([
    ['a subtask that is made', (ctx: Ctx, parent_id: string, _id: string) => create(ctx, { title: 'Late', parent_id })],
    ['a task that comes to stand below it', (ctx: Ctx, parent_id: string, id: string) => edit(ctx, id, { parent_id })],
  ])('%s does not stay behind', async (_what, come) => {
    const [parent, other] = await asMemberCommitted('acme.admin', async (ctx) => [
      (await create(ctx, { title: 'Tree' }))._id,
      (await create(ctx, { title: 'Other' }))._id,
    ]);
    let coming: Promise<unknown> = Promise.resolve();
    await asMemberCommitted('acme.admin', async (ctx) => {
      await transferTask(ctx, { id: parent, project_id: APP, dry_run: false });
      await ctx.settle();
      coming = failureOf(asMemberCommitted('acme.leader', (late) => come(late, parent, other)));
      await somebodyWaits(owner);
    });
    expect(await coming).toMatchObject({ code: 'invalid' });
    const { rows } = await owner.query(
      'select t.title from task t join task up on up.id = t.parent_id where up.project_id <> t.project_id',
    );
    expect(rows).toEqual([]);
    await owner.query('delete from task where id = any($1::uuid[])', [[parent, other]]);
  });
});
