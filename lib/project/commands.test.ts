import { afterAll, describe, expect, test } from 'vitest';
import { changeUserRole, decideRoleRequest, requestRole } from '@/lib/member/commands';
import { editAccount } from '@/lib/member/commands.accounts';
import { deactivateMember } from '@/lib/member/commands.state';
import { openTasksOf } from '@/lib/member/queries.manage';
import { EditAccount } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { changeProjectStatus, createProject, editProject } from '@/lib/project/commands';
import { deleteProject, restoreProject } from '@/lib/project/commands.bin';
import { changeProjectMembers } from '@/lib/project/commands.members';
import { getProject } from '@/lib/project/queries';
import { ChangeProjectMembers, CreateProject, EditProject } from '@/lib/project/schema';
import { keyFromName } from '@/lib/project/vocabulary';
import { editTask } from '@/lib/task/commands';
import { getTask } from '@/lib/task/queries';
import { EditTask } from '@/lib/task/schema';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { newId } from '@/lib/validation';

/** Projects are made and changed by those who may, and by nobody else (permissions, rows 20 to 23). */

const acme = (name: string) => fixtureId(`acme.${name}`);
const create = (ctx: Ctx, input: Partial<Parameters<typeof CreateProject.parse>[0] & object> = {}) =>
  createProject(ctx, CreateProject.parse({ name: 'Annual report', type: 'web_application', ...input }));
const edit = (ctx: Ctx, input: object) =>
  editProject(ctx, EditProject.parse({ project_id: acme('WEB'), version: 1, ...input }));

describe('the code of a project', () => {
  test('is changed by who may change it; the one that it had leads to it, its tasks and nothing else', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const after = await edit(ctx, { code: 'site' });
      expect([after.key, after.version]).toEqual(['SITE', 2]);
      expect(effects.activities).toMatchObject([{ data: { field: 'code', from: 'WEB', to: 'SITE' } }]);
      for (const key of ['WEB', 'SITE']) {
        expect((await getProject(ctx, { project_id: key })).key).toBe('SITE');
        expect((await getTask(ctx, { id: `${key}-1` })).key).toBe('SITE-1');
      }
      await ctx.settle();
      const admin = await become(ctx, 'acme.admin');
      expect(await codeOf(create(admin, { code: 'WEB' }))).toBe('conflict');
      expect((await create(admin, { name: 'Web shop' })).key).toBe('WEB2');
      expect(await codeOf(edit(admin, { version: 2, code: 'APP' }))).toBe('conflict');
      expect((await edit(admin, { version: 2, code: 'WEB' })).key).toBe('WEB');
      expect((await getTask(admin, { id: 'SITE-1' })).key).toBe('WEB-1');
      expect((await edit(admin, { version: 3, code: 'SITE' })).key).toBe('SITE');
      expect((await getTask(admin, { id: 'WEB-1' })).key).toBe('SITE-1');
      await admin.settle();
      expect(await codeOf(getProject(await become(ctx, 'globex.admin'), { project_id: 'SITE' }))).toBe('not_found');
      await become(ctx, 'acme.leader');
    }));

  asLeader('leads nobody to a project that they do not see', async (ctx) => {
    await edit(ctx, { code: 'SITE' });
    await ctx.settle();
    const outsider = await become(ctx, 'acme.outsider');
    for (const key of ['WEB', 'SITE']) expect(await codeOf(getTask(outsider, { id: `${key}-1` }))).toBe('not_found');
    await become(ctx, 'acme.leader');
  });
});

describe('a new project', () => {
  test('is led by the team leader who makes it, as member and contact', () =>
    asMember('acme.both', async (ctx, effects) => {
      const project = await create(ctx, { member_ids: [acme('user')], client_ids: [acme('client')] });
      expect(project).toMatchObject({ key: 'ANN', status: 'active', version: 1, member_count: 3 });
      expect(project.leader?._id).toBe(acme('both'));
      expect(project.rights).toEqual({
        edit: true,
        archive: true,
        delete: false,
        members: true,
        create_task: true,
        efficiency: true,
      });
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

  test('may be led by whom an admin appoints, not by whom a team leader appoints, and so it is with who joins', async () => {
    const withLead = (ctx: Ctx) => create(ctx, { member_ids: [acme('lead2')] });
    expect([await attempt('acme.leader', withLead), await attempt('acme.admin', withLead)]).toEqual([
      'forbidden',
      'done',
    ]);
    const appoint = (ctx: Ctx) => create(ctx, { team_leader_id: acme('lead2') });
    expect(await attempt('acme.admin', appoint)).toBe('done');
    expect(await attempt('acme.leader', appoint)).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => create(ctx, { team_leader_id: acme('leader') }))).toBe('done');
  });

  asAdmin('has its maker as leader, or as a member when another is named to lead it', async (ctx) => {
    expect(await create(ctx)).toMatchObject({ member_count: 1, leader: { _id: acme('admin') } });
    const project = await create(ctx, { team_leader_id: acme('lead2') });
    expect(project).toMatchObject({ member_count: 2, leader: { _id: acme('lead2') } });
    const seated = await ctx.db.projectMember.findMany({ where: { projectId: project._id } });
    const contacts = Object.fromEntries(seated.map(({ memberId, isContact }) => [memberId, isContact]));
    expect(contacts).toEqual({ [acme('lead2')]: true, [acme('admin')]: false });
  });

  asAdmin.each([
    ['team_leader_id', 'user', 'neither admin, sub-admin nor team leader'],
    ['team_leader_id', 'observer', 'neither admin'],
    ['team_leader_id', 'gone', 'No active member'],
    ['member_ids', 'observer', 'sees every project without joining'],
    ['member_ids', 'client', 'not a member of the team'],
    ['member_ids', 'pending', 'No active member'],
    ['member_ids', 'gone', 'No active member'],
    ['client_ids', 'user', 'is not a client'],
    ['client_ids', 'observer', 'sees every project'],
  ])('refuses in %s the %s: %s', async (ctx, field, seat, reason) => {
    const value = field === 'team_leader_id' ? acme(seat) : [acme(seat)];
    const failure = await failureOf(create(ctx, { [field]: value }));
    expect(failure.code).toBe('invalid');
    expect(failure.details.errors?.[field]?.[0]).toContain(reason);
  });

  asAdmin('knows nobody and nothing of another organisation, as if it did not exist', async (ctx) => {
    const told = async (input: object) => (await failureOf(create(ctx, input))).details.errors;
    const foreign = (name: string) => fixtureId(`globex.${name}`);
    expect(await told({ member_ids: [foreign('user')] })).toEqual(await told({ member_ids: [fixtureId('nobody')] }));
    expect(await told({ category_id: foreign('Design') })).toEqual(await told({ category_id: fixtureId('nothing') }));
    expect((await create(ctx, { category_id: acme('Design') })).category?.name).toBe('Design');
  });

  test('gets the next free key of its name, also beside projects that its maker does not see', () =>
    asMember('acme.both', async (ctx) => {
      expect((await create(ctx, { name: 'Website relaunch' })).key).toBe('WEB2');
      expect((await create(ctx, { name: 'Web shop' })).key).toBe('WEB3');
    }));

  test('with a code that is taken is a conflict; a free one is kept', () =>
    asMember('acme.both', async (ctx) => {
      expect(await codeOf(create(ctx, { code: 'web' }))).toBe('conflict');
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
  const owner = ownerClient();

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
  asLeader('counts its versions and tells what changed', async (ctx, effects) => {
    const fields = { name: 'Relaunch', due_date: '2030-01-31', type: 'mobile_application' };
    expect(await edit(ctx, { ...fields, description: 'Why' })).toMatchObject({ ...fields, version: 2 });
    expect(effects.activities.map(({ data }) => data)).toEqual([
      { field: 'name', from: 'Website relaunch', to: 'Relaunch' },
      { field: 'description' },
      { field: 'type', from: 'web_application', to: 'mobile_application' },
      { field: 'due_date', from: null, to: '2030-01-31' },
    ]);
    expect(effects.events).toEqual([{ type: 'project.changed', projectId: acme('WEB'), version: 2 }]);
    expect((await edit(ctx, { version: 2, due_date: null })).due_date).toBeNull();
  });

  asLeader(
    'that changes nothing counts no version and tells nothing, as does the status that it has',
    async (ctx, effects) => {
      const same = { name: 'Website relaunch', code: 'WEB', due_date: null, team_leader_id: acme('leader') };
      expect((await edit(ctx, same)).version).toBe(1);
      expect((await changeProjectStatus(ctx, { id: acme('WEB'), status: 'active' })).version).toBe(1);
      expect(effects).toMatchObject({ activities: [], events: [] });
      await edit(ctx, { category_id: acme('Design') });
      expect((await edit(ctx, { version: 2, category_id: null })).category).toBeNull();
      expect(effects.activities.map(({ data }) => data)).toEqual([
        { field: 'category', from: null, to: 'Design' },
        { field: 'category', from: 'Design', to: null },
      ]);
    },
  );

  test('is for its leader and those above, as is its status; one that is archived is reopened by the same', async () => {
    const work: ((ctx: Ctx) => Promise<unknown>)[] = [
      (ctx) => edit(ctx, { name: 'Mine' }),
      (ctx) => changeProjectStatus(ctx, { id: acme('WEB'), status: 'on_hold' }),
      (ctx) => changeProjectStatus(ctx, { id: acme('WEB'), status: 'archived' }),
    ];
    for (const [who, outcome] of [
      ['leader', 'done'],
      ['subadmin', 'done'],
      ['user', 'forbidden'],
      ['client', 'forbidden'],
      ['observer', 'forbidden'],
      ['lead2', 'not_found'],
    ])
      for (const one of work) expect(await attempt(`acme.${who}`, one), who).toBe(outcome);
  });

  asLeader('with a stale version is a conflict that shows the record as it is', async (ctx) => {
    await edit(ctx, { name: 'First' });
    const failure = await failureOf(edit(ctx, { name: 'Second' }));
    expect(failure.code).toBe('conflict');
    expect(failure.details.current).toMatchObject({ name: 'First', version: 2 });
    expect(await codeOf(edit(ctx, { name: 'First' }))).toBe('conflict');
  });

  asLeader('does not let it end before it starts, whichever of the two dates is given', async (ctx) => {
    await edit(ctx, { start_date: '2030-02-01' });
    const failure = await failureOf(edit(ctx, { version: 2, due_date: '2030-01-31' }));
    expect(failure.details.errors).toHaveProperty('due_date');
    expect(
      EditProject.safeParse({ project_id: acme('WEB'), version: 1, start_date: '2030-02-01', due_date: '2030-01-01' })
        .success,
    ).toBe(false);
  });

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
    await asMember('acme.admin', async (ctx) => {
      expect((await failureOf(edit(ctx, { team_leader_id: acme('user') }))).details.errors).toHaveProperty(
        'team_leader_id',
      );
      const seat = { projectId: acme('WEB'), memberId: acme('lead2') };
      await ctx.db.projectMember.create({ data: seat });
      await appoint(ctx);
      expect(await ctx.db.projectMember.findFirst({ where: seat })).toMatchObject({ isContact: true });
    });
  });
});

asLeader('the status of a project moves to any of the four, and its clients read of it', async (ctx, effects) => {
  for (const status of ['on_hold', 'completed', 'archived', 'active'] as const)
    expect((await changeProjectStatus(ctx, { id: acme('WEB'), status })).status).toBe(status);
  expect(effects.activities).toHaveLength(4);
  expect(effects.activities[0]).toMatchObject({
    kind: 'project.status_changed',
    audience: 'client',
    data: { from: 'active', to: 'on_hold' },
  });
  expect(effects.events.at(-1)).toEqual({ type: 'project.changed', projectId: acme('WEB'), version: 5 });
});

const change = (ctx: Ctx, { add = [], remove = [] }: { add?: string[]; remove?: string[] }) =>
  changeProjectMembers(
    ctx,
    ChangeProjectMembers.parse({ project_id: acme('WEB'), add: add.map(acme), remove: remove.map(acme) }),
  );

describe('the people of a project', () => {
  test('are users and clients when a team leader brings them in or lets them go, anybody for an admin', async () => {
    for (const people of [{ add: ['lead2'] }, { add: ['admin'] }]) {
      expect(await attempt('acme.leader', (ctx) => change(ctx, people))).toBe('forbidden');
      expect(await attempt('acme.admin', (ctx) => change(ctx, people))).toBe('done');
    }
    expect(await attempt('acme.leader', (ctx) => change(ctx, { add: ['client2', 'outsider'] }))).toBe('done');
    await asMember('acme.admin', async (ctx) => {
      await change(ctx, { add: ['lead2'] });
      const leader = { ...ctx, actor: { ...ctx.actor, memberId: acme('leader'), role: 'team_leader' as const } };
      expect(await codeOf(change(leader, { remove: ['lead2'] }))).toBe('forbidden');
    });
  });

  asLeader('are told when they join; history and audit name who came and who left', async (ctx, effects) => {
    const { docs } = await change(ctx, { add: ['outsider', 'user'], remove: ['user2', 'client2'] });
    expect(docs.map(({ _id }) => _id).sort()).toEqual(['leader', 'user', 'client', 'outsider'].map(acme).sort());
    expect(docs[0]).toMatchObject({ _id: acme('leader'), is_leader: true, is_contact: true });
    expect(effects.notifications).toMatchObject([{ memberId: acme('outsider'), kind: 'project.members_changed' }]);
    expect(effects.activities.at(-1)).toMatchObject({
      kind: 'project.members_changed',
      audience: 'internal',
      data: { added: [{ name: 'outsider of acme' }], removed: [{ name: 'user2 of acme' }] },
    });
    expect(effects.audits).toMatchObject([{ action: 'project.members_changed', target: acme('WEB') }]);
    const joined = [acme('outsider')];
    expect(effects.events.at(-1)).toEqual({ type: 'members.changed', projectId: acme('WEB'), joined });
  });

  asLeader('stay as they are when nobody comes or goes', async (ctx, effects) => {
    await change(ctx, { add: ['user'], remove: ['client2'] });
    expect(effects).toMatchObject({ activities: [], events: [], audits: [], notifications: [], revoked: [] });
  });

  test('leave nothing behind that begins again when they come back: mutes, choices, defaults, timers, unread notices', () =>
    asMember('acme.user', async (user) => {
      const { memberId } = user.actor;
      const at = { projectId: acme('WEB'), audience: 'internal', taskId: acme('WEB-3'), memberId };
      const [team] = await user.db.room.findMany({ where: { projectId: acme('WEB'), kind: 'project' } });
      const kept = async () => [
        await user.db.roomReading.count({ where: { memberId, muted: true } }),
        await user.db.savedView.count({ where: { isDefault: true } }),
        Object.keys((await user.db.notificationSetting.findFirst())?.projects as object).length,
        await user.db.timeEntry.count({ where: { memberId, endedAt: null } }),
        await user.db.notification.count({ where: { memberId, readAt: null, taskId: at.taskId } }),
      ];
      await user.db.roomReading.create({ data: { roomId: team?.id ?? '', memberId, muted: true } });
      await user.db.savedView.create({ data: { id: newId(), projectId: at.projectId, name: 'Mine', isDefault: true } });
      await user.db.notificationSetting.create({ data: { projects: { [acme('WEB')]: 'mute' } } });
      await user.db.timeEntry.create({ data: { ...at, startedAt: new Date() } });
      await become(user, 'acme.admin');
      await user.db.notification.createMany({ data: [{ memberId, taskId: at.taskId, kind: 'comment.added' }] });
      await become(user, 'acme.user');
      expect(await kept()).toEqual([1, 1, 1, 1, 1]);
      const admin = await become(user, 'acme.admin');
      await change(admin, { remove: ['user'] });
      await admin.settle();
      await change(admin, { add: ['user'] });
      await admin.settle();
      await become(user, 'acme.user');
      expect(await kept()).toEqual([0, 0, 0, 0, 0]);
      expect(await user.db.savedView.count()).toBe(1);
    }));

  asAdmin('include the leader until another one is appointed', async (ctx) => {
    const failure = await failureOf(change(ctx, { remove: ['leader'] }));
    expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('another leader first') });
  });

  asAdmin.each(['observer', 'pending', 'rejected', 'gone'])('do not include the %s', async (ctx, seat) =>
    expect((await failureOf(change(ctx, { add: [seat] }))).details.errors).toHaveProperty('add'),
  );

  asAdmin('include nobody of another organisation, who is as unknown as a random id', async (ctx) => {
    const add = async (id: string) =>
      (await failureOf(changeProjectMembers(ctx, ChangeProjectMembers.parse({ project_id: acme('WEB'), add: [id] }))))
        .details.errors;
    expect(await add(fixtureId('globex.user'))).toEqual(await add(fixtureId('nobody')));
  });
});

asAdmin('who leaves a project keeps the tasks of other projects', async (ctx) => {
  await change(ctx, { remove: ['user2'] });
  const left = await ctx.db.taskAssignee.findMany({ where: { memberId: acme('user2') }, select: { taskId: true } });
  expect(left).toEqual([{ taskId: acme('APP-1') }]);
});

asLeader('who leaves a project is taken off its open tasks and keeps the finished ones', async (ctx, effects) => {
  const tasks = () => ctx.db.taskAssignee.findMany({ where: { memberId: acme('user') }, select: { taskId: true } });
  expect((await tasks()).map(({ taskId }) => taskId).sort()).toEqual([acme('WEB-1'), acme('WEB-6')].sort());
  await change(ctx, { remove: ['user'] });
  expect(await tasks()).toEqual([{ taskId: acme('WEB-6') }]);
  expect(await ctx.db.task.findFirst({ where: { id: acme('WEB-1') } })).toMatchObject({ version: 2 });
  expect(await ctx.db.task.findFirst({ where: { id: acme('WEB-6') } })).toMatchObject({ version: 1 });
  expect(effects.events[0]).toMatchObject({ type: 'task.changed', taskId: acme('WEB-1'), client: true });
  expect(effects.activities[0]).toMatchObject({ kind: 'task.assigned', task: { id: acme('WEB-1') } });
});

describe('the live connection of who leaves', () => {
  const owner = ownerClient();
  const seat = [acme('WEB'), acme('user2')];
  afterAll(async () => {
    await owner.query('insert into project_member (org_id, project_id, member_id) values ($3, $1, $2)', [
      ...seat,
      fixtureId('acme'),
    ]);
    await owner.query(
      'insert into task_assignee (org_id, task_id, member_id, project_id, audience) select org_id, id, $2, project_id, audience from task where id = any($1)',
      [['WEB-4', 'WEB-5'].map(acme), acme('user2')],
    );
    await owner.query('delete from outbox');
  });

  test('P06 is ended by the outbox, with the change that took the access away', async () => {
    await asMemberCommitted('acme.leader', (ctx) => change(ctx, { remove: ['user2'] }));
    const { rows } = await owner.query(`select kind, payload from outbox where kind = 'terminate'`);
    expect(rows).toEqual([{ kind: 'terminate', payload: { member_id: acme('user2') } }]);
  });
});

describe('the contacts that clients see', () => {
  const contacts = (ctx: Ctx, more: object) =>
    changeProjectMembers(ctx, ChangeProjectMembers.parse({ project_id: acme('WEB'), ...more }));

  asLeader('are shown to the client from then on, and not any more when they are taken back', async (ctx) => {
    const isContact = ({ docs }: Awaited<ReturnType<typeof contacts>>) =>
      docs.find(({ _id }) => _id === acme('user2'))?.is_contact;
    expect(isContact(await contacts(ctx, { add_contacts: [acme('user2')] }))).toBe(true);
    expect(isContact(await contacts(ctx, { remove_contacts: [acme('user2')] }))).toBe(false);
  });

  asLeader('are of the team and of the project, and the leader stays one', async (ctx) => {
    const refusal = async (more: object) => await codeOf(contacts(ctx, more));
    expect(await refusal({ add_contacts: [acme('client')] })).toBe('invalid');
    expect(await refusal({ add_contacts: [acme('outsider')] })).toBe('invalid');
    expect(await refusal({ remove_contacts: [acme('leader')] })).toBe('conflict');
  });
});

const setRole = (ctx: Ctx, who: string, role: Role) => changeUserRole(ctx, { user_id: acme(who), role });
const projectsOf = async (ctx: Ctx, who: string) => {
  const rows = await ctx.db.projectMember.findMany({ where: { memberId: acme(who) }, include: { project: true } });
  return rows.map(({ project }) => project.key).sort();
};
const setProjects =
  (who: string, role: 'subadmin' | 'team_leader' | 'client', keys: string[]) =>
  (ctx: Ctx): Promise<unknown> =>
    editAccount(role)(ctx, EditAccount.parse({ id: acme(who), project_ids: keys.map(acme) }));
const appoint = (ctx: Ctx, who: string, key: string) =>
  ctx.db.project.updateMany({ where: { id: acme(key) }, data: { leaderId: acme(who) } });
const join = (ctx: Ctx, who: string, key = 'WEB') =>
  changeProjectMembers(ctx, ChangeProjectMembers.parse({ project_id: acme(key), add: [acme(who)] }));
const assign = (ctx: Ctx, key: string, who: string) =>
  editTask(ctx, EditTask.parse({ id: acme(key), version: 1, assignee_ids: [acme(who)] }), getTask);

test('a person’s projects, set with their account never take a leader out of a project they lead', async () => {
  await asMember('acme.admin', async (ctx) => {
    await join(ctx, 'subadmin');
    await appoint(ctx, 'subadmin', 'WEB');
    const refused = await failureOf(setProjects('subadmin', 'subadmin', [])(ctx));
    expect([refused.code, refused.message]).toEqual(['conflict', expect.stringContaining('Website relaunch')]);
    expect(await projectsOf(ctx, 'subadmin')).toEqual(['WEB']);
  });
  expect(await attempt('acme.admin', setProjects('leader', 'team_leader', ['WEB', 'APP']))).toBe('done');
  expect(await attempt('acme.admin', setProjects('leader', 'team_leader', []))).toBe('conflict');
});

test('a person’s projects, set with their account take them off the open work of what they leave, with history, notice and event', () =>
  asMember('acme.admin', async (ctx, effects) => {
    await join(ctx, 'subadmin');
    await assign(ctx, 'WEB-3', 'subadmin');
    const before = effects.activities.length;
    await setProjects('subadmin', 'subadmin', ['APP'])(ctx);
    expect(await openTasksOf(ctx, acme('subadmin'))).toEqual([]);
    expect(effects.activities.slice(before).map(({ kind, projectId }) => [kind, projectId])).toEqual([
      ['task.assigned', acme('WEB')],
      ['project.members_changed', acme('APP')],
      ['project.members_changed', acme('WEB')],
    ]);
    expect(effects.notifications.at(-1)).toEqual({
      memberId: acme('subadmin'),
      kind: 'project.members_changed',
      topic: 'invited',
      data: { project_id: acme('APP') },
    });
    expect(effects.revoked).toEqual([acme('subadmin')]);
    const joined = [acme('subadmin')];
    expect(effects.events).toContainEqual({ type: 'members.changed', projectId: acme('APP'), joined });
  }));

describe('another role', () => {
  test.each(['observer', 'client'] as const)('that cannot work (%s) leaves no open task behind', (role) =>
    asMember('acme.admin', async (ctx, effects) => {
      expect((await openTasksOf(ctx, acme('user2'))).length).toBeGreaterThan(1);
      await setRole(ctx, 'user2', role);
      expect(await openTasksOf(ctx, acme('user2'))).toEqual([]);
      expect(effects.activities).toContainEqual(
        expect.objectContaining({ kind: 'task.assigned', data: { added: [], removed: [acme('user2')] } }),
      );
      // Done work keeps the name.
      expect(await ctx.db.taskAssignee.count({ where: { memberId: acme('user'), taskId: acme('WEB-6') } })).toBe(1);
    }),
  );

  asAdmin('an observer’s is the end of every seat in a project, said in each', async (ctx, effects) => {
    await setRole(ctx, 'user2', 'observer');
    expect(await projectsOf(ctx, 'user2')).toEqual([]);
    for (const key of ['WEB', 'APP']) {
      expect(effects.events).toContainEqual({ type: 'members.changed', projectId: acme(key) });
      expect(effects.activities).toContainEqual(
        expect.objectContaining({ kind: 'project.members_changed', projectId: acme(key) }),
      );
    }
  });

  asAdmin('a client is no contact of other clients', async (ctx, effects) => {
    await setRole(ctx, 'user', 'client');
    const seat = { projectId: acme('WEB'), memberId: acme('user') };
    expect(await ctx.db.projectMember.findFirst({ where: seat })).toMatchObject({ isContact: false });
    expect(effects.events).toContainEqual({ type: 'members.changed', projectId: acme('WEB') });
  });

  asAdmin('that sees fewer projects leaves no open work in those it sees no more', async (ctx) => {
    await assign(ctx, 'WEB-3', 'subadmin');
    await join(ctx, 'subadmin', 'APP');
    await assign(ctx, 'APP-2', 'subadmin');
    await setRole(ctx, 'subadmin', 'user');
    expect((await openTasksOf(ctx, acme('subadmin'))).map(({ id }) => id)).toEqual([acme('APP-2')]);
  });

  test('granted to a leader who would lead no more asks who leads then', async () => {
    const { _id: id } = await asMemberCommitted('acme.leader', (ctx) => requestRole(ctx, { role: 'user', reason: '' }));
    await asMember('acme.admin', async (ctx) => {
      const grant = (lead_to?: string | null) => decideRoleRequest(ctx, { request_id: id, grant: true, lead_to });
      const refused = await failureOf(grant());
      expect([refused.code, refused.details.errors?.lead_to?.[0]]).toEqual([
        'invalid',
        expect.stringContaining('Website relaunch'),
      ]);
      await grant(acme('lead2'));
      expect(await ctx.db.project.findFirst({ where: { id: acme('WEB') } })).toMatchObject({ leaderId: acme('lead2') });
    });
  });
});

test('work handed over brings its new owner into the projects, with history, notice and event', () =>
  asMember('acme.admin', async (ctx, effects) => {
    await deactivateMember(ctx, { user_id: acme('user2'), reassign_to: acme('outsider') });
    for (const key of ['WEB', 'APP']) {
      const projectId = acme(key);
      expect(effects.activities).toContainEqual(
        expect.objectContaining({
          kind: 'project.members_changed',
          projectId,
          data: { added: [{ _id: acme('outsider'), name: 'outsider of acme' }], removed: [] },
        }),
      );
      expect(effects.notifications).toContainEqual({
        memberId: acme('outsider'),
        kind: 'project.members_changed',
        topic: 'invited',
        data: { project_id: projectId },
      });
      expect(effects.events).toContainEqual({ type: 'members.changed', projectId, joined: [acme('outsider')] });
    }
  }));

asAdmin('a project out of the bin has nobody in a place they could not be given', async (ctx) => {
  await deleteProject(ctx, { id: acme('WEB') });
  await setRole(ctx, 'user', 'client');
  await setRole(ctx, 'user2', 'observer');
  await restoreProject(ctx, { id: acme('WEB') });
  const seats = await ctx.db.projectMember.findMany({ where: { projectId: acme('WEB') } });
  expect(seats.map(({ memberId }) => memberId).sort()).toEqual(['leader', 'user', 'client'].map(acme).sort());
  expect(seats.find(({ memberId }) => memberId === acme('user'))?.isContact).toBe(false);
  for (const who of ['user', 'user2']) expect(await openTasksOf(ctx, acme(who))).toEqual([]);
});
