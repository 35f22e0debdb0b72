import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { acceptInvitation, showInvitation } from '@/lib/invitation/auth';
import { resendInvitation, revokeInvitation, sendInvite } from '@/lib/invitation/commands';
import { SendInvite } from '@/lib/invitation/schema';
import type { OpenedMail } from '@/lib/mail/queue';
import { listMails } from '@/lib/mail/sink';
import { changeUserRole } from '@/lib/member/commands';
import type { Ctx } from '@/lib/org';
import { unseal } from '@/lib/seal';
import { signInWithPassword } from '@/lib/session/sign-in';
import { sessionCookieName } from '@/lib/session-token';
import { asMemberCommitted, seatOf } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { call } from '@/lib/test/wire';

const acme = (name: string) => fixtureId(`acme.${name}`);
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(async () => {
  await owner.end();
  await closeDatabase();
});
beforeEach(async () => {
  await owner.query('delete from outbox; delete from job');
  await owner.query('delete from invitation');
  await owner.query('delete from rate_limit');
  await owner.query('delete from notification');
  await owner.query(`delete from member where email = 'outsider@globex.test' and org_id = $1`, [fixtureId('acme')]);
  await owner.query(`delete from person where email = 'new@example.org'`);
});

const invite = (ctx: Ctx, input: object = {}) =>
  sendInvite(ctx, SendInvite.parse({ email: 'new@example.org', role: 'user', ...input }));
const committed = (who: string, input: object = {}) => asMemberCommitted(who, (ctx) => invite(ctx, input));

/** The emails that wait, opened. What an earlier test kicked may have delivered some of them meanwhile. */
async function mails(): Promise<OpenedMail[]> {
  const { rows } = await owner.query<{ sealed: string }>(
    `select sealed from job where kind = 'mail' and sealed <> '' order by id`,
  );
  return rows.map(({ sealed }) => unseal<OpenedMail>(sealed));
}
async function tokenFor(email: string): Promise<string> {
  const waiting = (await mails()).filter(({ to }) => to === email).at(-1) as { data: { path: string } } | undefined;
  const path =
    waiting?.data.path ??
    (await vi.waitFor(async () => {
      const [, link] = /(\/invitation\?token=\S+)/.exec((await listMails(email))[0]?.text ?? '') ?? [];
      return link ?? expect.fail('no invitation was mailed');
    }, 30_000));
  return new URL(path, 'http://x').searchParams.get('token') as string;
}
const NEW = { name: 'Nora New', password: 'seven purple hedgehogs dance' };

describe('accepting', () => {
  const accept = async (input: object = {}, email = 'new@example.org') =>
    (await acceptInvitation({ token: await tokenFor(email), ...NEW, ...input }, {})).accepted;
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
    // As the inviter: they brought this person in.
    const history = await owner.query(
      `select actor_id, data from activity where kind = 'project.members_changed' and data::text like '%' || $1 || '%'`,
      [member.id],
    );
    expect(history.rows).toEqual([
      { actor_id: acme('admin'), data: { added: [{ _id: member.id, name: 'Nora New' }], removed: [] } },
    ]);
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

  test('I02 a known person gives the password that is theirs, under that email', async () => {
    await committed('acme.admin', { email: 'outsider@globex.test' });
    expect((await showInvitation(await tokenFor('outsider@globex.test'))).has_account).toBe(true);
    expect((await failureOf(accept({}, 'outsider@globex.test'))).code).toBe('invalid');
    const token = await tokenFor('outsider@globex.test');
    const sent = (headers: Record<string, string>) =>
      call('POST', 'acceptInvitation', { body: { token, password: PASSWORD }, headers });
    const { token: bearer } = await signInWithPassword(
      { email: 'user@acme.test', password: PASSWORD, sub_domain: 'acme' },
      'bearer',
      {},
    );
    const both: Record<string, string>[] = [
      { authorization: `Bearer ${bearer}` },
      { cookie: `${sessionCookieName()}=${bearer}` },
    ];
    for (const headers of both)
      expect(await sent(headers)).toMatchObject({
        status: 403,
        body: { message: 'This invitation is for a different email than the one you are signed in with.' },
      });
    expect(await memberBy('outsider@globex.test')).toBeUndefined();
    expect((await sent({ authorization: 'Bearer not.a.token' })).status).toBe(200);
    expect(await memberBy('outsider@globex.test')).toMatchObject({ approval: 1, role: 'user' });
  });

  test('I03 who made an unconfirmed account with the email beforehand is out', async () => {
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
