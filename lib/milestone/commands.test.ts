import { describe, expect, test } from 'vitest';
import { createMilestone, deleteMilestone, editMilestone, restoreMilestone } from '@/lib/milestone/commands';
import { listMilestones } from '@/lib/milestone/queries';
import { CreateMilestone, EditMilestone, ListMilestones } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { deleteTask } from '@/lib/task/commands.bin';
import { getCard } from '@/lib/task/queries';
import { changeTasks } from '@/lib/task-array/commands';
import { ChangeTasks } from '@/lib/task-array/schema';
import { transferTask } from '@/lib/task-transfer/commands';
import { undoActivity } from '@/lib/task-undo/commands';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { create, edit, list, person, task, told, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';

type Input = Record<string, unknown>;
const add = (ctx: Ctx, name: string, input: Input = {}) =>
  createMilestone(ctx, CreateMilestone.parse({ project_id: WEB, name, ...input }));
const change = (ctx: Ctx, id: string, input: Input) => editMilestone(ctx, EditMilestone.parse({ id, ...input }));
const read = async (ctx: Ctx, input: Input = { project_id: WEB }) =>
  (await listMilestones(ctx, ListMilestones.parse(input))).docs;
const names = async (ctx: Ctx) => (await read(ctx)).map(({ name }) => name);
const milestoneOf = async (ctx: Ctx, key: string) => (await getCard(ctx, { id: task(key) })).milestone?.name;
const keys = async (ctx: Ctx, filter: string) =>
  (await list(ctx, { project_id: WEB, filter, sort: 'created' })).docs.map(({ key }) => key);

describe('milestones of a project', () => {
  asLeader('stand where their dates put them, or behind another one', async (ctx) => {
    const launch = await add(ctx, 'Launch', { due_date: '2031-03-01' });
    const party = await add(ctx, 'Party');
    const design = await add(ctx, 'Design', { due_date: '2031-01-01' });
    expect(await names(ctx)).toEqual(['Design', 'Launch', 'Party']);
    await change(ctx, design._id, { after_id: party._id });
    expect(await names(ctx)).toEqual(['Launch', 'Party', 'Design']);
    await change(ctx, party._id, { after_id: null });
    expect(await names(ctx)).toEqual(['Party', 'Launch', 'Design']);
    await change(ctx, design._id, { due_date: '2030-12-01' });
    expect(await names(ctx)).toEqual(['Design', 'Party', 'Launch']);
    expect(await codeOf(change(ctx, launch._id, { after_id: task('WEB-1') }))).toBe('invalid');
    const stale = await failureOf(change(ctx, launch._id, { version: 7, name: 'Start' }));
    expect([stale.code, stale.details.current]).toMatchObject(['conflict', { name: 'Launch', version: 1 }]);
    const old = await failureOf(deleteMilestone(ctx, { id: party._id, version: 1 }));
    expect([old.code, old.details.current]).toMatchObject(['conflict', { name: 'Party', version: 2 }]);
    await deleteMilestone(ctx, { id: party._id, version: 2 });
    await add(ctx, 'Beside', { due_date: '2030-12-01' });
    expect(await names(ctx)).toEqual(['Design', 'Beside', 'Launch']);
  });

  asLeader('count the tasks that are there, and those of them that are completed', async (ctx) => {
    const { _id: milestone_id } = await add(ctx, 'Launch');
    const counted = async () => (await read(ctx)).map(({ tasks }) => [tasks.total, tasks.completed]);
    await create(ctx, { milestone_id });
    const { key: done } = await create(ctx, { milestone_id, status: 4 });
    const { key: binned } = await create(ctx, { milestone_id, status: 4 });
    expect(await counted()).toEqual([[3, 2]]);
    await deleteTask(ctx, { id: binned });
    expect(await counted()).toEqual([[2, 1]]);
    await edit(ctx, done, { status: 2 });
    expect(await counted()).toEqual([[2, 0]]);
  });

  test('are for who leads the project; an archived one gets no more of them', () =>
    asMember('acme.leader', async (ctx) => {
      const { _id: id } = await add(ctx, 'Launch', { audience: 'client' });
      await ctx.settle();
      for (const seat of ['user', 'client', 'observer']) {
        const other = await become(ctx, `acme.${seat}`);
        expect(await codeOf(add(other, 'Mine'))).toBe('forbidden');
        for (const work of [() => change(other, id, { name: 'Mine' }), () => deleteMilestone(other, { id })])
          expect(['forbidden', 'not_found']).toContain(await codeOf(work()));
      }
      const leader = await become(ctx, 'acme.leader');
      await leader.db.project.update({ where: { id: WEB }, data: { status: 'archived' } });
      expect((await failureOf(add(leader, 'Late'))).message).toContain('archived');
      expect((await change(leader, id, { name: 'Launched' })).name).toBe('Launched');
      expect([await names(leader), await read(leader, {})]).toEqual([['Launched'], []]);
    }));

  test('that are renamed have their tasks read again, and one that only moves does not', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const { _id: id } = await add(ctx, 'Launch', { task_ids: [task('WEB-1')] });
      await ctx.settle();
      const touched = async (input: Input) => {
        effects.events.length = 0;
        const { version } = await change(ctx, id, input);
        await ctx.settle();
        return [version, effects.events.flatMap((event) => (event.type === 'task.changed' ? event.taskId : []))];
      };
      expect(await touched({ name: 'The launch' })).toEqual([2, [task('WEB-1')]]);
      expect(await touched({ audience: 'client' })).toEqual([3, [task('WEB-1')]]);
      expect(await touched({ due_date: '2031-01-01' })).toEqual([4, []]);
      expect(await touched({ name: 'The launch', due_date: '2031-01-01', audience: 'client', reached: false })).toEqual(
        [4, []],
      );
    }));

  asAdmin('keep the moment at which they were reached when something else of them changes', async (ctx) => {
    const { _id } = await add(ctx, 'Launch');
    const { reached_at } = await change(ctx, _id, { reached: true });
    expect(reached_at).not.toBeNull();
    expect((await change(ctx, _id, { name: 'Opening' })).reached_at).toBe(reached_at);
  });

  asAdmin('have tasks, each with its history and undo; in another project a task has none', async (ctx) => {
    const launch = await add(ctx, 'Launch', { task_ids: [task('WEB-1'), task('WEB-6')] });
    expect(launch.tasks).toEqual({ total: 2, completed: 1 });
    const detail = await edit(ctx, 'WEB-3', { milestone_id: launch._id });
    expect([detail.milestone, detail.activity[0]?.says]).toEqual([
      { _id: launch._id, name: 'Launch' },
      'set the milestone to Launch',
    ]);
    expect((await undoActivity(ctx, { id: detail.activity[0]?._id ?? '' })).milestone).toBeUndefined();
    expect((await change(ctx, launch._id, { task_ids: [task('WEB-3')] })).tasks).toEqual({ total: 1, completed: 0 });
    expect(await milestoneOf(ctx, 'WEB-1')).toBeUndefined();
    const other = { project_id: fixtureId('acme.APP'), title: 'Elsewhere', milestone_id: launch._id };
    expect(await codeOf(create(ctx, other))).toBe('invalid');
    const asked = { task_ids: [task('WEB-3'), task('APP-1')], set: { milestone_id: launch._id } };
    expect((await changeTasks(ctx, ChangeTasks.parse(asked))).tasks.map(({ code }) => code)).toEqual([
      undefined,
      'invalid',
    ]);
    const made = await create(ctx, { milestone_id: launch._id });
    const moved = await transferTask(ctx, { id: made._id, project_id: fixtureId('acme.APP'), dry_run: false });
    expect([moved.loses.milestone?.name, moved.task.milestone]).toEqual(['Launch', undefined]);
  });

  test('go with their name from tasks, which have it again after a restore unless they have another one', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const launch = await add(ctx, 'Launch', { task_ids: [task('WEB-1'), task('WEB-3')] });
      const other = await add(ctx, 'Other');
      effects.events.length = 0;
      await deleteMilestone(ctx, { id: launch._id });
      expect(effects.events).toMatchObject([
        { type: 'milestone.changed', client: false },
        { type: 'task.changed' },
        { type: 'task.changed' },
      ]);
      expect([await milestoneOf(ctx, 'WEB-1'), await names(ctx)]).toEqual([undefined, ['Other']]);
      expect(await keys(ctx, `milestone:${launch._id}`)).toEqual([]);
      await edit(ctx, 'WEB-3', { version: 3, milestone_id: other._id });
      await restoreMilestone(ctx, { id: launch._id });
      expect([await milestoneOf(ctx, 'WEB-1'), await milestoneOf(ctx, 'WEB-3')]).toEqual(['Launch', 'Other']);
    }));

  asLeader('clients see those that are meant for them, with numbers over what they see', async (ctx) => {
    const tasks = [task('WEB-1'), task('WEB-2'), task('WEB-6')];
    const launch = await add(ctx, 'Launch', { audience: 'client', task_ids: tasks });
    const secret = await add(ctx, 'Secret', { task_ids: [task('WEB-4')] });
    const [all, none, hidden] = [`milestone:${launch._id}`, 'milestone:none', `milestone:${secret._id}`];
    expect(await keys(ctx, all)).toEqual(['WEB-1', 'WEB-2', 'WEB-6']);
    await ctx.settle();
    const client = await become(ctx, 'acme.client');
    expect((await read(client)).map(({ name, tasks }) => [name, tasks])).toEqual([
      ['Launch', { total: 1, completed: 0 }],
    ]);
    expect([await milestoneOf(client, 'WEB-1'), await milestoneOf(client, 'WEB-4')]).toEqual(['Launch', undefined]);
    expect([await keys(client, all), await keys(client, hidden)]).toEqual([['WEB-1'], []]);
    expect(await keys(client, none)).toEqual(['WEB-4', 'WEB-5']);
    expect(await read(await become(ctx, 'globex.admin'), {})).toEqual([]);
  });

  test.each([
    ['internal', ['user', 'user2']],
    ['client', ['user', 'user2', 'client']],
  ])('tell who follows the project when one that is %s is moved or reached', (audience, hear) =>
    asMember('acme.leader', async (ctx, effects) => {
      const { _id: id } = await add(ctx, 'Launch', { audience });
      await change(ctx, id, { name: 'The launch' });
      expect(effects.notifications).toEqual([]);
      await change(ctx, id, { due_date: '2031-01-01' });
      const { reached_at } = await change(ctx, id, { reached: true });
      await change(ctx, id, { reached: false });
      expect(reached_at).not.toBeNull();
      const everybody = (kind: string) => hear.map((seat) => [kind, person(seat)]).sort();
      expect(told(effects).sort()).toEqual([...everybody('milestone.moved'), ...everybody('milestone.reached')]);
      expect(new Set(effects.activities.map((line) => line.audience))).toEqual(new Set([audience]));
    }),
  );
});
