'use client';

import { KeyRound } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';

const load = () => import('./key-dialog').then((module) => module.KeyDialog);

export function KeyButton() {
  return (
    <DialogButton load={load} icon={<KeyRound />}>
      Change the key
    </DialogButton>
  );
}
