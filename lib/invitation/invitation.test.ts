import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Door } from '@/lib/contract/endpoint';
import { csvCell, csvText } from '@/lib/csv';
import { acceptInvitation, showInvitation } from '@/lib/invitation/auth';
import { resendInvitation, revokeInvitation, sendInvite, sendInvites } from '@/lib/invitation/commands';
import { importInvitations } from '@/lib/invitation/commands.csv';
import { grantableRoles, projectProblem } from '@/lib/invitation/policy';
import { getInvitationBatch, listInvitations } from '@/lib/invitation/queries';
import { ImportInvitations, InvitationImport, ListInvitations, SendInvite, SendInvites } from '@/lib/invitation/schema';
import { readInviteFile } from '@/lib/invitation/schema.csv';
import type { OpenedMail } from '@/lib/mail/queue';
import { listMails } from '@/lib/mail/sink';
import { changeUserRole } from '@/lib/member/commands';
import type { Ctx } from '@/lib/org';
import { kickOutbox } from '@/lib/outbox';
import { ROLES, type Role } from '@/lib/permission/schema';
import { unseal } from '@/lib/seal';
import { sessionCookieName } from '@/lib/session-token';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { attempt, failureOf } from '@/lib/test/attempt';
import { acme } from '@/lib/test/example';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { manyOr } from '@/lib/test/whole';
import { bearer, call } from '@/lib/test/wire';
import '@/lib/delivery/delivery';

const owner = ownerClient();
beforeEach(async () => {
  for (const table of ['outbox', 'job', 'invitation', 'invitation_batch', 'rate_limit', 'notification'])
    await owner.query(`delete from ${table}`);
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

const count = async (from: string) =>
  (await owner.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n;
const mailCount = () => count(`job where kind = 'mail'`);

describe('inviting', () => {
  const led = { project_ids: [acme('WEB')] };

  test('R04 R08 each grants exactly the roles below its own, a team leader in projects it leads only', async () => {
    for (const [who, granted] of [
      ['admin', ROLES],
      ['subadmin', ['team_leader', 'user', 'client', 'observer']],
      ['leader', ['user', 'client']],
      ['user', []],
    ] as const) {
      const done: string[] = [];
      for (const role of ROLES) {
        const outcome = await attempt(`acme.${who}`, (ctx) => invite(ctx, { role, ...(role !== 'observer' && led) }));
        if (outcome === 'done') done.push(role);
      }
      expect([who, done]).toEqual([who, granted]);
      // What the dialog offers.
      expect(grantableRoles((who === 'leader' ? 'team_leader' : who) as Role)).toEqual(granted);
    }
    expect(await attempt('acme.leader', (ctx) => invite(ctx))).toBe('forbidden');
    expect(await attempt('acme.leader', (ctx) => invite(ctx, { project_ids: [acme('APP')] }))).toBe('invalid');
    expect(await attempt('acme.admin', (ctx) => invite(ctx, { project_ids: [fixtureId('globex.WEB')] }))).toBe(
      'invalid',
    );
    // Beside the own project, one that somebody else leads.
    const leads = { memberId: acme('leader'), role: 'team_leader' } as const;
    const known = ['leader', 'lead2'].map((seat) => ({ id: `of ${seat}`, leaderId: acme(seat) }));
    const into = (...ids: string[]) => projectProblem({ ...leads, projectIds: ids }, 'user', ids, known);
    expect(into('of leader')).toBeNull();
    expect(into('of leader', 'of lead2')).toMatchObject({ forbidden: true });
  });

  test('a member and an open invitation answer conflict', async () => {
    expect(await attempt('acme.admin', (ctx) => invite(ctx, { email: 'user@acme.test' }))).toBe('conflict');
    await committed('acme.admin');
    expect(await attempt('acme.admin', (ctx) => invite(ctx))).toBe('conflict');
    expect(await attempt('globex.admin', (ctx) => invite(ctx))).toBe('done');
    await owner.query('update member set deactivated_at = now() where id = $1', [acme('user')]);
    const { message } = await failureOf(committed('acme.admin', { email: 'user@acme.test' }));
    expect(message).toContain('Reactivate them');
    await owner.query('update member set deactivated_at = null where id = $1', [acme('user')]);
  });

  test('an observer is invited into no project', async () => {
    const input = { role: 'observer', project_ids: [acme('WEB')] };
    expect(await attempt('acme.admin', (ctx) => invite(ctx, input))).toBe('invalid');
  });

  test('an email is read as people copy it, and its name with it', async () => {
    await asMember('acme.admin', async (ctx) => {
      const made = await invite(ctx, { email: '“Nora Newman” <mailto:new@example.org>; ' });
      expect(made).toMatchObject({ email: 'new@example.org', name: 'Nora Newman' });
      const { error } = SendInvite.safeParse({ email: 'zoë@example.org', role: 'user' });
      expect(error?.issues[0]?.message).toBe('“ë” cannot stand in an email address here.');
    });
  });

  test('a pasted list has an outcome for each email', () =>
    asMember('acme.admin', async (ctx) => {
      const { invited, results } = await sendInvites(
        ctx,
        SendInvites.parse({
          emails: [
            ...['Ann Able <ann@example.org>', 'bob@example.org', 'bob@example.org', 'nonsense', 'user@acme.test'],
            `${'x'.repeat(81)} <long@example.org>`,
          ],
          role: 'user',
        }),
      );
      expect(invited).toBe(2);
      expect(Object.fromEntries(results.map(({ email, outcome }) => [email, outcome]))).toEqual({
        ...{ 'ann@example.org': 'invited', 'bob@example.org': 'invited', nonsense: 'refused' },
        ...{ 'user@acme.test': 'skipped', 'long@example.org': 'refused' },
      });
      expect(results.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(2);
      const { docs } = await listInvitations(ctx, ListInvitations.parse({}));
      expect(docs.map(({ email, name }) => [email, name]).sort()).toEqual([
        ['ann@example.org', 'Ann Able'],
        ['bob@example.org', null],
      ]);
    }));

  test('A12 I06 the token is nowhere but in the email, and there sealed', async () => {
    const record = await committed('acme.admin');
    const token = await tokenFor('new@example.org');
    const dump = JSON.stringify([
      record,
      (await owner.query('select * from invitation')).rows,
      (await owner.query('select * from audit')).rows,
      (await owner.query('select * from job')).rows,
    ]);
    expect(dump).not.toContain(token);
    expect(dump).toContain(createHash('sha256').update(token).digest('base64url'));
    await asMember('acme.observer', async (ctx) => {
      const { docs } = await listInvitations(ctx, ListInvitations.parse({}));
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
  });

  test('one that ran out is good for another week once it is resent, and hinders no new one', async () => {
    const { _id: id } = await committed('acme.admin');
    const runOut = () => owner.query(`update invitation set expires_at = now() - interval '1 hour'`);
    await runOut();
    const again = await asMemberCommitted('acme.admin', (ctx) => resendInvitation(ctx, { id }));
    expect(again).toMatchObject({ state: 'open', can: { resend: true, revoke: true } });
    expect((Date.parse(again.expires_at) - Date.parse(again.sent_at)) / 86_400_000).toBeCloseTo(7, 0);
    expect(await showInvitation(await tokenFor('new@example.org'))).toBeTruthy();
    await runOut();
    expect(await committed('acme.admin')).toMatchObject({ state: 'open' });
  });

  test('are found by how they stand, by email and by name; what is over is neither resent nor revoked', () =>
    asMember('acme.admin', async (ctx) => {
      const { _id: id } = await invite(ctx, { name: 'Nora Newman' });
      await invite(ctx, { email: 'otto@example.org' });
      await revokeInvitation(ctx, { id });
      const found = async (input: object) =>
        (await listInvitations(ctx, ListInvitations.parse(input))).docs.map(({ email, can }) => [email, can.revoke]);
      const [nora, otto] = [
        ['new@example.org', false],
        ['otto@example.org', true],
      ];
      expect([await found({ state: 'revoked' }), await found({ state: 'open' })]).toEqual([[nora], [otto]]);
      expect([await found({ q: 'NEWMAN' }), await found({ q: 'otto@' }), await found({ q: '%' })]).toEqual([
        [nora],
        [otto],
        [],
      ]);
    }));

  test('I11 three invitations a day for an email, 200 an hour for an organisation', async () => {
    const { _id: id } = await committed('acme.admin');
    for (let again = 0; again < 2; again++)
      await asMemberCommitted('acme.admin', (ctx) => resendInvitation(ctx, { id }));
    expect(await attempt('acme.admin', (ctx) => resendInvitation(ctx, { id }))).toBe('rate_limited');
    await asMemberCommitted('acme.admin', (ctx) => revokeInvitation(ctx, { id }));
    expect(await attempt('acme.admin', (ctx) => invite(ctx))).toBe('rate_limited');
    const asked = await asMemberCommitted('acme.admin', (ctx) =>
      sendInvites(ctx, SendInvites.parse({ emails: ['new@example.org', 'other@example.org'], role: 'user' })),
    );
    expect(asked.results.map(({ email, outcome }) => `${email} ${outcome}`).sort()).toEqual([
      'new@example.org skipped',
      'other@example.org invited',
    ]);
    expect(await count(`invitation where email = 'new@example.org' and revoked_at is null`)).toBe(0);
    const many = (from: number) =>
      asMemberCommitted('acme.admin', (ctx) =>
        sendInvites(
          ctx,
          SendInvites.parse({ emails: Array.from({ length: 96 }, (_, i) => `p${from + i}@example.org`), role: 'user' }),
        ),
      );
    await many(0);
    await many(100);
    expect((await failureOf(many(200))).code).toBe('rate_limited');
    expect(await attempt('globex.admin', (ctx) => invite(ctx))).toBe('done');
  });
});

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
    expect((await failureOf(accept())).code).toBe('gone');
  });

  test('I01 of six at once one succeeds, and the inviter is told once', async () => {
    await committed('acme.admin');
    const token = await tokenFor('new@example.org');
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => acceptInvitation({ token, ...NEW }, {})));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason.code).toBe('gone');
    expect(await count(`member where email = 'new@example.org'`)).toBe(1);
    expect(await count(`notification where kind = 'invitation.accepted'`)).toBe(1);
  });

  test('I02 a known person gives the password that is theirs, under that email', async () => {
    await committed('acme.admin', { email: 'outsider@globex.test' });
    expect((await showInvitation(await tokenFor('outsider@globex.test'))).has_account).toBe(true);
    expect((await failureOf(accept({}, 'outsider@globex.test'))).code).toBe('invalid');
    const token = await tokenFor('outsider@globex.test');
    const sent = (headers: Record<string, string>) =>
      call('POST', 'acceptInvitation', { body: { token, password: PASSWORD }, headers });
    const own = await bearer('acme.user');
    const carried = [
      ['authorization', `Bearer ${own}`],
      ['cookie', `${sessionCookieName()}=${own}`],
    ] as const;
    for (const [header, value] of carried)
      expect(await sent({ [header]: value })).toMatchObject({
        status: 403,
        body: { message: 'This invitation is for a different email than the one you are signed in with.' },
      });
    expect(await memberBy('outsider@globex.test')).toBeUndefined();
    expect((await sent({ authorization: 'Bearer not.a.token' })).status).toBe(200);
    expect(await memberBy('outsider@globex.test')).toMatchObject({ approval: 1, role: 'user' });
  });

  test('I02 whoever is signed in with another email makes no account by it', async () => {
    await committed('acme.admin');
    const body = { token: await tokenFor('new@example.org'), ...NEW };
    const answer = await call('POST', 'acceptInvitation', { body, token: await bearer('acme.user') });
    expect(answer.status).toBe(403);
    expect(await count(`person where email = 'new@example.org'`)).toBe(0);
    expect((await call('POST', 'acceptInvitation', { body })).status).toBe(200);
  });

  test('a seat that was deactivated since is not opened by it', async () => {
    await committed('acme.admin', { email: 'outsider@globex.test' });
    await accept({ password: PASSWORD }, 'outsider@globex.test');
    await owner.query(`update invitation set accepted_at = null`);
    await owner.query(`update member set deactivated_at = now() where email = 'outsider@globex.test' and org_id = $1`, [
      fixtureId('acme'),
    ]);
    const again = await failureOf(accept({ password: PASSWORD }, 'outsider@globex.test'));
    expect(again).toMatchObject({ code: 'gone', message: expect.stringContaining('was deactivated') });
  });

  test('I03 who made an unconfirmed account with the email beforehand is out', async () => {
    await owner.query(
      `insert into person (id, email, name, password_hash) select gen_random_uuid(), 'new@example.org', 'Squatter', password_hash from person limit 1`,
    );
    await owner.query(
      `insert into member (id, org_id, person_id, role, approval, name, email)
       select gen_random_uuid(), $1, id, 'user', 1, name, email from person where email = 'new@example.org'`,
      [fixtureId('globex')],
    );
    await owner.query(
      `insert into session (id, org_id, member_id, kind, expires_at)
       select gen_random_uuid(), org_id, id, 'bearer', now() + interval '1 day' from member where email = 'new@example.org'`,
    );
    await committed('acme.admin');
    await accept();
    const still = `session s join member m on m.id = s.member_id where m.email = 'new@example.org' and s.expires_at > now()`;
    expect(await count(still)).toBe(0);
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

  test('I07 leads into no project that its sender leads no more', async () => {
    await committed('acme.leader', { project_ids: [acme('WEB')] });
    await owner.query('update project set leader_id = $2 where id = $1', [acme('WEB'), acme('lead2')]);
    await accept();
    await owner.query('update project set leader_id = $2 where id = $1', [acme('WEB'), acme('leader')]);
    const { id } = await memberBy('new@example.org');
    expect((await owner.query('select from project_member where member_id = $1', [id])).rowCount).toBe(0);
  });

  test('I04 I08 expired, revoked, resent and guessed ones are over', async () => {
    const { _id: id } = await committed('acme.admin');
    const first = await tokenFor('new@example.org');
    await asMemberCommitted('acme.admin', (ctx) => resendInvitation(ctx, { id }));
    expect((await failureOf(showInvitation('x'.repeat(43)))).code).toBe('not_found');
    const second = await tokenFor('new@example.org');
    expect((await failureOf(showInvitation(first))).code).toBe('not_found');
    expect(await showInvitation(second)).toBeTruthy();
    await owner.query(`update invitation set expires_at = now()`);
    expect((await failureOf(acceptInvitation({ token: second, ...NEW }, {}))).code).toBe('gone');
    await owner.query(`update invitation set expires_at = now() + interval '1 day'`);
    await asMemberCommitted('acme.admin', (ctx) => revokeInvitation(ctx, { id }));
    expect((await failureOf(acceptInvitation({ token: second, ...NEW }, {}))).code).toBe('gone');
    expect(await attempt('acme.admin', (ctx) => resendInvitation(ctx, { id }))).toBe('conflict');
    expect(await attempt('acme.admin', (ctx) => revokeInvitation(ctx, { id }))).toBe('conflict');
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
    expect(await attempt('acme.admin', (ctx) => revokeInvitation(ctx, { id }))).toBe('done');
  });
});

const doorOf =
  (who: string): Door =>
  async (work) => {
    const value = await asMemberCommitted(who, work);
    kickOutbox(['work']);
    return value;
  };
const fileOf = (text: string) => ({ name: 'people.csv', type: 'text/csv', bytes: new TextEncoder().encode(text) });
const upload = (
  text: string,
  {
    who = 'acme.admin',
    door = doorOf(who),
    ...input
  }: { who?: string; door?: Door; dry_run?: boolean; batch_id?: string; project_id?: string } = {},
) => importInvitations(door, ImportInvitations.parse({ file: fileOf(text), ...input }));

const MIXED = [
  'email,name,role,projects',
  'ann@example.org,Ann Able,user,WEB',
  'not an address,Bob,user,',
  'cy@example.org,"Cy, the ""third""",client,"WEB;APP"',
  'dee@example.org,Dee,emperor,',
  'ann@example.org,Ann again,user,',
  'user@acme.test,Already,user,',
  'eve@example.org,Eve,Team Leader,NOWHERE',
  '',
  'fay@example.org,"Fay\nwith a break",Observer,',
].join('\n');

describe('a file of people', () => {
  test('good rows go although others are bad; each bad one is shown before anything is sent', async () => {
    const seen = await upload(MIXED, { dry_run: true });
    expect(InvitationImport.parse(seen)).toEqual(seen);
    expect(seen.errors.map(({ row, column }) => `${row} ${column}`)).toEqual(['3 email', '5 role', '8 projects']);
    expect([seen.skipped_rows.map(({ row }) => row), await count('invitation'), await mailCount()]).toEqual([
      [6, 7],
      0,
      0,
    ]);
    expect(seen.accepted_rows.map(({ row, role, projects }) => [row, role, ...projects])).toEqual([
      [2, 'user', 'WEB'],
      [4, 'client', 'WEB', 'APP'],
      [10, 'observer'],
    ]);
    const into = await upload(`${MIXED}\ngus@example.org,Gus,user,`, { dry_run: true, project_id: acme('APP') });
    expect(into.accepted_rows.map(({ row, projects }) => [row, ...projects])).toEqual([
      [2, 'WEB'],
      [4, 'WEB', 'APP'],
      [10],
      [11, 'APP'],
    ]);
    const done = await upload(MIXED);
    expect(done).toMatchObject({ total: 8, valid: 5, invited: 3, skipped: 2, finished: true });
    expect(done.invited_rows.map(({ email }) => email).sort()).toEqual([
      'ann@example.org',
      'cy@example.org',
      'fay@example.org',
    ]);
    expect(await mailCount()).toBe(3);
    const { rows } = await owner.query('select email, name, role, project_ids from invitation order by email');
    expect(rows).toEqual([
      { email: 'ann@example.org', name: 'Ann Able', role: 'user', project_ids: [fixtureId('acme.WEB')] },
      {
        email: 'cy@example.org',
        name: 'Cy, the "third"',
        role: 'client',
        project_ids: [fixtureId('acme.WEB'), fixtureId('acme.APP')],
      },
      { email: 'fay@example.org', name: 'Fay with a break', role: 'observer', project_ids: [] },
    ]);
    await asMember('acme.admin', async (ctx) => {
      const batch = await getInvitationBatch(ctx, { id: done.batch_id as string });
      expect(batch).toMatchObject({ total: 8, invited: 3, skipped: 2, finished: true });
      expect(batch.errors).toEqual(done.errors);
    });
  });

  test('C03 the same file twice, or twice at once, invites nobody twice', async () => {
    await Promise.all([upload(MIXED), upload(MIXED)]);
    const again = await upload(MIXED);
    expect(again).toMatchObject({ invited: 0, skipped: 5 });
    expect(await count('invitation')).toBe(3);
    expect(await mailCount()).toBe(3);
  });

  test('10,000 rows go in one file, more are refused', async () => {
    const fileOf = (rows: number) =>
      `\uFEFF${['E-Mail;Full name;Role;Projects', ...Array.from({ length: rows }, (_, i) => `p${i}@example.org;Person ${i};user;WEB`)].join('\r\n')}\r\n`;
    const many = manyOr(10_000, 300);
    const text = fileOf(many);
    const begun = await upload(text);
    expect(begun).toMatchObject({ total: many, errors: [] });
    await expect.poll(() => count('invitation'), { timeout: 200_000 }).toBe(many);
    expect(await mailCount()).toBe(many);
    expect((await failureOf(upload(fileOf(10_000).replaceAll('@example.org', '@example.com')))).code).toBe(
      'rate_limited',
    );
    expect((await failureOf(upload(fileOf(10_001)))).code).toBe('invalid');
  }, 240_000);

  test('a sub-admin invites up to team leader, row by row', async () => {
    const seen = await upload('email,role\na@example.org,admin\nb@example.org,subadmin\nc@example.org,team_leader\n', {
      who: 'acme.subadmin',
    });
    expect(seen.invited).toBe(1);
    expect(seen.errors.map(({ row }) => row)).toEqual([2, 3]);
  });
});

describe('what spreadsheets write', () => {
  const one = { email: 'ann@example.org', name: 'Ann', role: 'team_leader', projects: ['WEB', 'APP'] };
  test.each([
    ['commas', 'email,name,role,projects\nann@example.org,Ann,team_leader,WEB;APP\n'],
    ['semicolons', 'email;name;role;projects\r\nann@example.org;Ann;Team Leader;WEB,APP\r\n'],
    ['tabs', 'email\tname\trole\tprojects\nann@example.org\tAnn\tteam leader\tWEB|APP'],
    [
      'a byte order mark, other order and case',
      '\uFEFFROLE,Projects,E-mail,NAME\nTEAM_LEADER,"WEB, APP",Ann@Example.org,Ann',
    ],
    [
      'a list of headings with separators in quotes',
      'sep=;\n"email";"name, of ""them""";name;role;projects\nAnn <mailto:ann@example.org>;x;;team_leader;WEB,APP',
    ],
    ['old line ends and blank lines', 'email,name,role,projects\r\rann@example.org,Ann,teamleader,"WEB\nAPP"\r'],
  ])('%s', (_what, text) => {
    const { rows, errors } = readInviteFile(text);
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([one]);
  });

  test.each([
    ['no email', ',Ann,user,WEB', 'email'],
    ['a name that is too long', `a@x.test,${'x'.repeat(81)},user,`, 'name'],
    ['more than fifty projects', `a@x.test,Ann,user,"${Array(51).fill('WEB').join(';')}"`, 'projects'],
    ['more cells than columns', 'a@x.test,Ann,user,WEB,APP', 'projects'],
  ])('a row with %s is refused by itself', (_what, row, column) => {
    const { rows, errors, total } = readInviteFile(`email,name,role,projects\n${row}\nb@x.test,Ben,user,\n`);
    expect(errors).toMatchObject([{ row: 2, column }]);
    expect([rows.map(({ email }) => email), total]).toEqual([['b@x.test'], 2]);
  });

  test('a row may end in empty cells, and be in fifty projects', () => {
    const row = `a@x.test,Ann,user,"${Array(50).fill('WEB').join(';')}",,`;
    const { rows, errors } = readInviteFile(`email,name,role,projects\n${row}\n`);
    expect([errors, rows[0]?.projects.length]).toEqual([[], 50]);
  });

  test('a column that cannot be told is named', () => {
    expect(() => readInviteFile('who,what\na@example.org,user')).toThrow(/No column holds emails/);
    expect(readInviteFile('who,what\na@example.org,client', { email: 'who', role: 'what' }).rows).toMatchObject([
      { email: 'a@example.org', role: 'client' },
    ]);
  });

  test('a file that is not CSV, or cut in a letter, says so', async () => {
    expect((await failureOf(upload('email,name\na@example.org,"never closed'))).message).toMatch(/quotation mark/);
    for (const [bytes, message] of [
      [[0x50, 0x4b, 3, 4, 0, 0], /Save the table as CSV/],
      [[...Buffer.from('email\nZoë <zoë@x.test>\né')].slice(0, -1), /^Line 3 cannot be read as UTF-8/],
    ] as const) {
      const file = { name: 'x.csv', type: '', bytes: new Uint8Array(bytes) };
      const work = importInvitations(doorOf('acme.admin'), ImportInvitations.parse({ file }));
      expect((await failureOf(work)).message).toMatch(message);
    }
  });

  test('C01 what leaves again holds no formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\0=x', ' =x', '"=x', '＝x'])
      expect([text, csvCell(text).replace(/^"/, '').startsWith("'")]).toEqual([text, true]);
    expect(
      csvText([
        ['a', 'b "c"', 'd,e'],
        [1, null, 'f\ng'],
      ]),
    ).toBe('\uFEFFa,"b ""c""","d,e"\r\n1,,"f\ng"\r\n');
  });
});

describe('a file that was uploaded', () => {
  const send = async (rows: string[], seat = 'acme.admin', fields: object = {}) => {
    const file = new File([['email,name,role,projects', ...rows].join('\r\n')], 'people.csv', { type: 'text/csv' });
    const answer = await call('POST', 'sendInviteFromCSV', { token: await bearer(seat), body: { file, ...fields } });
    return { ...answer, data: answer.body.data as InvitationImport };
  };
  const read = async (path: string, seat = 'acme.admin') =>
    (await call('GET', path, { token: await bearer(seat) })).body;

  test('can be fetched with every line of it: who was invited, who was not, and why', async () => {
    const { data } = await send([
      'ann@lines.test,Ann,user,',
      'no address,Bad,user,',
      'ann@lines.test,Ann again,user,',
      'user@acme.test,Here already,user,',
      'cleo@lines.test,Cleo,emperor,',
      'ben@lines.test,Ben,user,',
    ]);
    // What is still to do when somebody cancels.
    await owner.query(
      `update invitation_batch set finished_at = null, good = good || '[[8, "zoe@lines.test"]]' where id = $1`,
      [data.batch_id],
    );
    await owner.query(`update job set state = 'cancelled' where id = $1`, [data.batch_id]);
    const answer = await call('GET', `inviteBatchFile/${data.batch_id}`, { token: await bearer('acme.admin') });
    expect(answer.headers.get('content-disposition')).toContain('invitations-result.csv');
    expect(String(answer.body.data).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'row,column,value,outcome,reason',
      '2,email,ann@lines.test,invited,',
      expect.stringMatching(/^3,email,no address,error,./),
      expect.stringMatching(/^4,email,ann@lines.test,left out,./),
      expect.stringMatching(/^5,email,user@acme.test,left out,./),
      expect.stringMatching(/^6,role,emperor,error,./),
      '7,email,ben@lines.test,invited,',
      '8,email,zoe@lines.test,not invited,The import was cancelled.',
    ]);
  });

  test('stands in the history, newest first, with who uploaded it', async () => {
    const { data } = await send(['dora@batch.test,Dora,user,', 'worse,Bad,king,'], 'acme.subadmin');
    const { docs, totalDocs } = await read('inviteBatchList');
    expect(docs?.[0]).toMatchObject({
      _id: data.batch_id,
      ...{ file_name: 'people.csv', total: 2, invited: 1, bad: 1, skipped: 0, finished: true },
      created_by: { _id: acme('subadmin') },
    });
    expect(totalDocs).toBe(docs?.length);
    expect((await read('inviteBatchList', 'globex.admin')).docs).toEqual([]);
  });

  test('D01 ten times a minute for one person', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++) statuses.push((await send(['x'], 'acme.admin', { dry_run: 'true' })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
