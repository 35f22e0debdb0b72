'use client';

import { DialogButton } from '@/components/overlay/on-demand-dialog';

const load = () => import('./request-dialog').then(({ RequestDialog }) => RequestDialog);

export const NewRequestButton = ({ projects }: { projects: readonly { _id: string; name: string }[] }) => (
  <DialogButton load={load} given={{ projects }} variant="primary">
    New request
  </DialogButton>
);
