'use client';

import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { save } from '@/components/query/save-file';
import { Button } from '@/components/ui/button';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { JobRecord } from '@/lib/job/schema';
import { JobProgress } from './job-progress';
import { useJob } from './use-job';

const SHOWN = 5;

type ExportKind = 'audit.export' | 'account.export';
type Props = {
  kind: ExportKind;
  /** Begun on this page: it is downloaded as soon as it is there. */
  begun: JobRecord | undefined;
  /** Such as `2000 lines`. */
  words: (done: number) => string;
  onEnd: (end: { saved: boolean; problem?: string }) => void;
};

/** The caller's files that are being prepared or can still be fetched, also after the page was loaded anew. */
export function PreparedFiles({ kind, begun, words, onEnd }: Props) {
  const formats = useFormats();
  const [jobs, setJobs] = useState<readonly JobRecord[]>([]);
  useEffect(() => {
    call('GET jobList', { kind, limit: SHOWN }).then(
      ({ docs }) => setJobs(docs),
      () => undefined,
    );
  }, [kind]);
  const going = begun ?? jobs.find(({ can }) => can.cancel);
  const followed = useJob(going?._id ?? null, (job) => {
    setJobs((before) => [job, ...before.filter(({ _id }) => _id !== job._id)]);
    if (job._id !== begun?._id) return;
    if (job.state === 'done')
      void download(job).then((problem) => onEnd(problem ? { saved: false, problem } : { saved: true }));
    else if (job.state === 'failed') onEnd({ saved: false, problem: job.problem ?? 'The file could not be prepared.' });
    else onEnd({ saved: false });
  });
  const now = followed ?? going;
  const ready = jobs.filter(({ available_until }) => available_until !== null);
  return (
    <div className="flex w-full flex-col gap-2">
      {now && now.state !== 'done' && now.can.cancel && (
        <JobProgress
          job={now}
          words={`Preparing… ${words(now.progress.done)}`}
          label={bidi`preparing ${now.name ?? 'the file'}`}
        />
      )}
      {ready.length > 0 && (
        <ul aria-label="Prepared files" className="flex flex-col gap-1 text-sm text-text-2">
          {ready.map((job) => (
            <li key={job._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span dir="auto" className="break-all">
                {job.name}
              </span>
              <span>available until {formats.moment(Date.parse(job.available_until ?? ''))}</span>
              <Button
                size="compact"
                icon={<Download />}
                onClick={() =>
                  void download(job).then((problem) => problem && showToast({ kind: 'failure', text: problem }))
                }
              >
                Download<span className="sr-only"> {job.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Why not, or null. */
const download = ({ _id }: JobRecord): Promise<string | null> =>
  save('GET jobFile/{id}', { id: _id }).then(
    () => null,
    (failure) => reasonOf(failure),
  );
