'use client';

import { Trash2 } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';

const load = () => import('./delete-dialog').then((module) => module.DeleteDialog);

export function DeleteButton() {
  return (
    <DialogButton load={load} variant="danger" icon={<Trash2 />}>
      Delete this organisation
    </DialogButton>
  );
}
