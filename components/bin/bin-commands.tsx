'use client';

import { RotateCcw } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { Button } from '@/components/ui/button';
import { useRefresh } from '@/components/url/use-refresh';

/** What is done with one deleted thing. `onRestore`: answers whether it is back; null: the viewer may not. */
export function BinCommands<P extends object>({
  name,
  purge,
  onRestore,
}: {
  name: string;
  /** The dialog that deletes it for good. */
  purge: Pick<ComponentProps<typeof DialogButton<P>>, 'load' | 'given'> | null;
  onRestore: (() => Promise<boolean>) | null;
}) {
  const refresh = useRefresh();
  const [pending, setPending] = useState(false);
  async function restore() {
    setPending(true);
    if (await onRestore?.()) refresh();
    else setPending(false);
  }
  const named = <span className="sr-only"> {name}</span>;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {purge && (
        <DialogButton {...purge} size="compact" variant="quiet">
          Delete permanently{named}
        </DialogButton>
      )}
      {onRestore && (
        <Button
          size="compact"
          icon={<RotateCcw />}
          pending={pending}
          pendingText="Restoring"
          onClick={() => void restore()}
        >
          Restore{named}
        </Button>
      )}
    </div>
  );
}
