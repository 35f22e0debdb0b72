'use client';

import { useState } from 'react';
import { RightsList } from '@/components/permission/rights-list';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { roleLabel } from '@/components/ui/badge';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { canChangeRole, leadsProjects } from '@/lib/member/policy';
import type { MemberRecord } from '@/lib/member/schema';
import { ROLES_BY_RANK } from '@/lib/permission/rank';
import type { Role } from '@/lib/permission/schema';
import { roleChangeInWords } from '@/lib/permission/words';
import { LeaderChoice } from './leader-choice';
import { useMemberDetail } from './use-member-detail';

export function RoleDialog({ member, onClose }: { member: MemberRecord; onClose: () => void }) {
  const actor = useActor();
  const [role, setRole] = useState<Role>(member.role);
  const { run, error, status } = useCall();
  const { gained, narrowed, lost } = roleChangeInWords(member.role, role);
  const { data } = useMemberDetail(member);
  const led = data?.projects.filter(({ is_leader }) => is_leader);
  const works = role !== 'client' && role !== 'observer';
  const [leader, setLeader] = useState('');
  const leaves = role !== member.role && !leadsProjects(role) && led !== undefined && led.length > 0;
  const options = ROLES_BY_RANK.filter((to) => to === member.role || canChangeRole(actor, { role: member.role }, to));
  return (
    <FormDialog
      title={bidi`Change the role of ${member.name}`}
      description="Takes effect immediately, also in open tabs."
      action="Change role"
      pendingText="Changing…"
      {...status}
      // The effect on led projects is only known once they are loaded.
      disabled={role === member.role || (!leadsProjects(role) && led === undefined)}
      onSubmit={() =>
        void run(
          () =>
            call('POST changeUserRoles', {
              user_id: member._id,
              role,
              ...(leaves && { lead_to: leader || null }),
            }),
          (now) => `${now.name} is ${now.role_label} now`,
        ).then((changed) => changed && onClose())
      }
      onClose={onClose}
    >
      <SelectField
        label="Role"
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
        options={options.map((value) => ({ value, label: roleLabel(value) }))}
      />
      {leaves && (
        <LeaderChoice
          led={led}
          not={member._id}
          value={leader}
          onChange={setLeader}
          error={error?.errors.lead_to?.[0]}
        />
      )}
      {!works && role !== member.role && (data?.open_tasks ?? 0) > 0 && (
        <p className="text-sm text-warn-text" role="status">
          {`${data?.open_tasks === 1 ? 'Their open task is' : `Their ${data?.open_tasks} open tasks are`} left unassigned.`}
        </p>
      )}
      <div aria-live="polite" className="flex flex-col gap-3">
        <RightsList key={`${role} gains`} title="Can now" rights={gained} />
        <RightsList key={`${role} keeps`} title="Can still, with limits" rights={narrowed} />
        <RightsList key={`${role} loses`} title="Can no longer" rights={lost} />
      </div>
    </FormDialog>
  );
}
