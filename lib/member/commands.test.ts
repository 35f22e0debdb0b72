import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { changeUserRole, decideApproval, decideRoleRequest, requestRole } from '@/lib/member/commands';
import { deactivateMember } from '@/lib/member/commands.state';
import { getApprovalQueue } from '@/lib/member/queries.manage';
import { ApprovalQueue, DecideApproval } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import { ROLES, type Role } from '@/lib/permission/schema';
import { roleChangeInWords } from '@/lib/permission/words';
import { asMember, asMemberCommitted, seatOf } from '@/lib/test/as-member';
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
/** Waits until `guests` have called it. */
function meeting(guests: number): () => Promise<void> {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return () => {
    if (--guests === 0) resolve();
    return promise;
  };
}
const admins = async () =>
  (
    await owner.query(
      `select id from member where org_id = $1 and role = 'admin' and approval = 1 and deactivated_at is null`,
      [fixtureId('acme')],
    )
  ).rowCount;

describe('approving', () => {
  test('I10 R05 a sub-admin decides about nobody of its own rank or above', async () => {
    await owner.query(`update member set role = 'admin' where id = $1`, [acme('pending')]);
    expect(await attempt('acme.subadmin', decide(1))).toBe('forbidden');
    expect(await attempt('acme.admin', decide(1))).toBe('done');
    await owner.query(`update member set role = 'user' where id = $1`, [acme('pending')]);
  });

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

  test('I09 of approve and reject at once one stands, with one email', async () => {
    for (let round = 0; round < 5; round++) {
      await owner.query('update member set approval = 2, decided_at = null, decided_by_id = null where id = $1', [
        acme('pending'),
      ]);
      await owner.query('delete from outbox; delete from job');
      // Neither decides before both are under way: one that begins after the other's end is a second decision.
      const underWay = meeting(2);
      const at = (status: 0 | 1) => async (ctx: Ctx) => {
        await underWay();
        return decide(status)(ctx);
      };
      const both = await Promise.allSettled([
        asMemberCommitted('acme.admin', at(1)),
        asMemberCommitted('acme.subadmin', at(0)),
      ]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const one of both) if (one.status === 'rejected') expect(one.reason.code).toBe('conflict');
      expect(await mails()).toBe(1);
    }
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

  test('I09 twenty decisions of two admins at once end in one state with one email', async () => {
    for (let round = 0; round < 3; round++) {
      await owner.query('update member set approval = 2, decided_at = null, decided_by_id = null where id = $1', [
        acme('pending'),
      ]);
      await owner.query('delete from outbox; delete from job');
      const all = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          asMemberCommitted(n % 2 ? 'acme.admin' : 'acme.subadmin', decide(n % 2 ? 1 : 0)),
        ),
      );
      for (const one of all) if (one.status === 'rejected') expect(one.reason.code).toBe('conflict');
      expect(await mails()).toBe(1);
    }
  });

  test('the queue shows what the caller decides', async () => {
    await asMember('acme.admin', async (ctx) => {
      const queue = await getApprovalQueue(ctx);
      expect(ApprovalQueue.parse(queue)).toEqual(queue);
      expect(queue.people.map(({ _id }) => _id)).toEqual([acme('pending')]);
    });
    await asMember('acme.leader', async (ctx) => expect((await getApprovalQueue(ctx)).people).toEqual([]));
    expect(await attempt('acme.user', (ctx) => getApprovalQueue(ctx))).toBe('forbidden');
  });
});

describe('changing roles', () => {
  test('R04 nobody grants, edits or removes a role that is not below their own', async () => {
    for (const to of ROLES) {
      expect([to, await attempt('acme.admin', setRole('user', to))]).toEqual([to, 'done']);
      expect([to, await attempt('acme.subadmin', setRole('user', to))]).toEqual([
        to,
        to === 'admin' || to === 'subadmin' ? 'forbidden' : 'done',
      ]);
      for (const who of ['acme.leader', 'acme.observer'])
        expect(await attempt(who, setRole('user2', to))).toBe('forbidden');
    }
    for (const who of ['admin', 'subadmin'])
      expect(await attempt('acme.subadmin', setRole(who, 'user'))).toBe('forbidden');
    expect(await attempt('globex.admin', setRole('user', 'client'))).toBe('not_found');
  });

  test('R06 the last admin stays', async () => {
    expect(await attempt('acme.admin', setRole('admin', 'user'))).toBe('conflict');
    expect(await attempt('acme.admin', (ctx) => deactivateMember(ctx, { user_id: acme('admin') }))).toBe('forbidden');
  });

  test('R07 two admins who demote or deactivate each other at once leave one', async () => {
    for (const end of [
      (other: string) => setRole(other, 'user'),
      (other: string) => (ctx: Ctx) => deactivateMember(ctx, { user_id: acme(other) }),
    ])
      for (let round = 0; round < 3; round++) {
        await owner.query(`update member set role = 'admin', deactivated_at = null where id = any($1)`, [
          [acme('admin'), acme('subadmin')],
        ]);
        const both = await Promise.allSettled([
          asMemberCommitted('acme.admin', end('subadmin')),
          asMemberCommitted({ ...seatOf('acme.subadmin'), role: 'admin' }, end('admin')),
        ]);
        expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await admins()).toBe(1);
      }
  });

  test('writes history, tells the person, and ends their live connections', () =>
    asMember('acme.admin', async (ctx, effects) => {
      await setRole('leader', 'client')(ctx);
      expect(effects.revoked).toEqual([acme('leader')]);
      expect(effects.audits).toMatchObject([
        { action: 'project.leader_changed', target: acme('WEB') },
        { action: 'project.contacts_changed', after: { contacts_removed: [acme('leader')] } },
        { action: 'member.role_changed', before: { role: 'team_leader' }, after: { role: 'client' } },
      ]);
      expect(effects.notifications).toMatchObject([{ kind: 'member.role_changed', memberId: acme('leader') }]);
      expect(await ctx.db.project.count({ where: { leaderId: acme('leader') } })).toBe(0);
    }));

  test('words say what is gained and lost', () => {
    expect(roleChangeInWords('user', 'team_leader').gained).toContain('create projects, everywhere');
    expect(roleChangeInWords('admin', 'user').lost).toContain('change roles');
    for (const role of ROLES) expect(roleChangeInWords(role, role)).toEqual({ gained: [], narrowed: [], lost: [] });
  });
});

describe('asking for another role', () => {
  const ask = (role: Role) => (ctx: Ctx) => requestRole(ctx, { role, reason: 'I lead it anyway.' });

  test('once, and granted by those who may give it', async () => {
    expect(await attempt('acme.user', ask('user'))).toBe('conflict');
    expect(await attempt('acme.observer', ask('user'))).toBe('forbidden');
    const { _id: id } = await asMemberCommitted('acme.user', ask('team_leader'));
    expect(await attempt('acme.user', ask('subadmin'))).toBe('conflict');
    expect(await attempt('acme.user', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: true }))).toBe(
      'forbidden',
    );
    expect(await attempt('globex.admin', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: true }))).toBe(
      'not_found',
    );
    await asMember('acme.subadmin', async (ctx) => {
      expect((await getApprovalQueue(ctx)).requests).toMatchObject([{ _id: id, can: { decide: true } }]);
      await decideRoleRequest(ctx, { request_id: id, grant: true });
      expect((await ctx.db.member.findFirst({ where: { id: acme('user') } }))?.role).toBe('team_leader');
    });
  });

  test('two decisions at once: one stands', async () => {
    const { _id: id } = await asMemberCommitted('acme.user2', ask('observer'));
    const both = await Promise.allSettled([
      asMemberCommitted('acme.admin', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: false })),
      asMemberCommitted('acme.subadmin', (ctx) => decideRoleRequest(ctx, { request_id: id, grant: false })),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
