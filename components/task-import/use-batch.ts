import { useEffect, useState } from 'react';
import { follow } from '@/components/job/follow-job';
import { call } from '@/components/query/api-client';
import type { ImportBatchRecord } from '@/lib/task-import/schema';

const isMoving = ({ finished, rollback }: ImportBatchRecord) => !finished || rollback === 'running';

/** An import as it is now, followed while it or its rollback goes on. */
export function useBatch(given: ImportBatchRecord): ImportBatchRecord {
  const [known, setKnown] = useState(given);
  useEffect(() => {
    const stop = new AbortController();
    const ask = (signal: AbortSignal) => call('GET importBatch/{id}', { id: given._id }, { signal });
    setKnown(given);
    if (isMoving(given)) follow({ ask, goesOn: isMoving }, setKnown, stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [given]);
  return known;
}
