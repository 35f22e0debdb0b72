import { SectionCard } from '@/components/page/section-card';
import { Ago } from '@/components/ui/ago';
import { Badge } from '@/components/ui/badge';
import { isolated } from '@/lib/bidi';
import type { InvitationBatchSummary } from '@/lib/invitation/schema';
import type { JobState } from '@/lib/job/vocabulary';
import { UploadProgress } from './lazy-upload-progress';
import { ResultButton } from './result-button';

const STATE: Partial<Record<JobState, string>> = { failed: 'Not finished', cancelled: 'Cancelled' };

export function UploadHistory({ uploads, total }: { uploads: readonly InvitationBatchSummary[]; total: number }) {
  if (!uploads.length) return null;
  return (
    <div className="mt-5">
      <SectionCard title="Uploads" beside={<span className="text-sm text-text-2 tabular-nums">{total}</span>}>
        <ul aria-label="Uploads" className="divide-y divide-border">
          {uploads.map((upload) => (
            <li key={upload._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
              <div className="min-w-0 flex-1 basis-60">
                <p dir="auto" className="text-base font-medium break-all">
                  {upload.file_name}
                </p>
                <p className="text-sm text-text-2">
                  {isolated(upload.created_by.name)} · <Ago at={upload.created_at} /> · {upload.invited} of{' '}
                  {upload.total} invited
                  {upload.bad > 0 && `, ${upload.bad} with an error`}
                  {upload.skipped > 0 && `, ${upload.skipped} left out`}
                </p>
                {upload.state === 'failed' && upload.problem && <p className="text-sm text-text-2">{upload.problem}</p>}
                {upload.can.cancel && <UploadProgress upload={upload} />}
              </div>
              {!upload.can.cancel && STATE[upload.state] && <Badge tone="warn">{STATE[upload.state]}</Badge>}
              {!upload.can.cancel && <ResultButton id={upload._id} name={upload.file_name} />}
            </li>
          ))}
        </ul>
        {total > uploads.length && (
          <p className="mt-2 text-sm text-text-2">
            The last {uploads.length} of {total} are shown.
          </p>
        )}
        {uploads.some(({ finished, can }) => !finished && !can.cancel) && (
          <p className="mt-2 text-sm text-text-2">
            Upload the same file again to invite the rest of it. Nobody is invited twice.
          </p>
        )}
      </SectionCard>
    </div>
  );
}
