'use client';

import { useQuery } from '@tanstack/react-query';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { roleRequestQuery } from '@/components/person/member-query';
import { useActor } from '@/components/viewer/shell-context';
import { canRequestRole } from '@/lib/member/policy';

const dialog = () => import('./role-request-dialog').then((module) => module.RoleRequestDialog);

/** Draws nothing for roles that cannot ask. */
export function RoleRequest() {
  const actor = useActor();
  const asks = actor.role !== 'admin' && canRequestRole(actor);
  const { data } = useQuery({ ...roleRequestQuery, enabled: asks });
  if (!asks) return null;
  if (data) return <p className="text-sm text-text-2">You asked to be {data.role_label}. Your request is pending.</p>;
  return (
    <DialogButton load={dialog} size="compact">
      Ask for another role
    </DialogButton>
  );
}
