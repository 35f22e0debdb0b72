'use client';

import { useState } from 'react';
import { useEverybody } from '@/components/project/people-query';
import { api } from '@/components/query/api-client';
import { useActor } from '@/components/shell/shell-context';
import { roleLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import { canChangeRole, leadsProjects } from '@/lib/member/policy';
import type { MemberRecord } from '@/lib/member/schema';
import { ROLES_BY_RANK } from '@/lib/permission/rank';
import type { Role } from '@/lib/permission/schema';
import { roleChangeInWords } from '@/lib/permission/words';
import { LeaderChoice } from './leader-choice';
import { RightsList } from './rights-list';
import { useCall } from './use-call';
import { useLed } from './use-member-detail';

/** Another role for somebody, with what they gain and lose by it. */
export function RoleDialog({ member, onClose }: { member: MemberRecord; onClose: () => void }) {
  const actor = useActor();
  const [role, setRole] = useState<Role>(member.role);
  const { run, pending, error } = useCall();
  const { gained, narrowed, lost } = roleChangeInWords(member.role, role);
  const { people } = useEverybody();
  const led = useLed(member);
  const [leader, setLeader] = useState('');
  const leaves = role !== member.role && !leadsProjects(role) && led !== undefined && led.length > 0;
  const options = ROLES_BY_RANK.filter((to) => to === member.role || canChangeRole(actor, { role: member.role }, to));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change the role of ${member.name}`}
      description="Takes effect immediately, also in open tabs."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            // What they lead has to be known before it can be said what becomes of it.
            disabled={role === member.role || (!leadsProjects(role) && led === undefined)}
            pending={pending}
            pendingText="Changing…"
            onClick={() =>
              void run(
                () =>
                  api.post<MemberRecord>('changeUserRoles', {
                    user_id: member._id,
                    role,
                    ...(leaves && { lead_to: leader || null }),
                  }),
                (now) => `${now.name} is ${now.role_label} now`,
              ).then((changed) => changed && onClose())
            }
          >
            Change role
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError message={error?.message} attempt={error} />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
          options={options.map((value) => ({ value, label: roleLabel(value) }))}
        />
        {leaves && (
          <LeaderChoice
            led={led}
            people={people}
            not={member._id}
            value={leader}
            onChange={setLeader}
            error={error?.errors.lead_to?.[0]}
          />
        )}
        <div aria-live="polite" className="flex flex-col gap-3">
          <RightsList key={`${role} gains`} title="Can from now on" rights={gained} />
          <RightsList key={`${role} keeps`} title="Still, but only as far as it says" rights={narrowed} />
          <RightsList key={`${role} loses`} title="Can no longer" rights={lost} />
        </div>
      </div>
    </Dialog>
  );
}
