import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { env } from '@/lib/env';
import { presentKey } from '@/lib/session/organisation-keys';
import { signInWithPassword } from '@/lib/session/sign-in';
import { organisationFace } from '@/lib/sign-up/directory';
import { urlUnder } from '@/lib/tenant/tenant';
import { PASSWORD } from '@/lib/test/fixtures';
import { spareOrganisation } from '@/lib/test/spare-organisation';
import { call } from '@/lib/test/wire';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await closeDatabase();
});
beforeEach(() => owner.query('delete from rate_limit'));

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

  test.each(['login', 'api', 'a', 'with space', 'UPPER_case', '-edge', 'two--hyphens'])(
    'cannot be “%s”',
    async (wanted) => {
      const spare = await spareOrganisation();
      expect((await move(spare.token, wanted)).status).toBe(422);
    },
  );

  test('K06 of twenty organisations that want one key at the same moment one gets it', async () => {
    const spares = await Promise.all(Array.from({ length: 20 }, () => spareOrganisation()));
    const key = fresh('wanted');
    const answers = await Promise.all(spares.map(({ token }) => move(token, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const { rows } = await owner.query('select count(*)::int as count from organisation where key = $1', [key]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('A09 asks for the password, and counts with everything else that asks for it', async () => {
    const spare = await spareOrganisation();
    const wrong = async () => (await move(spare.token, fresh(), 'wrong password')).status;
    const remove = async () =>
      (
        await call('POST', 'deleteOrganisation', {
          token: spare.token,
          body: { name: 'Spare Parts', current_password: 'x' },
        })
      ).status;
    const rule = async () =>
      (
        await call('PUT', 'securityRules', {
          token: spare.token,
          body: { requires_second_factor: false, current_password: 'x' },
        })
      ).status;
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push(await wrong(), await remove(), await rule());
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    expect((await move(spare.token, fresh())).status).toBe(429);
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
