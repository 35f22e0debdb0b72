import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { signInWithPassword } from '@/lib/session/sign-in';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { markToday } from '@/lib/today/auth.marks';
import { MarkToday } from '@/lib/today/schema';
import { newId } from '@/lib/validation';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(() => owner.query('delete from rate_limit; delete from notification'));

const enter = async (email: string, kind: 'browser' | 'bearer' = 'browser') =>
  (await signInWithPassword({ email, password: PASSWORD, sub_domain: 'acme' }, kind, { ip: '127.0.0.1' })).sid;
const mark = (sid: string, ids: string[], more: object = { read: true }) =>
  markToday({ sid }, MarkToday.parse({ organisation_id: fixtureId('globex'), marks: { ids, ...more } }));
/** An unread row of somebody at Globex. */
async function row(seat: string): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into notification (org_id, id, member_id, kind, data) values ($1, $2, $3, 'member.approved', '{}')`,
    [fixtureId('globex'), id, fixtureId(`globex.${seat}`)],
  );
  return id;
}
const isRead = async (id: string) =>
  (await owner.query('select read_at is not null as read from notification where id = $1', [id])).rows[0].read;

describe('rows of another organisation on Today', () => {
  test('are marked read by whoever they tell, and unread again', async () => {
    const sid = await enter('both@guild.test');
    const id = await row('both');
    const { marked, before } = await mark(sid, [id]);
    expect([marked, await isRead(id)]).toEqual([1, true]);
    await markToday({ sid }, MarkToday.parse({ organisation_id: fixtureId('globex'), marks: { restore: before } }));
    expect(await isRead(id)).toBe(false);
  });

  test('that tell somebody else are left', async () => {
    const sid = await enter('both@guild.test');
    const id = await row('admin');
    expect([(await mark(sid, [id])).marked, await isRead(id)]).toEqual([0, false]);
  });

  test('are out of reach for who is no member there, and for a token of a program', async () => {
    const id = await row('both');
    for (const sid of [await enter('user@acme.test'), await enter('both@guild.test', 'bearer')])
      expect((await failureOf(mark(sid, [id]))).code).toBe('not_found');
    expect(await isRead(id)).toBe(false);
  });

  test('of an organisation that one was put out of are not marked', async () => {
    const sid = await enter('both@guild.test');
    const id = await row('both');
    await owner.query('update member set deactivated_at = now() where id = $1', [fixtureId('globex.both')]);
    try {
      expect((await failureOf(mark(sid, [id]))).code).toBe('not_found');
      expect(await isRead(id)).toBe(false);
    } finally {
      await owner.query('update member set deactivated_at = null where id = $1', [fixtureId('globex.both')]);
    }
  });
});
