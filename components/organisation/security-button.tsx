'use client';

import { DialogButton } from '@/components/overlay/on-demand-dialog';

const load = () => import('./security-dialog').then((module) => module.SecurityDialog);

/** One button, whatever it says: what it was pressed for replaces its words, and it keeps the focus. */
export function SecurityButton({ required }: { required: boolean }) {
  return (
    <DialogButton load={load} given={{ required }} variant={required ? 'secondary' : 'primary'}>
      {required ? 'No longer require it' : 'Require a second factor'}
    </DialogButton>
  );
}
