'use client';

import { PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { useJob } from '@/components/job/use-job';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { useFormats } from '@/components/ui/formats';
import { useRefresh } from '@/components/url/use-refresh';
import { counted } from '@/lib/counted';
import { isUnderWay } from '@/lib/job/vocabulary';
import type { LatestImport } from '@/lib/organisation-archive/schema';

/** Takes an archive into an organisation without projects, and says how far it is and what the archive lacks. */
export function ImportPanel({ latest: drawn, possible }: LatestImport) {
  const formats = useFormats();
  const refresh = useRefresh();
  const [latest, setLatest] = useState(drawn);
  const [file, setFile] = useState<File | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const read = () =>
    call('GET organisationImport').then(
      (answer) => {
        setLatest(answer.latest);
        refresh();
      },
      (error) => setProblem(reasonOf(error)),
    );
  const going = latest?.job && isUnderWay(latest.job.state) ? latest.job : null;
  const job = useJob(going?._id ?? null, () => void read());
  const now = job ?? going;
  async function begin() {
    if (!file) {
      setProblem('Choose an archive first.');
      setAttempt(attempt + 1);
      return;
    }
    setPending(true);
    setProblem(undefined);
    try {
      await call('POST importOrganisation', { file: file as never });
      setFile(null);
      await read();
    } catch (error) {
      setProblem(reasonOf(error));
      setAttempt(attempt + 1);
    } finally {
      setPending(false);
    }
  }
  return (
    <div className="flex flex-col gap-4">
      {possible && !now && (
        <form
          aria-label="Import an organisation"
          className="flex max-w-md flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          <FormError message={problem} attempt={attempt} />
          <label className="flex flex-col gap-1 text-sm font-medium text-text-2">
            Archive
            <input
              type="file"
              accept=".zip,application/zip"
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
              className="min-h-9 text-base text-text file:mr-3 file:min-h-9 file:rounded-md file:border file:border-border-strong file:bg-surface file:px-3 pointer-coarse:min-h-11 pointer-coarse:file:min-h-11"
            />
          </label>
          <div>
            <Button type="submit" icon={<PackagePlus />} pending={pending} pendingText="Sending…">
              Import archive
            </Button>
          </div>
        </form>
      )}
      {!possible && !latest && (
        <p className="text-base text-text-2">
          An archive is imported into an organisation without projects. Create another organisation for it.
        </p>
      )}
      {now && (
        <div role="status">
          <p className="mb-1 text-base tabular-nums">
            Importing… {formats.number(now.progress.done)} of {counted(now.progress.total, 'record')}
          </p>
          <progress
            className="block h-2 w-full max-w-md appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
            aria-label="Importing the organisation"
            {...(now.progress.total > 0 && { max: now.progress.total, value: now.progress.done })}
          />
          {now.problem && <p className="mt-1 text-sm text-text-2">{now.problem} It is tried again.</p>}
        </div>
      )}
      {latest && !now && (
        <section aria-label="The last import" className="flex flex-col gap-2 text-base">
          {latest.problem === null ? (
            <p>
              <span dir="auto" className="font-medium">
                {latest.file_name}
              </span>{' '}
              was imported:{' '}
              {counted(
                Object.values(latest.counts).reduce((sum, count) => sum + count, 0),
                'record',
              )}
              .
            </p>
          ) : (
            <p className="text-danger-text">Nothing was imported. {latest.problem}</p>
          )}
          {latest.problem === null && latest.lacks.length > 0 && (
            <>
              <p className="text-text-2">What the archive does not hold, or what could not be taken of it:</p>
              <ul className="list-disc space-y-1 pl-5 text-text-2">
                {latest.lacks.map((words) => (
                  <li key={words} dir="auto" className="break-words">
                    {words}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </div>
  );
}
