'use client';

import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { useCall } from '@/components/query/use-call';
import { TextArea } from '@/components/ui/form/text-area';
import { FormDialog } from '@/components/ui/overlay/form-dialog';

export type DeclineProps = {
  /** Id of the request; the draft of the reason is stored under it. */
  id: string;
  name: string;
  /** `Reject` or `Decline`. */
  verb: string;
  decline: (reason: string) => Promise<unknown>;
};

export function DeclineDialog({ id, name, verb, decline, onClose }: DeclineProps & { onClose: () => void }) {
  const {
    value: { reason },
    change,
    forget,
    notice,
  } = useFormDraft(`decline:${id}`, { reason: '' });
  const { run, pending, error } = useCall();

  async function send() {
    const done = await run(
      () => decline(reason.trim()),
      () => `${name}: declined`,
    );
    if (!done) return;
    forget();
    onClose();
  }

  return (
    <FormDialog
      size="sm"
      title={`${verb} ${name}`}
      description="Your reason is sent to them."
      action={verb}
      pendingText="Sending…"
      pending={pending}
      danger
      message={error?.message}
      attempt={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      <TextArea
        label="Reason"
        optional
        maxLength={1000}
        value={reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </FormDialog>
  );
}
