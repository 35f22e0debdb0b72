import { expect, test } from 'vitest';
import { sweep } from '@/lib/operations/sweep';
import { BIN_DAYS } from '@/lib/retention';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';

const owner = ownerClient();

const one = async (sql: string, values: unknown[]) => (await owner.query(sql, values)).rows[0];
const exists = (name: string) => one('select parent_id from task where id = $1', [fixtureId(name)]);
const bin = (table: 'task' | 'project', name: string, days: number) =>
  owner.query(`update ${table} set deleted_at = now() - make_interval(days => $2) where id = $1`, [
    fixtureId(name),
    days,
  ]);

test('the bin is emptied after thirty days, and not before; a subtask outside it stays', async () => {
  await owner.query('update task set parent_id = $1 where id = $2', [fixtureId('acme.WEB-1'), fixtureId('acme.WEB-3')]);
  await bin('task', 'acme.WEB-1', 31);
  await bin('task', 'acme.WEB-2', 29);
  await sweep();
  expect(await exists('acme.WEB-1')).toBeUndefined();
  expect(await exists('acme.WEB-2')).toBeDefined();
  expect(await exists('acme.WEB-3')).toEqual({ parent_id: null });
  expect(await exists('globex.WEB-1')).toBeDefined();
});

test('the database lets go of the bin after as many days as the screens say', async () => {
  const { rows } = await owner.query(
    `select tablename, qual from pg_policies where policyname = 'worker_sweep' and qual like '%deleted_at%' order by 1`,
  );
  expect(rows.map(({ tablename }) => tablename)).toEqual(['project', 'task']);
  for (const { qual } of rows) expect(qual).toContain(`'${BIN_DAYS} days'`);
});

test('a deleted project goes after thirty days with all that belongs to it, and not before', async () => {
  const rest = (name: string) =>
    one(
      `select (select count(*)::int from project where id = $1) as project, (select count(*)::int from task where project_id = $1) as tasks`,
      [fixtureId(name)],
    );
  await bin('project', 'acme.APP', 31);
  await bin('project', 'globex.WEB', 29);
  await sweep();
  expect(await rest('acme.APP')).toEqual({ project: 0, tasks: 0 });
  expect((await rest('globex.WEB')).tasks).toBeGreaterThan(0);
});

test('a project of any size goes in steps that are short', async () => {
  const [org, project] = [fixtureId('acme'), fixtureId('acme.WEB')];
  await owner.query(
    `insert into task (id, org_id, project_id, number, title, status, rank, audience)
     select gen_random_uuid(), $1, $2, 5000 + n, 'Task ' || n, 1, 'zz' || lpad(n::text, 6, '0'), 'internal' from generate_series(1, 700) n`,
    [org, project],
  );
  await bin('project', 'acme.WEB', 31);
  // One statement of this kind is all that the time of a statement has to suffice for.
  const { rows } = await owner.query('select empty_bin(500) as gone');
  expect(rows).toEqual([{ gone: 500 }]);
  const left = async () => (await one('select count(*)::int as n from task where project_id = $1', [project])).n;
  expect(await left()).toBeGreaterThan(150);
  await sweep();
  expect(await left()).toBe(0);
  expect((await owner.query('select from project where id = $1', [project])).rowCount).toBe(0);
});

test('inboxes are shortened: what was read long ago, and all but the newest thousand', async () => {
  const [org, many, few] = [fixtureId('globex'), fixtureId('globex.user'), fixtureId('globex.leader')];
  await owner.query('delete from notification where org_id = $1', [org]);
  const add = (member: string, count: number, read: string | null, age: string) =>
    owner.query(
      `insert into notification (id, org_id, member_id, kind, created_at, read_at)
       select gen_random_uuid(), $1, $2, 'invitation.accepted', now() - $5::interval - make_interval(secs => n), now() - $4::interval
         from generate_series(1, $3) n`,
      [org, member, count, read, age],
    );
  await add(many, 1200, null, '1 hour');
  await add(few, 3, '91 days', '92 days');
  await add(few, 4, '89 days', '92 days');
  await add(few, 5, null, '364 days');
  await add(few, 6, null, '366 days');
  await sweep();
  const left = (member: string) =>
    one(
      "select count(*)::int as n, max(created_at) > now() - interval '2 hours' as newest from notification where member_id = $1",
      [member],
    );
  expect(await left(many)).toEqual({ n: 1000, newest: true });
  expect((await left(few)).n).toBe(9);
});

test('what refers to a project, task or comment is found by an index when that is removed', async () => {
  const { rows } = await owner.query(
    `select k.conname from pg_constraint k
      where k.contype = 'f' and k.confrelid = any (array['project', 'task', 'comment']::regclass[])
        and not exists (select from pg_index i where i.indrelid = k.conrelid
          and array[i.indkey[0], i.indkey[1]] @> k.conkey[1:2] and array[i.indkey[0], i.indkey[1]] <@ k.conkey[1:2])`,
  );
  expect(rows).toEqual([]);
});

test('sessions past their end and attempts past their window go; the others stay', async () => {
  const session = `insert into session (id, org_id, member_id, kind, expires_at) values (gen_random_uuid(), $1, $2, 'bearer', now() + $3::interval)`;
  for (const left of ['-1 second', '1 hour'])
    await owner.query(session, [fixtureId('acme'), fixtureId('acme.user'), left]);
  await owner.query(
    `insert into rate_limit values ('old', 1, now() - interval '1 second'), ('new', 1, now() + interval '1 hour')`,
  );
  await sweep();
  const { rows } = await owner.query(
    `select (select count(*)::int from session) as sessions, (select string_agg(bucket, ',') from rate_limit where bucket not like 'share:%') as buckets`,
  );
  expect(rows[0]).toEqual({ sessions: 1, buckets: 'new' });
});
