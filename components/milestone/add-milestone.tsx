'use client';

import { Plus } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';

const load = () => import('./milestone-dialog').then(({ NewMilestoneDialog }) => NewMilestoneDialog);

export const AddMilestone = ({ projectId }: { projectId: string }) => (
  <DialogButton load={load} given={{ projectId }} size="compact" variant="quiet" icon={<Plus />}>
    Add milestone
  </DialogButton>
);
