'use client';

import { CircleCheck, Eye, Pencil, RotateCcw, ShieldCheck, UserRound, UserRoundX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { beginView } from '@/components/client-view/view-switch';
import { call, reasonOf } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import { showToast } from '@/components/ui/overlay/toast';
import { useActor, useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { canViewClientsOf } from '@/lib/client-view/policy';
import { canApprove, canChangeRole, canDeactivate, canEditMember } from '@/lib/member/policy';
import type { MemberRecord } from '@/lib/member/schema';
import { ROLES_BY_RANK } from '@/lib/permission/rank';
import { EditAccountDialog } from './account-dialog';
import { DeactivateDialog } from './deactivate-dialog';
import { MemberDrawer } from './member-drawer';
import { RoleDialog } from './role-dialog';

type Open = 'detail' | 'role' | 'edit' | 'deactivate' | null;

export function MemberMenu({
  member,
  trigger,
  open,
  onOpenChange,
}: {
  member: MemberRecord;
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const actor = useActor();
  const [dialog, setDialog] = useState<Open>(null);
  const { run } = useCall();
  const person = { role: member.role, memberId: member._id };
  const active = !member.deactivated && member.approval_status === 1;
  const changesRole = active && ROLES_BY_RANK.some((to) => to !== member.role && canChangeRole(actor, person, to));
  const ends = canDeactivate(actor, person);
  // A leader finds it with the details, where it is known whose projects the client is in.
  const looks =
    active && !member.not_entered && member.role === 'client' && canViewClientsOf(actor, { leaderId: null });
  const hrefTo = useOrganisationLinks();
  const look = () =>
    void beginView(member._id, hrefTo('dashboard')).catch((error: unknown) =>
      showToast({ kind: 'failure', text: reasonOf(error) }),
    );
  const close = () => setDialog(null);

  const act = (answer: () => Promise<unknown>, done: string) =>
    void run(
      () =>
        answer().catch((error: unknown) => {
          showToast({ kind: 'failure', text: reasonOf(error) });
          throw error;
        }),
      () => done,
    );

  return (
    <>
      <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} align="end">
        <MenuItem icon={<UserRound />} onSelect={() => setDialog('detail')}>
          Details
        </MenuItem>
        {looks && (
          <MenuItem icon={<Eye />} onSelect={() => look()}>
            View as client
          </MenuItem>
        )}
        {changesRole && (
          <MenuItem icon={<ShieldCheck />} onSelect={() => setDialog('role')}>
            Change role
          </MenuItem>
        )}
        {canEditMember(actor, person) && (
          <MenuItem icon={<Pencil />} onSelect={() => setDialog('edit')}>
            Edit details
          </MenuItem>
        )}
        {!member.deactivated && member.approval_status !== 1 && !member.not_entered && canApprove(actor, person) && (
          <MenuItem
            icon={<CircleCheck />}
            onSelect={() =>
              act(
                () =>
                  call('POST userApproveOrReject', {
                    user_id: member._id,
                    status: 1,
                    seen_status: member.approval_status,
                  }),
                bidi`${member.name} approved`,
              )
            }
          >
            Approve
          </MenuItem>
        )}
        {ends && <MenuSeparator />}
        {ends && !member.deactivated && (
          <MenuItem danger icon={<UserRoundX />} onSelect={() => setDialog('deactivate')}>
            Deactivate
          </MenuItem>
        )}
        {ends && member.deactivated && (
          <MenuItem
            icon={<RotateCcw />}
            onSelect={() =>
              act(() => call('POST reactivateMember', { user_id: member._id }), bidi`${member.name} reactivated`)
            }
          >
            Reactivate
          </MenuItem>
        )}
      </Menu>
      {dialog === 'detail' && <MemberDrawer member={member} onClose={close} />}
      {dialog === 'role' && <RoleDialog member={member} onClose={close} />}
      {dialog === 'edit' && <EditAccountDialog id={member._id} role={member.role} onClose={close} />}
      {dialog === 'deactivate' && <DeactivateDialog member={member} onClose={close} />}
    </>
  );
}
