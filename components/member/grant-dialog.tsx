'use client';

import { useState } from 'react';
import { useEverybody } from '@/components/project/people-query';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import { LeaderChoice } from './leader-choice';
import { useLed } from './use-member-detail';

export type GrantProps = { id: string; name: string; says: string; grant: (leadTo: string | null) => Promise<unknown> };

/** For a role that cannot lead: asks first who leads the person's projects from then on. */
export function GrantDialog({ id, name, says, grant, onClose }: GrantProps & { onClose: () => void }) {
  const { people } = useEverybody();
  const led = useLed({ _id: id });
  const [leader, setLeader] = useState('');
  const { run, pending, error } = useCall();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Grant the request of ${name}`}
      description={`${says}.`}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            // The effect on led projects is only known once they are loaded.
            disabled={led === undefined}
            pending={pending}
            pendingText="Granting…"
            onClick={() =>
              void run(
                () => grant(leader || null),
                () => `${name}: granted`,
              ).then((done) => done && onClose())
            }
          >
            Grant
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError message={error?.message} attempt={error} />
        {led?.length ? (
          <LeaderChoice
            led={led}
            people={people}
            not={id}
            value={leader}
            onChange={setLeader}
            error={error?.errors.lead_to?.[0]}
          />
        ) : (
          <p className="text-base">{led ? 'They do not lead any project.' : 'Loading the projects they lead…'}</p>
        )}
      </div>
    </Dialog>
  );
}
