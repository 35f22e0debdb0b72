import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { changeUserRole } from '@/lib/member/commands';
import { createAccount, createTeamMember, editAccount } from '@/lib/member/commands.accounts';
import { deactivateMember, endMemberSessions, reactivateMember } from '@/lib/member/commands.state';
import { listEverybody, listWithRole } from '@/lib/member/queries';
import { getMemberDetail, openTasksOf } from '@/lib/member/queries.manage';
import { ListByRole, MemberRecord } from '@/lib/member/schema';
import { AccountRecord, CreateAccount, CreateMember, EditAccount, MemberDetail } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { changeMembership } from '@/lib/project/membership';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await owner.end();
  await closeDatabase();
});
beforeEach(async () => {
  await owner.query('delete from outbox; delete from job');
  await owner.query('delete from role_request');
  await owner.query('delete from notification');
  await owner.query(`update member set role = 'admin', approval = 1, deactivated_at = null where id = $1`, [
    acme('admin'),
  ]);
  await owner.query(`update member set role = 'subadmin', approval = 1, deactivated_at = null where id = $1`, [
    acme('subadmin'),
  ]);
  await owner.query('update member set approval = 2, decided_at = null where id = $1', [acme('pending')]);
  await owner.query('update member set approval = 0, decided_at = null where id = $1', [acme('rejected')]);
});

describe('deactivating', () => {
  test('ends sessions and hands open work over', () =>
    asMember('acme.admin', async (ctx, effects) => {
      const before = await openTasksOf(ctx, acme('user2'));
      expect(before.length).toBeGreaterThan(1);
      await deactivateMember(ctx, { user_id: acme('user2'), reassign_to: acme('outsider') });
      expect(await openTasksOf(ctx, acme('user2'))).toEqual([]);
      expect((await openTasksOf(ctx, acme('outsider'))).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(await ctx.db.projectMember.count({ where: { memberId: acme('outsider') } })).toBe(2);
      expect(effects.revoked).toEqual([acme('user2')]);
      await reactivateMember(ctx, { user_id: acme('user2') });
    }));

  test('to nobody leaves it unassigned', () =>
    asMember('acme.subadmin', async (ctx) => {
      await deactivateMember(ctx, { user_id: acme('leader') });
      expect(await openTasksOf(ctx, acme('leader'))).toEqual([]);
      expect(await ctx.db.project.count({ where: { leaderId: acme('leader') } })).toBe(0);
    }));

  test('S08 sessions are seen and ended by those who may', async () => {
    const sid = fixtureId('a session');
    await owner.query(
      `insert into session (id, org_id, member_id, kind, expires_at) values ($1, $2, $3, 'browser', now() + interval '1 hour')`,
      [sid, fixtureId('acme'), acme('user')],
    );
    await asMember('acme.admin', async (ctx) => {
      const detail = await getMemberDetail(ctx, { user_id: acme('user') });
      expect(MemberDetail.parse(detail)).toEqual(detail);
      expect(detail.sessions?.map(({ _id }) => _id)).toContain(sid);
      expect(await endMemberSessions(ctx, { user_id: acme('user'), session_id: sid })).toEqual({ ended: 1 });
    });
    await asMember('acme.leader', async (ctx) => {
      const detail = await getMemberDetail(ctx, { user_id: acme('user') });
      expect(detail).toMatchObject({ sessions: null, can: { edit: false, roles: [], deactivate: false } });
      expect(detail).not.toHaveProperty('phone');
    });
    expect(
      await attempt('acme.admin', (ctx) => endMemberSessions(ctx, { user_id: acme('user2'), session_id: sid })),
    ).toBe('not_found');
    await owner.query('delete from session where id = $1', [sid]);
  });
});

describe('what somebody led', () => {
  const leaderOf = (ctx: Ctx, key: string) =>
    ctx.db.project.findFirst({ where: { id: acme(key) }, select: { leaderId: true } }).then((row) => row?.leaderId);

  test('goes to somebody who can lead, apart from the open work', () =>
    asMember('acme.admin', async (ctx, effects) => {
      await deactivateMember(ctx, { user_id: acme('leader'), reassign_to: acme('outsider'), lead_to: acme('lead2') });
      expect(await leaderOf(ctx, 'WEB')).toBe(acme('lead2'));
      expect((await openTasksOf(ctx, acme('outsider'))).length).toBeGreaterThan(0);
      const seat = { projectId: acme('WEB'), memberId: acme('lead2') };
      expect(await ctx.db.projectMember.findFirst({ where: seat })).toMatchObject({ isContact: true });
      expect(effects.notifications).toContainEqual(
        expect.objectContaining({ memberId: acme('lead2'), kind: 'project.leader_changed' }),
      );
      expect(effects.audits.map(({ action }) => action)).toEqual([
        'project.leader_changed',
        'project.members_changed',
        'member.deactivated',
      ]);
    }));

  test('never silently to nobody because the newAssignee cannot lead', async () => {
    const end = (input: object) => (ctx: Ctx) =>
      deactivateMember(ctx, { user_id: acme('leader'), reassign_to: acme('user2'), ...input });
    const unfit = await failureOf(asMemberCommitted('acme.admin', end({})));
    expect([unfit.code, unfit.details.errors?.lead_to?.[0]]).toEqual([
      'invalid',
      expect.stringContaining('Website relaunch'),
    ]);
    for (const lead_to of ['user2', 'client', 'gone', 'leader'])
      expect([lead_to, await attempt('acme.admin', end({ lead_to: acme(lead_to) }))]).toEqual([lead_to, 'invalid']);
    expect(await attempt('acme.admin', end({ lead_to: null }))).toBe('done');
    await asMember('acme.admin', async (ctx) => {
      await end({ lead_to: null })(ctx);
      expect(await leaderOf(ctx, 'WEB')).toBeNull();
    });
  });

  test('goes on when its leader gets a role that leads nothing', async () => {
    const demote = (lead_to?: string | null) => (ctx: Ctx) =>
      changeUserRole(ctx, { user_id: acme('leader'), role: 'user', ...(lead_to !== undefined && { lead_to }) });
    for (const [lead_to, outcome] of [
      ['user', 'invalid'],
      ['leader', 'invalid'],
      ['lead2', 'done'],
    ] as const)
      expect([lead_to, await attempt('acme.subadmin', demote(acme(lead_to)))]).toEqual([lead_to, outcome]);
    await asMember('acme.admin', async (ctx, effects) => {
      await demote(acme('lead2'))(ctx);
      expect(await leaderOf(ctx, 'WEB')).toBe(acme('lead2'));
      expect(effects.audits.at(-1)).toMatchObject({
        action: 'member.role_changed',
        after: { role: 'user', led: ['WEB'] },
      });
    });
    await asMember('acme.admin', async (ctx) => {
      await demote()(ctx);
      expect(await leaderOf(ctx, 'WEB')).toBeNull();
    });
  });
});

describe('clients, observers and sub-admins', () => {
  const create =
    (role: 'client' | 'observer' | 'subadmin', input: object = {}) =>
    (ctx: Ctx) =>
      createAccount(role)(
        ctx,
        CreateAccount.parse({
          name: 'Kim Client',
          email: 'kim@client.example',
          phone: '+49 30 1',
          company: 'Kim & Co',
          ...input,
        }),
      );

  test.each([
    ['client', ['acme.admin', 'acme.subadmin', 'acme.leader']],
    ['observer', ['acme.admin', 'acme.subadmin']],
    ['subadmin', ['acme.admin']],
  ] as const)('%s accounts are made by %s', async (role, makers) => {
    for (const seat of ['admin', 'subadmin', 'leader', 'user', 'client', 'observer']) {
      const project_ids = role === 'observer' ? [] : [acme('WEB')];
      const outcome = await attempt(`acme.${seat}`, create(role, { project_ids }));
      expect([seat, outcome]).toEqual([
        seat,
        (makers as readonly string[]).includes(`acme.${seat}`) ? 'done' : 'forbidden',
      ]);
    }
  });

  test.each([
    ['team_leader', ['admin', 'subadmin']],
    ['user', ['admin', 'subadmin', 'leader']],
  ] as const)('R05 R08 %s accounts are made by %s', async (role, makers) => {
    const add = (projects: string[]) => (ctx: Ctx) =>
      createTeamMember(
        ctx,
        CreateMember.parse({ role, name: 'Kim New', email: 'kim@team.example', project_ids: projects.map(acme) }),
      );
    for (const seat of ['admin', 'subadmin', 'leader', 'user', 'client', 'observer'])
      expect([seat, await attempt(`acme.${seat}`, add(['WEB']))]).toEqual([
        seat,
        (makers as readonly string[]).includes(seat) ? 'done' : 'forbidden',
      ]);
    expect(await attempt('acme.leader', add([]))).toBe('forbidden');
    expect(() => CreateMember.parse({ role: 'admin', name: 'Kim', email: 'kim@team.example' })).toThrow();
    await asMember('acme.admin', async (ctx) => {
      const made = await add(['WEB'])(ctx);
      expect(made).toMatchObject({ role, not_entered: true, project_ids: [acme('WEB')] });
      expect(await ctx.db.project.count({ where: { leaderId: made._id } })).toBe(0);
    });
  });

  test('R08 a team leader adds clients to projects it leads', async () => {
    expect(await attempt('acme.leader', create('client'))).toBe('forbidden');
    expect(await attempt('acme.leader', create('client', { project_ids: [acme('APP')] }))).toBe('invalid');
  });

  test('are in at once, with an invitation to choose a password', () =>
    asMember('acme.admin', async (ctx) => {
      const made = await create('client', { project_ids: [acme('WEB')] })(ctx);
      expect(AccountRecord.parse(made)).toEqual(made);
      expect(made).toMatchObject({ role: 'client', approval_status: 1, phone: '+49 30 1', project_ids: [acme('WEB')] });
      const edited = await editAccount('client')(
        ctx,
        EditAccount.parse({ id: made._id, name: 'Kim Other', phone: null, project_ids: [acme('APP')] }),
      );
      expect(edited).toMatchObject({ name: 'Kim Other', phone: null, company: 'Kim & Co', project_ids: [acme('APP')] });
      expect((await failureOf(create('client')(ctx))).code).toBe('conflict');
    }));

  test('are not taken out of archived projects by an edit, which shows the open ones alone', () =>
    asMember('acme.admin', async (ctx) => {
      const { _id: id } = await create('client', { project_ids: [acme('WEB'), acme('APP')] })(ctx);
      await ctx.db.project.updateMany({ where: { id: acme('WEB') }, data: { status: 'archived' } });
      const shown = (await getMemberDetail(ctx, { user_id: id })).projects.map(({ _id }) => _id);
      expect(shown).toEqual([acme('APP')]);
      const edited = await editAccount('client')(ctx, EditAccount.parse({ id, project_ids: [] }));
      expect(edited.project_ids).toEqual([acme('WEB')]);
      const both = await editAccount('client')(ctx, EditAccount.parse({ id, project_ids: [acme('WEB'), acme('APP')] }));
      expect(new Set(both.project_ids)).toEqual(new Set([acme('WEB'), acme('APP')]));
    }));

  test('R05 nobody edits whom they do not outrank, nor somebody of another role', async () => {
    const edit = (role: 'client' | 'subadmin', who: string) => (ctx: Ctx) =>
      editAccount(role)(ctx, { id: acme(who), name: 'X' });
    expect(await attempt('acme.subadmin', edit('subadmin', 'subadmin'))).toBe('forbidden');
    expect(await attempt('acme.admin', edit('subadmin', 'subadmin'))).toBe('done');
    expect(await attempt('acme.admin', edit('client', 'user'))).toBe('not_found');
    expect(await attempt('acme.leader', edit('client', 'client'))).toBe('forbidden');
    expect(await attempt('globex.admin', edit('client', 'client'))).toBe('not_found');
  });

  test('an edit that says what it saw does not overwrite what somebody changed meanwhile', () =>
    asMember('acme.admin', async (ctx) => {
      const { _id: id, version } = await create('client', { project_ids: [acme('WEB')] })(ctx);
      const edit = (fields: object) => editAccount('client')(ctx, EditAccount.parse({ id, ...fields }));
      expect((await getMemberDetail(ctx, { user_id: id })).version).toBe(version);
      const renamed = await edit({ version, name: 'Kim Other' });
      expect(renamed.version).toBeGreaterThan(version);
      for (const fields of [{ phone: '+49 30 3' }, { project_ids: [] }]) {
        const late = await failureOf(edit({ version, ...fields }));
        expect(late).toMatchObject({ code: 'conflict', details: { current: renamed } });
        expect(late.message).toContain('in the meantime');
      }
      // Nothing changed, nothing raised; without a version the last write wins, as for programs that know none.
      expect((await edit({ version: renamed.version, name: 'Kim Other' })).version).toBe(renamed.version);
      expect((await edit({ company: 'Kim Ltd' })).version).toBe(renamed.version + 1);
      for (const change of [{ add: [id] }, { remove: [id] }]) {
        const seen = (await getMemberDetail(ctx, { user_id: id })).version;
        await changeMembership(ctx, [{ projectId: acme('APP'), ...change }]);
        expect(await failureOf(edit({ version: seen, project_ids: [acme('WEB')] }))).toMatchObject({
          code: 'conflict',
        });
      }
    }));

  test('anybody below the caller is edited, employees too', async () => {
    const edit = (who: string) => (ctx: Ctx) => editAccount(null)(ctx, { id: acme(who), name: 'X', phone: '1' });
    for (const who of ['user', 'leader', 'client'])
      expect([who, await attempt('acme.subadmin', edit(who))]).toEqual([who, 'done']);
    expect(await attempt('acme.subadmin', edit('admin'))).toBe('forbidden');
    expect(await attempt('acme.leader', edit('user'))).toBe('forbidden');
    expect(await attempt('globex.admin', edit('user'))).toBe('not_found');
  });

  test('lists hold their role, and everybody those who wait', () =>
    asMember('acme.admin', async (ctx) => {
      const whole = (docs: unknown[]) => docs.map((doc) => MemberRecord.parse(doc));
      const list = async (...roles: Role[]) => whole((await listWithRole(...roles)(ctx, ListByRole.parse({}))).docs);
      expect(new Set((await list('user', 'team_leader')).map(({ role }) => role))).toEqual(
        new Set(['user', 'team_leader']),
      );
      expect((await list('client')).every(({ role }) => role === 'client')).toBe(true);
      const all = whole((await listEverybody(ctx, ListByRole.parse({ limit: 200 }))).docs);
      expect(new Set(all.map(({ approval_status }) => approval_status))).toEqual(new Set([0, 1, 2]));
      expect(all.some(({ deactivated }) => deactivated)).toBe(true);
    }));
});
