import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { changeProjectStatus } from '@/lib/project/commands';
import { getProjectCard } from '@/lib/project/queries';
import { deleteTask, purgeTask, restoreTask } from '@/lib/task/commands.bin';
import { getCard, getTask, listBin } from '@/lib/task/queries';
import { ListBin } from '@/lib/task/schema';
import { asMember, become } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { column, create, edit, move, person, task, told, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader, asUser } from '@/lib/test/test-as';
import { watchTask } from '@/lib/watcher/commands';

describe('creating a task', () => {
  asUser('gives it the next number, the end of its column, and a line of history', async (ctx, effects) => {
    const people = { assignee_ids: [person('user2'), person('user2')] };
    const made = await create(ctx, { ...people, description: '**now**', priority: 'high' });
    expect(made).toMatchObject({
      ...{ key: 'WEB-7', status: 1, audience: 'internal', version: 1, priority: 'high', completed_at: null },
      ...{ description_html: '<p dir="auto"><strong>now</strong></p>\n', assignees: [{ name: 'user2 of acme' }] },
      ...{ created_by_id: person('user'), rights: { edit: true, delete: true, assign: true } },
    });
    expect((await create(ctx)).key).toBe('WEB-8');
    expect((await column(ctx, 1))?.slice(-2)).toEqual(['WEB-7', 'WEB-8']);
    expect(effects.activities[0]).toMatchObject({
      kind: 'task.created',
      audience: 'internal',
      task: { id: made._id },
    });
    expect(effects.events[0]).toMatchObject({ type: 'task.created', taskId: made._id, client: false });
    expect(told(effects)).toEqual([['task.assigned', person('user2')]]);
  });

  asLeader('tells the client of a client-visible one, and stamps one that is completed', async (ctx, effects) => {
    const made = await create(ctx, { audience: 'client', status: 'Completed' });
    expect(made.completed_at).toBe(made.created_at);
    expect(effects.activities[0]?.audience).toBe('client');
    expect(effects.events[0]).toMatchObject({ client: true });
  });

  type Refused = [what: string, input: Record<string, unknown>];
  asAdmin.each<Refused>([
    ['a category of nobody', { category_id: fixtureId('nothing') }],
    ['a category of another organisation', { category_id: fixtureId('globex.Design') }],
    ['a parent of another project', { parent_id: task('APP-1') }],
    ['a parent of another organisation', { parent_id: fixtureId('globex.WEB-1') }],
    ...['client', 'observer', 'outsider', 'lead2', 'pending', 'gone'].map(
      (seat): Refused => [`the assignee ${seat}`, { assignee_ids: [person('user'), person(seat)] }],
    ),
    ['somebody of another organisation', { assignee_ids: [fixtureId('globex.user')] }],
  ])('T04 refuses %s', async (ctx, _what, input) => {
    const { code, details } = await failureOf(create(ctx, input));
    expect([code, Object.keys(details.errors ?? {})]).toEqual(['invalid', Object.keys(input)]);
  });

  test('answers as its page does, and stands below its parent', async () => {
    const everything = {
      ...{ assignee_ids: [person('user'), person('admin')], parent_id: task('WEB-1'), description: '**now**' },
      ...{ category_id: fixtureId('acme.Design'), priority: 'high', due_date: '2027-01-01' },
    };
    for (const [who, input] of [
      ['acme.leader', {}],
      ['acme.leader', everything],
      ['acme.user', everything],
    ] as const)
      await asMember(who, async (ctx) => {
        const made = await create(ctx, input);
        expect(made).toEqual(await getTask(ctx, { id: made._id }));
        if (input !== everything) return;
        expect(made).toMatchObject({ category: { name: 'Design' }, parent: { key: 'WEB-1' }, assignees: [{}, {}] });
        expect((await getTask(ctx, { id: 'WEB-1' })).subtasks.map(({ key }) => key)).toEqual(['WEB-7']);
      });
  });
});

describe('editing a task', () => {
  test('R01 a user edits what it created or is assigned to; a client does not', async () => {
    const by = (who: string, key: string) => attempt(who, (ctx) => edit(ctx, task(key), { title: 'Other words' }));
    for (const [key, user, client] of [
      ['WEB-1', 'done', 'forbidden'],
      ['WEB-3', 'done', 'not_found'],
      ['WEB-2', 'forbidden', 'not_found'],
    ] as const)
      expect([await by('acme.user', key), await by('acme.client', key)], key).toEqual([user, client]);
    expect(await by('globex.admin', 'WEB-1')).toBe('not_found');
  });

  asLeader('writes what changed, with before and after, and nothing else', async (ctx, effects) => {
    const before = await getTask(ctx, { id: 'WEB-1' });
    const after = await edit(ctx, 'WEB-1', {
      ...{ title: 'Collect all assets', description: 'From the agency', priority: 'none', due_date: null },
      category_id: fixtureId('acme.Design'),
    });
    expect(after).toMatchObject({ due_date: null, version: 2, category: { name: 'Design' } });
    expect(after.updated_at >= before.updated_at).toBe(true);
    expect(effects.activities.map(({ kind, audience, data }) => [kind, audience, data])).toEqual([
      ['task.edited', 'internal', { field: 'title', from: 'Collect brand assets', to: 'Collect all assets' }],
      ['task.edited', 'internal', { field: 'due_date', from: before.due_date, to: null }],
      ['task.edited', 'internal', { field: 'description', kept: true }],
      ['task.edited', 'internal', { field: 'category', from: null, to: 'Design' }],
    ]);
    expect(effects.events).toEqual([
      { type: 'task.changed', taskId: task('WEB-1'), projectId: WEB, version: 2, client: true },
    ]);
  });

  asLeader('that changes nothing leaves no trace', async (ctx, effects) => {
    const fields = { title: 'Collect brand assets', status: 1, assignee_ids: [person('user')] };
    const same = await edit(ctx, 'WEB-1', fields);
    expect(same.version).toBe(1);
    expect([effects.activities, effects.events, effects.notifications]).toEqual([[], [], []]);
  });

  asLeader('refuses a stale version and answers with the current record', async (ctx) => {
    await edit(ctx, 'WEB-1', { title: 'First' });
    const { code, details } = await failureOf(edit(ctx, 'WEB-1', { title: 'Second' }));
    expect(code).toBe('conflict');
    expect(details.current).toMatchObject({ _id: task('WEB-1'), title: 'First', version: 2 });
    expect(await edit(ctx, 'WEB-1', { title: 'Second', version: 2 })).toMatchObject({ version: 3 });
  });

  asLeader.each([
    ['a category of another organisation', { category_id: fixtureId('globex.Design') }, 'category_id'],
    ['a client as assignee', { assignee_ids: [person('client')] }, 'assignee_ids'],
    ['an end before the start it has', { start_date: '2200-01-01' }, 'due_date'],
  ])('refuses %s', async (ctx, _what, input, field) => {
    const { code, details } = await failureOf(edit(ctx, 'WEB-1', input));
    expect([code, Object.keys(details.errors ?? {})]).toEqual(['invalid', [field]]);
  });

  asLeader('keeps an assignee who has left the project since, and may take them off', async (ctx) => {
    await ctx.db.projectMember.deleteMany({ where: { projectId: WEB, memberId: person('user') } });
    const kept = await edit(ctx, 'WEB-1', { assignee_ids: [person('user'), person('user2')] });
    expect(kept.assignees).toHaveLength(2);
    expect((await edit(ctx, 'WEB-1', { version: 2, assignee_ids: [] })).assignees).toEqual([]);
  });
});

describe('assigning', () => {
  const assign = (ctx: Ctx, key: string, ...seats: string[]) => edit(ctx, key, { assignee_ids: seats.map(person) });

  test('R01 a user takes a task of its project on, and off, itself', async () => {
    expect(await attempt('acme.user2', (ctx) => assign(ctx, 'WEB-3', 'user2'))).toBe('done');
    expect(await attempt('acme.user', (ctx) => assign(ctx, 'WEB-1'))).toBe('done');
    const more = (ctx: Ctx) => edit(ctx, 'WEB-3', { assignee_ids: [person('user2')], title: 'Mine' });
    expect(await attempt('acme.user2', more)).toBe('forbidden');
  });

  test('R01 a user gives away what it created, and nothing else', async () => {
    expect(await attempt('acme.user', (ctx) => assign(ctx, 'WEB-3', 'user2', 'leader'))).toBe('done');
    expect(await attempt('acme.user', (ctx) => assign(ctx, 'WEB-1', 'user', 'user2'))).toBe('forbidden');
    expect(await attempt('acme.user2', (ctx) => assign(ctx, 'WEB-1'))).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => assign(ctx, 'WEB-1', 'user', 'user2'))).toBe('done');
  });

  asLeader('is history, and news to who is added', async (ctx, effects) => {
    const after = await assign(ctx, 'WEB-1', 'user2');
    expect(after.assignees.map(({ name }) => name)).toEqual(['user2 of acme']);
    expect(effects.activities).toMatchObject([
      { kind: 'task.assigned', audience: 'internal', data: { added: [person('user2')], removed: [person('user')] } },
    ]);
    expect(told(effects)).toEqual([['task.assigned', person('user2')]]);
  });
});

test('R01 showing a task to the client is for leaders, and for a user on what it created', async () => {
  const show = (key: string, audience: string) => (ctx: Ctx) => edit(ctx, key, { audience });
  expect(await attempt('acme.leader', show('WEB-2', 'client'))).toBe('done');
  expect(await attempt('acme.user', show('WEB-3', 'client'))).toBe('done');
  expect(await attempt('acme.user', show('WEB-1', 'internal'))).toBe('forbidden');
  expect(await attempt('acme.user', show('WEB-1', 'client'))).toBe('done');
});

test('showing a task to the client carries its people and comments along, and the client hears of it both ways', async () => {
  await asMember('acme.leader', async (ctx, effects) => {
    await edit(ctx, 'WEB-1', { audience: 'internal', assignee_ids: [person('user'), person('user2')] });
    expect(await ctx.db.taskAssignee.count({ where: { taskId: task('WEB-1'), audience: 'internal' } })).toBe(2);
    expect(await ctx.db.comment.count({ where: { taskId: task('WEB-1'), taskAudience: 'internal' } })).toBe(2);
    expect(effects.events).toMatchObject([{ client: true }]);
    expect(effects.activities).toMatchObject([
      { kind: 'task.assigned', audience: 'internal', task: { audience: 'internal' } },
      { kind: 'task.audience', audience: 'internal', data: { from: 'client', to: 'internal' } },
    ]);
  });
  await asMember('acme.leader', async (ctx, effects) => {
    await edit(ctx, 'WEB-2', { audience: 'client' });
    expect(await ctx.db.taskAssignee.count({ where: { taskId: task('WEB-2'), audience: 'client' } })).toBe(1);
    expect(effects.events).toMatchObject([{ client: true }]);
    expect(effects.activities).toMatchObject([{ kind: 'task.audience', task: { audience: 'client' } }]);
  });
});

describe('moving a task', () => {
  asUser('to another status is history, news and a new version', async (ctx, effects) => {
    expect(await move(ctx, 'WEB-1', 3)).toMatchObject({ status: 3, status_label: 'Testing', version: 2 });
    expect(effects.activities).toMatchObject([{ kind: 'task.moved', audience: 'client', data: { from: 1, to: 3 } }]);
    expect(told(effects)).toEqual(expect.arrayContaining([['task.moved', person('leader')]]));
    expect(effects.events).toMatchObject([{ type: 'task.changed', version: 2, client: true }]);
  });

  asUser('back from Testing is told to those who were told that it went there', async (ctx, effects) => {
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

  asAdmin('and handing it over by one change is told to who has it now, not to who had it', async (ctx, effects) => {
    await edit(ctx, 'WEB-1', { assignee_ids: [person('user2')], status: 3 });
    const moved = told(effects).filter(([kind]) => kind === 'task.moved');
    expect(moved.map(([, who]) => who).sort()).toEqual([person('leader'), person('user2')].sort());
  });

  asLeader('and hiding it by one change is not told to a client who watches it', async (ctx, effects) => {
    await watchTask(await become(ctx, 'acme.client'), { id: 'WEB-1' });
    const hears = async (version: number, input: object) => {
      effects.notifications.length = 0;
      await edit(await become(ctx, 'acme.leader', effects), 'WEB-1', { version, ...input });
      return told(effects).some((one) => String(one) === String(['task.moved', person('client')]));
    };
    expect([await hears(1, { status: 3 }), await hears(2, { status: 4, audience: 'internal' })]).toEqual([true, false]);
  });

  asLeader(
    'or deleting and restoring one is told to open pages of its parent where it is done, gone or back',
    async (ctx, effects) => {
      const { _id: id } = await create(ctx, { parent_id: task('WEB-1') });
      const heard = async (work: Promise<unknown>) => {
        effects.events.length = 0;
        await work;
        return effects.events.some((event) => event.type === 'task.progressed' && event.taskId === task('WEB-1'));
      };
      expect(await heard(move(ctx, id, 3))).toBe(false);
      expect(await heard(move(ctx, id, 4))).toBe(true);
      expect(await heard(edit(ctx, id, { version: 3, status: 1 }))).toBe(true);
      expect(await heard(deleteTask(ctx, { id }))).toBe(true);
      expect(await heard(restoreTask(ctx, { id }))).toBe(true);
    },
  );

  asLeader('stamps completion, and takes the stamp off again', async (ctx) => {
    await move(ctx, 'WEB-1', 4);
    expect((await getTask(ctx, { id: 'WEB-1' })).completed_at).not.toBeNull();
    expect((await edit(ctx, 'WEB-1', { version: 2, status: 2 })).completed_at).toBeNull();
    expect((await edit(ctx, 'WEB-1', { version: 3, status: 'COMPLETED' })).completed_at).not.toBeNull();
  });

  asLeader('puts it below one, above one, or at the end', async (ctx, effects) => {
    const rows = [
      ['WEB-3', { after_id: task('WEB-1') }, ['WEB-1', 'WEB-3', 'WEB-2']],
      ['WEB-2', { before_id: task('WEB-1') }, ['WEB-2', 'WEB-1', 'WEB-3']],
      ['WEB-2', {}, ['WEB-1', 'WEB-3', 'WEB-2']],
      ['WEB-4', { after_id: task('WEB-1'), before_id: task('WEB-3') }, ['WEB-1', 'WEB-4', 'WEB-3', 'WEB-2']],
      ['WEB-5', { before_id: task('WEB-1') }, ['WEB-5', 'WEB-1', 'WEB-4', 'WEB-3', 'WEB-2']],
      ['WEB-2', { top: true, after_id: task('WEB-3') }, ['WEB-2', 'WEB-5', 'WEB-1', 'WEB-4', 'WEB-3']],
      // Back to where it was, whatever stands beside it.
      ['WEB-2', { rank: '' }, ['WEB-5', 'WEB-1', 'WEB-4', 'WEB-3', 'WEB-2']],
    ] as const;
    let left = '';
    for (const [key, input, order] of rows) {
      const { rank } = await getCard(ctx, { id: task(key) });
      await move(ctx, key, 1, 'rank' in input ? { rank: left } : input);
      left = rank;
      expect(await column(ctx, 1)).toEqual(order);
    }
    expect(effects.activities.map(({ kind }) => kind)).toEqual(['task.moved', 'task.moved']);
    expect(effects.events).toHaveLength(7);
  });

  test('to where it lies changes nothing', async () => {
    for (const [key, input, version] of [
      // It is first: to the end is a move.
      ['WEB-1', {}, 2],
      ['WEB-2', { after_id: task('WEB-1'), before_id: task('WEB-3') }, 1],
      ['WEB-2', { before_id: task('WEB-3') }, 1],
      ['WEB-3', {}, 1],
    ] as const)
      await asMember('acme.leader', async (ctx, effects) => {
        expect((await move(ctx, key, 1, input)).version).toBe(version);
        expect(effects.events).toHaveLength(version - 1);
      });
  });

  asLeader('without a version the last one wins; with a stale one it is refused', async (ctx) => {
    await move(ctx, 'WEB-1', 2);
    await move(ctx, 'WEB-1', 3);
    const { code, details } = await failureOf(move(ctx, 'WEB-1', 1, { version: 2 }));
    expect([code, (details.current as { version: number }).version]).toEqual(['conflict', 3]);
    expect(await move(ctx, 'WEB-1', 1, { version: 3 })).toMatchObject({ status: 1, version: 4 });
  });

  test.each([
    ['itself', { after_id: task('WEB-1') }, 'invalid'],
    ['a task of another project', { after_id: task('APP-1') }, 'invalid'],
    ['a task of another organisation', { before_id: fixtureId('globex.WEB-1') }, 'invalid'],
    ['a task that does not exist', { before_id: fixtureId('nothing') }, 'invalid'],
    ['a task that is in another column by now', { after_id: task('WEB-4') }, 'done'],
    ['two that moved away', { after_id: task('WEB-4'), before_id: task('WEB-6') }, 'done'],
    ['one that moved away, and one that is there', { after_id: task('WEB-4'), before_id: task('WEB-5') }, 'done'],
  ])('beside %s (%j): %s', async (_what, input, outcome) =>
    expect(await attempt('acme.leader', (ctx) => move(ctx, 'WEB-1', 3, input))).toBe(outcome),
  );

  asLeader('beside one that never was there: the end for below, the beginning for above', async (ctx) => {
    expect(await move(ctx, 'WEB-1', 1, { after_id: task('WEB-4') })).toMatchObject({ before_id: null });
    expect(await move(ctx, 'WEB-1', 1, { before_id: task('WEB-4') })).toMatchObject({ after_id: null });
    expect(await column(ctx, 1)).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  });

  asLeader('beside one in the bin goes where it lies', async (ctx) => {
    await ctx.db.task.updateMany({ where: { id: task('WEB-2') }, data: { deletedAt: new Date() } });
    await move(ctx, 'WEB-5', 1, { after_id: task('WEB-2') });
    expect(await column(ctx, 1)).toEqual(['WEB-1', 'WEB-5', 'WEB-3']);
  });

  asLeader('makes room where ranks leave none', async (ctx) => {
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

const bin = (ctx: Ctx) => listBin(ctx, ListBin.parse({ project_id: WEB }));

asLeader('deleting a task puts it into the bin, from where it comes back to its place', async (ctx, effects) => {
  const binned = await deleteTask(ctx, { id: 'WEB-1' });
  expect(binned).toMatchObject({ key: 'WEB-1', version: 2, deleted_at: expect.any(String) });
  expect((await bin(ctx)).docs).toEqual([binned]);
  expect(await deleteTask(ctx, { id: 'WEB-1' })).toEqual(binned);
  expect(await restoreTask(ctx, { id: binned._id })).toMatchObject({ key: 'WEB-1', version: 3 });
  expect(await bin(ctx)).toMatchObject({ docs: [], total: 0 });
  expect(await column(ctx, 1)).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  expect((await restoreTask(ctx, { id: binned._id })).version).toBe(3);
  expect(effects.activities.map(({ kind, audience }) => [kind, audience])).toEqual([
    ['task.deleted', 'internal'],
    ['task.restored', 'internal'],
  ]);
  expect(effects.events).toMatchObject([
    { type: 'task.deleted', client: true },
    { type: 'task.created', client: true },
  ]);
});

asLeader('the bin has first what was deleted last, page by page', async (ctx) => {
  for (const [key, minutes] of [
    ['WEB-1', 2],
    ['WEB-2', 1],
    ['WEB-3', 3],
  ] as const)
    await ctx.db.task.updateMany({
      where: { id: task(key) },
      data: { deletedAt: new Date(Date.now() - minutes * 60_000) },
    });
  const page = async (page: number) => {
    const { docs, total } = await listBin(ctx, ListBin.parse({ project_id: WEB, limit: 2, page }));
    return [total, ...docs.map(({ key }) => key)];
  };
  expect([await page(1), await page(2)]).toEqual([
    [3, 'WEB-2', 'WEB-1'],
    [3, 'WEB-3'],
  ]);
});

test.each(['acme.admin', 'acme.leader'])(
  'an archived project takes none out of the bin, and no new one, of %s',
  (who) =>
    asMember(who, async (ctx) => {
      const refused = { code: 'conflict', message: expect.stringContaining('archived') };
      await deleteTask(ctx, { id: 'WEB-1' });
      await changeProjectStatus(ctx, { id: WEB, status: 'archived' });
      expect(await failureOf(create(ctx))).toMatchObject(refused);
      expect(await failureOf(create(ctx, { parent_id: task('WEB-2') }))).toMatchObject(refused);
      expect(await failureOf(restoreTask(ctx, { id: task('WEB-1') }))).toMatchObject(refused);
      expect((await getProjectCard(ctx, WEB)).rights.create_task).toBe(false);
      await changeProjectStatus(ctx, { id: WEB, status: 'active' });
      expect([(await restoreTask(ctx, { id: task('WEB-1') })).key, (await create(ctx)).key]).toEqual([
        'WEB-1',
        'WEB-7',
      ]);
    }),
);

describe('in the bin', () => {
  const binnedFor = (who: string, work: (ctx: Ctx) => Promise<unknown>) =>
    attempt(who, async (ctx) => {
      await ctx.db.task.updateMany({
        where: { id: task('WEB-1') },
        data: { deletedAt: new Date(), deletedById: ctx.actor.memberId },
      });
      await work(ctx);
    });

  test('a task is not changed, and is not there for those who cannot take it out', async () => {
    for (const change of [(ctx: Ctx) => edit(ctx, 'WEB-1', { title: 'x' }), (ctx: Ctx) => move(ctx, 'WEB-1', 2)]) {
      expect(await binnedFor('acme.leader', change)).toBe('conflict');
      expect(await binnedFor('acme.user', change)).toBe('not_found');
    }
    expect(await binnedFor('acme.user', (ctx) => restoreTask(ctx, { id: 'WEB-1' }))).toBe('not_found');
    expect(await binnedFor('acme.user', (ctx) => getTask(ctx, { id: 'WEB-1' }))).toBe('not_found');
    expect(await binnedFor('acme.leader', (ctx) => restoreTask(ctx, { id: 'WEB-1' }))).toBe('done');
  });

  test('a task is removed for good by who leads its project, not by who created and deleted it, and out of the bin alone', async () => {
    const purge = (ctx: Ctx) => purgeTask(ctx, { id: task('WEB-3') });
    const both = async (ctx: Ctx) => {
      await deleteTask(ctx, { id: task('WEB-3') });
      await ctx.settle();
      await purge(ctx);
      expect(await failureOf(getTask(ctx, { id: task('WEB-3') }))).toMatchObject({ code: 'not_found' });
    };
    expect(await attempt('acme.user', both)).toBe('forbidden');
    for (const who of ['acme.leader', 'acme.subadmin', 'acme.admin']) expect(await attempt(who, both)).toBe('done');
    expect([await attempt('acme.leader', purge), await attempt('acme.user2', purge)]).toEqual([
      'conflict',
      'forbidden',
    ]);
    expect([await attempt('acme.lead2', purge), await attempt('acme.client', purge)]).toEqual([
      'not_found',
      'not_found',
    ]);
  });

  asLeader('a task that is removed for good leaves those below it without a parent', async (ctx, effects) => {
    const { _id: below } = await create(ctx, { parent_id: task('WEB-2') });
    await deleteTask(ctx, { id: 'WEB-2' });
    await ctx.settle();
    expect(await purgeTask(ctx, { id: task('WEB-2') })).toMatchObject({ key: 'WEB-2' });
    expect((await getTask(ctx, { id: below })).parent).toBeNull();
    expect(effects.audits).toMatchObject([
      { action: 'task.deleted' },
      { action: 'task.purged', target: task('WEB-2') },
    ]);
  });

  test('a task that its leader deleted is not taken out by who created it; an admin takes it out', () =>
    asMember('acme.leader', async (ctx) => {
      await deleteTask(ctx, { id: 'WEB-3' });
      await ctx.settle();
      const back = async (who: string) =>
        restoreTask(await become(ctx, who), { id: task('WEB-3') }).then(
          () => 'done',
          ({ code }) => code,
        );
      expect([await back('acme.user'), await back('acme.admin')]).toEqual(['forbidden', 'done']);
    }));

  test('a task is no parent, and still a neighbour', async () => {
    const child = (ctx: Ctx) => create(ctx, { parent_id: task('WEB-1') });
    expect(await binnedFor('acme.leader', child)).toBe('invalid');
    expect(await attempt('acme.leader', child)).toBe('done');
    const beside = (ctx: Ctx) => move(ctx, 'WEB-4', 1, { after_id: task('WEB-1') });
    // It keeps its place in the column, and so there is one below it.
    expect(await binnedFor('acme.leader', beside)).toBe('done');
    expect(await attempt('acme.leader', beside)).toBe('done');
  });

  asLeader('a rank stays taken: what comes back is beside what was put there meanwhile', async (ctx) => {
    await deleteTask(ctx, { id: 'WEB-2' });
    const moved = await move(ctx, 'WEB-4', 1, { after_id: task('WEB-1') });
    const back = await restoreTask(ctx, { id: task('WEB-2') });
    expect(back.rank).not.toBe(moved.rank);
  });
});

test('T09 what happened to a task is there for clients as long as the task is', async () => {
  const seenBy = async (ctx: Ctx, who: string) => {
    const { db } = await become(ctx, who);
    const where = { taskId: task('WEB-1') };
    const kinds = (await db.activity.findMany({ where, select: { kind: true } })).map(({ kind }) => kind);
    return { kinds, comments: await db.comment.count({ where }) };
  };
  await asMember('acme.leader', async (ctx) => {
    const line = {
      kind: 'task.created',
      projectId: WEB,
      taskId: task('WEB-1'),
      taskAudience: 'client',
      audience: 'client',
    };
    await ctx.db.activity.createMany({ data: [line] });
    const before = await seenBy(ctx, 'acme.client');
    expect(before).toEqual({ kinds: ['task.created'], comments: 1 });
    await become(ctx, 'acme.leader');
    await deleteTask(ctx, { id: 'WEB-1' });
    await ctx.settle();
    expect(await seenBy(ctx, 'acme.client')).toEqual({ kinds: [], comments: 0 });
    expect((await seenBy(ctx, 'acme.leader')).kinds).toContain('task.created');
    await restoreTask(ctx, { id: task('WEB-1') });
    await ctx.settle();
    expect(await seenBy(ctx, 'acme.client')).toEqual(before);
  });
});
