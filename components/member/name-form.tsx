'use client';

import { useState } from 'react';
import { api } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { TextField } from '@/components/ui/text-field';
import type { ProfileRecord } from '@/lib/auth/schema.profile';
import { useCall } from './use-call';

/** One's name, which all of one's organisations show. */
export function NameForm({ name, shown, organisation }: { name: string; shown: string; organisation: string }) {
  const [value, setValue] = useState(name);
  const { run, pending, error } = useCall();
  const problem = error?.errors.name?.[0];
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void run(
          () => api.put<ProfileRecord>('profile', { name: value }),
          (kept) => {
            setValue(kept.name);
            return 'Name saved';
          },
        );
      }}
    >
      <FormError message={problem ? undefined : error?.message} attempt={error} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-[220px] flex-1">
          <TextField
            label="Name"
            hint={
              shown === name
                ? 'All of your organisations show it.'
                : `${organisation} lists you as ${shown}. Saving makes it the same in all of your organisations.`
            }
            error={problem}
            autoComplete="name"
            maxLength={200}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </div>
        <Button type="submit" pending={pending} pendingText="Saving…">
          Save name
        </Button>
      </div>
    </form>
  );
}
