'use client';

import type { ComponentType, ReactNode } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { useOnDemand } from './on-demand';

export function DialogButton<P extends object = object>({
  load,
  given,
  children,
  ...look
}: ButtonLook & {
  /** Must be the same function at every render. */
  load: () => Promise<ComponentType<P & { onClose: () => void }>>;
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
