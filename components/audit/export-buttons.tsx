'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { PreparedFiles } from '@/components/job/prepared-files';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import { counted } from '@/lib/counted';
import type { JobRecord } from '@/lib/job/schema';

const FORMATS = { csv: 'Export CSV', json: 'Export JSON' } as const;
type Format = keyof typeof FORMATS;

/** All pages of what the filters show. */
export function ExportButtons({ filters }: { filters: Omit<InputOf<'POST prepareAuditExport'>, 'format'> }) {
  const [busy, setBusy] = useState<Format>();
  const [job, setJob] = useState<JobRecord>();
  const [problem, setProblem] = useState('');
  async function prepare(format: Format) {
    if (busy) return;
    setBusy(format);
    setProblem('');
    await call('POST prepareAuditExport', { ...filters, format }).then(setJob, (failure) => ended(reasonOf(failure)));
  }
  function ended(problem?: string) {
    setBusy(undefined);
    setJob(undefined);
    setProblem(problem ?? '');
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(Object.keys(FORMATS) as Format[]).map((format) => (
        <Button
          key={format}
          size="compact"
          icon={<Download />}
          pending={busy === format}
          pendingText="Exporting…"
          onClick={() => void prepare(format)}
        >
          {FORMATS[format]}
        </Button>
      ))}
      <p role="alert" className="text-sm text-danger-text">
        {problem}
      </p>
      <PreparedFiles
        kind="audit.export"
        begun={job}
        words={(done) => counted(done, 'line')}
        onEnd={({ saved, problem }) => {
          ended(problem);
          if (saved) showToast({ kind: 'success', text: 'The audit log was exported' });
        }}
      />
    </div>
  );
}
