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

/** Grants a role in which somebody leads nothing: says first who leads their projects from then on. */
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
            // What they lead has to be known before it can be said what becomes of it.
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
