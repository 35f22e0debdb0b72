'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { PreparedFiles } from '@/components/job/prepared-files';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { showToast } from '@/components/ui/overlay/toast';
import type { JobRecord } from '@/lib/job/schema';

export function OwnDataButton() {
  const [pending, setPending] = useState(false);
  const [job, setJob] = useState<JobRecord>();
  const [problem, setProblem] = useState<string>();
  async function prepare() {
    setPending(true);
    setProblem(undefined);
    await call('POST prepareOwnData').then(setJob, (failure) => ended(reasonOf(failure)));
  }
  function ended(problem?: string) {
    setPending(false);
    setJob(undefined);
    setProblem(problem);
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <FormError message={problem} attempt={problem} />
      <Button icon={<Download />} pending={pending} pendingText="Collecting…" onClick={() => void prepare()}>
        Download my data
      </Button>
      <PreparedFiles
        kind="account.export"
        begun={job}
        words={() => 'your data'}
        onEnd={({ saved, problem }) => {
          ended(problem);
          if (saved) showToast({ kind: 'success', text: 'Your data was downloaded' });
        }}
      />
    </div>
  );
}
