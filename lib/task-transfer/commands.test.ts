import { describe, expect, test } from 'vitest';
import { addComment } from '@/lib/comment/commands';
import { AddComment } from '@/lib/comment/schema';
import { addFile } from '@/lib/file/commands.add';
import { placeFor } from '@/lib/file/commands.place';
import type { Ctx } from '@/lib/org';
import { createTask, editTask } from '@/lib/task/commands';
import { deleteTask } from '@/lib/task/commands.bin';
import { getTask } from '@/lib/task/queries';
import { CreateTask, EditTask } from '@/lib/task/schema';
import { duplicateTask } from '@/lib/task-origin/commands';
import { transferTask } from '@/lib/task-transfer/commands';
import { TransferTask } from '@/lib/task-transfer/schema';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { bytes } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { asAdmin } from '@/lib/test/test-as';

const [WEB, APP] = [fixtureId('acme.WEB'), fixtureId('acme.APP')];
const move = (ctx: Ctx, id: string, given: object = {}) =>
  transferTask(ctx, TransferTask.parse({ id, project_id: APP, version: 1, ...given }));
const made = (ctx: Ctx, title: string, given: object = {}) =>
  createTask(ctx, CreateTask.parse({ project_id: WEB, title, ...given }));

describe('moving a task to another project', () => {
  test.each([
    ['acme.leader', 'WEB-1', 'not_found'],
    ['acme.lead2', 'WEB-1', 'not_found'],
    ['acme.user', 'WEB-3', 'not_found'],
  ])('%s with %s: %s', async (who, id, outcome) => expect(await attempt(who, (ctx) => move(ctx, id))).toBe(outcome));

  asAdmin('gives it a number there and takes along what hangs on it; the old key leads to it', async (ctx) => {
    const task = await made(ctx, 'Draw the map', {
      audience: 'client',
      assignee_ids: [fixtureId('acme.user2'), ctx.actor.memberId],
    });
    await addComment(ctx, AddComment.parse({ task_id: task._id, body: 'As agreed', internal: false }));
    const place = await placeFor(ctx, { task_id: task._id });
    await addFile(ctx, place, { name: 'map.pdf', content: bytes() });
    const answer = await move(ctx, task._id, { version: task.version });
    expect(answer).toMatchObject({
      moved: true,
      former_key: task.key,
      subtasks: 0,
      loses: { assignees: [], clients: true, parent: null },
    });
    expect(answer.task).toMatchObject({
      project_id: APP,
      audience: 'internal',
      status: 1,
      version: task.version + 1,
    });
    expect(answer.task.key).toMatch(/^APP-\d+$/);
    const there = await getTask(ctx, { id: task.key });
    expect(there).toMatchObject({ _id: task._id, key: answer.task.key, project: { _id: APP } });
    expect(there.comments).toMatchObject([{ body: 'As agreed', internal: true }]);
    expect(there.assignees).toHaveLength(2);
    expect(there.activity.every(({ task_key }) => task_key === answer.task.key)).toBe(true);
    expect(there.attachments).toMatchObject([{ name: 'map.pdf', project_id: APP }]);
    // Also once it is shared there: what was said before was said to the clients of another project.
    await editTask(ctx, EditTask.parse({ id: task._id, audience: 'client', version: there.version }), async () => null);
    await ctx.settle();
    const seen = await getTask(await become(ctx, 'acme.client2'), { id: task._id });
    expect([seen.comments, seen.activity.map(({ kind }) => kind)]).toEqual([[], []]);
  });

  test('those below move along, what is in the bin and the parent stay behind, and so do people of that team', () =>
    asMember('acme.admin', async (ctx) => {
      const parent = await made(ctx, 'Parent');
      const task = await made(ctx, 'Task', { parent_id: parent._id, assignee_ids: [fixtureId('acme.user')] });
      const below = await made(ctx, 'Below', { parent_id: task._id });
      const binned = await made(ctx, 'Binned', { parent_id: task._id });
      await deleteTask(ctx, { id: binned._id });

      const said = await move(ctx, task._id, { version: task.version, dry_run: true });
      expect(said).toMatchObject({
        moved: false,
        subtasks: 1,
        task: { key: task.key },
        loses: {
          parent: { key: parent.key },
          assignees: [{ _id: fixtureId('acme.user') }],
          clients: false,
          each: [
            { _id: task._id, assignees: 1, clients: false },
            { _id: below._id, assignees: 0, clients: false },
          ],
        },
      });
      expect(await getTask(ctx, { id: task._id })).toMatchObject({ key: task.key, version: task.version });

      const done = await move(ctx, task._id, { version: task.version });
      expect(done.loses).toEqual(said.loses);
      expect(done.task).toMatchObject({ parent: null, assignees: [] });
      expect(await getTask(ctx, { id: below._id })).toMatchObject({ project: { _id: APP }, parent: { _id: task._id } });
      expect(await getTask(ctx, { id: binned._id })).toMatchObject({ project: { _id: WEB }, parent: null });
    }));

  asAdmin('leaves the screens of one project and comes to those of the other', async (ctx, effects) => {
    await move(ctx, 'WEB-1');
    expect(effects.events).toMatchObject([
      { type: 'task.deleted', projectId: WEB, client: true },
      { type: 'task.created', projectId: APP, client: false },
    ]);
    expect(effects.activities.map(({ kind, projectId, audience }) => [kind, projectId, audience])).toEqual([
      ['task.left', WEB, 'internal'],
      ['task.transferred', APP, 'internal'],
      ['task.assigned', APP, 'internal'],
    ]);
  });

  asAdmin('says why it is refused', async (ctx) => {
    const task = await made(ctx, 'Task');
    expect(await codeOf(move(ctx, task._id, { project_id: WEB }))).toBe('invalid');
    expect(await failureOf(move(ctx, task._id, { version: 7 }))).toMatchObject({
      code: 'conflict',
      details: { current: { _id: task._id } },
    });
    expect(await codeOf(move(ctx, task._id, { project_id: fixtureId('globex.WEB') }))).toBe('not_found');
    const below = (count: number, from: number) =>
      ctx.db.task.createMany({
        data: Array.from({ length: count }, (_, at) => ({
          ...{ projectId: WEB, title: 'Below', number: from + at, rank: `zz${from + at}`, parentId: task._id },
        })),
      });
    await below(199, 500);
    expect((await move(ctx, task._id, { dry_run: true })).subtasks).toBe(199);
    await below(1, 900);
    expect((await failureOf(move(ctx, task._id))).message).toContain('Move some of them first');
    expect((await failureOf(duplicateTask(ctx, { id: task._id, take: ['subtasks'] }))).message).toContain(
      'Duplicate it without its subtasks',
    );
    await ctx.db.task.deleteMany({ where: { parentId: task._id } });
    await ctx.db.project.update({ where: { id: APP }, data: { status: 'archived' } });
    expect(await codeOf(move(ctx, task._id))).toBe('conflict');
    await deleteTask(ctx, { id: task._id });
    expect(await codeOf(move(ctx, task._id, { version: 2 }))).toBe('conflict');
  });
});
