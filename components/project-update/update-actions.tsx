'use client';

import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { Button } from '@/components/ui/button';
import { useRefresh } from '@/components/url/use-refresh';
import type { UpdateRecord } from '@/lib/project-update/schema';

const load = () => import('./update-dialog').then(({ EditUpdateDialog }) => EditUpdateDialog);

export function UpdateActions({ update }: { update: UpdateRecord }) {
  const refresh = useRefresh();
  const { rights } = update;
  return (
    <span className="flex gap-1">
      {rights.edit && (
        <DialogButton load={load} given={{ update }} size="compact" variant="quiet" aria-label="Edit the update">
          Edit
        </DialogButton>
      )}
      {rights.delete && (
        <Button
          size="compact"
          variant="quiet"
          aria-label="Delete the update"
          onClick={() => void import('./delete-update').then(({ removeUpdate }) => removeUpdate(update, refresh))}
        >
          Delete
        </Button>
      )}
    </span>
  );
}
