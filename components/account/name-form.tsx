'use client';

import { useRef } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { notSaved, useSubmitWhenBack } from '@/components/query/use-submit-when-back';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { TextField } from '@/components/ui/form/text-field';

/** One name for all of the account's organisations. */
export function NameForm({ name, shown, organisation }: { name: string; shown: string; organisation: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { value: fields, change, forget, notice } = useFormDraft('profile:name', { name }, { onPage: true });
  const { run, pending, error } = useCall();
  useSubmitWhenBack(form, error);
  const problem = error?.errors.name?.[0];
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void run(
          () => call('PUT profile', fields),
          (kept) => {
            forget({ name: kept.name });
            return 'Name saved';
          },
        );
      }}
    >
      <FormError message={problem ? undefined : notSaved(error)} attempt={error} />
      <div className="flex flex-wrap gap-x-3 gap-y-2">
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
            limit={200}
            value={fields.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </div>
        {/* Beside the field, not its label or hint. */}
        <div className="sm:pt-6">
          <Button type="submit" pending={pending} pendingText="Saving…">
            Save name
          </Button>
        </div>
      </div>
      <DraftNotice {...notice} />
    </form>
  );
}
