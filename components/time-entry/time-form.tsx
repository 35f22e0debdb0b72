'use client';

import { type FormEvent, useState } from 'react';
import { parseEstimate } from '@/components/field/estimate';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { DayField } from '@/components/ui/form/day-field';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { estimateWords } from '@/lib/task/vocabulary';
import type { TimeEntryRecord } from '@/lib/time-entry/schema';

export type TimeValues = { minutes: number; note: string; day?: string };

/** `send` rejects with the reason why it was refused. `entry`: the one that is changed; its day stays. */
export function TimeForm({
  send,
  action,
  entry,
  onCancel,
}: {
  send: (values: TimeValues) => Promise<void>;
  action: string;
  entry?: TimeEntryRecord;
  onCancel?: () => void;
}) {
  const formats = useFormats();
  const today = formats.today();
  /** The day of the next one begins anew. */
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const written = new FormData(form);
    const text = (name: string) => String(written.get(name) ?? '').trim();
    const minutes = parseEstimate(text('time'));
    if (!minutes || minutes > 24 * 60) {
      setError('Write up to 24 hours, such as 1h 30m.');
      form.querySelector<HTMLInputElement>('[name=time]')?.focus();
      return;
    }
    setError(undefined);
    setProblem(undefined);
    setPending(true);
    const day = text('day');
    try {
      // Without one it is the time until now.
      await send({ minutes, note: text('note'), ...(day && day !== today && { day }) });
      form.reset();
      setSent((count) => count + 1);
      form.querySelector<HTMLInputElement>('[name=time]')?.focus();
    } catch (failure) {
      setProblem(reasonOf(failure));
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          label="Time"
          name="time"
          hint="Such as 45m or 1h 30m"
          defaultValue={entry?.minutes ? estimateWords(entry.minutes) : ''}
          autoComplete="off"
          error={error}
        />
        {!entry && <DayField key={sent} label="Day" name="day" start={today} />}
      </div>
      <TextField label="Note" name="note" optional limit={500} defaultValue={entry?.note} autoComplete="off" />
      {problem && (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" size="compact" pending={pending} pendingText="Saving">
          {action}
        </Button>
        {onCancel && (
          <Button size="compact" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
