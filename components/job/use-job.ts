import { useEffect, useEffectEvent, useState } from 'react';
import type { JobRecord } from '@/lib/job/schema';
import { followJob } from './follow-job';

/** A job as it is now, followed until it ends; `onEnd` is told then. Null follows nothing. */
export function useJob(id: string | null, onEnd: (job: JobRecord) => void): JobRecord | undefined {
  const [job, setJob] = useState<JobRecord>();
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    followJob(id, setJob, stop.signal).then(
      (last) => last && ended(last),
      () => undefined,
    );
    return () => stop.abort();
  }, [id]);
  return job?._id === id ? job : undefined;
}
