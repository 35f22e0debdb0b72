'use client';

import { Download, PackageOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { JobProgress } from '@/components/job/job-progress';
import { useJob } from '@/components/job/use-job';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { PasswordField } from '@/components/ui/form/password-field';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import { counted } from '@/lib/counted';
import type { JobRecord } from '@/lib/job/schema';

const KIND = 'organisation.export';
const SHOWN = 5;

/** Prepares an archive of the organisation, and offers those that can be fetched: the browser itself does, and goes on after a break. */
export function ArchivePanel() {
  const formats = useFormats();
  const [jobs, setJobs] = useState<readonly JobRecord[]>([]);
  const [problem, setProblem] = useState<ApiError>();
  const [pending, setPending] = useState(false);
  useEffect(() => {
    call('GET jobList', { kind: KIND, limit: SHOWN }).then(
      ({ docs }) => setJobs(docs),
      () => undefined,
    );
  }, []);
  const going = jobs.find(({ can }) => can.cancel);
  const now = useJob(going?._id ?? null, (job) => {
    setJobs((before) => before.map((one) => (one._id === job._id ? job : one)));
    if (job.state === 'done') showToast({ kind: 'success', text: 'The archive is ready.' });
    else if (job.state === 'failed')
      setProblem(new ApiError(0, 'unexpected', job.problem ?? 'The archive could not be made.'));
  });
  async function prepare(form: HTMLFormElement) {
    setPending(true);
    setProblem(undefined);
    const password = String(new FormData(form).get('current_password') ?? '');
    try {
      const job = await call('POST exportOrganisation', password ? { current_password: password } : {});
      setJobs((before) => [job, ...before]);
      form.reset();
    } catch (error) {
      setProblem(error instanceof ApiError ? error : new ApiError(0, 'unexpected', reasonOf(error)));
    } finally {
      setPending(false);
    }
  }
  const wrong = problem?.errors.current_password?.[0];
  const shown = now ?? going;
  const ready = jobs.filter(({ available_until }) => available_until !== null);
  return (
    <div className="flex flex-col gap-4">
      <form
        aria-label="Export the organisation"
        className="flex max-w-md flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void prepare(event.currentTarget);
        }}
      >
        <FormError message={wrong ? undefined : problem?.message} attempt={problem} />
        <PasswordField
          label="Current password"
          name="current_password"
          hint="So that nobody does it at a computer that you left. Not needed just after logging in."
          autoComplete="current-password"
          error={wrong}
        />
        <div>
          <Button
            type="submit"
            icon={<PackageOpen />}
            pending={pending}
            pendingText="Beginning…"
            disabled={Boolean(shown?.can.cancel)}
          >
            Prepare archive
          </Button>
        </div>
      </form>
      {shown?.can.cancel && (
        <JobProgress
          job={shown}
          words={`Preparing… ${counted(shown.progress.done, 'record')}`}
          label={bidi`preparing ${shown.name ?? 'the archive'}`}
        />
      )}
      {ready.length > 0 && (
        <ul aria-label="Archives" className="flex flex-col gap-2 text-base">
          {ready.map(({ _id, name, available_until }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={`/api/jobFile/${_id}`}
                prefetch={false}
                download
                className="flex min-h-9 items-center gap-1.5 font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
              >
                <Download aria-hidden="true" className="size-4 shrink-0" />
                <span dir="auto" className="break-all">
                  {name}
                </span>
              </Link>
              <span className="text-sm text-text-2">
                available until {formats.moment(Date.parse(available_until ?? ''))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
