'use client';

import * as Radix from '@radix-ui/react-popover';
import type { ReactNode } from 'react';
import { cn } from '@/lib/class-names';
import { focusAfter, usePortalContainer } from './portal-container';

export type PopoverProps = {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** `panel` is 380 px wide, or a phone's full width; `card` fits its content. */
  size?: 'card' | 'panel';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Called on closing: gets focus unless something else has it; the trigger by default. */
  finalFocus?: () => HTMLElement | null;
};

const SIZE = { card: 'max-w-80 p-3', panel: 'w-[min(380px,calc(100vw-16px))]' } as const;

export const popoverStyle =
  'z-popover max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-lg border border-border bg-surface text-text shadow-e2 origin-(--radix-popover-content-transform-origin) data-[state=open]:animate-pop-in';

export function Popover({
  trigger,
  label,
  children,
  align = 'start',
  side = 'bottom',
  size = 'card',
  open,
  onOpenChange,
  finalFocus,
}: PopoverProps) {
  const container = usePortalContainer();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={(event) => {
            // Of a part inside that closes first.
            if (event.target instanceof Element && event.target.closest('[data-closes-first]')) event.preventDefault();
          }}
          onCloseAutoFocus={focusAfter(finalFocus)}
          className={cn(popoverStyle, SIZE[size])}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
