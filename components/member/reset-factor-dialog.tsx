'use client';

import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { MemberRecord } from '@/lib/member/schema';

export type ResetFactorProps = { member: Pick<MemberRecord, '_id' | 'name'>; onDone: () => void };

export function ResetFactorDialog({ member, onDone, onClose }: ResetFactorProps & { onClose: () => void }) {
  const { run, status } = useCall();
  const { _id: user_id, name } = member;
  return (
    <FormDialog
      role="alertdialog"
      title={bidi`Reset the second factor of ${name}`}
      description="For somebody who lost their authenticator and their recovery codes. Make sure that the request really comes from them: call or meet them."
      danger
      action="Reset second factor"
      pendingText="Resetting…"
      {...status}
      onSubmit={() =>
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
      onClose={onClose}
    >
      <div className="flex flex-col gap-2 text-base">
        <p>
          They are signed out everywhere and sign in with their password alone, until they set up an authenticator
          again.
        </p>
        <p>They get an email that names you, and the reset is recorded in the audit log.</p>
      </div>
    </FormDialog>
  );
}
