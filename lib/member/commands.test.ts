import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeUserRole, decideApproval, decideRoleRequest, requestRole } from '@/lib/member/commands';
import { createAccount, createTeamMember, editAccount } from '@/lib/member/commands.accounts';
import { deactivateMember, endMemberSessions, reactivateMember } from '@/lib/member/commands.state';
import { getApprovalQueue, getMemberDetail, openTasksOf } from '@/lib/member/queries.manage';
import {
  AccountRecord,
  ApprovalQueue,
  CreateAccount,
  CreateMember,
  DecideApproval,
  EditAccount,
  MemberDetail,
} from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { changeMembership } from '@/lib/project/membership';
import { asMember, asMemberCommitted, seatOf } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';

const acme = (name: string) => fixtureId(`acme.${name}`);
const owner = ownerClient();
beforeEach(async () => {
  await owner.query('delete from outbox; delete from job');
  await owner.query('delete from role_request');
  await owner.query('delete from notification');
  for (const role of ['admin', 'subadmin'])
    await owner.query(`update member set role = $1, approval = 1, deactivated_at = null where id = $2`, [
      role,
      acme(role),
    ]);
  await owner.query('update member set approval = 2, decided_at = null, decided_by_id = null where id = $1', [
    acme('pending'),
  ]);
  await owner.query('update member set approval = 0, decided_at = null, decided_by_id = null where id = $1', [
    acme('rejected'),
  ]);
});

const mails = async () =>
  (await owner.query(`select count(*)::int as n from job where kind = 'mail'`)).rows[0].n as number;
const decide =
  (status: 0 | 1, who = 'pending', reason?: string) =>
  (ctx: Ctx) =>
    decideApproval(ctx, { user_id: acme(who), status, ...(reason && { reason }) });
const setRole = (who: string, role: Role) => (ctx: Ctx) => changeUserRole(ctx, { user_id: acme(who), role });
const admins = async () =>
  (
    await owner.query(
      `select id from member where org_id = $1 and role = 'admin' and approval = 1 and deactivated_at is null`,
      [fixtureId('acme')],
    )
  ).rowCount;

describe('approving', () => {
  test('I09 approve after reject; not reject after approve; the same again is silent', async () => {
    const committed = (work: (ctx: Ctx) => Promise<unknown>) => asMemberCommitted('acme.admin', work);
    await committed(decide(0, 'pending', 'Nobody knows you.'));
    await committed(decide(0, 'pending'));
    expect(await mails()).toBe(1);
    await committed(decide(1));
    await committed(decide(1));
    expect(await mails()).toBe(2);
    expect((await failureOf(committed(decide(0)))).code).toBe('conflict');
    const { rows } = await owner.query('select approval, approval_note from member where id = $1', [acme('pending')]);
    expect(rows).toEqual([{ approval: 1, approval_note: null }]);
  });

  test('I09 an approval that began while a rejection was being written does not undo it', async () => {
    await asMemberCommitted('acme.subadmin', async (ctx) => {
      await decide(0)(ctx);
      const approval = failureOf(asMemberCommitted('acme.admin', decide(1)));
      approval.catch(() => {});
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await owner.query(waiting)).rowCount).toBe(1), 5000);
      return { approval };
    }).then(async ({ approval }) => expect((await approval).code).toBe('conflict'));
    expect(await mails()).toBe(1);
  });

  test('I09 what another member decided a moment ago is not overruled unseen', async () => {
    await asMemberCommitted('acme.admin', decide(0));
    const late = await failureOf(asMemberCommitted('acme.subadmin', decide(1)));
    expect([late.code, late.message]).toEqual([
      'conflict',
      expect.stringMatching(/^admin of acme rejected pending of acme/),
    ]);
    expect(late.details.current).toMatchObject({ approval_status: 0 });
    expect(await mails()).toBe(1);
    const seeing = (seen_status: number) => (ctx: Ctx) =>
      decideApproval(ctx, DecideApproval.parse({ user_id: acme('pending'), status: 1, seen_status }));
    const stale = await failureOf(asMemberCommitted('acme.subadmin', seeing(2)));
    expect([stale.code, stale.details.current]).toEqual(['conflict', expect.objectContaining({ approval_status: 0 })]);
    expect((await asMemberCommitted('acme.subadmin', seeing(0))).approval_status).toBe(1);
    expect(await mails()).toBe(2);
  });

  test('I09 an older decision can be changed without saying what was seen', async () => {
    await asMemberCommitted('acme.admin', decide(0));
    await owner.query(`update member set decided_at = now() - interval '11 seconds' where id = $1`, [acme('pending')]);
    expect((await asMemberCommitted('acme.subadmin', decide(1))).approval_status).toBe(1);
  });

  test('the queue shows what the caller decides', async () => {
    await asMember('acme.admin', async (ctx) => {
      const queue = await getApprovalQueue(ctx);
      expect(ApprovalQueue.parse(queue)).toEqual(queue);
      expect(queue.people.map(({ _id }) => _id)).toEqual([acme('pending')]);
    });
    await asMember('acme.leader', async (ctx) => expect((await getApprovalQueue(ctx)).people).toEqual([]));
  });
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
          ...{ name: 'Kim Client', email: 'kim@client.example', phone: '+49 30 1', company: 'Kim & Co' },
          ...input,
        }),
      );

  test('R05 R08 team leaders make users and clients of projects that they lead', async () => {
    const member =
      (role: 'user' | 'team_leader', project_ids: string[] = [acme('WEB')]) =>
      (ctx: Ctx) =>
        createTeamMember(ctx, CreateMember.parse({ role, name: 'Kim', email: 'kim@team.example', project_ids }));
    const led = { project_ids: [acme('WEB')] };
    for (const [work, outcome] of [
      [member('user'), 'done'],
      [member('user', []), 'forbidden'],
      [member('team_leader'), 'forbidden'],
      [create('client', led), 'done'],
      [create('client'), 'forbidden'],
      [create('client', { project_ids: [acme('APP')] }), 'invalid'],
    ] as const)
      expect(await attempt('acme.leader', work)).toBe(outcome);
    expect(() => CreateMember.parse({ role: 'admin', name: 'Kim', email: 'kim@team.example' })).toThrow();
  });

  test('are edited under their own role alone', async () => {
    const edit = (ctx: Ctx) => editAccount('client')(ctx, { id: acme('user'), name: 'X' });
    expect(await attempt('acme.admin', edit)).toBe('not_found');
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
});

describe('changing roles', () => {
  test('R06 the last admin stays', async () => {
    expect(await attempt('acme.admin', setRole('admin', 'user'))).toBe('conflict');
    expect(await attempt('acme.admin', (ctx) => deactivateMember(ctx, { user_id: acme('admin') }))).toBe('forbidden');
  });

  test('R07 two admins who demote or deactivate each other, or step down, at once leave one', async () => {
    const deactivate = (other: string) => (ctx: Ctx) => deactivateMember(ctx, { user_id: acme(other) });
    for (const [first, second] of [
      [setRole('subadmin', 'user'), setRole('admin', 'user')],
      [deactivate('subadmin'), deactivate('admin')],
      [setRole('admin', 'user'), setRole('subadmin', 'user')],
    ] as const) {
      await owner.query(`update member set role = 'admin', deactivated_at = null where id = any($1)`, [
        [acme('admin'), acme('subadmin')],
      ]);
      const both = await Promise.allSettled([
        asMemberCommitted('acme.admin', first),
        asMemberCommitted({ ...seatOf('acme.subadmin'), role: 'admin' }, second),
      ]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await admins()).toBe(1);
    }
  });

  test('writes history, tells the person, and ends their live connections', () =>
    asMember('acme.admin', async (ctx, effects) => {
      await setRole('leader', 'client')(ctx);
      expect(effects.revoked).toEqual([acme('leader')]);
      expect(effects.audits.at(-1)).toMatchObject({
        ...{ action: 'member.role_changed', before: { role: 'team_leader' }, after: { role: 'client' } },
      });
      expect(effects.notifications).toMatchObject([{ kind: 'member.role_changed', memberId: acme('leader') }]);
      expect(await ctx.db.project.count({ where: { leaderId: acme('leader') } })).toBe(0);
    }));
});

describe('asking for another role', () => {
  const ask = (role: Role) => (ctx: Ctx) => requestRole(ctx, { role, reason: 'I lead it anyway.' });

  test('once, and granted by those who may give it', async () => {
    expect(await attempt('acme.user', ask('user'))).toBe('conflict');
    const { _id: id } = await asMemberCommitted('acme.user', ask('team_leader'));
    expect(await attempt('acme.user', ask('subadmin'))).toBe('conflict');
    await asMember('acme.subadmin', async (ctx) => {
      expect((await getApprovalQueue(ctx)).requests).toMatchObject([{ _id: id, can: { decide: true } }]);
      await decideRoleRequest(ctx, { request_id: id, grant: true });
      expect((await ctx.db.member.findFirst({ where: { id: acme('user') } }))?.role).toBe('team_leader');
    });
  });

  test('I09 two decisions at once: one stands', async () => {
    const { _id: id } = await asMemberCommitted('acme.user2', ask('observer'));
    const both = await Promise.allSettled([
      asMemberCommitted('acme.admin', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: true })),
      asMemberCommitted('acme.subadmin', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: false })),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const role = both[0]?.status === 'fulfilled' ? 'observer' : 'user';
    expect((await owner.query('select role from member where id = $1', [acme('user2')])).rows).toEqual([{ role }]);
    await owner.query(`update member set role = 'user' where id = $1`, [acme('user2')]);
  });

  test.each(['client', 'subadmin'])('of the %s reaches those who decide, in inbox and queue', async (seat) => {
    await asMemberCommitted(`acme.${seat}`, ask('observer'));
    const { rows } = await owner.query(`select member_id as id from notification where kind = 'role.requested'`);
    // Nobody is told of their own request.
    const deciders = ['admin', 'subadmin'].filter((one) => one !== seat).map(acme);
    expect(rows.map(({ id }) => id).sort()).toEqual(deciders.sort());
    await asMember('acme.admin', async (ctx) =>
      expect((await getApprovalQueue(ctx)).requests).toMatchObject([{ member: { _id: acme(seat) }, role: 'observer' }]),
    );
  });

  test('who decides is told by ids alone, and nothing of another organisation', () =>
    asMember('acme.client', async ({ db }) => {
      const rows = await db.$queryRaw<{ id: string }[]>`select role_approvers() as id`;
      expect(rows.map(({ id }) => id).sort()).toEqual([acme('admin'), acme('subadmin')].sort());
      expect(await db.member.findFirst({ where: { id: acme('admin') } })).toBeNull();
    }));
});
