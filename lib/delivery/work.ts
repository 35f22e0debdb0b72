import 'server-only';
import type { RunningJob } from '@/lib/contract/job';
import { beginWork } from '@/lib/current-work';
import { definitionOfJob } from '@/lib/delivery/registry';
import { DomainError, toFailure } from '@/lib/errors';
import { log } from '@/lib/log';
import { withJob } from '@/lib/org';
import {
  addPart,
  type ClaimedJob,
  claimJobs,
  markDone,
  markEnded,
  markFailed,
  noteEnd,
  release,
  saveProgress,
} from '@/lib/queue/jobs';
import { unseal } from '@/lib/seal';
import { withWorker } from '@/lib/worker';

/** Cancelled, or another process has the job: the piece is rolled back. */
class Stopped extends Error {}

/** One job, piece by piece while `goesOn()`; whether there was one. What is left goes on with the next call. */
export async function workOnce(goesOn: () => boolean): Promise<boolean> {
  const [job] = await withWorker((db) => claimJobs(db, ['work'], 1));
  if (!job) return false;
  try {
    await run(job, goesOn);
  } catch (error) {
    await ended(job, error);
  }
  return true;
}

async function run(job: ClaimedJob, goesOn: () => boolean): Promise<void> {
  if (job.cancel_asked) throw new Stopped();
  const definition = definitionOfJob(job.kind);
  if (!definition) throw new DomainError('gone', 'This kind of job is no longer known.');
  const payload = definition.payload.parse(unseal(job.sealed));
  while (goesOn()) {
    const done = beginWork(`job ${job.kind}`);
    const isLast = await definition.step(running(job, payload)).finally(done);
    if (!isLast) continue;
    await withWorker((db) => markDone(db, job));
    noteEnd(job.id);
    return;
  }
  await withWorker((db) => release(db, job));
}

function running(job: ClaimedJob, payload: unknown): RunningJob<unknown> {
  return {
    id: job.id,
    payload,
    progress: { done: job.done, total: job.total },
    cursor: job.cursor,
    door: (work) => withJob(job, work),
    async advance({ db }, progress, cursor) {
      if (!(await saveProgress(db, job, progress, cursor))) throw new Stopped();
      Object.assign(job, progress, { cursor });
    },
    write: ({ db }, text) => addPart(db, job.id, text),
  };
}

/** What a person has to know ends the job with that sentence; what may pass is tried again. */
async function ended(job: ClaimedJob, error: unknown): Promise<void> {
  if (error instanceof Stopped) {
    await withWorker((db) => markEnded(db, job, 'cancelled', null));
    noteEnd(job.id);
    return;
  }
  const { code, message } = toFailure(error);
  log('warn', 'job', { id: job.id, kind: job.kind, error });
  if (code === 'unexpected') await withWorker((db) => markFailed(db, job, message, '1 hour'));
  else if (code === 'unavailable' || code === 'rate_limited') await withWorker((db) => markFailed(db, job, message));
  else {
    await withWorker((db) => markEnded(db, job, 'failed', message));
    noteEnd(job.id);
  }
}
