import { beforeEach, describe, expect, test } from 'vitest';
import type { Door } from '@/lib/contract/endpoint';
import { workOnce } from '@/lib/delivery/work';
import { importInvitations } from '@/lib/invitation/commands.csv';
import { getInvitationBatch } from '@/lib/invitation/queries';
import { ImportInvitations } from '@/lib/invitation/schema';
import { cancelJob } from '@/lib/job/commands';
import { addPart, claimJobs, saveProgress } from '@/lib/queue/jobs';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { wholeTest } from '@/lib/test/whole';
import { withWorker } from '@/lib/worker';

/** A job goes on where it stopped, takes effect once, ends when somebody says so, and has the rights of whoever asked. */

const owner = ownerClient();
const id = fixtureId('a batch');
beforeEach(async () => {
  for (const table of ['job', 'invitation', 'invitation_batch', 'rate_limit'])
    await owner.query(`delete from ${table}`);
  await owner.query(`update member set role = 'admin', deactivated_at = null where id = $1`, [fixtureId('acme.admin')]);
});

const door: Door = (work) => asMemberCommitted('acme.admin', work);
const ROWS = 1200;
/** An import of 1,200 people that waits: nothing delivers in this file. */
async function begin() {
  const rows = Array.from({ length: ROWS }, (_, at) => `p${at}@example.org,user`);
  const bytes = new TextEncoder().encode(['email,role', ...rows].join('\n'));
  const file = { name: 'people.csv', type: 'text/csv', bytes };
  return importInvitations(door, ImportInvitations.parse({ file, batch_id: id }), 0);
}
const pieces = (most: number) => () => most-- > 0;
const always = () => true;
const one = async (sql: string) => (await owner.query(sql)).rows[0];
const invited = async () =>
  (await one(`select count(*)::int as n, count(distinct email)::int as people from invitation`)) as object;
const state = () => one(`select state, done, total, last_error from job where kind = 'invitation.import'`);
const batch = () => asMemberCommitted('acme.admin', (ctx) => getInvitationBatch(ctx, { id }));

test('the call answers before the work is done, and says so', async () => {
  expect(await begin()).toMatchObject({ batch_id: id, total: ROWS, invited: 0, finished: false });
  expect(await batch()).toMatchObject({ state: 'waiting', progress: { done: 0, total: ROWS }, can: { cancel: true } });
});

describe('C04 a process that is killed', () => {
  test('leaves the job to the next one, which goes on where it stopped, and nobody is invited twice', async () => {
    await begin();
    await workOnce(pieces(2));
    const { done } = await state();
    expect(await invited()).toEqual({ n: done, people: done });
    // What a killed process leaves: it had claimed the job, and its lease has not ended.
    await owner.query(`update job set state = 'running', run_at = now() + interval '1 minute' where id = $1`, [id]);
    expect(await workOnce(always)).toBe(false);
    await owner.query('update job set run_at = now() where id = $1', [id]);
    expect(await workOnce(always)).toBe(true);
    expect(await invited()).toEqual({ n: ROWS, people: ROWS });
    expect(await one(`select count(*)::int as n from job where kind = 'mail'`)).toEqual({ n: ROWS });
    expect(await batch()).toMatchObject({ invited: ROWS, skipped: 0, finished: true, state: 'done' });
  });

  test('and was only held up can write nothing more of what another took over', async () => {
    await begin();
    const [held] = await withWorker((db) => claimJobs(db, ['work'], 1));
    await owner.query('update job set run_at = now() where id = $1', [id]);
    await workOnce(pieces(1));
    expect(await door(({ db }) => saveProgress(db, held as never, { done: 1, total: ROWS }, null))).toBe(false);
  });
});

wholeTest('of several processes one runs a job', async () => {
  await begin();
  const ran = await Promise.all(Array.from({ length: 4 }, () => workOnce(always)));
  expect(ran.filter(Boolean)).toHaveLength(1);
  expect(await invited()).toEqual({ n: ROWS, people: ROWS });
});

describe('cancelling', () => {
  test('keeps what was done, ends the rest, and is in the log', async () => {
    await begin();
    await workOnce(pieces(2));
    const { done } = await state();
    await asMemberCommitted('acme.subadmin', (ctx) => cancelJob(ctx, { id }));
    expect(await workOnce(always)).toBe(false);
    expect(await batch()).toMatchObject({ invited: done, finished: false, state: 'cancelled', can: { cancel: false } });
    expect(await one(`select actor_id, target, after from audit where action = 'job.cancelled'`)).toEqual({
      actor_id: fixtureId('acme.subadmin'),
      target: 'people.csv',
      after: { kind: 'invitation.import', done },
    });
    expect(await failureOf(door((ctx) => cancelJob(ctx, { id })))).toMatchObject({ code: 'conflict' });
  });

  test('ends one that runs after the piece under way', async () => {
    await begin();
    const [held] = await withWorker((db) => claimJobs(db, ['work'], 1));
    await door((ctx) => cancelJob(ctx, { id }));
    expect(await state()).toMatchObject({ state: 'running' });
    expect(await door(({ db }) => saveProgress(db, held as never, { done: 1, total: ROWS }, null))).toBe(false);
    await owner.query('update job set run_at = now() where id = $1', [id]);
    await workOnce(always);
    expect(await state()).toMatchObject({ state: 'cancelled', done: 0 });
  });
});

test('cancelled while it works it takes the piece under way back, and begins no other', async () => {
  await begin();
  await owner.query('begin');
  await owner.query('lock table invitation in share mode');
  const working = workOnce(always);
  await expect.poll(async () => (await state()).state).toBe('running');
  await door((ctx) => cancelJob(ctx, { id }));
  await owner.query('commit');
  expect(await working).toBe(true);
  expect(await state()).toMatchObject({ state: 'cancelled', done: 0 });
  expect(await invited()).toEqual({ n: 0, people: 0 });
});

describe('a job that fails', () => {
  const failed = (age: string) =>
    owner.query(`update job set created_at = now() - $2::interval, run_at = now() where id = $1`, [id, age]);

  test('for an hour is tried again after what nobody expected, then given up', async () => {
    await begin();
    await owner.query(`update job set sealed = 'nothing that opens' where id = $1`, [id]);
    await workOnce(always);
    expect(await state()).toMatchObject({ state: 'waiting', last_error: expect.any(String) });
    expect(await workOnce(always)).toBe(false);
    await failed('61 minutes');
    await workOnce(always);
    expect(await state()).toMatchObject({ state: 'failed' });
  });

  test('of a kind that is no longer known ends at once, and says so', async () => {
    await begin();
    await owner.query(`update job set kind = 'task.paint' where id = $1`, [id]);
    await workOnce(always);
    const ended = await one(`select state, last_error from job where kind = 'task.paint'`);
    expect(ended).toEqual({ state: 'failed', last_error: 'This kind of job is no longer known.' });
  });
});

test('an import of a whole organisation is not cancelled', async () => {
  await begin();
  await owner.query(`update job set kind = 'organisation.import' where id = $1`, [id]);
  expect(await failureOf(door((ctx) => cancelJob(ctx, { id })))).toMatchObject({ code: 'conflict' });
  expect(await one('select cancel_asked from job')).toEqual({ cancel_asked: false });
});

describe('the rights', () => {
  test('are those of now: who loses them on the way invites nobody more, and is told why', async () => {
    await begin();
    await workOnce(pieces(1));
    const { done } = await state();
    await owner.query(`update member set role = 'observer' where id = $1`, [fixtureId('acme.admin')]);
    await workOnce(always);
    const last_error = 'Your role cannot invite people by file.';
    expect(await state()).toMatchObject({ state: 'failed', done, last_error });
    expect(await invited()).toMatchObject({ n: done });
  });

  test('end with the seat', async () => {
    await begin();
    await owner.query('update member set deactivated_at = now() where id = $1', [fixtureId('acme.admin')]);
    await workOnce(always);
    expect(await state()).toMatchObject({ state: 'failed', last_error: expect.stringContaining('deactivated') });
    expect(await invited()).toMatchObject({ n: 0 });
  });

  test('nobody queues a job that runs as somebody else, or writes a part of another’s file', async () => {
    const as = { memberId: fixtureId('acme.admin'), kind: 'invitation.import', lane: 'work', sealed: '' };
    const queued = asMember('acme.user', ({ db }) =>
      db.job.createMany({ data: [{ ...as, id: fixtureId('foreign') }] }),
    );
    await expect(queued).rejects.toThrow(/row-level security/);
    await begin();
    await expect(asMember('acme.subadmin', ({ db }) => addPart(db, id, 'x'))).rejects.toThrow(/row-level security/);
  });

  test('what a job holds is read by no member, not even its own', async () => {
    await begin();
    const read = asMember('acme.admin', ({ db }) => db.job.findFirst({ select: { sealed: true } }));
    await expect(read).rejects.toThrow(/permission denied/);
  });
});
