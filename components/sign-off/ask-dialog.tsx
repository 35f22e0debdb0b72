'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, newIdempotencyKey } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextArea } from '@/components/ui/form/text-area';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { Signers } from '@/lib/sign-off/schema';
import { SIGN_OFFS, type SubjectId, signersQuery } from './sign-off-query';

/** Sends a task or file, as it is now, to people who approve or return it. */
export function AskDialog({
  subject,
  chosen: before,
  share,
  onChanged,
  onClose,
}: {
  subject: SubjectId;
  /** Who was asked the last time. */
  chosen: readonly string[];
  share: () => Promise<unknown>;
  onChanged: () => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(signersQuery(subject));
  const [chosen, setChosen] = useState<readonly string[]>(before);
  const [note, setNote] = useState('');
  const key = useRef(newIdempotencyKey());
  const { run, error, status } = useCall();
  const shown = data?.visible_to_clients ?? false;
  const to = (data?.people ?? []).filter(({ _id, client }) => chosen.includes(_id) && (shown || !client));
  const changed = () => {
    void queries.invalidateQueries({ queryKey: SIGN_OFFS });
    onChanged();
  };
  async function send() {
    const input = { ...subject, to: to.map(({ _id }) => _id), note: note.trim() };
    const done = await run(
      () => call('POST signOff', input, { idempotencyKey: key.current }),
      () => 'Sent for approval',
    );
    key.current = newIdempotencyKey();
    if (!done) return;
    changed();
    onClose();
  }
  const sharing = useCall();
  const open = () =>
    void sharing.run(share).then((done) => {
      if (!done) return;
      changed();
      void refetch();
    });
  return (
    <FormDialog
      grows
      title="Ask for approval"
      description="What is approved is this content as it is now. As soon as it changes, the approval no longer counts."
      action="Ask for approval"
      pendingText="Sending…"
      disabled={to.length === 0}
      {...status}
      message={error?.message}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {isError && <ErrorState title="The people could not be read" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="min-h-24 text-base text-text-2">Reading who can approve it…</p>}
      {data && (
        <div className="flex flex-col gap-4">
          <People
            heading="Clients"
            none="No client is in this project."
            people={data.people.filter(({ client }) => client)}
            chosen={chosen}
            disabled={!shown}
            onChange={setChosen}
          >
            {!shown && data.people.some(({ client }) => client) && (
              <div className="flex flex-wrap items-center gap-2 rounded-md bg-hover p-3">
                <p className="min-w-0 flex-1 basis-60 text-sm text-text-2">
                  Clients do not see this yet, so they cannot be asked.
                  {!data.may_share && ' Ask who leads the project to make it visible to them.'}
                </p>
                {data.may_share && (
                  <Button size="compact" pending={sharing.pending} onClick={open}>
                    Make it visible to clients
                  </Button>
                )}
                {sharing.error && <p className="basis-full text-sm text-danger-text">{sharing.error.message}</p>}
              </div>
            )}
          </People>
          <People
            heading="Team"
            none="Nobody else of the team can approve it."
            people={data.people.filter(({ client }) => !client)}
            chosen={chosen}
            onChange={setChosen}
          />
          <TextArea
            label="Note"
            optional
            rows={3}
            limit={2_000}
            hint="Whoever is asked reads it, and everybody who sees this sign-off."
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
      )}
    </FormDialog>
  );
}

function People({
  heading,
  none,
  people,
  chosen,
  disabled = false,
  onChange,
  children,
}: {
  heading: string;
  none: string;
  people: Signers['people'];
  chosen: readonly string[];
  disabled?: boolean;
  onChange: (chosen: readonly string[]) => void;
  children?: React.ReactNode;
}) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend dir="auto" className="mb-1 text-sm font-medium text-text-2">
        {heading}
      </legend>
      {people.length === 0 && <p className="text-sm text-text-3">{none}</p>}
      {children}
      {people.map(({ _id, name }) => (
        <CheckboxField
          key={_id}
          label={name}
          disabled={disabled}
          checked={!disabled && chosen.includes(_id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id))}
        />
      ))}
    </fieldset>
  );
}
