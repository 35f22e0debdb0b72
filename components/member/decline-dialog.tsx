'use client';

import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { TextArea } from '@/components/ui/text-area';
import { useCall } from './use-call';

export type DeclineProps = {
  /** Whose request; the draft of the reason is kept under it. */
  id: string;
  name: string;
  /** `Reject` or `Decline`. */
  verb: string;
  decline: (reason: string) => Promise<unknown>;
};

/** Declines a request, with a reason that its sender gets. */
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
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={`${verb} ${name}`}
      description="They get your reason."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" pending={pending} pendingText="Sending…" onClick={() => void send()}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <DraftNotice {...notice} />
        <FormError message={error?.message} attempt={error} />
        <TextArea
          label="Reason"
          optional
          maxLength={1000}
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
