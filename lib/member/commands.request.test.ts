import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { getApprovalQueue } from '@/lib/member/queries.manage';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

/** A request for another role reaches those who decide about it, whoever has it: in their inbox and in their queue. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
afterEach(async () => {
  await owner.query('delete from role_request');
  await owner.query('delete from notification');
});

test.each(['client', 'user', 'leader', 'subadmin'])('of the %s', async (seat) => {
  const token = await bearer(`acme.${seat}`);
  const asked = await call('POST', 'requestRole', { token, body: { role: 'observer', reason: 'To look after it.' } });
  expect(asked.status).toBe(201);
  const { rows } = await owner.query(
    `select n.member_id, n.actor_id from notification n where n.kind = 'role.requested' order by n.member_id`,
  );
  // Nobody is told of their own request.
  const deciders = ['admin', 'subadmin'].filter((one) => one !== seat).map((one) => fixtureId(`acme.${one}`));
  expect(rows.map(({ member_id }) => member_id).sort()).toEqual(deciders.sort());
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([fixtureId(`acme.${seat}`)]));
  await asMember('acme.admin', async (ctx) => {
    const { requests } = await getApprovalQueue(ctx);
    expect(requests).toMatchObject([{ member: { _id: fixtureId(`acme.${seat}`) }, role: 'observer' }]);
  });
});

test('who decides is told by ids alone, and nothing of another organisation', () =>
  asMember('acme.client', async ({ db }) => {
    const rows = await db.$queryRaw<{ id: string }[]>`select role_approvers() as id`;
    expect(rows.map(({ id }) => id).sort()).toEqual([fixtureId('acme.admin'), fixtureId('acme.subadmin')].sort());
    expect(await db.member.findFirst({ where: { id: fixtureId('acme.admin') } })).toBeNull();
  }));
