import { expect, it } from 'vitest';
import { readEfficiency } from '@/lib/efficiency/queries';
import { ProjectEfficiency } from '@/lib/efficiency/schema';
import { createMilestone, editMilestone } from '@/lib/milestone/commands';
import { CreateMilestone, EditMilestone } from '@/lib/milestone/schema';
import { getProject } from '@/lib/project/queries';
import { deleteTask } from '@/lib/task/commands.bin';
import { asMember } from '@/lib/test/as-member';
import { failureOf, statementsOf } from '@/lib/test/attempt';
import { create, move, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader, asUser } from '@/lib/test/test-as';

it('reads what tasks of the project went through, without subtasks and the bin, in as many statements for ten as for one', async () => {
  await asMember('acme.leader', async (ctx) => {
    const before = await readEfficiency(ctx, { id: WEB }, null);
    const parent = await create(ctx, { due_date: '2020-01-31', estimate_minutes: 60 });
    await create(ctx, { parent_id: parent._id, status: 4 });
    for (const status of [2, 4]) await deleteTask(ctx, { id: (await create(ctx, { status }))._id });
    await create(ctx, { status: 2 });
    for (const status of [2, 3, 2, 3, 4]) await move(ctx, parent._id, status);
    const after = await readEfficiency(ctx, { id: 'WEB' }, 'rework');
    expect(ProjectEfficiency.parse(after.efficiency)).toEqual(after.efficiency);
    expect(after.efficiency).toMatchObject({
      ...{ completed: before.efficiency.completed + 1, cycle_time_hours: { p50: expect.any(Number) } },
      estimate: { estimated_minutes: before.efficiency.estimate.estimated_minutes + 60 },
      forecast: { left: before.efficiency.forecast.left + 1 },
      at_work: before.efficiency.at_work + 1,
    });
    expect(after.efficiency.rework_rate).toBeGreaterThan(0);
    expect(after.behind).toContainEqual(expect.objectContaining({ key: parent.key, due: '2020-01-31', estimate: 60 }));
    const { from, to, completed, on_time_rate } = after.efficiency;
    expect((await getProject(ctx, { project_id: 'WEB' })).efficiency).toEqual({ from, to, completed, on_time_rate });
    expect(await statementsOf(() => readEfficiency(ctx, { id: WEB }, null))).toBeLessThanOrEqual(4);
  });
});

asAdmin('counts days by the organisation’s clock, and names moments as they were', async (ctx) => {
  const { db } = ctx;
  const made = await create(ctx);
  for (const status of [2, 4]) await move(ctx, made._id, status);
  await ctx.settle();
  await db.$executeRaw`reset role`;
  await db.$executeRaw`update activity set created_at = '2026-01-11T23:30:00Z' where task_id = ${made._id}::uuid`;
  await db.$executeRaw`update task set created_at = '2026-01-10T12:00:00Z', completed_at = '2026-01-11T23:30:00Z' where id = ${made._id}::uuid`;
  await db.$executeRaw`set local role tenant`;
  const weeks = async () =>
    (await readEfficiency(ctx, { id: WEB, from: '2026-01-05', to: '2026-01-18' }, null)).efficiency.throughput;
  expect((await weeks()).map(({ count }) => count)).toEqual([1, 0]);
  await db.$executeRaw`update organisation set time_zone = 'Asia/Tokyo' where id = ${ctx.org.id}::uuid`;
  expect((await weeks()).map(({ count }) => count)).toEqual([0, 1]);
});

it('says the same to whoever may look', async () => {
  const seen: unknown[] = [];
  for (const who of ['acme.admin', 'acme.user', 'acme.observer'])
    await asMember(who, async (ctx) => {
      seen.push((await readEfficiency(ctx, { id: WEB }, null)).efficiency);
    });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

asUser('refuses a period of centuries, whichever end of it is named', async (ctx) => {
  for (const period of [{ from: '0001-01-01' }, { from: '2025-01-01', to: '2026-06-30' }])
    expect(await failureOf(readEfficiency(ctx, { id: WEB, ...period }, null))).toMatchObject({ code: 'invalid' });
});

asLeader('foresees the milestones in their order, and none that is reached', async (ctx) => {
  const goal = async (name: string) =>
    (await createMilestone(ctx, CreateMilestone.parse({ project_id: WEB, name })))._id;
  for (let at = 0; at < 10; at++) await create(ctx, { status: 4 });
  const done = await goal('Done');
  const [design, empty, launch] = [await goal('Design'), await goal('Empty'), await goal('Launch')];
  const fill = async (milestone_id: string, count: number) => {
    for (let at = 0; at < count; at++) await create(ctx, { milestone_id });
  };
  await fill(done, 1);
  await fill(design, 2);
  await fill(launch, 3);
  await editMilestone(ctx, EditMilestone.parse({ id: done, reached: true }));
  const { forecast } = (await readEfficiency(ctx, { id: WEB }, null)).efficiency;
  expect(forecast.milestones.map(({ _id, left, p50 }) => [_id, left, p50 !== null])).toEqual([
    [design, 2, true],
    [empty, 0, false],
    [launch, 3, true],
  ]);
});
