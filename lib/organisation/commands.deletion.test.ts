import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deliverOnce } from '@/lib/delivery/live';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { listMails } from '@/lib/mail/sink';
import { sweep } from '@/lib/operations/sweep';
import { seal } from '@/lib/seal';
import { organisationsOf } from '@/lib/session/own-organisations';
import { signInWithPassword } from '@/lib/session/sign-in';
import { listDirectory, lookUpOrganisation, organisationNamed } from '@/lib/sign-up/directory';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
const acme = fixtureId('acme');
const NAME = 'Acme Studio';

beforeEach(async () => {
  await owner.query('update organisation set deleted_at = null');
  await owner.query('delete from session; delete from rate_limit');
  await owner.query('delete from outbox; delete from job');
});

const signIn = (seat: string, kind: 'browser' | 'bearer', org = 'acme') =>
  signInWithPassword({ email: `${seat}@${org}.test`, password: PASSWORD, sub_domain: org }, kind, {});
async function deleteAcme() {
  const { token } = await signIn('admin', 'bearer');
  return call('POST', 'deleteOrganisation', { token, body: { name: NAME, current_password: PASSWORD } });
}
/** A mail to Acme's admin with this subject, once it has left; the kick after each commit delivers too. */
const mailToAdmin = (subject: RegExp, since: string) =>
  vi.waitFor(async () => {
    await deliverMailsOnce();
    const mail = (await listMails('admin@acme.test')).find((one) => one.sent_at >= since && subject.test(one.subject));
    expect(mail).toBeDefined();
    return mail;
  }, 120_000);

describe('T14 a deleted organisation', () => {
  test('is closed from that moment: sessions, sign-in, directory, switcher, invitations', async () => {
    const tokens = [];
    for (const seat of ['admin', 'user', 'client', 'observer']) tokens.push((await signIn(seat, 'bearer')).token);
    expect((await deleteAcme()).body.data).toMatchObject({
      organisation_name: NAME,
      restorable_until: expect.any(String),
    });
    for (const token of tokens) expect((await call('GET', 'loggedInUser', { token })).status).toBe(401);
    for (const seat of ['user', 'subadmin', 'client', 'pending'])
      await expect(signIn(seat, 'browser')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(signIn('admin', 'bearer')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await listDirectory('acme')).toEqual([]);
    expect(await lookUpOrganisation('acme')).toBeNull();
    expect(await organisationNamed('acme')).toBeNull();
    const both = await organisationsOf(fixtureId('both@guild.test'));
    expect(both.map(({ key }) => key)).toEqual(['globex']);
    const joined = await call('POST', 'signupwithorgs', {
      body: { name: 'Ann', email: 'ann@late.test', password: 'kettle violet harbor otter', sub_domain: 'acme' },
    });
    expect(joined.status).toBe(404);
  });

  test('live connections of everybody who was there end, and all admins hear of it by mail', async () => {
    const since = new Date().toISOString();
    await signIn('user', 'browser');
    await deleteAcme();
    const { rows } = await owner.query(`select payload->>'member_id' as member from outbox where kind = 'terminate'`);
    expect(rows.map(({ member }) => member).sort()).toEqual([fixtureId('acme.admin'), fixtureId('acme.user')].sort());
    expect((await mailToAdmin(/was deleted/, since))?.text).toContain('/acme/login');
  });

  test('what waited is not delivered; if the deletion is taken back, it is', async () => {
    await deleteAcme();
    // Older than the deletion; put there after it, so that no delivery that is under way can take it before.
    const to = `${newId()}@late.test`;
    const mail = { to, template: 'alreadyMember', data: { organisation: NAME, key: 'acme' } };
    await owner.query(
      `insert into outbox (id, org_id, kind, payload, created_at) values ($1, $2, 'realtime', '[]', now() - interval '1 minute')`,
      [newId(), acme],
    );
    await owner.query(
      `insert into job (id, org_id, kind, lane, sealed, created_at) values ($1, $2, 'mail', 'mail', $3, now() - interval '1 minute')`,
      [newId(), acme, seal(mail)],
    );
    await deliverMailsOnce();
    await deliverOnce();
    expect(await listMails(to)).toEqual([]);
    const old = `org_id = $1 and created_at < now() - interval '50 seconds'`;
    const waiting = `select kind from outbox where ${old} and delivered_at is null
      union select kind from job where ${old} and state = 'waiting' order by kind`;
    expect((await owner.query(waiting, [acme])).rows).toEqual([{ kind: 'mail' }, { kind: 'realtime' }]);
    await owner.query('update organisation set deleted_at = null');
    await deliverMailsOnce();
    await vi.waitFor(async () => expect(await listMails(to)).toHaveLength(1), 120_000);
  });

  test('an admin who signs in may restore it and nothing else; then everything is as it was', async () => {
    const count = async () =>
      (await owner.query('select count(*)::int as n from task where org_id = $1', [acme])).rows[0].n;
    const since = new Date().toISOString();
    const before = await count();
    await deleteAcme();
    const { token } = await signIn('admin', 'browser');
    for (const [method, path] of [
      ['GET', 'loggedInUser'],
      ['GET', 'organisation'],
      ['GET', 'taskList'],
    ] as const)
      expect((await call(method, path, { token })).status).toBe(403);
    expect((await call('POST', 'restoreOrganisation', { token, body: {} })).body.data).toEqual({
      organisation_name: NAME,
      sub_domain: 'acme',
    });
    expect((await call('GET', 'loggedInUser', { token })).status).toBe(200);
    expect(await count()).toBe(before);
    await mailToAdmin(/was restored/, since);
    const { rows } = await owner.query(
      `select action from audit where org_id = $1 and action like 'organisation.%' order by id desc limit 2`,
      [acme],
    );
    expect(rows.map(({ action }) => action)).toEqual(['organisation.restored', 'organisation.deleted']);
  });

  test('R05 nobody but an admin restores, and nobody after the grace period', async () => {
    const { token } = await signIn('admin', 'browser');
    const other = (await signIn('subadmin', 'browser')).token;
    const restore = (by: string) => call('POST', 'restoreOrganisation', { token: by, body: {} });
    // Sessions from before, as if one had slipped through.
    await owner.query('update organisation set deleted_at = now() where id = $1', [acme]);
    expect((await restore(other)).status).toBe(403);
    await owner.query(`update organisation set deleted_at = now() - interval '31 days' where id = $1`, [acme]);
    expect((await restore(token)).status).toBe(410);
    await expect(signIn('admin', 'browser')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('needs the name, exactly, and the password', async () => {
    const { token } = await signIn('admin', 'bearer');
    const remove = async (name: string, current_password: string) =>
      Object.keys(
        (await call('POST', 'deleteOrganisation', { token, body: { name, current_password } })).body.errors ?? {},
      );
    expect(await remove('acme', PASSWORD)).toEqual(['name']);
    expect(await remove(NAME, 'wrong')).toEqual(['current_password']);
    expect((await call('GET', 'loggedInUser', { token })).status).toBe(200);
  });
});

describe('T14 the purge', () => {
  /** Rows of the organisation by table, as the catalogue knows them. */
  async function left(): Promise<Record<string, number>> {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const found = await owner.query(`select count(*)::int as n from ${name} where org_id = $1`, [acme]);
      counts[name] = found.rows[0].n;
    }
    return counts;
  }

  test('leaves no row after thirty days, in no table, and none of another organisation goes', async () => {
    await bearer('acme.user');
    await fillTables();
    const before = await left();
    expect(Object.values(before).filter((rows) => rows > 0).length).toBeGreaterThan(15);
    const others = async () =>
      (await owner.query(`select count(*)::int as n from task where org_id = $1`, [fixtureId('globex')])).rows[0].n;
    const globex = await others();

    await owner.query(`update organisation set deleted_at = now() - interval '29 days' where id = $1`, [acme]);
    await sweep();
    expect((await left()).task).toBe(before.task);

    await owner.query(`update organisation set deleted_at = now() - interval '30 days 1 second' where id = $1`, [acme]);
    await sweep();
    expect(Object.entries(await left()).filter(([, rows]) => rows > 0)).toEqual([]);
    expect((await owner.query('select from organisation where id = $1', [acme])).rows).toEqual([]);
    expect(await others()).toBe(globex);
    const people = (
      await owner.query(`select email from person where email like '%acme.test' or email like '%guild.test'`)
    ).rows;
    expect(people).toEqual([{ email: 'both@guild.test' }]);

    // The key stays reserved for a year.
    const standing = async () =>
      (await call('GET', 'organisationKey', { query: { key: 'acme' } })).body.data as { free: boolean };
    expect(await standing()).toMatchObject({ free: false });
    await owner.query(`update former_key set created_at = now() - interval '366 days' where organisation_id is null`);
    await sweep();
    expect(await standing()).toMatchObject({ free: true });
  });
});

/** A row each in the tables that the fixtures leave empty. */
async function fillTables(): Promise<void> {
  const member = fixtureId('acme.user');
  const fill: Record<string, string> = {
    activity: `insert into activity (org_id, id, project_id, task_id, task_audience, actor_id, kind) values ($1, gen_random_uuid(), '${fixtureId('acme.WEB')}', '${fixtureId('acme.WEB-1')}', 'client', '${member}', 'x')`,
    audit: `insert into audit (org_id, id, actor_id, action) values ($1, gen_random_uuid(), '${member}', 'x')`,
    idempotency_key: `insert into idempotency_key (org_id, member_id, key, request_hash) values ($1, '${member}', 'k', 'h')`,
    invitation: `insert into invitation (org_id, id, email, role, token_hash, invited_by_id, expires_at) values ($1, gen_random_uuid(), 'i@x.test', 'user', 'purge', '${member}', now())`,
    invitation_batch: `insert into invitation_batch (org_id, id, created_by_id, file_name, content_hash, total) values ($1, gen_random_uuid(), '${member}', 'f', 'h', 1)`,
    notification: `insert into notification (org_id, id, member_id, task_id, kind) values ($1, gen_random_uuid(), '${member}', '${fixtureId('acme.WEB-1')}', 'x')`,
    organisation_logo: `insert into organisation_logo (org_id, version, webp, png) values ($1, repeat('a', 32), '\\x00', '\\x00')`,
    outbox: `insert into outbox (org_id, id, kind, payload) values ($1, gen_random_uuid(), 'realtime', '[]')`,
    job: `insert into job (org_id, id, kind, lane, sealed) values ($1, $1, 'none', 'none', '')`,
    job_part: `insert into job_part (org_id, job_id, number, text) values ($1, $1, 0, '')`,
    role_request: `insert into role_request (org_id, id, member_id, role) values ($1, gen_random_uuid(), '${member}', 'admin')`,
  };
  for (const sql of Object.values(fill)) await owner.query(sql, [acme]);
  await owner.query('insert into former_key (key, organisation_id) values ($1, $2)', ['acme-before', acme]);
}
