import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addComment } from '@/lib/comment/commands';
import { getComment, peopleAround } from '@/lib/comment/queries';
import { mentionedIn } from '@/lib/markdown/mentions';
import { changeUserRole, decideApproval, decideRoleRequest, requestRole } from '@/lib/member/commands';
import { createAccount, createTeamMember, editAccount } from '@/lib/member/commands.accounts';
import { deactivateMember, endMemberSessions, reactivateMember } from '@/lib/member/commands.state';
import { getCurrentMember, getShell, listMembers, listMembersInFull, listPickable } from '@/lib/member/queries';
import { getApprovalQueue, getMemberDetail, openTasksOf } from '@/lib/member/queries.manage';
import { projectsOf } from '@/lib/member/queries.projects';
import { CurrentMember, ListedPerson, ListMembers, ListPickable } from '@/lib/member/schema';
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
import { ROLES, type Role } from '@/lib/permission/schema';
import { changeMembership } from '@/lib/project/membership';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ListProjectMembers } from '@/lib/project/schema';
import { asMember, asMemberCommitted, seatOf } from '@/lib/test/as-member';
import { attempt, failureOf, statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient, somebodyWaits } from '@/lib/test/owner';

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
      await somebodyWaits(owner);
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
  test.each(['user2', 'gone', 'pending', 'client', 'observer'])('hands nothing over to %s', (to) =>
    asMember('acme.admin', async (ctx) => {
      const given = deactivateMember(ctx, { user_id: acme('user2'), reassign_to: acme(to) });
      expect((await failureOf(given)).details.errors).toHaveProperty('reassign_to');
    }),
  );

  test('is done once, and ends what was not accepted', () =>
    asMember('acme.admin', async (ctx, effects) => {
      for (let twice = 0; twice < 2; twice++)
        expect(await deactivateMember(ctx, { user_id: acme('outsider') })).toMatchObject({ deactivated: true });
      await ctx.settle();
      expect(effects.audits.filter(({ action }) => action === 'member.deactivated')).toHaveLength(1);
      expect((await failureOf(setRole('outsider', 'observer')(ctx))).code).toBe('conflict');
      for (let twice = 0; twice < 2; twice++)
        expect(await reactivateMember(ctx, { user_id: acme('outsider') })).not.toHaveProperty('deactivated');
      await ctx.settle();
      expect(effects.audits.filter(({ action }) => action === 'member.reactivated')).toHaveLength(1);
    }));

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

  test('S08 ending one session leaves the person’s others, and one that has ended is not found beside them', async () => {
    const [user_id, sid, other] = [acme('user'), fixtureId('a session'), fixtureId('another session')];
    await owner.query(
      `insert into session (id, org_id, member_id, kind, expires_at)
         select one, $2, $3, 'browser', now() + interval '1 hour' from unnest($1::uuid[]) one`,
      [[sid, other], fixtureId('acme'), user_id],
    );
    await asMember('acme.admin', async (ctx) => {
      const end = () => endMemberSessions(ctx, { user_id, session_id: sid });
      expect([await end(), (await failureOf(end())).code]).toEqual([{ ended: 1 }, 'not_found']);
      const { sessions } = await getMemberDetail(ctx, { user_id });
      expect(sessions?.map(({ _id }) => _id)).toContain(other);
    });
    await owner.query('delete from session where id = any($1)', [[sid, other]]);
  });
});

test.each([
  ['pending', ['deactivate', 'approve', 'reject']],
  ['rejected', ['deactivate', 'approve']],
  ['gone', ['reactivate']],
  ['user', ['roles', 'deactivate']],
  ['client', ['roles', 'deactivate', 'view_as']],
])('what can be done with somebody is by how they stand here: %s', (who, what) =>
  asMember('acme.admin', async (ctx) => {
    const { can } = await getMemberDetail(ctx, { user_id: acme(who) });
    const offered = Object.entries(can).filter(([, may]) => (Array.isArray(may) ? may.length > 0 : may));
    expect(offered.map(([name]) => name)).toEqual(['edit', ...what]);
  }),
);

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

  test('goes with the work, where nobody else is named for it', () =>
    asMember('acme.admin', async (ctx) => {
      await deactivateMember(ctx, { user_id: acme('leader'), reassign_to: acme('lead2') });
      expect(await leaderOf(ctx, 'WEB')).toBe(acme('lead2'));
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

  test('that is declined says why, and changes nobody', async () => {
    const { _id: id } = await asMemberCommitted('acme.user2', ask('team_leader'));
    await asMember('acme.admin', async (ctx, effects) => {
      const declined = { request_id: id, grant: false, reason: 'Not yet.' };
      await decideRoleRequest(ctx, declined);
      expect(effects.notifications).toMatchObject([{ kind: 'role.declined', memberId: acme('user2') }]);
      expect((await failureOf(decideRoleRequest(ctx, { request_id: id, grant: true }))).code).toBe('conflict');
      expect((await ctx.db.member.findFirst({ where: { id: acme('user2') } }))?.role).toBe('user');
      await ctx.settle();
      expect(effects.audits).toMatchObject([
        { action: 'role.declined', after: { role: 'team_leader', reason: 'Not yet.' } },
      ]);
    });
  });

  test('of somebody who leads, for a role that leads nothing, is granted once it is said who leads then', async () => {
    const { _id: id } = await asMemberCommitted('acme.leader', ask('user'));
    const grant =
      (more: object = {}) =>
      (ctx: Ctx) =>
        decideRoleRequest(ctx, { request_id: id, grant: true, ...more });
    const { code, details } = await failureOf(asMemberCommitted('acme.admin', grant()));
    expect([code, Object.keys(details.errors ?? {})]).toEqual(['invalid', ['lead_to']]);
    await asMember('acme.admin', async (ctx) => {
      await grant({ lead_to: acme('lead2') })(ctx);
      expect(await ctx.db.project.count({ where: { id: acme('WEB'), leaderId: acme('lead2') } })).toBe(1);
    });
  });

  test('I09 two decisions at once: one stands', async () => {
    const { _id: id } = await asMemberCommitted('acme.user2', ask('team_leader'));
    const both = await Promise.allSettled([
      asMemberCommitted('acme.admin', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: true })),
      asMemberCommitted('acme.subadmin', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: false })),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const role = both[0]?.status === 'fulfilled' ? 'team_leader' : 'user';
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

/** What each role learns about people (permissions, rows 6 and 7; rulings 11). */

const list = (ctx: Ctx, input: object = {}) => listMembers(ctx, ListMembers.parse(input));
const pick = (ctx: Ctx, input: object = {}) => listPickable(ctx, ListPickable.parse({ project_id: 'WEB', ...input }));
const seats = (docs: { name: string }[]) => docs.map(({ name }) => name.replace(' of acme', '')).sort();

const EVERYBODY = 'admin both client client2 lead2 leader observer outsider subadmin user user2'.split(' ');

describe('the list of people', () => {
  test.each([
    ['acme.admin', EVERYBODY],
    ['acme.subadmin', EVERYBODY],
    ['acme.leader', EVERYBODY],
    ['acme.observer', EVERYBODY],
    ['acme.user', ['client', 'leader', 'user', 'user2']],
    ['acme.outsider', ['outsider']],
    ['acme.client', ['client', 'leader', 'user']],
    ['acme.client2', ['client2', 'lead2']],
  ])('of %s', (who, expected) =>
    asMember(who, async (ctx) => {
      const { docs, total } = await list(ctx);
      expect(seats(docs)).toEqual(expected);
      expect(total).toBe(expected.length);
      for (const doc of docs) expect(ListedPerson.parse(doc)).toEqual(doc);
      const withEmail = docs.filter((doc) => 'email' in doc).map(({ _id }) => _id);
      const seesAll = ['admin', 'subadmin', 'team_leader', 'observer'].includes(ctx.actor.role);
      expect(withEmail).toEqual(seesAll ? docs.map(({ _id }) => _id) : [ctx.actor.memberId]);
      if (who === 'acme.client')
        for (const doc of docs.filter(({ _id }) => _id !== acme('client')))
          expect(Object.keys(doc).sort()).toEqual(['_id', 'name', 'pic']);
    }),
  );

  test('never shows a telephone number', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.member.updateMany({ where: { id: acme('user') }, data: { phone: '+49 30 1234567' } });
      expect(JSON.stringify(await list(ctx))).not.toContain('1234567');
    }));

  test('finds emails only for those who see them', async () => {
    await asMember('acme.admin', async (ctx) =>
      expect(seats((await list(ctx, { q: 'leader@acme' })).docs)).toEqual(['leader']),
    );
    await asMember('acme.user', async (ctx) => {
      expect((await list(ctx, { q: 'leader@acme' })).docs).toEqual([]);
      expect(seats((await list(ctx, { q: 'LEADER' })).docs)).toEqual(['leader']);
    });
  });

  test('shows who waits or was declined to those who see everybody, when asked', async () => {
    for (const who of ['acme.admin', 'acme.leader', 'acme.observer'])
      await asMember(who, async (ctx) => {
        expect(seats((await list(ctx, { approval_status: '0,2' })).docs)).toEqual(['pending', 'rejected']);
      });
    for (const who of ['acme.user', 'acme.client'])
      await asMember(who, async (ctx) => expect((await list(ctx, { approval_status: '2' })).docs).toEqual([]));
  });

  test('hides who waits from the users and clients of the same project', () =>
    asMember('acme.leader', async (ctx) => {
      await ctx.db.projectMember.createMany({
        data: [{ projectId: acme('WEB'), memberId: acme('pending'), isContact: true }],
      });
      for (const role of ['user', 'client']) {
        await ctx.db
          .$executeRaw`select set_config('app.role', ${role}, true), set_config('app.member_id', ${acme(role)}, true)`;
        const as = { ...ctx, actor: { ...ctx.actor, memberId: acme(role), role: role as 'user' | 'client' } };
        for (const approval_status of ['2', '1,2', '0,1,2'])
          expect(seats((await list(as, { approval_status })).docs)).not.toContain('pending');
      }
    }));

  test('filters by roles and by literal text', () =>
    asMember('acme.admin', async (ctx) => {
      expect(seats((await list(ctx, { role: 'client,observer' })).docs)).toEqual(['client', 'client2', 'observer']);
      for (const q of ['%', '_', '\\']) expect((await list(ctx, { q })).docs).toEqual([]);
      expect(await list(ctx, { page: 3, limit: 10 })).toMatchObject({ docs: [], total: EVERYBODY.length });
      expect(await statementsOf(() => list(ctx))).toBe(1);
    }));
});

test.each(['admin', 'client'] as const)('the %s who is signed in learns what it may', (role) =>
  asMember(`acme.${role}`, async (ctx) => {
    const me = await getCurrentMember(ctx);
    expect(CurrentMember.parse(me)).toEqual(me);
    expect(me).toMatchObject({
      _id: acme(role),
      role,
      email: `${role}@acme.test`,
      organisation: { sub_domain: 'acme' },
    });
    expect(me.permissions['organisation.govern']).toBe(role === 'admin' ? 'all' : 'none');
  }),
);

describe('the picker of people', () => {
  test.each([
    ['acme.user', ['admin', 'leader', 'subadmin', 'user', 'user2']],
    ['acme.client', ['leader', 'user']],
  ])('offers %s those who can be given work', (who, expected) =>
    asMember(who, async (ctx) => expect(seats((await pick(ctx)).docs)).toEqual(expected)),
  );

  test('offers the clients too when somebody is mentioned, to the team only', async () => {
    const mention = { purpose: 'mention', q: 'client' };
    await asMember('acme.user', async (ctx) => expect(seats((await pick(ctx, mention)).docs)).toEqual(['client']));
    await asMember('acme.client', async (ctx) => expect((await pick(ctx, mention)).docs).toEqual([]));
  });

  test('leaves out whose role has become observer since', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.projectMember.createMany({ data: [{ projectId: acme('WEB'), memberId: acme('observer') }] });
      expect(seats((await pick(ctx, { purpose: 'mention' })).docs)).not.toContain('observer');
    }));

  test('tells a client names and pictures only', () =>
    asMember('acme.client', async (ctx) => {
      for (const doc of (await pick(ctx)).docs) expect(Object.keys(doc).sort()).toEqual(['_id', 'name', 'pic']);
    }));
});

describe('the frame of every screen', () => {
  test('knows the person, the newest projects and how much is unread, in one statement', () =>
    asMember('acme.user2', async (ctx) => {
      const own = { memberId: acme('user2'), kind: 'project.members_changed' };
      await ctx.db.notification.createMany({
        data: [
          { ...own, data: { project_id: acme('WEB') } },
          { ...own, data: { project_id: acme('nowhere') } },
          { ...own, kind: 'task.assigned', taskId: acme('APP-1') },
        ],
      });
      expect(await getShell(ctx)).toMatchObject({
        member: { _id: acme('user2'), role: 'user', role_label: 'User', pic: null },
        unread: 2,
        timer: null,
        projects: [{ key: 'APP' }, { key: 'WEB' }],
      });
      expect(await statementsOf(() => getShell(ctx))).toBe(1);
    }));

  test('shows nobody a project that is not theirs, and no archived one', async () => {
    for (const [who, keys] of [
      ['acme.client', ['WEB']],
      ['acme.outsider', []],
    ] as const)
      await asMember(who, async (ctx) => expect((await getShell(ctx)).projects.map(({ key }) => key)).toEqual(keys));
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { status: 'archived' } });
      expect((await getShell(ctx)).projects.map(({ key }) => key)).toEqual(['APP']);
    });
  });
});

test('people are sorted on the server, by name, role and when they were seen, both ways', () =>
  asMember('acme.admin', async (ctx) => {
    const by = async (sort: string) => (await listMembersInFull(ctx, ListMembers.parse({ sort, limit: 200 }))).docs;
    const names = (await by('name')).map(({ name }) => name.toLowerCase());
    expect(names.length).toBeGreaterThan(3);
    expect((await by('-name')).map(({ name }) => name.toLowerCase())).toEqual(names.toReversed());
    const ranks = (await by('role')).map(({ role }) => ROLES.indexOf(role));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const seen = (await by('-seen')).map(({ last_seen_at }) => (last_seen_at ? Date.parse(last_seen_at) : 0));
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  }));

test('the projects of somebody are those that the reader sees too', async () => {
  const user = fixtureId('acme.user');
  await asMember('acme.admin', async (ctx) => {
    expect((await projectsOf(ctx, [user])).get(user)?.map(({ key }) => key)).toContain('WEB');
    expect((await projectsOf(ctx, [])).size).toBe(0);
  });
  await asMember('globex.admin', async (ctx) => expect((await projectsOf(ctx, [user])).size).toBe(0));
});

describe('V11 two people of one organisation whose names look alike are told apart', () => {
  const [ADMIN, USER] = [acme('admin'), acme('user')];
  let name: string;
  beforeAll(async () => {
    name = (await owner.query('select name from member where id = $1', [ADMIN])).rows[0].name;
  });
  const rename = (id: string, to: string) => owner.query('update member set name = $2 where id = $1', [id, to]);
  const namesakeOf = async (id: string) =>
    (await owner.query('select namesake from member where id = $1', [id])).rows[0].namesake;
  beforeEach(() => rename(USER, 'Una User'));

  const UNSEEN = [
    0x200c, 0x200d, 0xad, 0xfe0f, 0x2062, 0x206a, 0xfff9, 0x13430, 0x1bca0, 0xfffe, 0x1fffe, 0xe0041, 0xe000,
  ];
  const lookalikes = (of: string) => [
    ...[of, of.toUpperCase(), `${of} `, of.replace('a', 'а'), of.replace('m', 'rn')],
    ...[`${of} (2)`, `${of}（３）`, `“${of}”`, `${of} ✓`, `${of} ✅`, `${of}·`, `«${of}»`, `${of}\u20dd`],
    ...[of.replace('i', 'ı'), of.replace('n', 'ɴ'), of.replace('a', 'ᴀ'), of.replace('i', 'Ꭵ'), of.replace('n', 'ո')],
    ...UNSEEN.flatMap((code) => [
      `${of}${String.fromCodePoint(code)}`,
      of.replace('d', `${String.fromCodePoint(code)}d`),
    ]),
  ];

  test('whoever comes to a name later has a number, however it is written', async () => {
    for (const like of lookalikes(name)) {
      await rename(USER, 'Una User');
      expect(await namesakeOf(USER)).toBeNull();
      await rename(USER, like);
      expect([like, await namesakeOf(USER), await namesakeOf(ADMIN)]).toEqual([like, 2, null]);
    }
    // In another organisation nobody is mistaken for them.
    await rename(fixtureId('globex.user'), name);
    expect(await namesakeOf(fixtureId('globex.user'))).toBeNull();
    await rename(fixtureId('globex.user'), 'Glenn User');
  });

  test('a name that its first owner leaves is not inherited, and the number cannot be written', async () => {
    await rename(USER, name);
    await rename(ADMIN, 'Somebody Else');
    expect(await namesakeOf(USER)).toBe(2);
    await owner.query('update member set namesake = null where id = $1', [USER]);
    expect(await namesakeOf(USER)).toBe(2);
    await rename(acme('client'), name);
    expect(await namesakeOf(acme('client'))).toBe(3);
    await rename(acme('client'), 'Clara Client');
    await rename(ADMIN, name);
    expect(await namesakeOf(ADMIN)).toBe(3);
    await rename(USER, 'Una User');
    await rename(ADMIN, 'Somebody Else');
    await rename(ADMIN, name);
  });

  test('pickers, project members, comments and lists without addresses tell them apart; where the address stands, the name is as written', async () => {
    await rename(USER, name);
    const WEB = acme('WEB');
    await asMember('acme.leader', async (ctx) => {
      const { docs } = await listPickable(ctx, ListPickable.parse({ project_id: WEB, purpose: 'mention' }));
      expect(
        docs
          .filter((one) => one.name.startsWith(name))
          .map((one) => one.name)
          .sort(),
      ).toEqual([name, `${name} (2)`]);
      const people = await listProjectMembers(ctx, ListProjectMembers.parse({ project_id: WEB }));
      expect(people.docs.find(({ _id }) => _id === USER)?.name).toBe(`${name} (2)`);
      const listed = (await listMembers(ctx, ListMembers.parse({ q: name }))).docs;
      expect(listed.map((one) => ['name' in one && one.name, 'email' in one && one.email])).toContainEqual([
        name,
        'user@acme.test',
      ]);
    });
    await asMember('acme.user2', async (ctx) => {
      const listed = (await listMembers(ctx, ListMembers.parse({}))).docs;
      expect(listed.find(({ _id }) => _id === USER)?.name ?? `${name} (2)`).toBe(`${name} (2)`);
    });
    await asMember('acme.user', async (ctx) => {
      const [task] = await ctx.db.task.findMany({ where: { projectId: WEB, deletedAt: null }, take: 1 });
      const comment = await addComment(ctx, {
        task_id: task?.id ?? '',
        body: 'I am not who you think',
        internal: true,
        attachment_ids: [],
      } as never);
      expect((await getComment(ctx, comment._id)).author?.name).toBe(`${name} (2)`);
    });
  });

  test('a mention reaches whose name it is, not whoever took the name', async () => {
    await rename(USER, name);
    await asMember('acme.leader', async (ctx) => {
      const people = await peopleAround(ctx, acme('WEB'));
      expect(mentionedIn(`@${name} please`, people).map(({ id }) => id)).toEqual([ADMIN]);
      expect(mentionedIn(`@${name} (2) please`, people).map(({ id }) => id)).toEqual([USER]);
    });
  });
});
