'use client';

import * as Radix from '@radix-ui/react-tooltip';
import type { ReactNode } from 'react';
import { KeyHint } from './key-hint';
import { usePortalContainer } from './portal-container';

export type TooltipProps = {
  text: string;
  /** The key that does the same as the trigger. */
  shortcut?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One button or link that already has an accessible name of its own. */
  children: ReactNode;
};

/** A short text on hover and focus. Never the only name of what it points at. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  const container = usePortalContainer();
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={container}>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-popover flex max-w-72 animate-fade-in items-center gap-2 rounded-sm border border-border bg-surface px-2 py-1 text-xs font-medium text-text shadow-e2"
          >
            {text}
            {shortcut && <KeyHint keys={shortcut} />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
