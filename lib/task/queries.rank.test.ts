import { generateKeyBetween } from 'fractional-indexing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { asMemberCommitted } from '@/lib/test/as-member';
import { create, WEB } from '@/lib/test/task-calls';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const inPackage = (rank: string) => {
  try {
    return generateKeyBetween(rank || null, null);
  } catch {
    return null;
  }
};
async function inDatabase(ranks: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await owner.query<{ next: string | null }>(
    'select rank_after(one.rank) as next from unnest($1::text[]) with ordinality as one(rank, at) order by one.at',
    [ranks],
  );
  return rows.map(({ next }) => next);
}

test('the rank behind another is the same in the database as in the package', async () => {
  const row: string[] = [''];
  for (let at = 0; at < 5_000; at++) row.push(generateKeyBetween(row.at(-1) || null, null));
  const before: string[] = ['a0'];
  for (let at = 0; at < 5_000; at++) before.push(generateKeyBetween(null, before.at(-1) as string));
  const edges = ['Zz', 'Zy', 'Yzz', 'Xzzz', 'az', 'bzz', 'b00', 'czzz', 'a0V', 'a1G2'];
  const wrong = ['a', 'b0', 'a00', '0', '!', 'a-', 'a0 ', 'é0', 'Z'];
  for (const ranks of [row, before, edges]) expect(await inDatabase(ranks)).toEqual(ranks.map(inPackage));
  expect(await inDatabase(wrong)).toEqual(wrong.map(() => null));
});

test('a column whose last rank is none is put in order when a task joins it', async () => {
  await owner.query(
    `update task set rank = 'zz!' where id = (select id from task where project_id = $1 and status = 5 order by rank desc limit 1)`,
    [WEB],
  );
  const made = await asMemberCommitted('acme.leader', (ctx) => create(ctx, { status: 5 }));
  const { rows } = await owner.query<{ id: string; rank: string }>(
    'select id, rank from task where project_id = $1 and status = 5 order by rank, id',
    [WEB],
  );
  const ranks = rows.map(({ rank }) => rank);
  expect(await inDatabase(['', ...ranks.slice(0, -1)])).toEqual(ranks);
  expect(rows.at(-1)?.id).toBe(made._id);
});
