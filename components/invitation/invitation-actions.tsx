'use client';

import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import type { InvitationRecord } from '@/lib/invitation/schema';

const loadRevoke = () => import('./revoke-dialog').then(({ RevokeDialog }) => RevokeDialog);

export function InvitationActions({ invitation }: { invitation: InvitationRecord }) {
  const { run, pending, error } = useCall();
  const { _id, email, can } = invitation;
  if (!can.resend && !can.revoke) return null;
  return (
    <div>
      <div className="flex justify-end gap-2">
        <Button
          size="compact"
          pending={pending}
          aria-label={`Resend the invitation of ${email}`}
          onClick={() =>
            void run(
              () => call('POST resendInvite/{id}', { id: _id }),
              () => `Sent to ${email} again`,
            )
          }
        >
          Resend
        </Button>
        <DialogButton
          size="compact"
          aria-label={`Revoke the invitation of ${email}`}
          load={loadRevoke}
          given={{ invitation }}
        >
          Revoke
        </DialogButton>
      </div>
      {error && (
        <p role="alert" className="mt-1 text-right text-sm text-danger-text">
          {error.message}
        </p>
      )}
    </div>
  );
}
