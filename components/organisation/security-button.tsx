'use client';

import { DialogButton } from '@/components/overlay/on-demand-dialog';

const ask = () => import('./security-dialog').then((module) => module.RequireDialog);
const stop = () => import('./security-dialog').then((module) => module.StopDialog);

export function SecurityButton({ required }: { required: boolean }) {
  return required ? (
    <DialogButton load={stop}>No longer require it</DialogButton>
  ) : (
    <DialogButton load={ask} variant="primary">
      Require a second factor
    </DialogButton>
  );
}
