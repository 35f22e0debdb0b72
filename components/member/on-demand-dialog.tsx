'use client';

import { type ComponentType, type ReactNode, useState } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';

/** A button whose dialog is fetched when somebody is about to open it. */
export function DialogButton<P extends object = object>({
  load,
  given,
  children,
  ...look
}: ButtonLook & {
  load: () => Promise<ComponentType<P & { onClose: () => void }>>;
  /** What the dialog is told besides. */
  given?: P;
  'aria-label'?: string;
  children: ReactNode;
}) {
  const [Part, setPart] = useState<ComponentType<P & { onClose: () => void }>>();
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
      {open && Part && <Part {...(given as P)} onClose={() => setOpen(false)} />}
    </>
  );
}
