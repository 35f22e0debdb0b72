import { describe, expect, test } from 'vitest';
import { createMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { changeTasks } from '@/lib/task-array/commands';
import { ChangeTasks } from '@/lib/task-array/schema';
import { asMemberCommitted, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient, somebodyWaits } from '@/lib/test/owner';
import { create, edit, list, person, task, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';

const APP = fixtureId('acme.APP');
const owner = ownerClient();

const change = (ctx: Ctx, keys: string[], input: object) =>
  changeTasks(ctx, ChangeTasks.parse({ task_ids: keys.map((key) => (key.length === 36 ? key : task(key))), ...input }));
const card = async (ctx: Ctx, key: string) => (await list(ctx)).docs.find((one) => one.key === key);

describe('many tasks at once', () => {
  asLeader('are changed in one transaction, each with its history and one live message', async (ctx, effects) => {
    const set = { status: 3, priority: 'high', due_date: '2030-01-31', assignee_ids: [person('user')] };
    const answer = await change(ctx, ['WEB-1', 'WEB-2', 'WEB-3'], { set });
    expect(answer).toMatchObject({ done: 3, refused: 0 });
    for (const { card } of answer.tasks)
      expect(card).toMatchObject({
        status: 3,
        priority: 'high',
        due_date: '2030-01-31',
        assignees: [{ _id: person('user') }],
      });
    const messages = effects.events.filter((event) => event.type === 'task.changed');
    expect(new Set(messages.map((event) => 'taskId' in event && event.taskId)).size).toBe(messages.length);
    const before = effects.activities.length;
    const again = await change(ctx, ['WEB-1', 'WEB-2', 'WEB-3'], { set });
    expect(again.tasks.map((one) => one.card?.version)).toEqual(answer.tasks.map((one) => one.card?.version));
    expect(effects.activities.length).toBe(before);
  });

  asLeader('are refused one by one, with the reason, and the others are done', async (ctx) => {
    const mine = await become(ctx, 'acme.user');
    const own = await create(mine, { title: 'Made by the user' });
    const foreign = await create(ctx, { title: 'Made by the leader' });
    const gone = fixtureId('nothing-4');
    const answer = await changeTasks(await become(ctx, 'acme.user'), {
      task_ids: [foreign._id, own._id, gone],
      set: { priority: 'urgent' },
    });
    expect(answer).toMatchObject({ done: 1, refused: 2 });
    expect(answer.tasks).toMatchObject([
      { _id: foreign._id, done: false, code: 'forbidden' },
      { _id: own._id, done: true, card: { priority: 'urgent' } },
      { _id: gone, done: false, code: 'not_found', card: null },
    ]);
  });

  asLeader('go to the bin and come back', async (ctx) => {
    const deleted = await change(ctx, ['WEB-1', 'WEB-2'], { delete: true });
    expect(deleted).toMatchObject({ done: 2, tasks: [{ card: null }, { card: null }] });
    expect(await card(ctx, 'WEB-1')).toBeUndefined();
    expect((await change(ctx, ['WEB-1', 'WEB-2'], { delete: true })).done).toBe(2);
    expect((await change(ctx, ['WEB-1', 'WEB-2'], { restore: true })).tasks[0]?.card?.key).toBe('WEB-1');
  });

  test.each([
    [{ set: {} }, 'Say what to set.'],
    [{ set: { status: 2 }, delete: true }, 'Give one of set, delete and restore.'],
    [{}, 'Give one of set, delete and restore.'],
    [{ set: { label_ids: [], add_label_ids: [] } }, 'Give all labels or people, or those to add and to remove.'],
    [{ delete: true, expected: { status: 1 } }, 'Only what is set can be expected to be so.'],
    [{ set: { status: 2 }, expected: {} }, 'Say what to expect.'],
    [{ set: { status: 2 }, dry_run: true }, 'Only a move to another project can be tried.'],
    [{ set: { project_id: APP, status: 2 }, dry_run: true }, 'Only a move to another project can be tried.'],
    [{ set: { start_date: '2030-02-01', due_date: '2030-01-01' } }, 'The due date is before the start date.'],
  ])('%j is refused in words', (input, words) => {
    const { error } = ChangeTasks.safeParse({ task_ids: [task('WEB-1')], ...input });
    expect(error?.issues.map(({ message }) => message)).toContain(words);
  });

  describe('with labels or people added and removed', () => {
    const X = fixtureId('acme.label x of many');
    const Y = fixtureId('acme.label y of many');
    const labelled = async (ctx: Ctx) => {
      await ctx.db.label.createMany({
        data: [
          { id: X, name: 'X of many' },
          { id: Y, name: 'Y of many' },
        ],
      });
    };
    const labelsOf = ({ tasks }: Awaited<ReturnType<typeof change>>) =>
      tasks.map(({ card }) => card?.labels?.map(({ _id }) => _id) ?? []);

    asLeader('keep what else each has', async (ctx) => {
      await labelled(ctx);
      await change(ctx, ['WEB-1'], { set: { label_ids: [Y] } });
      const added = await change(ctx, ['WEB-1', 'WEB-2'], { set: { add_label_ids: [X] } });
      expect(labelsOf(added)).toEqual([[X, Y], [X]]);
      const removed = await change(ctx, ['WEB-1', 'WEB-2'], { set: { remove_label_ids: [X], priority: 'low' } });
      expect(labelsOf(removed)).toEqual([[Y], []]);
      expect(removed.tasks).toMatchObject([{ card: { priority: 'low' } }, { card: { priority: 'low' } }]);
      // Nothing to change is no change.
      const again = await change(ctx, ['WEB-1', 'WEB-2'], { set: { remove_label_ids: [X] } });
      expect(again.tasks.map(({ card }) => card?.version)).toEqual(removed.tasks.map(({ card }) => card?.version));

      await change(ctx, ['WEB-1'], { set: { assignee_ids: [person('user')] } });
      const both = await change(ctx, ['WEB-1'], { set: { add_assignee_ids: [person('leader')] } });
      expect(both.tasks[0]?.card?.assignees.map(({ _id }) => _id).sort()).toEqual(
        [person('leader'), person('user')].sort(),
      );
      const one = await change(ctx, ['WEB-1'], { set: { remove_assignee_ids: [person('user')] } });
      expect(one.tasks[0]?.card?.assignees.map(({ _id }) => _id)).toEqual([person('leader')]);
    });

    asLeader('are refused in words for a label that is unknown, and one too many', async (ctx) => {
      const unknown = await change(ctx, ['WEB-1'], { set: { add_label_ids: [X] } });
      expect(unknown.tasks).toMatchObject([{ done: false, code: 'invalid' }]);
      const ids = Array.from({ length: 22 }, (_, at) => fixtureId(`acme.label ${at} of many`));
      await ctx.db.label.createMany({ data: ids.map((id, at) => ({ id, name: `Many ${at}` })) });
      const [one = '', other = '', ...twenty] = ids;
      expect((await change(ctx, ['WEB-1'], { set: { add_label_ids: twenty } })).done).toBe(1);
      const full = await change(ctx, ['WEB-1', 'WEB-2'], { set: { add_label_ids: [one] } });
      expect(full.tasks.map(({ done }) => done)).toEqual([false, true]);
      // An imported task may have more already.
      const { projectId, audience } = await ctx.db.task.findUniqueOrThrow({ where: { id: task('WEB-1') } });
      await ctx.db.taskLabel.createMany({
        data: [one, other].map((labelId) => ({ taskId: task('WEB-1'), labelId, projectId, audience })),
      });
      expect(labelsOf(await change(ctx, ['WEB-1'], { set: { remove_label_ids: [one] } }))[0]).toHaveLength(21);
    });
  });

  asLeader('are changed only where they are still what is expected', async (ctx) => {
    await change(ctx, ['WEB-1', 'WEB-2', 'WEB-3'], { set: { priority: 'high', due_date: '2030-01-31' } });
    await change(ctx, ['WEB-2'], { set: { priority: 'urgent' } });
    await change(ctx, ['WEB-3'], { set: { category_id: null, audience: 'internal' } });
    const set = { priority: 'none', due_date: null };
    const expected = { priority: 'high', due_date: '2030-01-31' };
    const answer = await change(ctx, ['WEB-1', 'WEB-2', 'WEB-3'], { set, expected });
    expect(answer.tasks).toMatchObject([
      { done: true, card: { priority: 'none', due_date: null } },
      {
        done: false,
        code: 'conflict',
        reason: 'Somebody else changed it in the meantime.',
        card: { priority: 'urgent', due_date: '2030-01-31' },
      },
      { done: true, card: { priority: 'none', due_date: null } },
    ]);
    const again = await change(ctx, ['WEB-1', 'WEB-2', 'WEB-3'], { set, expected });
    expect(again).toEqual(answer);
  });

  asLeader('are left as they are wherever one field of what is expected is something else by now', async (ctx) => {
    const { _id: launch } = await createMilestone(ctx, CreateMilestone.parse({ project_id: WEB, name: 'Launch' }));
    const fields = {
      ...{ status: [2, 3], priority: ['high', 'low'], audience: ['internal', 'client'], milestone_id: [launch, null] },
      ...{ due_date: ['2030-01-31', null], start_date: ['2030-01-01', null] },
      category_id: [fixtureId('acme.Design'), null],
    };
    // Whatever may be expected: a field that comes has its row here.
    const known = Object.keys(ChangeTasks.shape.expected.unwrap().shape);
    expect(Object.keys(fields).sort()).toEqual(known.filter((field) => field !== 'custom').sort());
    for (const [field, [now, other]] of Object.entries(fields)) {
      await change(ctx, ['WEB-1'], { set: { [field]: now } });
      const set = field === 'priority' ? { status: 5 } : { priority: 'urgent' };
      const outcome = async (value: unknown) =>
        (await change(ctx, ['WEB-1'], { set, expected: { [field]: value } })).tasks[0]?.code;
      expect([field, await outcome(other), await outcome(now)]).toEqual([field, 'conflict', undefined]);
    }
  });

  asAdmin('move to another project, and what is there already stays as it is', async (ctx) => {
    const set = { project_id: APP, priority: 'low' };
    const expected = { due_date: '1999-12-31' };
    const stays = await change(ctx, ['WEB-1'], { set: { project_id: APP }, expected });
    expect(stays.tasks).toMatchObject([{ done: false, code: 'conflict', card: { key: 'WEB-1' } }]);
    const answer = await change(ctx, ['WEB-1', 'WEB-2'], { set });
    expect(answer).toMatchObject({ done: 2, refused: 0 });
    for (const { card } of answer.tasks) expect(card).toMatchObject({ ...set, key: expect.stringMatching(/^APP-/) });
    expect((await change(ctx, ['WEB-1', 'WEB-2'], { set })).tasks).toEqual(answer.tasks);
    const refused = await change(ctx, ['WEB-3'], { set: { ...set, project_id: fixtureId('globex.WEB') } });
    expect(refused.tasks).toMatchObject([{ done: false, code: 'not_found', card: { priority: 'none' } }]);
  });

  asAdmin('say what each would lose in another project, and are left as they are', async (ctx) => {
    const parent = await create(ctx);
    const shared = await create(ctx, { parent_id: parent._id, assignee_ids: [person('user')], audience: 'client' });
    const here = fixtureId('nothing-5');
    const answer = await change(ctx, [shared._id, here], { set: { project_id: APP }, dry_run: true });
    expect(answer).toMatchObject({ done: 1, refused: 1 });
    expect(answer.tasks).toMatchObject([
      { loses: { assignees: [{ _id: person('user') }], parent: { key: parent.key }, clients: true } },
      { _id: here, done: false, code: 'not_found' },
    ]);
    expect(answer.tasks[0]?.card).toEqual((await change(ctx, [shared._id], { set: { status: 1 } })).tasks[0]?.card);
    await change(ctx, [shared._id], { set: { project_id: APP } });
    const there = await change(ctx, [shared._id], { set: { project_id: APP }, dry_run: true });
    expect(there.tasks[0]).toMatchObject({ done: true, card: { project_id: APP } });
    expect(there.tasks[0]).not.toHaveProperty('loses');
  });

  asAdmin('move to another project with the tree that they are, whichever was made first', async (ctx) => {
    const below = await create(ctx, { title: 'Made before its parent' });
    const top = await create(ctx);
    await edit(ctx, below._id, { parent_id: top._id });
    const last = await create(ctx, { parent_id: below._id });
    const ids = [last._id, below._id, top._id];
    const answer = await change(ctx, ids, { set: { project_id: APP } });
    expect(answer).toMatchObject({ done: 3, refused: 0 });
    expect(answer.tasks.map(({ card }) => [card?.project_id, card?.parent?._id])).toEqual([
      [APP, below._id],
      [APP, top._id],
      [APP, undefined],
    ]);
  });

  test('move with all below them, also where one of those is changed at the same moment', async () => {
    const [top, below] = await asMemberCommitted('acme.admin', async (ctx) => {
      const { _id: parent_id } = await create(ctx);
      return [parent_id, (await create(ctx, { parent_id }))._id];
    });
    await owner.query('begin');
    await owner.query(`update task set priority = 'high', version = version + 1 where id = $1`, [below]);
    const moving = asMemberCommitted('acme.admin', (ctx) => change(ctx, [top], { set: { project_id: APP } }));
    await somebodyWaits(owner);
    await owner.query('commit');
    expect(await moving).toMatchObject({ done: 1, refused: 0 });
    const { rows } = await owner.query(
      'with gone as (delete from task where id = any($1) returning *) select project_id, parent_id, priority from gone order by number',
      [[top, below]],
    );
    expect(rows).toEqual([
      { project_id: APP, parent_id: null, priority: 'none' },
      { project_id: APP, parent_id: top, priority: 'high' },
    ]);
  });
});
