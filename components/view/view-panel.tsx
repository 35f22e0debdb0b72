'use client';

import type { ReactNode } from 'react';

/** The platform's popover, which opens without scripts; what is chosen in it closes it. */
export function ViewPanel({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's key is a click.
    <div
      id="saved-views"
      popover="auto"
      className="views-panel"
      onClick={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
      }}
    >
      {children}
    </div>
  );
}
