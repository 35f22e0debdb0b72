'use client';

import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import type { MemberRecord } from '@/lib/member/schema';

export type ResetFactorProps = { member: Pick<MemberRecord, '_id' | 'name'>; onDone: () => void };

/** Says what resetting somebody's second factor means before it happens. */
export function ResetFactorDialog({ member, onDone, onClose }: ResetFactorProps & { onClose: () => void }) {
  const { run, pending, error } = useCall();
  const { _id: user_id, name } = member;
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={`Reset the second factor of ${name}`}
      description="For somebody who lost their authenticator and their recovery codes. Make sure that the request really comes from them: call or meet them."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="danger"
            pending={pending}
            pendingText="Resetting…"
            onClick={() =>
              void run(
                () => call('POST resetSecondFactor', { user_id }),
                ({ done }) =>
                  done
                    ? `${name} can sign in with the password alone`
                    : `Recorded. ${name} belongs to other organisations too: an admin there has to reset it as well.`,
              ).then((done) => {
                if (!done) return;
                onDone();
                onClose();
              })
            }
          >
            Reset second factor
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-base">
        <FormError message={error?.message} attempt={error} />
        <p>
          They are signed out everywhere and sign in with their password alone, until they set up an authenticator
          again.
        </p>
        <p>They get an email that names you, and the reset is recorded in the audit log.</p>
      </div>
    </Dialog>
  );
}
