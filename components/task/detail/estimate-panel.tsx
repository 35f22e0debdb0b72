'use client';

import { type FormEvent, useState } from 'react';
import { parseEstimate } from '@/components/field/estimate';
import { Button } from '@/components/ui/button';
import type { EditorProps } from '@/components/ui/form/editor';
import { TextField } from '@/components/ui/form/text-field';
import { Popover } from '@/components/ui/overlay/popover';
import { estimateWords } from '@/lib/task/vocabulary';

export function EstimatePanel({
  value,
  onChange,
  ...popover
}: EditorProps & { value: number | null; onChange: (minutes: number | null) => void }) {
  const [error, setError] = useState<string>();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const minutes = parseEstimate(String(new FormData(event.currentTarget).get('estimate') ?? ''));
    if (minutes === undefined) {
      setError('Write hours and minutes, such as 2h 30m.');
      return;
    }
    setError(undefined);
    if (minutes !== value) onChange(minutes);
    popover.onOpenChange(false);
  }
  return (
    <Popover {...popover} label="Estimate">
      <form onSubmit={submit} className="flex w-52 flex-col gap-3">
        <TextField
          label="Estimate"
          name="estimate"
          hint="Such as 45m, 2h 30m or 1.5"
          defaultValue={value === null ? '' : estimateWords(value)}
          autoComplete="off"
          error={error}
        />
        <Button variant="primary" type="submit">
          Set
        </Button>
      </form>
    </Popover>
  );
}
