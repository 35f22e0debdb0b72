import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { env } from '@/lib/env';
import { withOrg } from '@/lib/org';
import { endSession, signInWithPassword } from '@/lib/session/sign-in';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';

/** Work that begins with the seat as it was last, in the packet that asks what it is now. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const enter = async (email: string, org: string) => ({
  sid: (await signInWithPassword({ email, password: PASSWORD, sub_domain: org }, 'bearer', { ip: '127.0.0.1' })).sid,
});
const seenBy = (caller: { sid: string }) =>
  withOrg(
    caller,
    'acme',
    async ({ actor, db }) => ({
      role: actor.role,
      told: actor.projectIds.length,
      projects: (await db.$queryRaw<unknown[]>`select id from project`).length,
      as: await db.$queryRaw`select current_user::text as name`,
    }),
    [],
    { ahead: true },
  ).catch((error) => error);
const ASKS = /^\s*(?:begin|select id from project|insert into idempotency_key|COMMIT)/;

/** What is sent, and what is answered, in order: the first word of each. */
async function orderOf(work: () => Promise<unknown>): Promise<string[]> {
  const real = pg.Client.prototype.query;
  const order: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const [asked] = given as unknown as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    const [word] = ASKS.exec(text)?.[0].trim().split(' ') ?? [];
    if (word) order.push(word);
    const answer = Reflect.apply(real, this, given) as unknown as Promise<unknown>;
    if (word) void answer.then(() => order.push(`${word} answered`));
    return answer as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return order;
}

describe('reading ahead', () => {
  test('asks before it has heard, once the seat is known', async () => {
    const caller = await enter('user@acme.test', 'acme');
    await seenBy(caller);
    const order = await orderOf(async () => expect(await seenBy(caller)).toMatchObject({ as: [{ name: 'tenant' }] }));
    expect(order.slice(0, 3)).toEqual(['begin', 'select', 'begin answered']);
  });

  test('S04 finds out whatever has changed since the last call', async () => {
    const caller = await enter('user@acme.test', 'acme');
    const seen = () => seenBy(caller);
    const usual = { role: 'user', told: 1, projects: 1 };
    for (const _ of [1, 2]) expect(await seen()).toMatchObject(usual);
    const member = fixtureId('acme.user');
    const { rows } = await owner.query('delete from project_member where member_id = $1 returning *', [member]);
    expect(await seen()).toMatchObject({ role: 'user', told: 0, projects: 0 });
    await owner.query('insert into project_member select * from jsonb_populate_recordset(null::project_member, $1)', [
      JSON.stringify(rows),
    ]);
    await owner.query(`update member set role = 'observer' where id = $1`, [member]);
    expect(await seen()).toMatchObject({ role: 'observer', projects: 2 });
    await owner.query(`update member set role = 'user', deactivated_at = now() where id = $1`, [member]);
    expect(await seen()).toMatchObject({ code: 'forbidden' });
    await owner.query('update member set deactivated_at = null where id = $1', [member]);
    expect(await seen()).toMatchObject(usual);
    await endSession(caller.sid);
    expect(await seen()).toMatchObject({ code: 'unauthenticated' });
  });

  test('fails as it would have, where its own statement is wrong', async () => {
    const caller = await enter('leader@acme.test', 'acme');
    const wrong = () =>
      withOrg(caller, 'acme', ({ db }) => db.$queryRaw`select 1 / 0`, [], { ahead: true }).catch(
        (error) => error.message,
      );
    expect([await wrong(), await wrong()]).toEqual(Array(2).fill(expect.stringContaining('division by zero')));
    expect(await seenBy(caller)).toMatchObject({ role: 'team_leader' });
  });

  test('S04 writes nothing before it has heard, and nothing twice', async () => {
    const caller = await enter('user@acme.test', 'acme');
    const roles: string[] = [];
    const write = () =>
      withOrg(
        caller,
        'acme',
        async ({ actor, db }) => {
          roles.push(actor.role);
          const key = crypto.randomUUID();
          const wrote = db.$executeRaw`
            insert into idempotency_key (member_id, key, request_hash) values (${actor.memberId}::uuid, ${key}, 'none')`;
          const read = db.$queryRaw<{ count: number }[]>`
            select count(*)::int as count from idempotency_key where key = ${key}`;
          return [await wrote, (await read)[0]?.count];
        },
        [],
        { ahead: true },
      );
    await write();
    expect(await orderOf(async () => expect(await write()).toEqual([1, 1]))).toEqual([
      ...['begin', 'begin answered', 'insert', 'insert answered', 'COMMIT', 'COMMIT answered'],
    ]);
    const member = fixtureId('acme.user');
    await owner.query(`update member set role = 'client' where id = $1`, [member]);
    try {
      const order = await orderOf(async () => expect(await write()).toEqual([1, 1]));
      expect(order.filter((one) => one === 'insert')).toHaveLength(1);
      expect(roles).toEqual(['user', 'user', 'user', 'client']);
    } finally {
      await owner.query(`update member set role = 'user' where id = $1`, [member]);
    }
  });
});
