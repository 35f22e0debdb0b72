'use client';

import { LogOut } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { OverlayProps } from '@/components/overlay/overlay';
import { Button } from '@/components/ui/button';

/** For pages outside the shell. */
export function PlainLogout() {
  const [Asks, setAsks] = useState<ComponentType<OverlayProps>>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="touch"
        wide
        icon={<LogOut />}
        aria-haspopup="dialog"
        onClick={async () => {
          const { LogoutDialog } = await import('./logout-dialog');
          setAsks(() => LogoutDialog);
          setOpen(true);
        }}
      >
        Logout
      </Button>
      {Asks && <Asks open={open} onOpenChange={setOpen} />}
    </>
  );
}
