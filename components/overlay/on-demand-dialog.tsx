'use client';

import type { ComponentType, ReactNode } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { useOnDemand } from './on-demand';

/** A button whose dialog is fetched when somebody is about to open it. */
export function DialogButton<P extends object = object>({
  load,
  given,
  children,
  ...look
}: ButtonLook & {
  /** One and the same function at every render. */
  load: () => Promise<ComponentType<P & { onClose: () => void }>>;
  /** What the dialog is told besides. */
  given?: P;
  'aria-label'?: string;
  children: ReactNode;
}) {
  const { Part, open, setOpen, opener, press } = useOnDemand(load);
  return (
    <>
      <Button {...look} aria-haspopup="dialog" {...opener} onClick={press}>
        {children}
      </Button>
      {open && Part && <Part {...(given as P)} onClose={() => setOpen(false)} />}
    </>
  );
}
