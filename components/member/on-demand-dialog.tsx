'use client';

import { type ComponentType, type ReactNode, useState } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';

/** A button whose dialog is fetched when somebody is about to open it. */
export function DialogButton({
  load,
  children,
  ...look
}: ButtonLook & { load: () => Promise<ComponentType<{ onClose: () => void }>>; children: ReactNode }) {
  const [Part, setPart] = useState<ComponentType<{ onClose: () => void }>>();
  const [open, setOpen] = useState(false);
  const ahead = () => void load().catch(() => undefined);
  return (
    <>
      <Button
        {...look}
        aria-haspopup="dialog"
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => {
          setOpen(true);
          load().then(
            (part) => setPart(() => part),
            () => {
              setOpen(false);
              showToast({ kind: 'failure', text: 'The form could not be loaded. Check your connection.' });
            },
          );
        }}
      >
        {children}
      </Button>
      {open && Part && <Part onClose={() => setOpen(false)} />}
    </>
  );
}
