import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const one = async (sql: string, ...values: unknown[]) => (await owner.query(sql, values)).rows[0];
const lines = async (action: string) =>
  (await owner.query('select org_id, actor_id, target, before, after from audit where action = $1', [action])).rows;
const put = async (seat: string, body: object) => call('PUT', 'profile', { token: await bearer(seat), body });
const get = async (seat: string) => (await call('GET', 'profile', { token: await bearer(seat) })).body.data;

describe('one’s own profile', () => {
  afterEach(async () => {
    await owner.query(`update person set name = 'Both' where email = 'both@guild.test'`);
  });

  test('keeps what is given and leaves the rest', async () => {
    const before = await get('acme.user');
    expect(before).toMatchObject({ name: 'user@acme.test', email: 'user@acme.test', locale: 'en', time_zone: 'UTC' });
    const { status, body } = await put('acme.user', { locale: 'de-DE', time_zone: 'Asia/Tokyo', working_days: [5, 1] });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...(before as object),
      locale: 'de-DE',
      time_zone: 'Asia/Tokyo',
      working_days: [1, 5],
    });
    await put('acme.user', { theme: 'dark', single_keys: false });
    expect(await get('acme.user')).toMatchObject({ locale: 'de-DE', theme: 'dark', single_keys: false });
    expect(await lines('profile.renamed')).toEqual([]);
  });

  test('a name becomes that of every membership, cleaned like other names, with a line in each audit log', async () => {
    const { body } = await put('acme.both', { name: '  Ale\u0301x\u202E   Moreau ' });
    expect(body.data).toMatchObject({ name: 'Al\u00e9x Moreau' });
    for (const seat of ['acme.both', 'globex.both'])
      expect(await one('select name from member where id = $1', fixtureId(seat))).toEqual({ name: 'Aléx Moreau' });
    expect(await one(`select name from person where email = 'both@guild.test'`)).toEqual({ name: 'Aléx Moreau' });
    expect(await lines('profile.renamed')).toMatchObject([
      { org_id: fixtureId('globex'), actor_id: fixtureId('globex.both') },
      { org_id: fixtureId('acme'), actor_id: fixtureId('acme.both'), after: { name: 'Aléx Moreau' } },
    ]);
    const { docs } = (await call('GET', 'userList', { token: await bearer('globex.admin'), query: { q: 'Moreau' } }))
      .body;
    expect(docs).toMatchObject([{ name: 'Aléx Moreau' }]);
  });

  test('an observer and a client change theirs too', async () => {
    for (const seat of ['acme.observer', 'acme.client'])
      expect((await put(seat, { time_zone: 'Europe/Berlin' })).status).toBe(200);
  });

  test.each([
    ['name', ''],
    ['name', '\u202E\u200B'],
    ['name', 'x'.repeat(81)],
    ['locale', 'tlh'],
    ['time_zone', 'Mars/Base'],
    ['time_zone', '+01:00'],
    ['working_days', []],
    ['working_days', [0]],
    ['working_days', [1, 1]],
    ['theme', 'pink'],
    ['single_keys', 'yes'],
    ['role', 'admin'],
    ['email', 'other@acme.test'],
    ['picture', '/api/picture/x/y.webp'],
  ])('refuses %s %j with words at the field, and changes nothing', async (field, value) => {
    const before = await get('acme.leader');
    const { status, body } = await put('acme.leader', { [field]: value });
    expect([status, Object.keys(body.errors ?? {}).map((name) => name.split('.')[0])]).toEqual([422, [field]]);
    expect(await get('acme.leader')).toEqual(before);
  });
});
