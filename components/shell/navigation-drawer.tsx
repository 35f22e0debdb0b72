'use client';

import { useEffect, useRef } from 'react';
import type { OverlayProps } from '@/components/overlay/overlay';
import { Drawer } from '@/components/ui/overlay/dialog';
import { useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { NavLinks } from './nav-links';
import { OrganisationButton } from './organisation-button';

const SWIPE = 48;

export function NavigationDrawer({ open, onOpenChange }: OverlayProps) {
  const { organisation } = useShell();
  const start = useRef<number | null>(null);

  // Wide windows have the sidebar itself.
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 1024px)');
    const close = () => wide.matches && onOpenChange(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [onOpenChange]);

  return (
    <Drawer side="left" width={240} open={open} onOpenChange={onOpenChange} title="Navigation">
      <div
        role="none"
        className="-mx-5 -my-4 min-h-full"
        onTouchStart={(event) => {
          start.current = event.touches[0]?.clientX ?? null;
        }}
        onTouchMove={(event) => {
          const now = event.touches[0]?.clientX;
          if (start.current !== null && now !== undefined && start.current - now > SWIPE) onOpenChange(false);
        }}
      >
        <OrganisationButton />
        <nav aria-label={bidi`Pages of ${organisation.name}`} className="px-2 pb-4">
          <NavLinks onNavigate={() => onOpenChange(false)} />
        </nav>
      </div>
    </Drawer>
  );
}
