'use client';

import { PenLine } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';

const load = () => import('./update-dialog').then(({ WriteUpdateDialog }) => WriteUpdateDialog);

export const WriteUpdateButton = ({ projectId }: { projectId: string }) => (
  <DialogButton load={load} given={{ projectId }} size="compact" variant="quiet" icon={<PenLine />}>
    Write update
  </DialogButton>
);
