'use client';

import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { prefetchOverlay } from '@/components/overlay/overlay';
import { Button } from '@/components/ui/button';
import type { ButtonVariant } from '@/components/ui/button-style';
import { type OverlayName, openOverlay } from './overlay';

/** Opens a dialog above the page one is on. Its code is fetched on intent. */
export function OverlayButton({
  overlay,
  variant = 'primary',
  plain = false,
  children,
}: {
  overlay: OverlayName;
  variant?: ButtonVariant;
  /** Without the plus sign. */
  plain?: boolean;
  children: ReactNode;
}) {
  return (
    <Button
      variant={variant}
      icon={plain ? undefined : <Plus />}
      aria-haspopup="dialog"
      onPointerEnter={() => prefetchOverlay(overlay)}
      onFocus={() => prefetchOverlay(overlay)}
      onClick={() => openOverlay(overlay)}
    >
      {children}
    </Button>
  );
}
