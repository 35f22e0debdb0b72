import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pictureFile } from '@/lib/account/endpoints.examples';
import type { OwnData } from '@/lib/account/schema';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => owner.query('delete from rate_limit'));

const download = async (seat: string) => call('POST', 'downloadOwnData', { token: await bearer(seat), body: {} });
const dataOf = async (seat: string) => JSON.parse((await download(seat)).body.data as string) as OwnData;
const at = (data: OwnData, key: string) => {
  const found = data.organisations.find(({ sub_domain }) => sub_domain === key);
  if (!found) throw new Error(`no ${key}`);
  return found;
};

describe('one’s own data', () => {
  test('is a file with what is one’s own, and nothing that is secret or another’s', async () => {
    await call('POST', 'profilePicture', { token: await bearer('acme.user'), body: { file: await pictureFile() } });
    const answer = await download('acme.user');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="guildhall-my-data.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const data = JSON.parse(answer.body.data as string) as OwnData;
    expect(data.account).toMatchObject({ email: 'user@acme.test', picture: { type: 'image/webp' } });
    const acme = at(data, 'acme');
    expect(acme).toMatchObject({ left_out: null, membership: { role: 'user', _id: fixtureId('acme.user') } });
    expect(acme.tasks_assigned.map(({ key }) => key).sort()).toEqual(['WEB-1', 'WEB-6']);
    expect(acme.tasks_created.map(({ key }) => key)).toEqual(['WEB-3']);
    expect(acme.projects.map(({ key }) => key)).toEqual(['WEB']);
    expect(acme.sessions).toMatchObject([{ kind: 'bearer', is_this_one: true }]);
    const text = JSON.stringify(answer.body);
    for (const secret of ['password_hash', '$argon2', 'totp_secret', 'code_hash', 'token_hash', 'leader@acme.test'])
      expect(text, secret).not.toContain(secret);
    const sessions = await owner.query('select id from session where member_id = $1', [fixtureId('acme.user')]);
    expect(sessions.rowCount).toBe(1);
    expect(text).not.toContain(sessions.rows[0].id);
  });

  test('reads each organisation through the door of that membership, as the role there', async () => {
    const data = await dataOf('acme.both');
    expect(data.organisations.map(({ sub_domain, membership }) => [sub_domain, membership.role])).toEqual([
      ['acme', 'team_leader'],
      ['globex', 'client'],
    ]);
    for (const key of ['acme', 'globex'])
      expect(at(data, key)).toMatchObject({ left_out: null, membership: { _id: fixtureId(`${key}.both`) } });
    const { rows } = await owner.query(
      `select org_id, actor_id from audit where action = 'data.downloaded' and actor_id = any($1)`,
      [[fixtureId('acme.both'), fixtureId('globex.both')]],
    );
    expect(rows).toHaveLength(2);
    // The session that opened the other door is gone.
    expect((await owner.query('select from session where member_id = $1', [fixtureId('globex.both')])).rowCount).toBe(
      0,
    );
  });

  test.each([
    ['waits', 'approval = 2', /waiting for approval/],
    ['was declined', 'approval = 0', /declined/],
    ['was deactivated', 'deactivated_at = now()', /deactivated/],
  ])('where the membership %s it says so and holds the account’s side alone', async (_, change, reason) => {
    const id = fixtureId('globex.both');
    await owner.query(
      `insert into notification (org_id, id, member_id, kind) values ($1, gen_random_uuid(), $2, 'member.role_changed') on conflict do nothing`,
      [fixtureId('globex'), id],
    );
    expect(at(await dataOf('acme.both'), 'globex').notifications.length).toBeGreaterThan(0);
    await owner.query(`update member set ${change} where id = $1`, [id]);
    try {
      const globex = at(await dataOf('acme.both'), 'globex');
      expect(globex).toMatchObject({ membership: { _id: id }, notifications: [], activity: [] });
      expect(globex.left_out).toMatch(reason);
      const { rows } = await owner.query(
        `select count(*)::int as lines from audit where action = 'data.downloaded' and actor_id = $1`,
        [id],
      );
      expect(rows[0].lines).toBeGreaterThan(1);
    } finally {
      await owner.query('update member set approval = 1, deactivated_at = null where id = $1', [id]);
    }
  });

  test('comes ten times a minute', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push((await download('acme.observer')).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await download('acme.client')).status).toBe(200);
  });
});
