'use client';

import { api } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import type { InvitationRecord } from '@/lib/invitation/schema';
import { useCall } from './use-call';

/** Asks before an invitation is taken back, and says what goes with it. */
export function RevokeDialog({ invitation, onClose }: { invitation: InvitationRecord; onClose: () => void }) {
  const { _id, email, has_account } = invitation;
  const { run, pending, error } = useCall();
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title="Revoke this invitation"
      description={
        has_account
          ? `The link that ${email} got stops counting, and the account that was made for them is deactivated. Nobody has used it yet; you can reactivate it later.`
          : `The link that ${email} got stops counting. You can invite them again.`
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="danger"
            pending={pending}
            pendingText="Revoking…"
            onClick={() =>
              void run(
                () => api.post(`revokeInvite/${_id}`, {}),
                () => `Invitation of ${email} revoked`,
              ).then((done) => done && onClose())
            }
          >
            Revoke
          </Button>
        </>
      }
    >
      {error && <FormError message={error.message} attempt={error} />}
    </Dialog>
  );
}
