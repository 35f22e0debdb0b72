import { ApiError, call } from '@/components/query/api-client';
import type { JobRecord } from '@/lib/job/schema';
import { isUnderWay } from '@/lib/job/vocabulary';

const ASK_AGAIN = 1000;
/** What passes: no connection, a restart, and a job that is only about to be there. */
const PASSES = ['offline', 'unavailable', 'unexpected', 'rate_limited', 'not_found'];
const MOST_FAILURES = 60;

/** Asks each second until the job has ended; undefined when `signal` stopped that. Throws ApiError. */
export async function followJob(
  id: string,
  onChange: (job: JobRecord) => void,
  signal: AbortSignal,
): Promise<JobRecord | undefined> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const job = await call('GET job/{id}', { id }, { signal });
      if (signal.aborted) return;
      failures = 0;
      onChange(job);
      if (!isUnderWay(job.state)) return job;
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof ApiError) || !PASSES.includes(failure.code) || ++failures > MOST_FAILURES) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
}
