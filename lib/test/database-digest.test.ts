import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { changedBetween, digestOf } from '@/lib/test/database-digest';
import { fixtureId } from '@/lib/test/fixtures';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

test('a digest tells each table of which rows are written, and nothing of what is rolled back or the same', async () => {
  const digest = await digestOf(owner);
  const changedBy = async (sql: string, values: unknown[] = []) => {
    const before = await digest();
    await owner.query(sql, values);
    return changedBetween(before, await digest());
  };
  const ids = [fixtureId('acme'), fixtureId('acme.added'), 'Added'];
  expect(await changedBy('insert into category (org_id, id, name) values ($1, $2, $3)', ids)).toEqual(['category']);
  expect(await changedBy('update category set name = $1 where id = $2', ['Other', ids[1]])).toEqual(['category']);
  expect(await changedBy('delete from category where id = $1', [ids[1]])).toEqual(['category']);
  expect(await changedBy('update session set last_seen_at = now()')).toEqual([]);
  expect(await changedBy('update member set name = name')).toEqual([]);
  expect(await changedBy(`begin; update member set name = name || 'x'; rollback`)).toEqual([]);
});
