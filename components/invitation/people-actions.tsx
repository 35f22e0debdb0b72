'use client';

import { FileUp, UserPlus, UserRoundPlus } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { canImport, canInvite } from '@/lib/invitation/policy';
import { CREATED_ROLES, canCreate } from '@/lib/member/policy';

const invite = () => import('./invite-dialog').then((module) => module.InviteDialog);
const upload = () => import('./import-dialog').then((module) => module.ImportDialog);
const account = () => import('@/components/member/account-dialog').then((module) => module.NewAccountDialog);

export function PeopleActions() {
  const actor = useActor();
  return (
    <>
      {canImport(actor) && (
        <DialogButton load={upload} icon={<FileUp className="max-sm:hidden" />}>
          Import CSV
        </DialogButton>
      )}
      {CREATED_ROLES.some((role) => canCreate(actor, role)) && (
        <DialogButton load={account} icon={<UserRoundPlus className="max-sm:hidden" />}>
          Invite with details
        </DialogButton>
      )}
      {canInvite(actor) && (
        <DialogButton load={invite} variant="primary" icon={<UserPlus className="max-sm:hidden" />}>
          Invite
        </DialogButton>
      )}
    </>
  );
}
