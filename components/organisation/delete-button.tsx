'use client';

import { Trash2 } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';

const load = () => import('./delete-dialog').then((module) => module.DeleteDialog);

/** Opens the deletion of the organisation. */
export function DeleteButton() {
  return (
    <DialogButton load={load} variant="danger" icon={<Trash2 />}>
      Delete this organisation
    </DialogButton>
  );
}
