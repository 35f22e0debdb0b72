'use client';

import { useState } from 'react';
import { useCall } from '@/components/query/use-call';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import { LeaderChoice } from './leader-choice';
import { useLed } from './use-member-detail';

export type GrantProps = { id: string; name: string; says: string; grant: (leadTo: string | null) => Promise<unknown> };

/** For a role that cannot lead: asks first who leads the person's projects from then on. */
export function GrantDialog({ id, name, says, grant, onClose }: GrantProps & { onClose: () => void }) {
  const led = useLed({ _id: id });
  const [leader, setLeader] = useState('');
  const { run, error, status } = useCall();
  return (
    <FormDialog
      title={bidi`Grant the request of ${name}`}
      description={`${says}.`}
      action="Grant"
      pendingText="Granting…"
      // The effect on led projects is only known once they are loaded.
      disabled={led === undefined}
      {...status}
      onSubmit={() =>
        void run(
          () => grant(leader || null),
          () => `${name}: granted`,
        ).then((done) => done && onClose())
      }
      onClose={onClose}
    >
      {led?.length ? (
        <LeaderChoice led={led} not={id} value={leader} onChange={setLeader} error={error?.errors.lead_to?.[0]} />
      ) : (
        <p className="text-base">{led ? 'They do not lead any project.' : 'Loading the projects they lead…'}</p>
      )}
    </FormDialog>
  );
}
