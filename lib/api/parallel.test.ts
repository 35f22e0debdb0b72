import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Method } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import type { Example } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { allOr } from '@/lib/test/whole';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** Several people at once about one thing, through the endpoints: whoever wins, one consistent state is left. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
const acme = (name: string) => fixtureId(`acme.${name}`);
const SEATS = ['admin', 'subadmin', 'user', 'pending'].map(acme);
const TIMES = Array.from({ length: 20 }, (_, at) => at);
const ROUNDS = allOr(TIMES, (_, at) => at < 4);

beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(() => owner.query('delete from rate_limit'));

const rows = async <T>(sql: string, ...values: unknown[]) => (await owner.query(sql, values)).rows as T[];
const countOf = async (sql: string, ...values: unknown[]) =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${sql}`, ...values))[0]?.n;
const ok = (answers: { status: number }[]) => answers.filter(({ status }) => status < 300).length;
const post = (token: string | null, path: string, body: object, method: Method = 'POST') =>
  call(method, path, { token, body });
const example = async (name: string) => (await (EXAMPLES[name] as Example).make(owner)).body as Record<string, unknown>;

describe('the last admin', () => {
  /** Two admins with open sessions, and nobody else who is one. */
  const twoAdmins = async () => {
    await owner.query(
      `update member set role = 'admin', approval = 1, deactivated_at = null where id = any($1::uuid[])`,
      [SEATS.slice(0, 2)],
    );
    for (const seat of ['admin', 'subadmin'])
      await owner.query(`update session set expires_at = now() + interval '1 hour' where member_id = $1`, [acme(seat)]);
  };
  const admins = () =>
    countOf(
      `member where org_id = $1 and role = 'admin' and approval = 1 and deactivated_at is null`,
      fixtureId('acme'),
    );

  test('R06 R07 stays when two admins demote each other', async () => {
    const [one, other] = [await bearer('acme.admin'), await bearer('acme.subadmin')];
    for (const round of ROUNDS) {
      await twoAdmins();
      const demote = (token: string, whom: string) =>
        post(token, 'changeUserRoles', { user_id: acme(whom), role: round % 2 ? 'user' : 'subadmin' });
      const answers = await Promise.all([demote(one, 'subadmin'), demote(other, 'admin')]);
      expect(ok(answers)).toBe(1);
      expect([403, 409]).toContain(Math.max(...answers.map(({ status }) => status)));
      expect(await admins()).toBe(1);
    }
  });

  test('R06 R07 stays when both give up being admin themselves', async () => {
    const [one, other] = [await bearer('acme.admin'), await bearer('acme.subadmin')];
    for (const _round of ROUNDS) {
      await twoAdmins();
      const answers = await Promise.all([
        post(one, 'changeUserRoles', { user_id: acme('admin'), role: 'user' }),
        post(other, 'changeUserRoles', { user_id: acme('subadmin'), role: 'user' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await admins()).toBe(1);
    }
    await twoAdmins();
    await owner.query(`update member set role = 'subadmin' where id = $1`, [acme('subadmin')]);
  });
});

describe('one key', () => {
  test('A13 created twenty times at once by strangers is one organisation, 19 get 409, nobody is left over', async () => {
    const found = (at: number) =>
      post(null, 'signupwithorgs', {
        name: 'Nora Newman',
        email: `founder${at}@fight.test`,
        password: 'kettle violet harbor otter',
        sub_domain: 'one-hall',
        organisation_name: 'One Hall',
      });
    const answers = await Promise.all(TIMES.map(found));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await countOf(`organisation where key = 'one-hall'`)).toBe(1);
    expect(await countOf(`person where email like 'founder%@fight.test'`)).toBe(1);
    expect(await countOf(`person p where not exists (select from member m where m.person_id = p.id)`)).toBe(0);
    expect(
      await rows(`select role from member m join organisation o on o.id = m.org_id where o.key = 'one-hall'`),
    ).toEqual([{ role: 'admin' }]);
  });

  test('A13 and by twenty people who are signed in', async () => {
    const tokens = await Promise.all(['user', 'user2', 'leader', 'client'].map((seat) => bearer(`acme.${seat}`)));
    const answers = await Promise.all(
      TIMES.map((at) =>
        post(tokens[at % 4] as string, 'createOrganisation', { organisation_name: 'Two', sub_domain: 'two-hall' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await countOf(`member m join organisation o on o.id = m.org_id where o.key = 'two-hall'`)).toBe(1);
  });
});

test('I01 the same invitation accepted twenty times makes one member, and tells the inviter once', async () => {
  const body = await example('POST acceptInvitation');
  await owner.query(`delete from notification where kind = 'invitation.accepted'`);
  const answers = await Promise.all(TIMES.map(() => post(null, 'acceptInvitation', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(410)]);
  const [{ email } = { email: '' }] = await rows<{ email: string }>(
    'select email from invitation order by accepted_at desc nulls last limit 1',
  );
  expect(await countOf('member where email = $1', email)).toBe(1);
  expect(await countOf('person where email = $1', email)).toBe(1);
  expect(await countOf(`notification where kind = 'invitation.accepted'`)).toBe(1);
  expect(await countOf(`audit where action = 'invitation.accepted' and target = $1`, email)).toBe(1);
  expect((await post(null, 'acceptInvitation', body)).status).toBe(410);
});

test('I09 approve against reject: what is answered is what stands, with an email for each decision', async () => {
  const [one, other] = [await bearer('acme.admin'), await bearer('acme.subadmin')];
  for (const round of ROUNDS) {
    await owner.query('update member set approval = 2, approval_note = null, decided_at = null where id = $1', [
      acme('pending'),
    ]);
    const before = await countOf(
      `audit where action in ('member.approved', 'member.rejected') and target = $1`,
      acme('pending'),
    );
    const mails = await countOf(`job where kind = 'mail'`);
    const decide = (token: string, status: 0 | 1) =>
      post(token, 'userApproveOrReject', { user_id: acme('pending'), status });
    const [approved, rejected] = await Promise.all(
      round % 2 ? [decide(one, 1), decide(other, 0)] : [decide(other, 1), decide(one, 0)],
    );
    const statuses = [approved?.status, rejected?.status];
    // Who was declined may still be let in by somebody who decides a moment later; never the other way round.
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
    const [{ approval } = { approval: null }] = await rows<{ approval: number }>(
      'select approval from member where id = $1',
      acme('pending'),
    );
    expect(approval).toBe(approved?.status === 200 ? 1 : 0);
    const done = ok([approved, rejected] as { status: number }[]);
    const audited = await countOf(
      `audit where action in ('member.approved', 'member.rejected') and target = $1`,
      acme('pending'),
    );
    expect((audited ?? 0) - (before ?? 0)).toBe(done);
    expect(((await countOf(`job where kind = 'mail'`)) ?? 0) - (mails ?? 0)).toBe(done);
  }
});

test('I09 one request for a role, granted and declined at once: one decision stands', async () => {
  const [one, other] = [await bearer('acme.admin'), await bearer('acme.subadmin')];
  for (const _round of ROUNDS) {
    const { request_id: id } = await example('POST decideRoleRequest');
    const [granted, declined] = await Promise.all([
      post(one, 'decideRoleRequest', { request_id: id, grant: true }),
      post(other, 'decideRoleRequest', { request_id: id, grant: false }),
    ]);
    expect([granted.status, declined.status].sort()).toEqual([200, 409]);
    const [now] = await rows(
      'select r.granted, m.role from role_request r join member m on m.id = r.member_id where r.id = $1',
      id,
    );
    expect(now).toEqual(
      granted.status === 200 ? { granted: true, role: 'team_leader' } : { granted: false, role: 'user' },
    );
  }
});
