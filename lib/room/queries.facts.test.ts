import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { listRoomMembers } from '@/lib/room/queries.facts';
import { RoomMembers } from '@/lib/room/schema';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

const owner = new pg.Client({ connectionString: env.databaseUrl });
let id: string;
beforeAll(async () => {
  await owner.connect();
  const of = `select id from room where org_id = $1 and kind = 'project' and project_id = $2`;
  id = (await owner.query(of, [fixtureId('acme'), fixtureId('acme.WEB')])).rows[0].id;
});
afterAll(() => owner.end());

const named = async (ctx: Ctx, input: object) =>
  (await listRoomMembers(ctx, RoomMembers.parse({ id, ...input }))).docs.map(({ name }) => name);

test('people of a room are found by a part of their name, and nobody who is not in it', async () => {
  await asMember('acme.user', async (ctx) => {
    const all = await named(ctx, {});
    expect(all.length).toBeGreaterThan(1);
    for (const name of all) {
      const [first = '', last = ''] = name.split(' ');
      expect(await named(ctx, { q: last.toUpperCase() })).toContain(name);
      expect(await named(ctx, { q: `${first} ${last.slice(0, 2)}`, limit: 200 })).toContain(name);
    }
    expect(await named(ctx, { q: '%' })).toEqual([]);
    const [outsider] = (await owner.query(`select name from member where id = $1`, [fixtureId('acme.outsider')])).rows;
    expect(await named(ctx, { q: outsider.name })).toEqual([]);
  });
});
