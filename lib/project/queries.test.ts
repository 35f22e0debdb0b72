import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { countTasksByProject, getProject, listProjects } from '@/lib/project/queries';
import { listCreatable } from '@/lib/project/queries.names';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ListProjectMembers, ListProjects, type ProjectCard } from '@/lib/project/schema';
import { asMember, become } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { create } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';

/** Everybody finds the projects that are theirs to see, with what they may know of them. */

const acme = (name: string) => fixtureId(`acme.${name}`);
const list = (ctx: Ctx, input: object = {}) => listProjects(ctx, ListProjects.parse(input));
const keys = async (ctx: Ctx, input: object = {}) => (await list(ctx, input)).docs.map(({ key }) => key);

describe('the list of projects', () => {
  test.each([
    ['acme.admin', ['APP', 'WEB']],
    ['acme.subadmin', ['APP', 'WEB']],
    ['acme.observer', ['APP', 'WEB']],
    ['acme.leader', ['WEB']],
    ['acme.lead2', ['APP']],
    ['acme.user', ['WEB']],
    ['acme.user2', ['APP', 'WEB']],
    ['acme.client', ['WEB']],
    ['acme.client2', ['APP']],
    ['acme.outsider', []],
    ['acme.both', []],
  ])('of %s: %j', (who, expected) => asMember(who, async (ctx) => expect(await keys(ctx)).toEqual(expected)));

  test('counts for a client what the client sees', async () => {
    const counts = async (who: string) => {
      let found: ProjectCard | undefined;
      await asMember(who, async (ctx) => {
        found = (await list(ctx)).docs.find(({ key }) => key === 'WEB');
      });
      return found;
    };
    const [team, client] = [await counts('acme.leader'), await counts('acme.client')];
    expect(team).toMatchObject({
      counts: { pending: 3, completed: 1, total: 6, overdue: 1, due_today: 1 },
      progress: 17,
      member_count: 4,
    });
    expect(client).toMatchObject({
      counts: { pending: 1, completed: 0, total: 3, overdue: 1, due_today: 0 },
      progress: 0,
      member_count: 3,
    });
    expect(client?.members.map(({ _id }) => _id).sort()).toEqual(['leader', 'user', 'client'].map(acme).sort());
    expect(client?.members.some((person) => 'role' in person)).toBe(false);
    expect(client?.rights).toEqual({
      edit: false,
      archive: false,
      delete: false,
      members: false,
      create_task: false,
      efficiency: false,
    });
  });

  test('how a project stands is one word for all who see it, counted without subtasks, and clients get no figures', () =>
    asMember('acme.admin', async (ctx) => {
      const stands = async (who: string) => {
        const found = (await list(await become(ctx, who), { q: 'web' })).docs.map((card) => [
          card.health,
          card.health_reason,
        ]);
        await become(ctx, 'acme.admin');
        return found[0];
      };
      const plant = async (much: number, more: object) => {
        const made = (at: number) => ({
          ...{
            projectId: acme('WEB'),
            title: 'Hidden',
            number: 500 + at,
            rank: `zz${at}`,
            audience: 'internal',
            ...more,
          },
        });
        await ctx.db.task.createMany({ data: Array.from({ length: much }, (_, at) => made(at)) });
      };
      const [team, own] = [['acme.admin', 'acme.observer', 'acme.leader', 'acme.user'], 'acme.client'];
      await ctx.db.task.updateMany({ where: { projectId: acme('WEB') }, data: { dueDate: null } });
      for (const who of team) expect(await stands(who)).toEqual(['on_track', 'nothing is late']);
      expect(await stands(own)).toEqual(['on_track', 'it goes as planned']);
      // Small parts of a task that is late do not hide it; what the client cannot see counts.
      await plant(3, { dueDate: new Date(Date.now() - 3 * 86_400_000) });
      await ctx.db.task.createMany({
        data: Array.from({ length: 40 }, (_, at) => ({
          ...{ projectId: acme('WEB'), title: 'Part', number: 600 + at, rank: `zy${at}`, parentId: acme('WEB-2') },
        })),
      });
      for (const who of team) expect(await stands(who)).toEqual(['at_risk', '3 of 8 open tasks are late']);
      expect(await stands(own)).toEqual(['at_risk', 'it may not be done in time']);
      await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { dueDate: new Date(Date.now() - 86_400_000) } });
      expect(await stands('acme.leader')).toEqual(['late', 'due 1 day ago, 8 open']);
      expect(await stands(own)).toEqual(['late', 'due 1 day ago']);
      await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { status: 'on_hold' } });
      expect(await stands(own)).toEqual([null, null]);
      const reads = (project: string) => ctx.db.$queryRaw`select * from project_health(${acme(project)}::uuid)`;
      await become(ctx, own);
      expect([await reads('WEB'), await reads('APP')]).toMatchObject([[{ open_tasks: null, late_tasks: null }], []]);
    }));

  asAdmin('clients hear when that word changes, and of nothing else that is hidden from them', async ({ db }) => {
    const heard = async (work: Promise<unknown>) => {
      await work;
      await db.$executeRaw`reset role`;
      const told = await db.$queryRaw<{ payload: unknown }[]>`delete from outbox returning payload`;
      await db.$executeRaw`set local role tenant`;
      return told.flatMap(({ payload }) => payload);
    };
    const channel = `private-project-${acme('WEB')}-client`;
    const word = { channel, event: 'project.changed', data: { id: acme('WEB') } };
    const past = new Date(Date.now() - 3 * 86_400_000);
    const inProject = { projectId: acme('WEB') };
    const made = (at: number, more: object = {}) =>
      db.task.create({ data: { ...inProject, title: 'Hidden', number: 500 + at, rank: `zz${at}`, ...more } });
    await heard(db.task.updateMany({ where: inProject, data: { dueDate: null, audience: 'internal' } }));
    expect(await heard(made(1))).toEqual([]);
    expect(await heard(made(2, { dueDate: past }))).toEqual([]);
    expect(await heard(db.task.updateMany({ where: inProject, data: { title: 'Other' } }))).toEqual([]);
    expect(await heard(db.task.updateMany({ where: inProject, data: { dueDate: past } }))).toEqual([word]);
    expect(await heard(made(3, { dueDate: past }))).toEqual([]);
    expect(await heard(db.task.updateMany({ where: inProject, data: { status: 4 } }))).toEqual([word]);
    expect(await heard(made(4, { dueDate: past }))).toEqual([word]);
    expect(await heard(made(5, { dueDate: past, parentId: acme('WEB-2') }))).toEqual([]);
  });

  asAdmin.each([
    [{ q: 'loyal' }, ['APP']],
    [{ q: 'web' }, ['WEB']],
    [{ q: '%' }, []],
    [{ q: '_' }, []],
    [{ q: '\\' }, []],
    [{ status: 'on_hold' }, []],
    [{ status: 'active,archived' }, ['APP', 'WEB']],
    [{ type: 'mobile_application' }, []],
    [{ member: fixtureId('acme.lead2') }, ['APP']],
    [{ category: fixtureId('acme.Design') }, []],
    [{ sort: '-name' }, ['WEB', 'APP']],
    [{ sort: 'created' }, ['WEB', 'APP']],
    [{ sort: '-created' }, ['APP', 'WEB']],
    [{ sort: 'due' }, ['WEB', 'APP']],
    [{ sort: '-due' }, ['WEB', 'APP']],
    [{ page: 2, limit: 1 }, ['WEB']],
  ])('V07 filtered by %j: %j', async (ctx, input, expected) => {
    await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { dueDate: new Date('2030-01-01') } });
    expect(await keys(ctx, input)).toEqual(expected);
  });

  asAdmin('does not count what is in the bin', async (ctx) => {
    await ctx.db.task.updateMany({ where: { id: acme('WEB-1') }, data: { deletedAt: new Date() } });
    const counts = { pending: 2, total: 5, overdue: 0 };
    expect((await list(ctx, { q: 'web' })).docs[0]?.counts).toMatchObject(counts);
    expect(await countTasksByProject(ctx, { project_id: acme('WEB') })).toMatchObject([counts]);
  });

  asAdmin('D03 takes one statement, for two projects and for forty', async (ctx) => {
    const few = await statementsOf(() => list(ctx));
    const another = (at: number) => ({ key: `NO${at}`, name: `Number ${at}`, type: 'web_application' });
    await ctx.db.project.createMany({ data: Array.from({ length: 38 }, (_, at) => another(at)) });
    const many = await statementsOf(async () => expect((await list(ctx)).docs).toHaveLength(40));
    expect([few, many]).toEqual([1, 1]);
  });
});

test('one project shows its description rendered, and its history to those who may read it', async () => {
  const within = async (who: string) => {
    let kinds: string[] = [];
    await asMember(who, async (ctx) => {
      kinds = (await getProject(ctx, { project_id: 'WEB' })).activity.map(({ kind }) => kind);
    });
    return kinds;
  };
  expect(await within('acme.leader')).toEqual([]);
  await asMember('acme.leader', async (ctx) => {
    const line = { projectId: acme('WEB'), actorId: acme('user2'), data: {} };
    await ctx.db.activity.createMany({
      data: [
        { ...line, kind: 'project.edited' },
        { ...line, kind: 'project.status_changed', audience: 'client' },
      ],
    });
    await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { description: '**Why** <script>' } });
    const project = await getProject(ctx, { project_id: 'WEB' });
    expect(project.activity.map(({ kind, actor }) => [kind, actor?.name]).sort()).toEqual([
      ['project.edited', 'user2 of acme'],
      ['project.status_changed', 'user2 of acme'],
    ]);
    expect(project.description_html).toContain('<strong>Why</strong>');
    expect(project.description_html).not.toContain('<script>');
    await ctx.db
      .$executeRaw`select set_config('app.role', 'client', true), set_config('app.member_id', ${acme('client')}, true)`;
    const seen = await getProject(ctx, { project_id: 'WEB' });
    expect(seen.activity.map(({ kind, actor }) => [kind, actor])).toEqual([['project.status_changed', null]]);
  });
});

asAdmin('a project names its leader first, then whom clients see, and nobody who was deactivated', async (ctx) => {
  await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { leaderId: acme('user2') } });
  await ctx.db.member.updateMany({ where: { id: acme('user') }, data: { deactivatedAt: new Date() } });
  const [card] = (await list(ctx, { q: 'web' })).docs;
  expect([card?.member_count, card?.members[0]?._id]).toEqual([3, acme('user2')]);
  const { docs } = await listProjectMembers(ctx, ListProjectMembers.parse({ project_id: 'WEB' }));
  expect(docs.map(({ _id }) => _id)).toEqual(['user2', 'leader', 'client'].map(acme));
});

asLeader(
  'a project tells what was completed of it lately and how much of that in time, without subtasks; a client nothing',
  async (ctx) => {
    const lately = async (who: Ctx) => (await getProject(who, { project_id: 'WEB' })).efficiency;
    const before = await lately(ctx);
    const { _id: parent_id } = await create(ctx, { status: 4, due_date: '2100-01-01' });
    for (const more of [{ due_date: '2020-01-01' }, {}, { parent_id }]) await create(ctx, { status: 4, ...more });
    expect(await lately(ctx)).toMatchObject({ completed: Number(before?.completed) + 3, on_time_rate: 0.5 });
    expect(await lately(await become(ctx, 'acme.client'))).toBeNull();
  },
);

asAdmin('D03 one project takes two statements', async (ctx) =>
  expect(await statementsOf(() => getProject(ctx, { project_id: 'WEB' }))).toBe(2),
);

test('task counts by project are of what the caller sees', async () => {
  await asMember('acme.admin', async (ctx) =>
    expect(await countTasksByProject(ctx, {})).toMatchObject([
      { key: 'APP', pending: 1, backlogs: 1, total: 2 },
      {
        key: 'WEB',
        pending: 3,
        in_process: 1,
        testing: 1,
        completed: 1,
        backlogs: 0,
        total: 6,
        overdue: 1,
        due_today: 1,
      },
    ]),
  );
  await asMember('acme.client', async (ctx) =>
    expect(await countTasksByProject(ctx, {})).toMatchObject([{ key: 'WEB', total: 3, due_today: 0 }]),
  );
  await asMember('acme.outsider', async (ctx) => expect(await countTasksByProject(ctx, {})).toEqual([]));
});

asAdmin('task counts by project leave out what is archived, unless it is asked for', async (ctx) => {
  await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { status: 'archived' } });
  expect((await countTasksByProject(ctx, {})).map(({ key }) => key)).toEqual(['APP']);
  expect(await countTasksByProject(ctx, { project_id: acme('WEB') })).toMatchObject([{ key: 'WEB', total: 6 }]);
});

test('R01 only projects in which one may create tasks are offered for a new one, found by name or key', () =>
  asMember('acme.admin', async (ctx) => {
    const keys = async (seat: string, q?: string) =>
      (await listCreatable(await become(ctx, seat), { q, page: 1, limit: 50 })).docs.map(({ key }) => key);
    expect(await keys('acme.admin')).toEqual(expect.arrayContaining(['APP', 'WEB']));
    expect(await keys('acme.user')).toContain('WEB');
    expect(await keys('acme.user', 'web')).toEqual(['WEB']);
    expect(await keys('acme.user', 'relaunch')).toEqual(['WEB']);
    for (const seat of ['acme.client', 'acme.observer']) expect(await keys(seat)).toEqual([]);
    expect(await keys('acme.outsider')).not.toContain('WEB');
    const foreign = await listCreatable(await become(ctx, 'globex.admin'), { page: 1, limit: 50 });
    expect(foreign.docs.map(({ _id }) => _id)).not.toContain(fixtureId('acme.WEB'));
    const admin = await become(ctx, 'acme.admin');
    await admin.db.project.update({ where: { id: fixtureId('acme.WEB') }, data: { status: 'archived' } });
    expect(await keys('acme.admin')).not.toContain('WEB');
  }));
