import { describe, expect, test } from 'vitest';
import { changeUserRole, decideRoleRequest, requestRole } from '@/lib/member/commands';
import { createTeamMember, editAccount } from '@/lib/member/commands.accounts';
import { deactivateMember } from '@/lib/member/commands.state';
import { openTasksOf } from '@/lib/member/queries.manage';
import { CreateMember, EditAccount } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { changeProjectStatus } from '@/lib/project/commands';
import { deleteProject, restoreProject } from '@/lib/project/commands.bin';
import { changeProjectMembers } from '@/lib/project/commands.members';
import { ChangeProjectMembers } from '@/lib/project/schema';
import { editTask } from '@/lib/task/commands';
import { getTask } from '@/lib/task/queries';
import { EditTask } from '@/lib/task/schema';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

/** Whoever is in a project, leads it or works in it stays so by every way that changes one of these. */

const acme = (name: string) => fixtureId(`acme.${name}`);
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

describe('a person’s projects, set with their account', () => {
  test('never take a leader out of a project they lead', async () => {
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

  test('take them off the open work of what they leave, with history, notice and event', () =>
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

  test('are in the history of these projects from the beginning', () =>
    asMember('acme.admin', async (ctx, effects) => {
      const made = await createTeamMember(
        ctx,
        CreateMember.parse({ role: 'user', name: 'Kim New', email: 'kim@team.example', project_ids: [acme('WEB')] }),
      );
      expect(effects.activities).toMatchObject([
        {
          kind: 'project.members_changed',
          projectId: acme('WEB'),
          data: { added: [{ _id: made._id, name: 'Kim New' }] },
        },
      ]);
    }));
});

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

  test('an observer’s is the end of every seat in a project, said in each', () =>
    asMember('acme.admin', async (ctx, effects) => {
      await setRole(ctx, 'user2', 'observer');
      expect(await projectsOf(ctx, 'user2')).toEqual([]);
      for (const key of ['WEB', 'APP']) {
        expect(effects.events).toContainEqual({ type: 'members.changed', projectId: acme(key) });
        expect(effects.activities).toContainEqual(
          expect.objectContaining({ kind: 'project.members_changed', projectId: acme(key) }),
        );
      }
    }));

  test('a client is no contact of other clients', () =>
    asMember('acme.admin', async (ctx, effects) => {
      await setRole(ctx, 'user', 'client');
      const seat = { projectId: acme('WEB'), memberId: acme('user') };
      expect(await ctx.db.projectMember.findFirst({ where: seat })).toMatchObject({ isContact: false });
      expect(effects.events).toContainEqual({ type: 'members.changed', projectId: acme('WEB') });
    }));

  test('that sees fewer projects leaves no open work in those it sees no more', () =>
    asMember('acme.admin', async (ctx) => {
      await assign(ctx, 'WEB-3', 'subadmin');
      await join(ctx, 'subadmin', 'APP');
      await assign(ctx, 'APP-2', 'subadmin');
      await setRole(ctx, 'subadmin', 'user');
      expect((await openTasksOf(ctx, acme('subadmin'))).map(({ id }) => id)).toEqual([acme('APP-2')]);
    }));

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

test('a project out of the bin has nobody in a place they could not be given', () =>
  asMember('acme.admin', async (ctx) => {
    await deleteProject(ctx, { id: acme('WEB') });
    await setRole(ctx, 'user', 'client');
    await setRole(ctx, 'user2', 'observer');
    await restoreProject(ctx, { id: acme('WEB') });
    const seats = await ctx.db.projectMember.findMany({ where: { projectId: acme('WEB') } });
    expect(seats.map(({ memberId }) => memberId).sort()).toEqual(['leader', 'user', 'client'].map(acme).sort());
    expect(seats.find(({ memberId }) => memberId === acme('user'))?.isContact).toBe(false);
    for (const who of ['user', 'user2']) expect(await openTasksOf(ctx, acme(who))).toEqual([]);
  }));

test('an archived project takes people out all the same', () =>
  asMember('acme.admin', async (ctx) => {
    await changeProjectStatus(ctx, { id: acme('WEB'), status: 'archived' });
    await setRole(ctx, 'user2', 'observer');
    expect(await projectsOf(ctx, 'user2')).toEqual([]);
  }));
