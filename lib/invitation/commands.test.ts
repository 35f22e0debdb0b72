import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptInvitation, showInvitation } from '@/lib/auth/invitation';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { resendInvitation, revokeInvitation, sendInvite, sendInvites } from '@/lib/invitation/commands';
import { listInvitations } from '@/lib/invitation/queries';
import { ListInvitations, SendInvite, SendInvites } from '@/lib/invitation/schema';
import type { OpenedMail, SealedMail } from '@/lib/mail/queue';
import { changeUserRole } from '@/lib/member/commands';
import type { Ctx } from '@/lib/org';
import { ROLES } from '@/lib/permission/schema';
import { unseal } from '@/lib/seal';
import { asMember, asMemberCommitted, seatOf } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';

const acme = (name: string) => fixtureId(`acme.${name}`);
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await owner.end();
  await closeDatabase();
});
beforeEach(async () => {
  await owner.query('delete from outbox');
  await owner.query('delete from invitation');
  await owner.query('delete from rate_limit');
  await owner.query('delete from notification');
  await owner.query(`delete from member where email = 'outsider@globex.test' and org_id = $1`, [fixtureId('acme')]);
  await owner.query(`delete from person where email = 'new@example.org'`);
});

const invite = (ctx: Ctx, input: object = {}) =>
  sendInvite(ctx, SendInvite.parse({ email: 'new@example.org', role: 'user', ...input }));
const committed = (who: string, input: object = {}) => asMemberCommitted(who, (ctx) => invite(ctx, input));

/** The mails that wait, opened. */
async function mails(): Promise<OpenedMail[]> {
  const { rows } = await owner.query<{ payload: SealedMail }>(
    `select payload from outbox where kind = 'mail' order by id`,
  );
  return rows.map(({ payload }) => unseal<OpenedMail>(payload.sealed));
}
async function tokenFor(email: string): Promise<string> {
  const mail = (await mails()).filter(({ to }) => to === email).at(-1);
  return new URL((mail as unknown as { data: { path: string } }).data.path, 'http://x').searchParams.get(
    'token',
  ) as string;
}
const NEW = { name: 'Nora New', password: 'seven purple hedgehogs dance' };

describe('inviting', () => {
  const led = { project_ids: [acme('WEB')] };
  test.each([
    ['acme.admin', [...ROLES]],
    ['acme.subadmin', ['team_leader', 'user', 'client', 'observer']],
    ['acme.leader', ['user', 'client']],
    ['acme.user', []],
    ['acme.client', []],
    ['acme.observer', []],
  ])('%s grants exactly the roles below its own', async (who, granted) => {
    for (const role of ROLES)
      expect([role, await attempt(who, (ctx) => invite(ctx, { role, ...(role !== 'observer' && led) }))]).toEqual([
        role,
        granted.includes(role) ? 'done' : 'forbidden',
      ]);
  });

  test('R08 a team leader invites into projects it leads only', async () => {
    expect(await attempt('acme.leader', (ctx) => invite(ctx))).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => invite(ctx, { project_ids: [acme('APP')] }))).toBe('invalid');
    expect(await attempt('acme.leader', (ctx) => invite(ctx, led))).toBe('done');
    expect(await attempt('acme.admin', (ctx) => invite(ctx, { project_ids: [fixtureId('globex.WEB')] }))).toBe(
      'invalid',
    );
  });

  test('I05 refuses addresses that are none', () => {
    for (const email of [
      'a@b',
      'a b@example.org',
      'a@example.org\r\nBcc: x@example.org',
      'a@example.org,b@example.org',
      'ä@example.org',
      '"a"@example.org',
      'а@example.org',
    ])
      expect([email, SendInvite.safeParse({ email, role: 'user' }).success]).toEqual([email, false]);
    expect(SendInvite.parse({ email: ' New@Example.ORG ', role: 'user' }).email).toBe('new@example.org');
  });

  test('a member and an open invitation answer conflict', async () => {
    expect(await attempt('acme.admin', (ctx) => invite(ctx, { email: 'user@acme.test' }))).toBe('conflict');
    await committed('acme.admin');
    expect(await attempt('acme.admin', (ctx) => invite(ctx))).toBe('conflict');
    expect(await attempt('globex.admin', (ctx) => invite(ctx))).toBe('done');
  });

  test('a pasted list has an outcome for each address', () =>
    asMember('acme.admin', async (ctx) => {
      const { invited, results } = await sendInvites(
        ctx,
        SendInvites.parse({
          emails: ['Ann Able <ann@example.org>', 'bob@example.org', 'bob@example.org', 'nonsense', 'user@acme.test'],
          role: 'user',
        }),
      );
      expect(invited).toBe(2);
      expect(results.map(({ outcome }) => outcome).sort()).toEqual([
        'invited',
        'invited',
        'refused',
        'skipped',
        'skipped',
      ]);
    }));

  test('A12 I06 the token is nowhere but in the mail, and there sealed', async () => {
    const record = await committed('acme.admin');
    const token = await tokenFor('new@example.org');
    const dump = JSON.stringify([
      record,
      (await owner.query('select * from invitation')).rows,
      (await owner.query('select * from audit')).rows,
      (await owner.query('select * from outbox')).rows,
    ]);
    expect(dump).not.toContain(token);
    expect(dump).toContain(createHash('sha256').update(token).digest('base64url'));
    await asMember('acme.observer', async (ctx) => {
      const { docs } = await listInvitations(ctx, ListInvitations.parse({}));
      expect(docs).toHaveLength(1);
      expect(JSON.stringify(docs)).not.toContain(createHash('sha256').update(token).digest('base64url'));
    });
  });

  test('a team leader sees its own invitations, users and clients none', async () => {
    await committed('acme.admin');
    await committed('acme.leader', { email: 'own@example.org', ...led });
    const seen = async (who: string) => {
      let emails: string[] = [];
      await asMember(who, async (ctx) => {
        emails = (await listInvitations(ctx, ListInvitations.parse({}))).docs.map(({ email }) => email);
      });
      return emails;
    };
    expect((await seen('acme.admin')).sort()).toEqual(['new@example.org', 'own@example.org']);
    expect(await seen('acme.leader')).toEqual(['own@example.org']);
    expect(await seen('globex.admin')).toEqual([]);
    expect(await attempt('acme.user', (ctx) => listInvitations(ctx, ListInvitations.parse({})))).toBe('forbidden');
  });

  test('I11 three invitations a day for an address, 200 an hour for an organisation', async () => {
    const { _id: id } = await committed('acme.admin');
    for (let again = 0; again < 2; again++)
      await asMemberCommitted('acme.admin', (ctx) => resendInvitation(ctx, { id }));
    expect(await attempt('acme.admin', (ctx) => resendInvitation(ctx, { id }))).toBe('rate_limited');
    const many = (from: number) =>
      asMemberCommitted('acme.admin', (ctx) =>
        sendInvites(
          ctx,
          SendInvites.parse({ emails: Array.from({ length: 98 }, (_, i) => `p${from + i}@example.org`), role: 'user' }),
        ),
      );
    await many(0);
    await many(100);
    expect((await failureOf(many(200))).code).toBe('rate_limited');
    expect(await attempt('globex.admin', (ctx) => invite(ctx))).toBe('done');
  });
});

describe('accepting', () => {
  const accept = async (input: object = {}, email = 'new@example.org', signedInAs: string | null = null) =>
    acceptInvitation({ token: await tokenFor(email), ...NEW, ...input }, {}, signedInAs);
  const memberBy = async (email: string) =>
    (await owner.query('select * from member where org_id = $1 and email = $2', [fixtureId('acme'), email])).rows[0];

  test('I12 looking changes nothing; accepting makes an approved member of the promised projects', async () => {
    await committed('acme.admin', { project_ids: [acme('WEB')], role: 'client' });
    const token = await tokenFor('new@example.org');
    for (let look = 0; look < 3; look++)
      expect(await showInvitation(token)).toMatchObject({ organisation_name: 'Acme Studio', has_account: false });
    expect(await memberBy('new@example.org')).toBeUndefined();
    expect(await accept()).toEqual({ organisation_name: 'Acme Studio', sub_domain: 'acme', email: 'new@example.org' });
    const member = await memberBy('new@example.org');
    expect(member).toMatchObject({ role: 'client', approval: 1, name: 'Nora New' });
    const { rows } = await owner.query('select project_id from project_member where member_id = $1', [member.id]);
    expect(rows).toEqual([{ project_id: acme('WEB') }]);
    expect((await failureOf(accept())).code).toBe('gone');
  });

  test('of 20 at once one succeeds', async () => {
    await committed('acme.admin');
    const token = await tokenFor('new@example.org');
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => acceptInvitation({ token, ...NEW }, {})));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason.code).toBe('gone');
    expect((await owner.query(`select count(*)::int as n from member where email = 'new@example.org'`)).rows).toEqual([
      { n: 1 },
    ]);
  });

  test('I02 a known person gives the password that is theirs, under that address', async () => {
    await committed('acme.admin', { email: 'outsider@globex.test' });
    expect((await showInvitation(await tokenFor('outsider@globex.test'))).has_account).toBe(true);
    expect((await failureOf(accept({}, 'outsider@globex.test'))).code).toBe('invalid');
    expect((await failureOf(accept({ password: PASSWORD }, 'outsider@globex.test', 'user@acme.test'))).code).toBe(
      'forbidden',
    );
    await accept({ password: PASSWORD }, 'outsider@globex.test');
    expect(await memberBy('outsider@globex.test')).toMatchObject({ approval: 1, role: 'user' });
  });

  test('I03 who made an unconfirmed account with the address beforehand is out', async () => {
    await owner.query(
      `insert into person (id, email, name, password_hash) select gen_random_uuid(), 'new@example.org', 'Squatter', password_hash from person limit 1`,
    );
    await committed('acme.admin');
    await accept();
    const { rows } = await owner.query(
      `select name, email_verified_at is not null as verified, password_hash from person where email = 'new@example.org'`,
    );
    expect(rows[0]).toMatchObject({ name: 'Nora New', verified: true });
    expect((await owner.query('select password_hash from person limit 1')).rows[0]).not.toEqual({
      password_hash: rows[0].password_hash,
    });
  });

  test('A01 A02 the new password keeps the rules', async () => {
    await committed('acme.admin');
    for (const password of ['fourteen chars', 'passwordpassword', 'acmestudioacmestudio'])
      expect((await failureOf(accept({ password }))).details.errors).toHaveProperty('password');
  });

  test('I04 without the token there is nothing', async () => {
    await committed('acme.admin');
    expect((await failureOf(showInvitation('x'.repeat(43)))).code).toBe('not_found');
  });

  test('I07 void when the inviter was demoted or deactivated', async () => {
    await committed('acme.subadmin');
    const token = await tokenFor('new@example.org');
    await asMemberCommitted('acme.admin', (ctx) =>
      changeUserRole(ctx, { user_id: acme('subadmin'), role: 'observer' }),
    );
    expect((await failureOf(showInvitation(token))).code).toBe('gone');
    expect((await failureOf(acceptInvitation({ token, ...NEW }, {}))).code).toBe('gone');
    await owner.query(`update member set role = 'subadmin', deactivated_at = now() where id = $1`, [acme('subadmin')]);
    expect((await failureOf(acceptInvitation({ token, ...NEW }, {}))).code).toBe('gone');
    await owner.query('update member set deactivated_at = null where id = $1', [acme('subadmin')]);
    expect(await showInvitation(token)).toBeTruthy();
  });

  test('I08 expired, revoked and resent ones are over', async () => {
    const { _id: id } = await committed('acme.admin');
    const first = await tokenFor('new@example.org');
    await asMemberCommitted('acme.admin', (ctx) => resendInvitation(ctx, { id }));
    const second = await tokenFor('new@example.org');
    expect((await failureOf(showInvitation(first))).code).toBe('not_found');
    expect(await showInvitation(second)).toBeTruthy();
    await owner.query(`update invitation set expires_at = now()`);
    expect((await failureOf(acceptInvitation({ token: second, ...NEW }, {}))).code).toBe('gone');
    await owner.query(`update invitation set expires_at = now() + interval '1 day'`);
    await asMemberCommitted('acme.admin', (ctx) => revokeInvitation(ctx, { id }));
    expect((await failureOf(acceptInvitation({ token: second, ...NEW }, {}))).code).toBe('gone');
    expect(await attempt('acme.admin', (ctx) => resendInvitation(ctx, { id }))).toBe('conflict');
    const { rows } = await owner.query<{ days: number }>(
      `select extract(epoch from expires_at - sent_at) / 86400 as days from invitation`,
    );
    expect(Number(rows[0]?.days)).toBeLessThanOrEqual(7);
    await owner.query(`update organisation set deleted_at = now() - interval '1 day' where key = 'acme'`);
    expect((await failureOf(showInvitation(second))).code).toBe('not_found');
    await owner.query(`update organisation set deleted_at = null where key = 'acme'`);
  });

  test('I10 nobody else handles an invitation that is not theirs', async () => {
    const { _id: id } = await committed('acme.admin', { role: 'subadmin' });
    expect(await attempt('acme.subadmin', (ctx) => revokeInvitation(ctx, { id }))).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => revokeInvitation(ctx, { id }))).toBe('not_found');
    expect(await attempt('globex.admin', (ctx) => revokeInvitation(ctx, { id }))).toBe('not_found');
    expect(await attempt('acme.admin', (ctx) => revokeInvitation(ctx, { id }))).toBe('done');
    expect(seatOf('acme.admin').role).toBe('admin');
  });
});
