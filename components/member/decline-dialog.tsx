'use client';

import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { useCall } from '@/components/query/use-call';
import { ReasonField } from '@/components/ui/form/reason-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';

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
  const { run, status } = useCall();

  async function send() {
    const done = await run(
      () => decline(reason.trim()),
      () => bidi`${name}: declined`,
    );
    if (!done) return;
    forget();
    onClose();
  }

  return (
    <FormDialog
      size="sm"
      title={bidi`${verb} ${name}`}
      description="Your reason is sent to them."
      action={verb}
      pendingText="Sending…"
      {...status}
      danger
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      <ReasonField value={reason} onChange={(reason) => change({ reason })} />
    </FormDialog>
  );
}
