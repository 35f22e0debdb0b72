'use client';

import { useEffect, useState } from 'react';
import { follow } from '@/components/job/follow-job';
import { JobProgress } from '@/components/job/job-progress';
import { call } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { counted } from '@/lib/counted';
import type { ImportBatchRecord } from '@/lib/task-import/schema';
import { LineProblems } from './line-problems';
import { RollBackButton } from './roll-back-button';

export function ResultStep({ batch: first, onAgain }: { batch: ImportBatchRecord; onAgain: () => void }) {
  const hrefTo = useOrganisationLinks();
  const [asked, setAsked] = useState(first);
  const batch = useBatch(asked);
  const refetch = async () => setAsked(await call('GET importBatch/{id}', { id: first._id }));
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="text-base">
        {outcome(batch)}
      </p>
      {!batch.finished && (
        <>
          <JobProgress
            job={batch}
            words={`${batch.progress.done} of ${counted(batch.progress.total, 'task')}`}
            label={bidi`the import of ${batch.file_name}`}
          />
          <p className="text-sm text-text-2">You can leave this page: the import goes on.</p>
        </>
      )}
      <LineProblems title="Lines that were not imported" lines={batch.errors} />
      <LineProblems title="Left out" lines={batch.skipped_lines} />
      {batch.kept.length > 0 && (
        <LineProblems
          title="Kept, as somebody changed it"
          lines={batch.kept.map(({ key, title, reason }) => ({ line: 0, message: bidi`${key} ${title}: ${reason}` }))}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {!batch.project.gone && (
          <ButtonLink variant="primary" href={hrefTo(`projectdetails?project=${batch.project.key}&tab=tasks`)}>
            Open {isolated(batch.project.name)}
          </ButtonLink>
        )}
        <RollBackButton batch={batch} onDone={refetch} />
        <Button onClick={onAgain}>Import another file</Button>
      </div>
    </div>
  );
}

const isMoving = ({ finished, rollback }: ImportBatchRecord) => !finished || rollback === 'running';

/** An import as it is now, followed while it or its rollback goes on. */
function useBatch(given: ImportBatchRecord): ImportBatchRecord {
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

export function outcome({ state, problem, tasks, comments, rollback, kept, project }: ImportBatchRecord): string {
  if (rollback === 'running') return 'The import is being rolled back.';
  if (rollback === 'done')
    return `The import was rolled back${project.gone ? bidi`, and ${project.name}, which it had made, removed` : ''}.${kept.length ? ` ${counted(kept.length, 'task')} ${kept.length === 1 ? 'was' : 'were'} kept.` : ''}`;
  const made = `${counted(tasks, 'task')} and ${counted(comments, 'comment')}`;
  if (state === 'failed') return `${problem ?? 'The import failed.'} ${made} were imported before.`;
  if (state === 'cancelled') return `The import was cancelled. ${made} were imported before.`;
  return state === 'done' ? `${made} were imported.` : 'The import is running.';
}
