'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, CircleCheck, Pencil, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { deleteUndoably } from '@/components/keys/undo-deletion';
import type { Remember } from '@/components/keys/use-undo';
import { call } from '@/components/query/api-client';
import { AskDialog } from '@/components/sign-off/ask-dialog';
import { ActionMenu } from '@/components/ui/overlay/action-menu';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import { changeMilestone } from './change-milestone';
import type { MilestoneActionsProps } from './milestone-actions';
import { shareMilestone } from './milestone-approval';
import { EditMilestoneDialog } from './milestone-dialog';
import { MILESTONES } from './milestone-query';

const LINES = [
  { does: 'edit', icon: <Pencil />, words: 'Edit' },
  { does: 'reach', icon: <CircleCheck />, words: 'Mark as reached' },
  { does: 'reopen', icon: <RotateCcw />, words: 'Not reached yet' },
  { does: 'ask', icon: <ShieldCheck />, words: 'Ask for approval' },
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
  const [shown, setShown] = useState<'edit' | 'ask'>();
  // The menu item that opened the dialog is gone by then.
  const hadDialog = useRef(false);
  useEffect(() => {
    if (!shown && hadDialog.current) triggerRef.current?.focus();
    hadDialog.current = shown !== undefined;
  }, [shown, triggerRef]);
  const { _id: id, name, reached_at, sign_off } = milestone;
  const close = () => setShown(undefined);
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
          edit: () => setShown('edit'),
          ...(sign_off?.state !== 'waiting' && { ask: () => setShown('ask') }),
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
      {shown === 'ask' && (
        <AskDialog
          subject={{ milestone_id: id }}
          chosen={sign_off?.people.map(({ _id }) => _id) ?? []}
          share={() => shareMilestone(id)}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {shown === 'edit' && (
        <EditMilestoneDialog milestone={milestone} remember={remember} onChanged={onChanged} onClose={close} />
      )}
    </>
  );
}
