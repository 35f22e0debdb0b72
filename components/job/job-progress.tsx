'use client';

import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import type { JobRecord } from '@/lib/job/schema';

type Props = {
  job: Pick<JobRecord, '_id' | 'progress' | 'problem' | 'state'>;
  /** Such as `250 of 1200 invited`. */
  words: string;
  /** What the bar measures, and what is cancelled. */
  label: string;
};

/** How far a job is, and a way to end it. What was done stays. */
export function JobProgress({ job: { _id, progress, problem }, words, label }: Props) {
  const [ending, setEnding] = useState(false);
  async function cancel() {
    setEnding(true);
    try {
      await call('POST cancelJob/{id}', { id: _id });
    } catch (failure) {
      setEnding(false);
      showToast({ kind: 'failure', text: reasonOf(failure) });
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="mb-1 text-base tabular-nums">{words}</p>
        <progress
          className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
          aria-label={label}
          {...(progress.total > 0 && { max: progress.total, value: progress.done })}
        />
        {problem && <p className="mt-1 text-sm text-text-2">{problem} It is tried again.</p>}
      </div>
      <Button size="compact" pending={ending} pendingText="Cancelling…" onClick={() => void cancel()}>
        Cancel<span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}
