'use client';

import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { InvitationRecord } from '@/lib/invitation/schema';

export function RevokeDialog({ invitation, onClose }: { invitation: InvitationRecord; onClose: () => void }) {
  const { _id, email, has_account } = invitation;
  const { run, status } = useCall();
  return (
    <FormDialog
      size="sm"
      role="alertdialog"
      title="Revoke this invitation"
      description={
        has_account
          ? `The link that ${email} got stops working, and the account created for them is deactivated. Nobody has used it yet; you can reactivate it later.`
          : `The link that ${email} got stops working. You can invite them again.`
      }
      action="Revoke"
      pendingText="Revoking…"
      {...status}
      danger
      onSubmit={() =>
        void run(
          () => call('POST revokeInvite/{id}', { id: _id }),
          () => `Invitation of ${email} revoked`,
        ).then((done) => done && onClose())
      }
      onClose={onClose}
    />
  );
}
