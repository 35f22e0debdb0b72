'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { reasonOf, save } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';

const FORMATS = { csv: 'Export CSV', json: 'Export JSON' } as const;
type Format = keyof typeof FORMATS;

/** All pages of what the filters show. */
export function ExportButtons({ filters }: { filters: Omit<InputOf<'POST exportAuditLog'>, 'format'> }) {
  const [busy, setBusy] = useState<Format>();
  const [problem, setProblem] = useState('');
  async function download(format: Format) {
    if (busy) return;
    setBusy(format);
    setProblem('');
    try {
      await save('POST exportAuditLog', { ...filters, format });
      showToast({ kind: 'success', text: 'The audit log was exported' });
    } catch (failure) {
      setProblem(reasonOf(failure));
    } finally {
      setBusy(undefined);
    }
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
          onClick={() => void download(format)}
        >
          {FORMATS[format]}
        </Button>
      ))}
      <p role="alert" className="text-sm text-danger-text">
        {problem}
      </p>
    </div>
  );
}
