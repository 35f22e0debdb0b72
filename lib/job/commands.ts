import 'server-only';
import { allow, DomainError } from '@/lib/errors';
import { canSeeJobs } from '@/lib/job/policy';
import { getJob } from '@/lib/job/queries';
import type { JobRecord, JobReference } from '@/lib/job/schema';
import type { Ctx } from '@/lib/org';
import { askToCancel } from '@/lib/queue/jobs';

/** What was done stays. A job that runs ends after the piece under way. `conflict`: it is over already. */
export async function cancelJob(ctx: Ctx, { id }: JobReference): Promise<JobRecord> {
  allow(canSeeJobs(ctx.actor));
  const before = await getJob(ctx, { id });
  if (before.kind === 'organisation.import' && before.state !== 'done' && before.state !== 'failed')
    throw new DomainError('conflict', 'An import is not cancelled: it is whole, or takes itself back.');
  if (!(await askToCancel(ctx.db, id)))
    throw new DomainError('conflict', 'This has ended already.', { current: await getJob(ctx, { id }) });
  ctx.happened('job.cancelled', before, { kind: before.kind, done: before.progress.done });
  return getJob(ctx, { id });
}
