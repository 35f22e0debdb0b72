import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { resendInvitation, sendInvite, sendInvites } from '@/lib/invitation/commands';
import { listInvitations } from '@/lib/invitation/queries';
import { ListInvitations, SendInvite, SendInvites } from '@/lib/invitation/schema';
import type { OpenedMail } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { ROLES } from '@/lib/permission/schema';
import { unseal } from '@/lib/seal';
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
  await owner.query('delete from invitation');
  await owner.query('delete from rate_limit');
  await owner.query('delete from notification');
  await owner.query(`delete from member where email = 'outsider@globex.test' and org_id = $1`, [fixtureId('acme')]);
  await owner.query(`delete from person where email = 'new@example.org'`);
});

const invite = (ctx: Ctx, input: object = {}) =>
  sendInvite(ctx, SendInvite.parse({ email: 'new@example.org', role: 'user', ...input }));
const committed = (who: string, input: object = {}) => asMemberCommitted(who, (ctx) => invite(ctx, input));

/** The emails that wait, opened. */
async function mails(): Promise<OpenedMail[]> {
  const { rows } = await owner.query<{ sealed: string }>(`select sealed from job where kind = 'mail' order by id`);
  return rows.map(({ sealed }) => unseal<OpenedMail>(sealed));
}
async function tokenFor(email: string): Promise<string> {
  const mail = (await mails()).filter(({ to }) => to === email).at(-1);
  return new URL((mail as unknown as { data: { path: string } }).data.path, 'http://x').searchParams.get(
    'token',
  ) as string;
}
const _NEW = { name: 'Nora New', password: 'seven purple hedgehogs dance' };

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

  test('I05 refuses emails that are none', () => {
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

  test('a pasted list has an outcome for each email', () =>
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

  test('I11 three invitations a day for an email, 200 an hour for an organisation', async () => {
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
