'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, CircleCheck, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { deleteUndoably } from '@/components/keys/undo-deletion';
import type { Remember } from '@/components/keys/use-undo';
import { call } from '@/components/query/api-client';
import { ActionMenu } from '@/components/ui/overlay/action-menu';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import { changeMilestone } from './change-milestone';
import type { MilestoneActionsProps } from './milestone-actions';
import { EditMilestoneDialog } from './milestone-dialog';
import { MILESTONES } from './milestone-query';

const LINES = [
  { does: 'edit', icon: <Pencil />, words: 'Edit' },
  { does: 'reach', icon: <CircleCheck />, words: 'Mark as reached' },
  { does: 'reopen', icon: <RotateCcw />, words: 'Not reached yet' },
  { does: 'up', icon: <ArrowUp />, words: 'Move up' },
  { does: 'down', icon: <ArrowDown />, words: 'Move down' },
  { does: 'remove', icon: <Trash2 />, words: 'Delete', danger: true },
] as const;

export function MilestoneActionMenu({
  milestone,
  behind,
  above,
  below,
  remember,
  trigger,
  triggerRef,
  open,
  onOpenChange,
}: MilestoneActionsProps & {
  remember: Remember;
  trigger: ReactNode;
  triggerRef: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [editing, setEditing] = useState(false);
  // The menu item that opened the dialog is gone by then.
  const hadDialog = useRef(false);
  useEffect(() => {
    if (!editing && hadDialog.current) triggerRef.current?.focus();
    hadDialog.current = editing;
  }, [editing, triggerRef]);
  const { _id: id, name, reached_at } = milestone;
  const onChanged = () => {
    void queries.invalidateQueries({ queryKey: MILESTONES });
    refresh();
  };
  const change = (fields: Parameters<typeof changeMilestone>[1], back: typeof fields, said: string) =>
    void changeMilestone(milestone, fields, { back, said, remember, onChanged });
  const remove = () =>
    void deleteUndoably({
      what: bidi`The milestone ${name}`,
      remove: () => call('DELETE milestone/{id}', { id }),
      restore: () => call('POST restoreMilestone/{id}', { id }),
      onDeleted: onChanged,
      onRestored: onChanged,
    });
  return (
    <>
      <ActionMenu
        trigger={trigger}
        open={open}
        onOpenChange={onOpenChange}
        lines={LINES}
        actions={{
          edit: () => setEditing(true),
          ...(reached_at
            ? { reopen: () => change({ reached: false }, { reached: true }, bidi`${name} is not reached yet.`) }
            : { reach: () => change({ reached: true }, { reached: false }, bidi`${name} is reached.`) }),
          ...(above !== undefined && {
            up: () => change({ after_id: above }, { after_id: behind }, bidi`${name} moved up.`),
          }),
          ...(below && { down: () => change({ after_id: below }, { after_id: behind }, bidi`${name} moved down.`) }),
          remove,
        }}
      />
      {editing && (
        <EditMilestoneDialog
          milestone={milestone}
          remember={remember}
          onChanged={onChanged}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
