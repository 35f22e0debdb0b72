import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { changedBetween, digestOf } from '@/lib/test/database-digest';
import { fixtureId } from '@/lib/test/fixtures';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const category = fixtureId('acme.Design');

test('a digest tells each table whose rows changed, and is what it was when they are again what they were', async () => {
  const digest = await digestOf(owner);
  const first = await digest();
  const changedBy = async (sql: string, values: unknown[] = []) => {
    const before = await digest();
    await owner.query(sql, values);
    return changedBetween(before, await digest());
  };
  expect(await changedBy('update category set name = $2 where id = $1', [category, 'Drawing'])).toEqual(['category']);
  expect(await changedBy('update category set name = $2 where id = $1', [category, 'Design'])).toEqual(['category']);
  expect(await digest()).toBe(first);
  const add = 'insert into category (org_id, id, name) values ($1, $2, $3)';
  const added = [fixtureId('acme'), fixtureId('acme.added'), 'Added'];
  expect(await changedBy(add, added)).toEqual(['category']);
  // The youngest row goes and another comes: as many as before.
  await owner.query('begin');
  await owner.query('delete from category where id = $1', [added[1]]);
  expect(await changedBy(add, [added[0], fixtureId('acme.another'), 'Added'])).toEqual(['category']);
  await owner.query('commit');
  expect(await changedBy('delete from category where id = $1', [fixtureId('acme.another')])).toEqual(['category']);
  expect(await digest()).toBe(first);
  expect(await changedBy('update session set last_seen_at = now()')).toEqual([]);
  await owner.query('begin');
  await owner.query('update member set name = name');
  await owner.query('rollback');
  expect(await digest()).toBe(first);
});
