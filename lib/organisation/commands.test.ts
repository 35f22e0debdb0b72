import sharp from 'sharp';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asAuth } from '@/lib/db';
import { deliverOnce } from '@/lib/delivery/live';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { queueMail } from '@/lib/mail/queue';
import { listMails } from '@/lib/mail/sink';
import { sweep } from '@/lib/operations/sweep';
import { readLogo } from '@/lib/organisation/auth.logo';
import { pngFile } from '@/lib/organisation/endpoints.examples';
import { UpdateOrganisation } from '@/lib/organisation/schema';
import { MAX_LOGO } from '@/lib/organisation/vocabulary';
import { encodeLogo } from '@/lib/picture/logo-picture';
import { seal } from '@/lib/seal';
import { presentKey } from '@/lib/session/organisation-keys';
import { organisationsOf } from '@/lib/session/own-organisations';
import { signInWithPassword } from '@/lib/session/sign-in';
import { listDirectory, lookUpOrganisation, organisationFace, organisationNamed } from '@/lib/sign-up/directory';
import { urlUnder } from '@/lib/tenant/tenant';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { hugePng } from '@/lib/test/hostile-files';
import { ownerClient } from '@/lib/test/owner';
import { spareOrganisation } from '@/lib/test/spare-organisation';
import { bearer, call } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
beforeEach(async () => {
  await owner.query(
    `update organisation set version = 1, name = initcap(key), holidays = '{}', listed = true, logo = null`,
  );
  await owner.query('delete from organisation_logo; delete from rate_limit');
});

const put = async (body: object, seat = 'acme.admin') =>
  call('PUT', 'organisation', { token: await bearer(seat), body });
const upload = async (file: File, seat = 'acme.admin') =>
  call('POST', 'organisationLogo', { token: await bearer(seat), body: { file } });
const settings = async (seat = 'acme.admin') =>
  (await call('GET', 'organisation', { token: await bearer(seat) })).body.data as Record<string, unknown>;

describe('the profile', () => {
  test('is changed field by field, and the change stands in the audit log with before and after', async () => {
    const { body } = await put({
      version: 1,
      name: '  Acme   Works ',
      working_days: [5, 1, 3],
      holidays: ['2026-12-25', '2026-01-01'],
    });
    expect(body.data).toMatchObject({
      name: 'Acme Works',
      working_days: [1, 3, 5],
      holidays: ['2026-01-01', '2026-12-25'],
      listed: true,
      mail_quotes: true,
      client_requests: true,
      version: 2,
    });
    const { rows } = await owner.query(
      `select * from audit where action = 'organisation.changed' order by id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({
      actor_id: fixtureId('acme.admin'),
      before: { name: 'Acme', holidays: [] },
      after: { name: 'Acme Works', holidays: ['2026-01-01', '2026-12-25'] },
    });
  });

  test('keeps each of its fields by itself', async () => {
    const given: Record<string, unknown> = {
      ...{ name: 'Acme & Co', tint: 'c7', listed: false, time_zone: 'Asia/Tokyo', mail_quotes: false },
      ...{ working_days: [2, 4], holidays: ['2027-05-01'], client_requests: false },
    };
    expect(Object.keys({ ...given, version: 1 }).sort()).toEqual(Object.keys(UpdateOrganisation.shape).sort());
    const { mail_quotes, client_requests, time_zone, tint, working_days } = await settings();
    const kept = await settings();
    for (const [field, value] of Object.entries(given)) {
      const { status } = await put({ version: kept.version, [field]: value });
      Object.assign(kept, { [field]: value, version: Number(kept.version) + 1 });
      expect([status, await settings()]).toEqual([200, kept]);
    }
    await put({ version: kept.version, mail_quotes, client_requests, time_zone, tint, working_days });
  });

  test('is as it was after an edit that names what there is', async () => {
    const { name, tint, working_days, version } = await settings();
    const { status, body } = await put({ version, name, tint, working_days });
    expect([status, (body.data as { version: number }).version]).toEqual([200, version]);
    expect((await put({ version, time_zone: 'Europe/Berlin', listed: false, tint: 'c5' })).body.data).toMatchObject({
      ...{ name, working_days, time_zone: 'Europe/Berlin', listed: false, tint: 'c5', version: Number(version) + 1 },
    });
  });

  test('X05 of two edits of one version one wins; the other gets what is there now', async () => {
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => put({ version: 1, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.body.data;
    expect(answers.find(({ status }) => status === 409)?.body.current).toEqual(won);
  });

  test.each([
    ['a day that is none', { holidays: ['2026-02-30'] }, 'holidays.0'],
    ['a day twice', { holidays: ['2026-05-01', '2026-05-01'] }, 'holidays'],
    ['no working day', { working_days: [] }, 'working_days'],
    ['an eighth day', { working_days: [8] }, 'working_days.0'],
    ['an empty name', { name: ' \u200b ' }, 'name'],
    ['a colour of its own', { tint: '#ff0000' }, 'tint'],
    ['the key by the way', { sub_domain: 'stolen' }, 'sub_domain'],
    ['the rule by the way', { requires_totp: true }, 'requires_totp'],
  ])('refuses %s', async (_what, fields, field) => {
    const { status, body } = await put({ version: 1, ...fields });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  test('R06 a leader and an observer read it, a leader without its security', async () => {
    expect(await settings('acme.observer')).toHaveProperty('requires_second_factor', false);
    expect(await settings('acme.leader')).not.toHaveProperty('requires_second_factor');
  });
});

describe('the logo', () => {
  const versionOf = (path: unknown) => /^\/logo\/([0-9a-f]{32})\.webp$/.exec(String(path))?.[1] as string;

  test('is encoded anew: nothing of the file but its pixels is kept', async () => {
    const camera = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret Street 5' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .toBuffer();
    expect(camera.includes('Secret Street 5')).toBe(true);
    const { body } = await upload(
      new File([new Uint8Array(camera), 'trailing <script>'], 'x.png', { type: 'image/png' }),
    );
    const version = versionOf((body.data as { logo: string }).logo);
    for (const kind of ['webp', 'png'] as const) {
      const bytes = Buffer.from((await readLogo(version, kind)) as Uint8Array);
      expect(bytes.includes('Secret Street')).toBe(false);
      expect(bytes.includes('<script>')).toBe(false);
      const { format, exif, width, height } = await sharp(bytes).metadata();
      expect({ format, exif }).toEqual({ format: kind, exif: undefined });
      expect(Math.max(width ?? 0, height ?? 0)).toBe(kind === 'webp' ? 256 : 96);
    }
  });

  test('a new one has another URL, and the old URL shows nothing more', async () => {
    const first = versionOf(((await upload(await pngFile())).body.data as { logo: string }).logo);
    const second = versionOf(((await upload(await pngFile())).body.data as { logo: string }).logo);
    expect(first).not.toBe(second);
    expect(await readLogo(first, 'webp')).toBeNull();
    expect(await readLogo(second, 'webp')).not.toBeNull();
    await call('DELETE', 'organisationLogo', { token: await bearer('acme.subadmin') });
    expect(await readLogo(second, 'webp')).toBeNull();
    expect(await settings()).toMatchObject({ logo: null });
  });

  test.each([
    ['a text', new File(['not a picture'], 'logo.png', { type: 'image/png' }), 415],
    ['an SVG', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' }), 415],
    ['nothing', new File([], 'logo.png', { type: 'image/png' }), 422],
    ['more than 2 MB', new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'logo.png', { type: 'image/png' }), 413],
  ])('refuses %s, and keeps the one there is', async (_what, file, status) => {
    const before = ((await upload(await pngFile())).body.data as { logo: string }).logo;
    expect((await upload(file)).status).toBe(status);
    expect(await settings()).toMatchObject({ logo: before });
  });

  test.each([
    ['a picture of 15 pixels', hugePng(15, 15), 'too small'],
    ['half of a picture', hugePng(400, 400).subarray(0, 60), 'cannot be read'],
  ])('refuses %s, and says why', async (_what, bytes, message) => {
    const { status, body } = await upload(new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }));
    expect([status, body.errors?.file]).toEqual([422, [expect.stringContaining(message)]]);
  });

  test('refuses a small file that unfolds into a huge picture', async () => {
    const bomb = hugePng(9000, 9000, 10);
    await expect(encodeLogo('acme', new Uint8Array(bomb), MAX_LOGO)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('9000 by 9000'),
    });
  });

  test('T05 one organisation’s logo stays where it is when another’s changes', async () => {
    const globex = ((await upload(await pngFile(), 'globex.admin')).body.data as { logo: string }).logo;
    await upload(await pngFile());
    await call('DELETE', 'organisationLogo', { token: await bearer('acme.admin') });
    expect(await readLogo(versionOf(globex), 'webp')).not.toBeNull();
    const { rows } = await owner.query('select org_id from organisation_logo');
    expect(rows).toEqual([{ org_id: fixtureId('globex') }]);
  });

  test('is in the emails of the organisation, as PNG, and in nobody else’s', async () => {
    const version = versionOf(((await upload(await pngFile())).body.data as { logo: string }).logo);
    const send = (org: string) =>
      asAuth((db) =>
        queueMail(
          { db },
          {
            orgId: fixtureId(org),
            to: `logo@${org}.test`,
            template: 'alreadyMember',
            data: { organisation: org, key: org },
          },
        ),
      );
    for (const org of ['acme', 'globex']) await send(org);
    await deliverMailsOnce();
    const htmlFor = async (to: string) => (await listMails(to))[0]?.html ?? '';
    await vi.waitFor(async () => {
      expect(await htmlFor('logo@acme.test')).toContain(`http://localhost:3000/logo/${version}.png`);
    }, 120_000);
    await vi.waitFor(async () => expect(await htmlFor('logo@globex.test')).toContain('globex'), 120_000);
    expect(await htmlFor('logo@globex.test')).not.toContain('/logo/');
  });
});

const move = (token: string, sub_domain: string, current_password = PASSWORD) =>
  call('POST', 'changeOrganisationKey', { token, body: { sub_domain, current_password } });
let made = 0;
const fresh = (what = 'town') => `${what}-${++made}w${Date.now().toString(36)}`;

describe('the key', () => {
  test('changes for everything at once; sessions go on, and the old one leads to the new', async () => {
    const spare = await spareOrganisation();
    const key = fresh();
    expect((await move(spare.token, key)).body.data).toMatchObject({ sub_domain: key, former_keys: [spare.key] });
    const me = await call('GET', 'loggedInUser', { token: spare.token });
    expect(me.body.data).toMatchObject({ organisation: { sub_domain: key } });
    expect(await presentKey(spare.key)).toBe(key);
    expect(await organisationFace(spare.key)).toBeNull();
    expect(await organisationFace(key)).toMatchObject({ name: 'Spare Parts' });
    const { rows } = await owner.query(
      `select before, after from audit where org_id = $1 and action = 'organisation.key_changed'`,
      [spare.id],
    );
    expect(rows).toEqual([{ before: { key: spare.key }, after: { key } }]);
  });

  test('a program that signs in with the old key is answered as with the new', async () => {
    const spare = await spareOrganisation();
    const key = fresh();
    await move(spare.token, key);
    const signIn = (sub_domain: string) =>
      signInWithPassword({ email: `admin@${spare.key}.test`, password: PASSWORD, sub_domain }, 'bearer', {});
    for (const given of [spare.key, key]) expect((await signIn(given)).organisation.sub_domain).toBe(key);
    const { body } = await call('POST', 'verifyorganisation', { body: { sub_domain: spare.key } });
    expect(body.data).toMatchObject({ sub_domain: key });
  });

  test('A06 tries with the old key and with the new count as tries at one account', async () => {
    const spare = await spareOrganisation();
    const key = fresh();
    await move(spare.token, key);
    const guess = (sub_domain: string) =>
      call('POST', 'signinwithorgs', { body: { email: `admin@${spare.key}.test`, password: 'wrong', sub_domain } });
    const statuses = [];
    for (let at = 0; at < 12; at++) statuses.push((await guess(at % 2 ? key : spare.key)).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  test('nobody else can have the old one, nor one that looks like it; its own organisation takes it back', async () => {
    const [one, other] = [await spareOrganisation(), await spareOrganisation()];
    const key = fresh();
    await move(one.token, key);
    for (const wanted of [one.key, key]) expect((await move(other.token, wanted)).status).toBe(409);
    const alike = one.key.replace('spare', '5pare');
    expect((await move(other.token, alike)).status).toBe(422);
    const standing = async (token: string, wanted: string) =>
      (await call('GET', 'keyStanding', { token, query: { key: wanted } })).body.data;
    expect(await standing(other.token, one.key)).toMatchObject({ free: false });
    expect(await standing(one.token, one.key)).toMatchObject({ free: true });
    expect((await move(one.token, one.key)).body.data).toMatchObject({ sub_domain: one.key, former_keys: [key] });
    expect(await presentKey(key)).toBe(one.key);
  });

  test('cannot be what no new organisation could have', async () => {
    const spare = await spareOrganisation();
    for (const wanted of ['login', 'a', 'with space']) expect((await move(spare.token, wanted)).status).toBe(422);
  });

  test('K06 of five organisations that want one key at the same moment one gets it', async () => {
    const spares = await Promise.all(Array.from({ length: 5 }, () => spareOrganisation()));
    const key = fresh('wanted');
    const answers = await Promise.all(spares.map(({ token }) => move(token, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(409)]);
    const { rows } = await owner.query('select count(*)::int as count from organisation where key = $1', [key]);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('a URL under a former key', () => {
  const at = (path: string, host: string) =>
    urlUnder('new', 'old', path, host, { rootDomain: 'example.org', secure: true });
  test.each([
    ['/old/task?view=board&q=a%20b', 'example.org', '/new/task?view=board&q=a%20b'],
    ['/old/login?next=%2Fold%2Ftask', 'example.org', '/new/login?next=%2Fold%2Ftask'],
    ['/old/task', 'old.example.org', 'https://new.example.org/task'],
    ['/old/task?q=1', 'OLD.example.org:8443', 'https://new.example.org:8443/task?q=1'],
    ['/elsewhere', 'example.org', '/new/dashboard'],
  ])('%s on %s leads to %s', (path, host, there) => {
    expect(at(path, host)).toBe(there);
  });
});

describe('the second factor for everybody', () => {
  const change = (token: string, requires_second_factor: boolean) =>
    call('PUT', 'securityRules', { token, body: { requires_second_factor, current_password: PASSWORD } });

  test('an admin without one has to set it up first; with one the rule holds, and is in the audit log', async () => {
    const spare = await spareOrganisation();
    const { status, body } = await change(spare.token, true);
    expect([status, body.message]).toEqual([409, expect.stringContaining('your own second factor')]);
    await owner.query(
      `update person set totp_enabled_at = now(), totp_secret = 'x' where id = (select person_id from member where id = $1)`,
      [spare.memberId],
    );
    expect((await change(spare.token, true)).body.data).toMatchObject({
      requires_second_factor: true,
      members_without: 0,
    });
    const { rows } = await owner.query(
      `select after from audit where org_id = $1 and action = 'organisation.security_changed'`,
      [spare.id],
    );
    expect(rows).toEqual([{ after: { requires_second_factor: true } }]);
  });

  test('counts those of one’s own organisation alone', async () => {
    const spare = await spareOrganisation();
    const { body } = await call('GET', 'securityRules', { token: spare.token });
    expect(body.data).toEqual({
      requires_second_factor: false,
      members: 1,
      members_without: 1,
      own_second_factor: false,
    });
  });
});

const acme = fixtureId('acme');
const NAME = 'Acme Studio';

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
  beforeEach(async () => {
    await owner.query(`update organisation set deleted_at = null, name = 'Acme Studio' where key = 'acme'`);
    await owner.query('delete from session; delete from rate_limit');
    await owner.query('delete from outbox; delete from job');
  });

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
    await signIn('user', 'bearer');
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
