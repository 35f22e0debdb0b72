import { SectionCard } from '@/components/page/section-card';
import { Ago } from '@/components/ui/ago';
import { Badge } from '@/components/ui/badge';
import type { InvitationBatchSummary } from '@/lib/invitation/schema';
import { ResultButton } from './result-button';

export function UploadHistory({ uploads, total }: { uploads: readonly InvitationBatchSummary[]; total: number }) {
  if (!uploads.length) return null;
  return (
    <div className="mt-5">
      <SectionCard title="Uploads" beside={<span className="text-sm text-text-2 tabular-nums">{total}</span>}>
        <ul aria-label="Uploads" className="divide-y divide-border">
          {uploads.map((upload) => (
            <li key={upload._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
              <div className="min-w-0 flex-1 basis-60">
                <p className="text-base font-medium break-all">{upload.file_name}</p>
                <p className="text-sm text-text-2">
                  {upload.created_by.name} · <Ago at={upload.created_at} /> · {upload.invited} of {upload.total} invited
                  {upload.bad > 0 && `, ${upload.bad} with an error`}
                  {upload.skipped > 0 && `, ${upload.skipped} left out`}
                </p>
              </div>
              {!upload.finished && <Badge tone="warn">Not finished</Badge>}
              <ResultButton id={upload._id} name={upload.file_name} />
            </li>
          ))}
        </ul>
        {total > uploads.length && (
          <p className="mt-2 text-sm text-text-2">
            The last {uploads.length} of {total} are shown.
          </p>
        )}
        {uploads.some(({ finished }) => !finished) && (
          <p className="mt-2 text-sm text-text-2">
            An unfinished upload continues when the same person uploads the same file again. Nobody is invited twice.
          </p>
        )}
      </SectionCard>
    </div>
  );
}
