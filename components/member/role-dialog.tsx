'use client';

import { useState } from 'react';
import { api } from '@/components/query/api-client';
import { useActor } from '@/components/shell/shell-context';
import { roleLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import { canChangeRole } from '@/lib/member/policy';
import type { MemberRecord } from '@/lib/member/schema';
import { ROLES_BY_RANK } from '@/lib/permission/rank';
import type { Role } from '@/lib/permission/schema';
import { roleChangeInWords } from '@/lib/permission/words';
import { useCall } from './use-call';

/** Another role for somebody, with what they gain and lose by it. */
export function RoleDialog({ member, onClose }: { member: MemberRecord; onClose: () => void }) {
  const actor = useActor();
  const [role, setRole] = useState<Role>(member.role);
  const { run, pending, error } = useCall();
  const { gained, lost } = roleChangeInWords(member.role, role);
  const options = ROLES_BY_RANK.filter((to) => to === member.role || canChangeRole(actor, { role: member.role }, to));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change the role of ${member.name}`}
      description="It counts at once, in pages that are open too."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            disabled={role === member.role}
            pending={pending}
            pendingText="Changing…"
            onClick={() =>
              void run(
                () => api.post<MemberRecord>('changeUserRoles', { user_id: member._id, role }),
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
        <div aria-live="polite" className="flex flex-col gap-3">
          <Rights title="Can from now on" rights={gained} />
          <Rights title="Can no longer" rights={lost} />
        </div>
      </div>
    </Dialog>
  );
}

function Rights({ title, rights }: { title: string; rights: readonly string[] }) {
  if (!rights.length) return null;
  return (
    <section>
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5 text-base text-text-2">
        {rights.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
    </section>
  );
}
