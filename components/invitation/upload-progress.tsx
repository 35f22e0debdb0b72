'use client';

import { JobProgress } from '@/components/job/job-progress';
import { useJob } from '@/components/job/use-job';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import { counted } from '@/lib/counted';
import type { InvitationBatchSummary } from '@/lib/invitation/schema';

const ENDED = { done: 'was finished', failed: 'failed', cancelled: 'was cancelled' } as const;

/** Of an upload that goes on, also after the page was loaded anew. */
export function UploadProgress({ upload }: { upload: InvitationBatchSummary }) {
  const refresh = useRefresh();
  const job = useJob(upload._id, ({ state }) => {
    if (state in ENDED)
      showToast({
        kind: state === 'failed' ? 'failure' : 'success',
        text: bidi`The import of ${upload.file_name} ${ENDED[state as keyof typeof ENDED]}`,
      });
    refresh();
  });
  const now = job ?? upload;
  return (
    <div className="mt-2">
      <JobProgress
        job={now}
        words={`${now.progress.done} of ${counted(now.progress.total, 'row')}`}
        label={bidi`the import of ${upload.file_name}`}
      />
    </div>
  );
}
