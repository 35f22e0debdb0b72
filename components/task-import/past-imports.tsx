'use client';

import { useFormats } from '@/components/ui/formats';
import { useRefresh } from '@/components/url/use-refresh';
import { isolated } from '@/lib/bidi';
import { SOURCE_LABEL } from '@/lib/imported/vocabulary';
import type { ImportBatchRecord } from '@/lib/task-import/schema';
import { outcome } from './result-step';
import { RollBackButton } from './roll-back-button';

/** Newest first. */
export function PastImports({ imports }: { imports: readonly ImportBatchRecord[] }) {
  const formats = useFormats();
  const refresh = useRefresh();
  return (
    <ul className="flex flex-col divide-y divide-border">
      {imports.map((batch) => (
        <li key={batch._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-medium break-words">
              {isolated(batch.file_name)}{' '}
              <span className="font-normal text-text-2">
                from {SOURCE_LABEL[batch.source]} into {isolated(batch.project.name)}
              </span>
            </p>
            <p className="text-sm text-text-2">
              {formats.moment(Date.parse(batch.created_at))} · {outcome(batch)}
            </p>
          </div>
          <RollBackButton batch={batch} onDone={() => refresh()} />
        </li>
      ))}
    </ul>
  );
}
