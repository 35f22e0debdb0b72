import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { env } from '@/lib/env';
import { listMails } from '@/lib/mail/sink';
import { deliverBy } from '@/lib/outbox';
import { type ClaimedJob, claimJobs, forgetJobs, markAllDone, whenEnded } from '@/lib/queue/jobs';
import { seal } from '@/lib/seal';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

const owner = new pg.Client({ connectionString: env.databaseUrl });
const acme = fixtureId('acme');
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const MIGRATION = readFileSync(
  resolve(import.meta.dirname, '../../prisma/migrations/20261124150900_job/migration.sql'),
  'utf8',
);
const MOVE = /^insert into job[\s\S]+?^delete from outbox where kind = 'mail';/m.exec(MIGRATION)?.[0] ?? '';

test('emails that waited before there were jobs go on: those that failed, those given up, and in their lanes', async () => {
  await owner.query('delete from job; delete from outbox');
  await owner.query('alter table outbox add column recipient text, add column template text');
  const put = async (to: string, template: string, rest: object) => {
    const id = newId();
    const mail = { to, template, data: { organisation: 'Acme', key: 'acme', code: '123456' } };
    const row = { org_id: acme, id, kind: 'mail', payload: { sealed: seal(mail) }, recipient: to, template, ...rest };
    await owner.query(
      `insert into outbox (${Object.keys(row)}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    );
    return id;
  };
  const waits = await put('waits@acme.test', 'resetCode', {});
  const failed = await put('failed@acme.test', 'invitation', { attempts: 2, last_error: 'away' });
  const given = await put('given@acme.test', 'resetCode', { attempts: 9, available_at: 'infinity', last_error: 'no' });
  await put('sent@acme.test', 'resetCode', { payload: {}, recipient: null, delivered_at: new Date() });
  await owner.query(MOVE);
  await owner.query('alter table outbox drop column recipient, drop column template');

  const { rows } = await owner.query(`select id, lane, state, attempts, last_error, about ->> 'to' as to from job`);
  expect(rows.sort((a, b) => a.to.localeCompare(b.to))).toEqual([
    { id: failed, lane: 'bulk', state: 'waiting', attempts: 2, last_error: 'away', to: 'failed@acme.test' },
    { id: given, lane: 'mail', state: 'failed', attempts: 9, last_error: 'no', to: 'given@acme.test' },
    { id: waits, lane: 'mail', state: 'waiting', attempts: 0, last_error: null, to: 'waits@acme.test' },
  ]);
  expect((await owner.query('select from outbox')).rowCount).toBe(0);
  expect(await deliverMailsOnce(['mail'])).toBe(1);
  expect((await listMails('waits@acme.test')).map(({ id }) => id)).toEqual([waits]);
});

test('what ended is forgotten in its time: emails after a day, files after as long as they can be fetched, jobs after a month', async () => {
  await owner.query('delete from job');
  const put = async (kind: string, state: string, days: number) => {
    const id = newId();
    await owner.query(
      `insert into job (id, org_id, kind, lane, sealed, state, finished_at) values ($1, $2, $3, 'none', '', $4, now() - make_interval(days => $5))`,
      [id, acme, kind, state, days],
    );
    await owner.query(`insert into job_part (org_id, job_id, number, text) values ($1, $2, 0, 'x')`, [acme, id]);
    return id;
  };
  await put('mail', 'done', 2);
  const failed = await put('mail', 'failed', 2);
  const late = await put('audit.export', 'done', 2);
  await put('audit.export', 'done', 31);
  const fresh = await put('audit.export', 'done', 0);
  await withWorker(forgetJobs);
  const left = (await owner.query('select id from job order by id')).rows.map(({ id }) => id);
  expect(left).toEqual([failed, late, fresh].sort());
  expect((await owner.query('select job_id from job_part')).rows).toEqual([{ job_id: fresh }]);
});

test('nobody waits for a job in a process that runs none', async () => {
  const deliverer = deliverBy(undefined);
  // Longer than a test may take.
  await whenEnded(newId(), 300_000);
  deliverBy(deliverer);
});

describe('a claim', () => {
  const put = (org: string | null, count: number, lane = 'bulk') =>
    owner.query(
      `insert into job (id, org_id, kind, lane, sealed, run_at)
       select gen_random_uuid(), $1, 'mail', $2, '', now() - make_interval(secs => $3 - n) from generate_series(1, $3) n`,
      [org, lane, count],
    );

  test('lets organisations take turns, and what belongs to none is one of them', async () => {
    await owner.query('delete from job');
    await put(acme, 40);
    await put(fixtureId('globex'), 3);
    await put(null, 2, 'mail');
    const claimed = await withWorker((db) => claimJobs(db, ['mail', 'bulk'], 9));
    const ofWhom = claimed.map(({ org_id }) => org_id);
    expect(ofWhom.filter((org) => org === acme)).toHaveLength(4);
    expect(ofWhom.filter((org) => org === fixtureId('globex'))).toHaveLength(3);
    expect(ofWhom.filter((org) => org === null)).toHaveLength(2);
  });

  test('reads little, however many wait', async () => {
    await owner.query('delete from job');
    await put(acme, 5_000);
    await owner.query('analyze job');
    const read = await withWorker(async (db) => {
      expect(await claimJobs(db, ['bulk'], 9)).toHaveLength(9);
      const rows = await db.$queryRaw<{ read: number }[]>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'job'`;
      return rows[0]?.read;
    });
    expect(read).toBeLessThan(200);
  });

  test('is followed by one mark for all that left', async () => {
    await owner.query('delete from job');
    await put(acme, 5);
    const claimed = await withWorker((db) => claimJobs(db, ['bulk'], 5));
    const [late, ...others] = claimed as [ClaimedJob, ...ClaimedJob[]];
    await withWorker((db) => markAllDone(db, [...others, { ...late, attempts: 7 }]));
    const { rows } = await owner.query('select id from job where state = $1', ['running']);
    // Another process has that one by now.
    expect(rows).toEqual([{ id: late.id }]);
  });
});
