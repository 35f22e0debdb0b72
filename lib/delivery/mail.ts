import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@/lib/errors';
import { log } from '@/lib/log';
import { deliverMail } from '@/lib/mail/deliver';
import type { LateMail, OpenedMail } from '@/lib/mail/queue';
import { writeNotices } from '@/lib/notification/queries.mail';
import { withJob } from '@/lib/org';
import type { Lane } from '@/lib/outbox';
import { type ClaimedJob, claimJobs, markDone, markFailed } from '@/lib/queue/jobs';
import { cut } from '@/lib/text';
import { withWorker } from '@/lib/worker';

// Three connections, a minute each: the last email leaves before the lease ends.
const BATCH = 9;

/** Full batches of invitations one after the other; so many, and the thread that renders is worth its start. */
const BATCHES_FOR_THREAD = 6;
let full = 0;

/** A second, of thousands: mail servers refuse more, and the processor is other people's too. */
const BULK_RATE = 20;

/** One batch; returns how many left. Each is marked once the server took it: a crash in between sends that one again. Unsent after three days. */
export async function deliverMailsOnce(lanes: readonly Lane[] = ['mail', 'bulk']): Promise<number> {
  const began = performance.now();
  const jobs = await withWorker((db) => claimJobs(db, lanes, BATCH));
  const many = jobs.length === BATCH && jobs.every(({ lane }) => lane === 'bulk');
  full = many ? full + 1 : 0;
  const sent = await Promise.all(jobs.map((job) => send(job, full >= BATCHES_FOR_THREAD)));
  if (many) await sleep(Math.max(0, began + (BATCH / BULK_RATE) * 1_000 - performance.now()));
  return sent.filter(Boolean).length;
}

async function send(job: ClaimedJob, beside: boolean): Promise<boolean> {
  const { id, sealed, brand, reader } = job;
  try {
    await deliverMail(id, sealed, {
      brand: brand ?? undefined,
      reader: reader ?? undefined,
      beside,
      late: (mail) => written(job, mail),
    });
  } catch (error) {
    const failure = error instanceof Error ? cut(error.message, 500) : 'failed';
    log('warn', 'mail', { id, failure });
    await withWorker((db) => markFailed(db, job, failure));
    return false;
  }
  await withWorker((db) => markDone(db, job));
  return true;
}

/** As the person it is for, with the rights of now; whoever lost them gets nothing. */
async function written(job: ClaimedJob, mail: LateMail): Promise<OpenedMail | null> {
  try {
    return await withJob(job, (ctx) => writeNotices(ctx, mail));
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'forbidden' || error.code === 'gone')) return null;
    throw error;
  }
}
