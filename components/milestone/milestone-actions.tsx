'use client';

import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useUndo } from '@/components/keys/use-undo';
import { useOnDemand } from '@/components/overlay/on-demand';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { DotsButton } from '@/components/ui/dots-button';
import { bidi } from '@/lib/bidi';
import type { MilestoneRecord } from '@/lib/milestone/schema';

export type MilestoneActionsProps = {
  milestone: MilestoneRecord;
  /** Behind which it stands; null: it is the first. */
  behind: string | null;
  /** Behind which it is when it is moved up or down; undefined: it cannot. */
  above: string | null | undefined;
  below: string | undefined;
};

const load = () => import('./milestone-action-menu').then(({ MilestoneActionMenu }) => MilestoneActionMenu);
const loadNew = () => import('./milestone-dialog').then(({ NewMilestoneDialog }) => NewMilestoneDialog);

export const AddMilestone = ({ projectId }: { projectId: string }) => (
  <DialogButton load={loadNew} given={{ projectId }} size="compact" variant="quiet" icon={<Plus />}>
    Add milestone
  </DialogButton>
);

export function MilestoneActions(props: MilestoneActionsProps) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const remember = useUndo();
  const ref = useRef<HTMLButtonElement>(null);
  const button = <DotsButton ref={ref} aria-label={bidi`Actions for ${props.milestone.name}`} {...opener} />;
  if (!Part) return button;
  return <Part {...props} remember={remember} trigger={button} triggerRef={ref} open={open} onOpenChange={setOpen} />;
}
