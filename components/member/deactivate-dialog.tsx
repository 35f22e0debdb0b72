'use client';

import { useState } from 'react';
import { useEverybody } from '@/components/project/people-query';
import { api, referenceOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import type { MemberRecord } from '@/lib/member/schema';
import { LeaderChoice } from './leader-choice';
import { useCall } from './use-call';
import { useMemberDetail } from './use-member-detail';

/** Ends a membership; says what is open, and who takes it over. */
export function DeactivateDialog({ member, onClose }: { member: MemberRecord; onClose: () => void }) {
  const { people } = useEverybody();
  const { data, error: failure, isError, refetch } = useMemberDetail(member);
  const [heir, setHeir] = useState('');
  const [leader, setLeader] = useState('');
  const { run, pending, error } = useCall();
  const heirs = people?.filter(({ _id, role }) => _id !== member._id && role !== 'client' && role !== 'observer') ?? [];
  const led = data?.projects.filter(({ is_leader }) => is_leader) ?? [];
  const open = data?.open_tasks ?? 0;
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={`Deactivate ${member.name}`}
      description="They are signed out everywhere and cannot come back until somebody reactivates them. What they finished keeps their name."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="danger"
            // What they leave has to be known before it can be said what becomes of it.
            disabled={!data}
            pending={pending}
            pendingText="Deactivating…"
            onClick={() =>
              void run(
                () =>
                  api.post<MemberRecord>('deactivateMember', {
                    user_id: member._id,
                    reassign_to: heir || null,
                    lead_to: leader || null,
                  }),
                () => `${member.name} deactivated`,
              ).then((done) => done && onClose())
            }
          >
            Deactivate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError message={error?.message} attempt={error} />
        {data && (
          <p className="text-base">
            {open === 1 ? '1 open task' : `${open} open tasks`}
            {led.length > 0 && ` and ${led.length === 1 ? '1 project they lead' : `${led.length} projects they lead`}`}.
          </p>
        )}
        {isError && (
          <ErrorState
            title="What they leave could not be loaded"
            reference={referenceOf(failure)}
            onRetry={() => void refetch()}
          />
        )}
        {open > 0 && (
          <SelectField
            label="Who takes over the open tasks"
            value={heir}
            onChange={(event) => setHeir(event.target.value)}
            error={error?.errors.reassign_to?.[0]}
            options={[
              { value: '', label: 'Nobody: leave them unassigned' },
              ...heirs.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        )}
        {led.length > 0 && (
          <LeaderChoice
            led={led}
            people={people}
            not={member._id}
            value={leader}
            onChange={setLeader}
            error={error?.errors.lead_to?.[0]}
          />
        )}
      </div>
    </Dialog>
  );
}
