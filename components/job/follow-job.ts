import { ApiError, call } from '@/components/query/api-client';
import type { JobRecord } from '@/lib/job/schema';
import { isUnderWay } from '@/lib/job/vocabulary';

const ASK_AGAIN = 1000;
/** What passes: no connection, a restart, and a job that is only about to be there. */
const PASSES = ['offline', 'unavailable', 'unexpected', 'rate_limited', 'not_found'];
const MOST_FAILURES = 60;

type Followed<R> = { ask: (signal: AbortSignal) => Promise<R>; goesOn: (record: R) => boolean };

/** Asks each second until nothing goes on; undefined when `signal` stopped that. Throws ApiError. */
export async function follow<R>(
  { ask, goesOn }: Followed<R>,
  onChange: (record: R) => void,
  signal: AbortSignal,
): Promise<R | undefined> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const record = await ask(signal);
      if (signal.aborted) return;
      failures = 0;
      onChange(record);
      if (!goesOn(record)) return record;
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof ApiError) || !PASSES.includes(failure.code) || ++failures > MOST_FAILURES) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
}

/** `follow`, of a job until it has ended. */
export const followJob = (
  id: string,
  onChange: (job: JobRecord) => void,
  signal: AbortSignal,
): Promise<JobRecord | undefined> =>
  follow(
    { ask: (stop) => call('GET job/{id}', { id }, { signal: stop }), goesOn: ({ state }) => isUnderWay(state) },
    onChange,
    signal,
  );
