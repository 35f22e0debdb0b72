import { beforeEach, describe, expect, test } from 'vitest';
import { deliverBy } from '@/lib/outbox';
import { type ClaimedJob, claimJobs, forgetJobs, markDone, whenEnded } from '@/lib/queue/jobs';
import { fixtureId, insert } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

const owner = ownerClient();
const acme = fixtureId('acme');

beforeEach(() => owner.query('delete from job'));

test('what ended is forgotten in its time: emails after a day, files after as long as they can be fetched, jobs after a month', async () => {
  const put = async (kind: string, state: string, days: number) => {
    const id = newId();
    const finished_at = new Date(Date.now() - days * 86_400_000);
    await insert(owner, 'job', { org_id: acme, id, kind, lane: 'none', sealed: '', state, finished_at });
    await insert(owner, 'job_part', { org_id: acme, job_id: id, number: 0, text: 'x' });
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
    await put(acme, 40);
    await put(fixtureId('globex'), 3);
    await put(null, 2, 'mail');
    const claimed = await withWorker((db) => claimJobs(db, ['mail', 'bulk'], 9));
    const many = [acme, fixtureId('globex'), null].map((org) => claimed.filter(({ org_id }) => org_id === org).length);
    expect(many).toEqual([4, 3, 2]);
  });

  test('takes what is due since this moment, although its time is kept to the millisecond', async () => {
    await put(acme, 1);
    for (let again = 0; again < 30; again++) {
      const claimed = await withWorker(async (db) => {
        await db.$executeRaw`update job set state = 'waiting', run_at = now()`;
        return claimJobs(db, ['bulk'], 1);
      });
      expect(claimed).toHaveLength(1);
    }
  });

  test('is marked when it left, unless another process has it by now', async () => {
    await put(acme, 2);
    const claimed = await withWorker((db) => claimJobs(db, ['bulk'], 2));
    const [late, left] = claimed as [ClaimedJob, ClaimedJob];
    for (const job of [left, { ...late, attempts: 7 }]) await withWorker((db) => markDone(db, job));
    const { rows } = await owner.query('select id from job where state = $1', ['running']);
    expect(rows).toEqual([{ id: late.id }]);
  });
});
