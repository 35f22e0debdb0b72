'use client';

import { useState } from 'react';
import { useEverybody } from '@/components/project/people-query';
import { call } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { useCall } from '@/components/query/use-call';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { MemberRecord } from '@/lib/member/schema';
import { LeaderChoice } from './leader-choice';
import { useMemberDetail } from './use-member-detail';

export function DeactivateDialog({ member, onClose }: { member: MemberRecord; onClose: () => void }) {
  const { people } = useEverybody();
  const { data, error: failure, isError, refetch } = useMemberDetail(member);
  const [newAssignee, setNewAssignee] = useState('');
  const [leader, setLeader] = useState('');
  const { run, error, status } = useCall();
  const candidates =
    people?.filter(({ _id, role }) => _id !== member._id && role !== 'client' && role !== 'observer') ?? [];
  const led = data?.projects.filter(({ is_leader }) => is_leader) ?? [];
  const open = data?.open_tasks ?? 0;
  return (
    <FormDialog
      role="alertdialog"
      title={bidi`Deactivate ${member.name}`}
      description="They are signed out everywhere and cannot log in until somebody reactivates them. Their finished tasks keep their name. Reactivated, they have their role and projects again, but watch nothing."
      action="Deactivate"
      pendingText="Deactivating…"
      {...status}
      // The effect is only known once the person's open work is loaded.
      disabled={!data}
      danger
      onSubmit={() =>
        void run(
          () =>
            call('POST deactivateMember', {
              user_id: member._id,
              reassign_to: newAssignee || null,
              lead_to: leader || null,
            }),
          () => `${member.name} deactivated`,
        ).then((done) => done && onClose())
      }
      onClose={onClose}
    >
      {data && (
        <p className="text-base">
          {open === 1 ? '1 open task' : `${open} open tasks`}
          {led.length > 0 && ` and ${led.length === 1 ? '1 project they lead' : `${led.length} projects they lead`}`}.
        </p>
      )}
      {isError && <LoadError title="Their open work could not be loaded" of={{ error: failure, refetch }} />}
      {open > 0 && (
        <SelectField
          label="Who takes over the open tasks"
          value={newAssignee}
          onChange={(event) => setNewAssignee(event.target.value)}
          error={error?.errors.reassign_to?.[0]}
          options={[
            { value: '', label: 'Nobody: leave them unassigned' },
            ...candidates.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
      )}
      {led.length > 0 && (
        <LeaderChoice
          led={led}
          not={member._id}
          value={leader}
          onChange={setLeader}
          error={error?.errors.lead_to?.[0]}
        />
      )}
    </FormDialog>
  );
}
