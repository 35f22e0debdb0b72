'use client';

import { useMutation } from '@tanstack/react-query';
import { call, reasonOf } from '@/components/query/api-client';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { RoomRecord } from '@/lib/room/schema';

type LeaveProps = { room: RoomRecord; onLeft: () => void; onClose: () => void };

/** Asks first: nobody comes back into a group by themselves. */
export function LeaveGroup({ room: { _id: id, name, member_count }, onLeft, onClose }: LeaveProps) {
  const leaving = useMutation({ mutationFn: () => call('DELETE room/{id}', { id }), onSuccess: onLeft });
  return (
    <FormDialog
      size="sm"
      role="alertdialog"
      title={bidi`Leave “${name}”?`}
      description={
        member_count > 1
          ? 'You can no longer read what was said here, nor what will be. Only somebody who is in the group can add you again.'
          : 'You are the last one in this group. Nobody can read it afterwards, and nobody can add you again.'
      }
      action="Leave group"
      pendingText="Leaving"
      pending={leaving.isPending}
      danger
      message={leaving.isError ? `You are still in the group. ${reasonOf(leaving.error)}` : undefined}
      attempt={leaving.failureCount}
      onSubmit={() => leaving.mutate()}
      onClose={onClose}
    />
  );
}
