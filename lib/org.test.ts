import { beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '@/lib/errors';
import { AwaitingApproval, type Ctx, OtherOrganisation, withOrg } from '@/lib/org';
import { PageDoor } from '@/lib/session/page-door';
import { endSession, signInWithPassword, switchSession } from '@/lib/session/sign-in';
import { verifyToken } from '@/lib/session-token';
import { asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { transactionsOf } from '@/lib/test/statements';
import { newId } from '@/lib/validation';

/** The door: who gets in, as whom, and what happens to a seat that changes while its token lives. */

const owner = ownerClient();
beforeEach(() => owner.query('delete from rate_limit'));

const enter = async (email: string, org: string, kind: 'browser' | 'bearer' = 'browser') => ({
  sid: (await signInWithPassword({ email, password: PASSWORD, sub_domain: org }, kind, { ip: '127.0.0.1' })).sid,
});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  );

describe('the door', () => {
  test('opens for a member, in the organisation of the token, with the rights of the moment', async () => {
    const caller = await enter('leader@acme.test', 'acme');
    const found = await withOrg(caller, 'acme', async ({ org, actor, db }) => ({
      key: org.key,
      role: actor.role,
      projects: [...actor.projectIds],
      as: await db.$queryRaw`select current_user::text as name`,
    }));
    expect(found).toEqual({
      key: 'acme',
      role: 'team_leader',
      projects: [fixtureId('acme.WEB')],
      as: [{ name: 'tenant' }],
    });
  });

  test('S10 is not another organisation’s: the address names one, the token another', async () => {
    const caller = await enter('user@acme.test', 'acme');
    expect(await failure(withOrg(caller, 'globex', async () => {}))).toBeInstanceOf(OtherOrganisation);
    expect(await failure(withOrg(caller, 'nowhere', async () => {}))).toBeInstanceOf(OtherOrganisation);
  });

  describe('G02 a try to enter an organisation one does not belong to', () => {
    const lines = async () =>
      (
        await owner.query(
          `select org_id, actor_id, action, target, ip from audit where action like 'access.%' order by action`,
        )
      ).rows;
    const tries = { ip: '203.0.113.9', userAgent: 'curl/8' };

    test('is a line in both logs, once in ten minutes; only one’s own says who', async () => {
      await owner.query('delete from rate_limit');
      const caller = { ...(await enter('outsider@acme.test', 'acme')), ...tries };
      const before = (await lines()).length;
      for (let turn = 0; turn < 3; turn++) await failure(withOrg(caller, 'globex', async () => {}));
      expect((await lines()).slice(before)).toHaveLength(2);
      const denied = { action: 'access.denied', target: 'globex', ip: tries.ip };
      const foreign = { action: 'access.foreign', target: null, ip: tries.ip };
      expect(await lines()).toEqual(
        expect.arrayContaining([
          { org_id: fixtureId('acme'), actor_id: fixtureId('acme.outsider'), ...denied },
          { org_id: fixtureId('globex'), actor_id: null, ...foreign },
        ]),
      );
    });

    test('is none where there is nothing, or where one belongs', async () => {
      const caller = { ...(await enter('both@guild.test', 'acme')), ...tries };
      const before = await lines();
      await failure(withOrg(caller, 'globex', async () => {}));
      await failure(withOrg(caller, 'nowhere', async () => {}));
      expect(await lines()).toEqual(before);
    });
  });

  test('R10 lets a pending member no further than the waiting page', async () => {
    const caller = await enter('pending@acme.test', 'acme');
    expect(await failure(withOrg(caller, 'acme', async () => 'inside'))).toBeInstanceOf(AwaitingApproval);
    expect(await failure(enter('pending@acme.test', 'acme', 'bearer'))).toMatchObject({ code: 'forbidden' });
  });

  test('rolls back everything, the history too, when a command fails half-way', async () => {
    const caller = await enter('leader@acme.test', 'acme');
    const name = `Half ${newId()}`;
    const half = withOrg(caller, 'acme', async (ctx) => {
      await ctx.db.category.createMany({ data: [{ name }] });
      ctx.happened('project.edited', { id: fixtureId('acme.WEB') }, { field: 'name', from: 'Half', to: name });
      await ctx.settle();
      throw new Error('half-way');
    });
    await expect(half).rejects.toThrow('half-way');
    const { rows } = await owner.query(
      `select 1 from category where name = $1 union all select 1 from activity where data->>'to' = $1`,
      [name],
    );
    expect(rows).toEqual([]);
  });

  test('writes history and announcements with the change', async () => {
    const caller = await enter('leader@acme.test', 'acme');
    const projectId = fixtureId('acme.WEB');
    await withOrg(caller, 'acme', async (ctx) => {
      const people = [fixtureId('acme.user'), ctx.actor.memberId];
      ctx.happened('project.restored', { id: projectId, version: 7, people }, { name: 'Tried', key: 'WEB' });
    });
    const told = await owner.query(`select member_id from notification where data->>'name' = 'Tried'`);
    expect(told.rows).toEqual([{ member_id: fixtureId('acme.user') }]);
    const sent = await owner.query(`select payload from outbox where kind = 'realtime'`);
    expect(JSON.stringify(sent.rows)).toContain(`private-project-${projectId}-client`);
    expect(JSON.stringify(sent.rows)).toContain(`private-user-${fixtureId('acme.user')}`);
  });

  test('forty callers of two organisations at once never meet', async () => {
    const callers = [await enter('admin@acme.test', 'acme'), await enter('admin@globex.test', 'globex')];
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        withOrg(callers[at % 2] as { sid: string }, null, async ({ org, db }) => ({
          org: org.id,
          tasks: await db.task.findMany({ select: { orgId: true } }),
        })),
      ),
    );
    expect(seen.every(({ org, tasks }) => tasks.length === 8 && tasks.every((task) => task.orgId === org))).toBe(true);
  });
});

describe('another organisation of the same person', () => {
  test('is no way past the end of the sign-in: 14 days are 14 days however often somebody switches', async () => {
    const before = await enter('both@guild.test', 'acme');
    const end = Math.floor(Date.now() / 1000) + 3_600;
    await owner.query('update session set expires_at = to_timestamp($1) where id = $2', [end, before.sid]);
    const there = await switchSession(before.sid, 'globex', {});
    const back = await switchSession(there.sid, 'acme', {});
    const { rows } = await owner.query('select extract(epoch from expires_at)::int as end from session where id = $1', [
      back.sid,
    ]);
    expect([rows[0].end, (await verifyToken(back.token)).abs, back.expiresAt.getTime() / 1000]).toEqual([
      end,
      end,
      end,
    ]);
  });

  test('opens for nobody who has no seat there', async () => {
    const { sid } = await enter('user@acme.test', 'acme');
    expect(await failure(switchSession(sid, 'globex', {}))).toMatchObject({ code: 'not_found' });
  });
});

describe('signing in', () => {
  const wrong = (email: string, sub_domain: string, password = 'not the password at all') =>
    failure(signInWithPassword({ email, password, sub_domain }, 'bearer', { ip: '127.0.0.2' }));

  test('G02 leaves a line in the audit log, of success and of failure', async () => {
    await enter('admin@acme.test', 'acme');
    await wrong('admin@acme.test', 'acme');
    const { rows } = await owner.query(
      `select action from audit where target = 'admin@acme.test' order by id desc limit 2`,
    );
    expect(rows.map(({ action }) => action).sort()).toEqual(['sign_in', 'sign_in.failed']);
  });

  test('G02 leaves one of signing out, with where from', async () => {
    const { sid } = await enter('client2@acme.test', 'acme');
    expect(await endSession(sid, { ip: '203.0.113.5', userAgent: 'Firefox' })).toBe(true);
    expect(await endSession(sid)).toBe(false);
    const { rows } =
      await owner.query(`select action, actor_id, ip, user_agent from audit where target = 'client2@acme.test'
      and action = 'sign_out'`);
    expect(rows).toEqual([
      { action: 'sign_out', actor_id: fixtureId('acme.client2'), ip: '203.0.113.5', user_agent: 'Firefox' },
    ]);
  });
});

/** What the parts of one page read, and what becomes of it when one of them fails. */

const newDoor = () => new PageDoor((pass) => asMemberCommitted('acme.user', pass));
const one = (ctx: Ctx) => ctx.db.$queryRaw<{ one: number }[]>`select 1 as one`;
const refused = async () => {
  throw new DomainError('forbidden', 'Not this.');
};
const said = (reads: Promise<unknown>[]) =>
  Promise.allSettled(reads).then((all) => all.map((one) => (one.status === 'fulfilled' ? 'read' : one.reason.message)));

test('what is asked for at once, or while it is open, is read in one transaction', async () => {
  const door = newDoor();
  const transactions = await transactionsOf(() =>
    Promise.all([door.read(one), door.read((ctx) => one(ctx).then(() => void door.read(one)))]),
  );
  expect(transactions).toHaveLength(1);
});

test('a part that is refused leaves the others what they read', async () => {
  const door = newDoor();
  expect(await said([door.read(one), door.read(refused), door.read(one)])).toEqual(['read', 'Not this.', 'read']);
});

test('where the database fails or the door stays shut, all parts fail', async () => {
  const door = newDoor();
  const broken = door.read((ctx) => ctx.db.$queryRaw`select 1 / 0`);
  expect(await said([door.read(one), broken, door.read(one)])).toEqual(Array(3).fill('division by zero'));
  const shut = new PageDoor(refused);
  expect(await said([shut.read(one), shut.read(one)])).toEqual(['Not this.', 'Not this.']);
});
