import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { withMembership } from '@/lib/org';
import { signInWithPassword } from '@/lib/session/sign-in';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { readToday } from '@/lib/today/queries';
import { newId } from '@/lib/validation';

/** One day in all organisations of a person: each through its own door, with the rights there. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() =>
  owner.query('delete from rate_limit; delete from notification; update member set deactivated_at = null'),
);

const enter = async (email: string, org: string, kind: 'browser' | 'bearer' = 'browser') =>
  (await signInWithPassword({ email, password: PASSWORD, sub_domain: org }, kind, { ip: '127.0.0.1' })).sid;
const keys = async (sid: string) =>
  (await readToday({ sid })).organisations.map(({ organisation }) => organisation.key);
const EMAIL = 'both@guild.test';

describe('today', () => {
  test('has each organisation of a browser’s person, and of a program’s token its own', async () => {
    expect(await keys(await enter(EMAIL, 'acme'))).toEqual(['acme', 'globex']);
    expect(await keys(await enter(EMAIL, 'globex', 'bearer'))).toEqual(['globex']);
    expect(await keys(await enter('user@acme.test', 'acme'))).toEqual(['acme']);
  });

  test('reads tasks due and what is unread, of each what is seen there', async () => {
    await owner.query(
      `insert into notification (org_id, id, member_id, actor_id, task_id, kind, data) values ($1, $2, $3, $4, $5, 'comment.added', $6)`,
      [
        fixtureId('acme'),
        newId(),
        fixtureId('acme.user'),
        fixtureId('acme.leader'),
        fixtureId('acme.WEB-1'),
        { comment_id: newId() },
      ],
    );
    const sid = await enter('user@acme.test', 'acme');
    const [day] = (await readToday({ sid })).organisations;
    expect(day).toMatchObject({ left_out: null, unread: 1, inbox: [{ task: { key: 'WEB-1' } }] });
    expect(day?.tasks.map(({ key, overdue }) => [key, overdue])).toContainEqual(['WEB-1', true]);
    expect(day?.tasks.every(({ due_date }) => due_date)).toBe(true);
    expect([day?.tasks_total, day?.rooms_total]).toEqual([day?.tasks.length, day?.rooms.length]);
  });

  test('leaves out an organisation that one was put out of, and is over with the session', async () => {
    const sid = await enter(EMAIL, 'acme');
    await owner.query('update member set deactivated_at = now() where id = $1', [fixtureId('globex.both')]);
    expect(await keys(sid)).toEqual(['acme']);
    expect(await failureOf(withMembership({ sid }, fixtureId('globex'), async () => 1))).toMatchObject({
      code: 'forbidden',
    });
    await owner.query('delete from session where id = $1', [sid]);
    expect(await failureOf(keys(sid))).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('the door to another organisation', () => {
  test('is closed to who is no member there, and to a token of a program', async () => {
    const into = (sid: string) => failureOf(withMembership({ sid }, fixtureId('globex'), async () => 1));
    expect(await into(await enter('user@acme.test', 'acme'))).toMatchObject({ code: 'unauthenticated' });
    expect(await into(await enter(EMAIL, 'acme', 'bearer'))).toMatchObject({ code: 'unauthenticated' });
  });

  test('has the rights of there', async () => {
    const sid = await enter(EMAIL, 'acme');
    const inside = await withMembership({ sid }, fixtureId('globex'), async ({ db, actor, org }) => ({
      role: actor.role,
      key: org.key,
      as: await db.$queryRaw`select current_user::text as name, app_org_id()::text as org`,
    }));
    expect(inside).toEqual({ role: 'client', key: 'globex', as: [{ name: 'tenant', org: fixtureId('globex') }] });
  });
});
