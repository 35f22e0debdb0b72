import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { changeProjectStatus, createProject, editProject } from '@/lib/project/commands';
import { CreateProject, EditProject } from '@/lib/project/schema';
import { keyFromName } from '@/lib/project/vocabulary';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** Projects are made and changed by those who may, and by nobody else (permissions, rows 20 to 23). */

const acme = (name: string) => fixtureId(`acme.${name}`);
const create = (ctx: Ctx, input: Partial<Parameters<typeof CreateProject.parse>[0] & object> = {}) =>
  createProject(ctx, CreateProject.parse({ name: 'Annual report', type: 'web_application', ...input }));
const edit = (ctx: Ctx, input: object) =>
  editProject(ctx, EditProject.parse({ project_id: acme('WEB'), version: 1, ...input }));

describe('a new project', () => {
  test('is led by the team leader who makes it, as member and contact', () =>
    asMember('acme.both', async (ctx, effects) => {
      const project = await create(ctx, { member_ids: [acme('user')], client_ids: [acme('client')] });
      expect(project).toMatchObject({ key: 'ANN', status: 'active', version: 1, member_count: 3 });
      expect(project.leader?._id).toBe(acme('both'));
      expect(project.rights).toEqual({ edit: true, archive: true, delete: false, members: true, create_task: true });
      const contacts = await ctx.db.projectMember.findMany({ where: { projectId: project._id, isContact: true } });
      expect(contacts.map(({ memberId }) => memberId)).toEqual([acme('both')]);
      expect(await ctx.db.taskCounter.findFirst({ where: { projectId: project._id } })).toMatchObject({ last: 0 });
      expect(effects.activities).toMatchObject([{ kind: 'project.created', audience: 'internal' }]);
      const joined = [acme('both'), acme('user'), acme('client')];
      expect(effects.events).toEqual([
        { type: 'project.changed', projectId: project._id, version: 1 },
        { type: 'members.changed', projectId: project._id, joined: expect.arrayContaining(joined) },
      ]);
      expect(effects.notifications.map(({ memberId }) => memberId)).toEqual([acme('user'), acme('client')]);
    }));

  test('may be led by whom an admin appoints, not by whom a team leader appoints', async () => {
    const appoint = (ctx: Ctx) => create(ctx, { team_leader_id: acme('lead2') });
    expect(await attempt('acme.admin', appoint)).toBe('done');
    expect(await attempt('acme.leader', appoint)).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => create(ctx, { team_leader_id: acme('leader') }))).toBe('done');
  });

  test.each(['admin', 'subadmin', 'leader'])('has the %s who makes it as member, leader and contact', (seat) =>
    asMember(`acme.${seat}`, async (ctx, effects) => {
      const project = await create(ctx, { member_ids: [acme('user')] });
      expect(project).toMatchObject({ member_count: 2, leader: { _id: acme(seat) } });
      const seated = await ctx.db.projectMember.findMany({ where: { projectId: project._id } });
      expect(seated.find(({ memberId }) => memberId === acme(seat))).toMatchObject({ isContact: true });
      expect(effects.events).toContainEqual({ type: 'project.changed', projectId: project._id, version: 1 });
    }),
  );

  test('has its maker as a member when another is named to lead it', () =>
    asMember('acme.admin', async (ctx) => {
      const project = await create(ctx, { team_leader_id: acme('lead2') });
      expect(project).toMatchObject({ member_count: 2, leader: { _id: acme('lead2') } });
      const seated = await ctx.db.projectMember.findMany({ where: { projectId: project._id } });
      expect(new Map(seated.map(({ memberId, isContact }) => [memberId, isContact]))).toEqual(
        new Map([
          [acme('lead2'), true],
          [acme('admin'), false],
        ]),
      );
    }));

  test('takes users and clients from a team leader, everybody from an admin', async () => {
    const withLead = (ctx: Ctx) => create(ctx, { member_ids: [acme('lead2')] });
    expect(await attempt('acme.leader', withLead)).toBe('forbidden');
    expect(await attempt('acme.admin', withLead)).toBe('done');
  });

  test.each([
    ['team_leader_id', 'user', 'neither admin, sub-admin nor team leader'],
    ['team_leader_id', 'observer', 'neither admin'],
    ['team_leader_id', 'gone', 'No active member'],
    ['member_ids', 'observer', 'sees every project without joining'],
    ['member_ids', 'client', 'not a member of the team'],
    ['member_ids', 'pending', 'No active member'],
    ['member_ids', 'gone', 'No active member'],
    ['client_ids', 'user', 'is not a client'],
    ['client_ids', 'observer', 'sees every project'],
  ])('refuses in %s the %s: %s', (field, seat, reason) =>
    asMember('acme.admin', async (ctx) => {
      const value = field === 'team_leader_id' ? acme(seat) : [acme(seat)];
      const failure = await failureOf(create(ctx, { [field]: value }));
      expect(failure.code).toBe('invalid');
      expect(failure.details.errors?.[field]?.[0]).toContain(reason);
    }),
  );

  test('knows nobody and nothing of another organisation, as if it did not exist', () =>
    asMember('acme.admin', async (ctx) => {
      const told = async (input: object) => (await failureOf(create(ctx, input))).details.errors;
      const foreign = (name: string) => fixtureId(`globex.${name}`);
      expect(await told({ member_ids: [foreign('user')] })).toEqual(await told({ member_ids: [fixtureId('nobody')] }));
      expect(await told({ category_id: foreign('Design') })).toEqual(await told({ category_id: fixtureId('nothing') }));
      expect((await create(ctx, { category_id: acme('Design') })).category?.name).toBe('Design');
    }));

  test('gets the next free key of its name, also beside projects that its maker does not see', () =>
    asMember('acme.both', async (ctx) => {
      expect((await create(ctx, { name: 'Website relaunch' })).key).toBe('WEB2');
      expect((await create(ctx, { name: 'Web shop' })).key).toBe('WEB3');
    }));

  test('with a code that is taken is a conflict; a free one is kept', () =>
    asMember('acme.both', async (ctx) => {
      expect(await failureOf(create(ctx, { code: 'web' }))).toMatchObject({ code: 'conflict' });
      expect((await create(ctx, { code: 'shop' })).key).toBe('SHOP');
    }));

  test.each([
    ['Website relaunch', 'WEB'],
    ['QA portal', 'QAP'],
    ['Größe', 'GRO'],
    ['2027 budget', 'BUD'],
    ['Ünïcode', 'UNI'],
    ['プロジェクト', 'PRJ'],
    ['A', 'PRJ'],
    ['4 2', 'PRJ'],
  ])('%s has a key that starts with %s', (name, key) => expect(keyFromName(name)).toBe(key));
});

describe('six projects of one name at the same moment', () => {
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  beforeAll(() => owner.connect());
  afterAll(() => owner.end());

  test('X10 get six keys', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => asMemberCommitted('acme.both', (ctx) => create(ctx, { name: 'Same moment' }))),
    );
    await owner.query('delete from project where id = any($1)', [made.map(({ _id }) => _id)]);
    expect(new Set(made.map(({ key }) => key)).size).toBe(6);
    expect(made.map(({ key }) => key)).toContain('SAM');
  });
});

describe('a change of a project', () => {
  test('counts its versions and tells what changed', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const project = await edit(ctx, {
        name: 'Relaunch',
        description: 'Why',
        due_date: '2030-01-31',
        type: 'mobile_application',
      });
      expect(project).toMatchObject({
        name: 'Relaunch',
        due_date: '2030-01-31',
        type_label: 'Mobile Application',
        version: 2,
      });
      expect(effects.activities.map(({ data }) => data)).toEqual([
        { field: 'name', from: 'Website relaunch', to: 'Relaunch' },
        { field: 'description' },
        { field: 'type', from: 'web_application', to: 'mobile_application' },
        { field: 'due_date', from: null, to: '2030-01-31' },
      ]);
      expect(effects.events).toEqual([{ type: 'project.changed', projectId: acme('WEB'), version: 2 }]);
      expect((await edit(ctx, { version: 2, due_date: null })).due_date).toBeNull();
    }));

  test('to what it is already is none', () =>
    asMember('acme.leader', async (ctx, effects) => {
      expect((await edit(ctx, { name: 'Website relaunch', type: 'web_application' })).version).toBe(1);
      expect(effects.activities).toEqual([]);
    }));

  test('with a stale version is a conflict that shows the record as it is', () =>
    asMember('acme.leader', async (ctx) => {
      await edit(ctx, { name: 'First' });
      const failure = await failureOf(edit(ctx, { name: 'Second' }));
      expect(failure.code).toBe('conflict');
      expect(failure.details.current).toMatchObject({ name: 'First', version: 2 });
      expect(await failureOf(edit(ctx, { name: 'First' }))).toMatchObject({ code: 'conflict' });
    }));

  test('does not let it end before it starts, whichever of the two dates is given', () =>
    asMember('acme.leader', async (ctx) => {
      await edit(ctx, { start_date: '2030-02-01' });
      const failure = await failureOf(edit(ctx, { version: 2, due_date: '2030-01-31' }));
      expect(failure.details.errors).toHaveProperty('due_date');
      expect(
        EditProject.safeParse({ project_id: acme('WEB'), version: 1, start_date: '2030-02-01', due_date: '2030-01-01' })
          .success,
      ).toBe(false);
    }));

  test('of the leader is for admins: the new one joins as contact, and is told', async () => {
    const appoint = (ctx: Ctx) => edit(ctx, { team_leader_id: acme('lead2') });
    expect(await attempt('acme.leader', appoint)).toBe('forbidden');
    await asMember('acme.subadmin', async (ctx, effects) => {
      expect((await appoint(ctx)).leader?._id).toBe(acme('lead2'));
      const seat = { projectId: acme('WEB'), memberId: acme('lead2') };
      expect(await ctx.db.projectMember.findFirst({ where: seat })).toMatchObject({ isContact: true });
      expect(effects.events.map(({ type }) => type)).toEqual(['members.changed', 'project.changed']);
      expect(effects.notifications).toMatchObject([{ memberId: acme('lead2'), kind: 'project.leader_changed' }]);
      expect(effects.audits).toMatchObject([{ action: 'project.leader_changed' }]);
      expect(effects.activities).toMatchObject([
        { kind: 'project.leader_changed', data: { from: { name: 'leader of acme' }, to: { name: 'lead2 of acme' } } },
      ]);
    });
    await asMember('acme.admin', async (ctx) =>
      expect((await failureOf(edit(ctx, { team_leader_id: acme('user') }))).details.errors).toHaveProperty(
        'team_leader_id',
      ),
    );
  });
});

describe('the status of a project', () => {
  test('moves to any of the four, and its clients read of it', () =>
    asMember('acme.leader', async (ctx, effects) => {
      for (const status of ['on_hold', 'completed', 'archived', 'active'] as const)
        expect((await changeProjectStatus(ctx, { id: acme('WEB'), status })).status).toBe(status);
      expect(effects.activities).toHaveLength(4);
      expect(effects.activities[0]).toMatchObject({
        kind: 'project.status_changed',
        audience: 'client',
        data: { from: 'active', to: 'on_hold' },
      });
      expect(effects.events.at(-1)).toEqual({ type: 'project.changed', projectId: acme('WEB'), version: 5 });
    }));

  test('set to what it is changes nothing', () =>
    asMember('acme.leader', async (ctx, effects) => {
      expect((await changeProjectStatus(ctx, { id: acme('WEB'), status: 'active' })).version).toBe(1);
      expect(effects.events).toEqual([]);
    }));
});
